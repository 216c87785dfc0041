//! VHASH-128 behind the trait of RustCrypto's universal hashes (feature `universal-hash`).

use crate::{Key128, VHasher128};

/// VHASH-128 by pairs of words, as the traits of `universal-hash` see a hash: blocks of 16 bytes
/// in, a block of 16 bytes out (the two words of the hash in order, each little-endian).
///
/// `update_padded` fills each piece with zeros up to 16 bytes, and the length that enters the hash
/// is that of the filled pieces. So it is the value of [`hash128`](crate::hash128) of the padded
/// pieces one after the other: a protocol that pads must put the true lengths into a block of its
/// own, as GCM does.
///
/// The hash alone is not a MAC: add a fresh pseudo-random pad to each value, as `vmac` does.
///
/// There is no `KeyInit`, which cannot fail: not every string of 208 bytes is a key.
#[derive(Clone, Debug)]
pub struct PairHasher<'k> {
    key: &'k Key128,
    stream: VHasher128<&'k Key128>,
}

impl<'k> PairHasher<'k> {
    /// A hasher that has seen nothing.
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
