//! GHASH and POLYVAL with the traits of RustCrypto's universal hashes (feature `universal-hash`).

use crate::{Backend, Gcm, GcmSiv, Key, Standard};
use ::universal_hash::array::Array;
use ::universal_hash::common::{BlockSizeUser, KeyInit, KeySizeUser, ParBlocksSizeUser, Reset};
use ::universal_hash::consts::{U16, U32};
use ::universal_hash::{Block, ParBlocks, UhfBackend, UhfClosure, UniversalHash};

/// GHASH with the traits of `ghash::GHash`, which it can replace.
pub type GHash = BlockHasher<Gcm>;
/// POLYVAL with the traits of `polyval::Polyval`, which it can replace.
pub type Polyval = BlockHasher<GcmSiv>;

/// A hasher for the traits of `universal-hash`, which owns its key and takes whole 16-byte blocks.
///
/// `update_padded` pads each piece with zeros to whole blocks. The caller adds the block of
/// lengths, as GCM does.
///
/// `KeyInit::new` makes the key with the kernels of [`Backend::detect`], so that a key for every
/// message costs little.
///
/// ```
/// use ghash_clmul::universal_hash::GHash;
/// use universal_hash::UniversalHash;
/// let mut ghash = GHash::new(&[7; 16].into());
/// ghash.update_padded(b"additional data");
/// ghash.update_padded(b"text");
/// let tag = ghash.finalize();
/// # let key = ghash_clmul::GhashKey::from_bytes(&[7; 16]);
/// # assert_eq!(tag, ghash_clmul::hash(&key, b"additional data\0text"));
/// ```
#[derive(Clone)]
pub struct BlockHasher<S: Standard> {
    key: Key<S>,
    sum: u128,
}

impl<S: Standard> BlockHasher<S> {
    /// Makes a hasher of the empty message.
    #[must_use]
    pub const fn with_key(key: Key<S>) -> Self {
        Self { key, sum: 0 }
    }

    /// Makes a hasher of the empty message, as [`KeyInit::new`] does, without the trait in scope.
    #[must_use]
    pub fn new(key: &::universal_hash::Key<Self>) -> Self {
        Self::with_key(Key::from_bytes_on(Backend::detect(), &key.0))
    }
}

impl<S: Standard> KeySizeUser for BlockHasher<S> {
    type KeySize = U16;
}

impl<S: Standard> KeyInit for BlockHasher<S> {
    fn new(key: &::universal_hash::Key<Self>) -> Self {
        Self::new(key)
    }
}

impl<S: Standard> BlockSizeUser for BlockHasher<S> {
    type BlockSize = U16;
}

impl<S: Standard> ParBlocksSizeUser for BlockHasher<S> {
    type ParBlocksSize = U32;
}

impl<S: Standard> UhfBackend for BlockHasher<S> {
    fn proc_block(&mut self, block: &Block<Self>) {
        self.sum = self.key.absorb(self.sum, block);
    }

    fn proc_par_blocks(&mut self, blocks: &ParBlocks<Self>) {
        self.sum = self.key.absorb(self.sum, Array::slice_as_flattened(blocks));
    }
}

impl<S: Standard> UniversalHash for BlockHasher<S> {
    fn update_with_backend(&mut self, f: impl UhfClosure<BlockSize = U16>) {
        f.call(self);
    }

    /// Hashes all blocks in one call, because they are contiguous.
    fn update(&mut self, blocks: &[Block<Self>]) {
        self.sum = self.key.absorb(self.sum, Array::slice_as_flattened(blocks));
    }

    /// Hashes `data` as it is, because the kernels pad the last block.
    fn update_padded(&mut self, data: &[u8]) {
        self.sum = self.key.absorb(self.sum, data);
    }

    fn finalize(self) -> Block<Self> {
        S::to_bytes(self.sum).into()
    }
}

impl<S: Standard> Reset for BlockHasher<S> {
    fn reset(&mut self) {
        self.sum = 0;
    }
}

hash_core::secret_debug!(
    impl[S: Standard] BlockHasher<S>,
    "BlockHasher",
    function = |_hasher| S::NAME
);
hash_core::wipe_on_drop!(impl[S: Standard] BlockHasher<S>, |hasher| {
    hasher.key.zeroize();
    hasher.sum.zeroize();
});
