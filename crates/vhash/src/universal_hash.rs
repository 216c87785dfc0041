//! VHASH-128 behind the trait of RustCrypto's universal hashes (feature `universal-hash`).

use crate::{Key128, VHasher128};
use ::universal_hash::common::{BlockSizeUser, ParBlocksSizeUser, Reset};
use ::universal_hash::consts::{U1, U16};
use ::universal_hash::{Block, UhfBackend, UhfClosure, UniversalHash};

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

impl BlockSizeUser for PairHasher<'_> {
    type BlockSize = U16;
}

impl ParBlocksSizeUser for PairHasher<'_> {
    type ParBlocksSize = U1;
}

impl UhfBackend for PairHasher<'_> {
    fn proc_block(&mut self, block: &Block<Self>) {
        self.stream.update(block);
    }
}

impl UniversalHash for PairHasher<'_> {
    fn update_with_backend(&mut self, f: impl UhfClosure<BlockSize = U16>) {
        f.call(self);
    }

    /// All blocks at once: they lie one after the other.
    fn update(&mut self, blocks: &[Block<Self>]) {
        self.stream.update(::universal_hash::array::Array::slice_as_flattened(blocks));
    }

    fn finalize(self) -> Block<Self> {
        let [first, second] = self.stream.finalize();
        let mut block = Block::<Self>::default();
        block[..8].copy_from_slice(&first.to_le_bytes());
        block[8..].copy_from_slice(&second.to_le_bytes());
        block
    }
}

impl Reset for PairHasher<'_> {
    fn reset(&mut self) {
        *self = Self::new(self.key);
    }
}
