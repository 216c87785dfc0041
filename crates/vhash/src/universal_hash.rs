//! VHASH-128 with the trait of RustCrypto's universal hashes (feature `universal-hash`).

use crate::{Key128, VHasher128};

/// VHASH-128 for the traits of `universal-hash`: it takes blocks of 16 bytes and returns a block of
/// 16 bytes (the two words of the hash in order, each little-endian).
///
/// `update_padded` pads each piece with zeros to a multiple of 16 bytes, and the padded lengths
/// enter the hash. So the value is [`hash128`](crate::hash128) of the padded pieces one after the
/// other. A protocol that pads must put the true lengths into a block of their own, as GCM does.
///
/// The hash alone is not a MAC: add a fresh pseudo-random pad to each value, as `vmac` does.
///
/// `KeyInit` is not implemented, because it cannot fail, and not every string of 208 bytes is a
/// key.
#[derive(Clone, Debug)]
pub struct PairHasher<'k> {
    key: &'k Key128,
    stream: VHasher128<&'k Key128>,
}

impl<'k> PairHasher<'k> {
    /// Makes a hasher of the empty message.
    #[must_use]
    pub const fn new(key: &'k Key128) -> Self {
        Self { key, stream: VHasher128::new(key) }
    }
}

hash_core::universal_hash!(PairHasher, U16, |stream| {
    let mut block = Block::<PairHasher<'_>>::default();
    for (bytes, word) in block.as_chunks_mut().0.iter_mut().zip(stream.finalize()) {
        *bytes = word.to_le_bytes();
    }
    block
});
