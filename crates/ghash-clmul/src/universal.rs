//! `universal-hash`'s traits (feature `universal-hash`).

use crate::{Gcm, GcmSiv, Key, Standard};
use core::fmt;
use universal_hash::array::Array;
use universal_hash::common::{BlockSizeUser, KeyInit, KeySizeUser, ParBlocksSizeUser, Reset};
use universal_hash::consts::{U16, U32};
use universal_hash::{Block, ParBlocks, UhfBackend, UhfClosure, UniversalHash};

/// GHASH with the traits that the `ghash` package has: put it in the place of that one's `GHash`.
pub type GHash = BlockHasher<Gcm>;
/// POLYVAL with the traits that the `polyval` package has: put it in the place of that one's
/// `Polyval`.
pub type Polyval = BlockHasher<GcmSiv>;

/// The hash by whole blocks, as the traits of `universal-hash` see it: it owns its key and takes
/// 16-byte blocks.
///
/// `update_padded` fills each piece with zeros up to a whole block. A block of lengths is the
/// caller's to add, as it is in GCM.
///
/// ```
/// use ghash_clmul::GHash;
/// use universal_hash::{KeyInit, UniversalHash};
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
    /// A hasher that has seen nothing.
    #[must_use]
    pub const fn with_key(key: Key<S>) -> Self {
        Self { key, sum: 0 }
    }
}

impl<S: Standard> KeySizeUser for BlockHasher<S> {
    type KeySize = U16;
}

impl<S: Standard> KeyInit for BlockHasher<S> {
    fn new(key: &universal_hash::Key<Self>) -> Self {
        Self::with_key(Key::from_bytes(&key.0))
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

    /// All blocks at once: they lie one after the other.
    fn update(&mut self, blocks: &[Block<Self>]) {
        self.sum = self.key.absorb(self.sum, Array::slice_as_flattened(blocks));
    }

    /// The kernels fill up with zeros as well.
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

impl<S: Standard> fmt::Debug for BlockHasher<S> {
    /// Names the function and keeps the secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockHasher").field("function", &S::NAME).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<S: Standard> Drop for BlockHasher<S> {
    /// The key wipes itself.
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.sum);
    }
}

#[cfg(feature = "zeroize")]
impl<S: Standard> zeroize::ZeroizeOnDrop for BlockHasher<S> {}
