//! GHASH and POLYVAL with the traits of RustCrypto's universal hashes (feature `universal-hash`).

use crate::backend::POWERS;
use crate::{BLOCK_BYTES, Backend, Gcm, GcmSiv, Key, Standard};
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
/// # A key for each message, or one for many
/// AES-GCM hashes all messages under one key and clones its hasher, so [`GHash::new`](Self::new)
/// computes the powers of the key. AES-GCM-SIV derives a key for each message, and
/// [`Polyval::new`](Self::new) computes no powers before the first piece of more than 128 bytes. Up
/// to there, a message under a new key takes less time that way. For many messages under one key of
/// POLYVAL, clone the hasher of [`with_key`](Self::with_key), which has the powers.
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
    /// Whether the key has its powers. If not, they are computed when a piece is long enough.
    ready: bool,
}

/// The length in bytes up to which a piece is hashed with H alone: where messages overlap,
/// computing the powers first takes longer.
const ONCE: usize = BLOCK_BYTES * POWERS;

impl<S: Standard> BlockHasher<S> {
    /// Makes a hasher of the empty message.
    #[must_use]
    pub const fn with_key(key: Key<S>) -> Self {
        Self { key, sum: 0, ready: true }
    }

    /// Makes a hasher of the empty message, as [`KeyInit::new`] does, without the trait in scope.
    #[inline]
    #[must_use]
    pub fn new(key: &::universal_hash::Key<Self>) -> Self {
        Self::new_on(Backend::detect(), key)
    }

    /// Makes the hasher of [`new`](Self::new) on this backend.
    #[inline]
    #[must_use]
    pub fn new_on(backend: Backend, key: &::universal_hash::Key<Self>) -> Self {
        if S::KEY_PER_MESSAGE {
            Self { key: Key::without_powers(backend, &key.0), sum: 0, ready: false }
        } else {
            Self::with_key(Key::from_bytes_on(backend, &key.0))
        }
    }

    /// Continues the polynomial over the blocks of `bytes`, the last one padded with zeros.
    #[inline]
    fn absorb(&mut self, bytes: &[u8]) {
        self.sum = if self.ready {
            self.key.absorb(self.sum, bytes)
        } else if bytes.len() <= ONCE {
            self.key.absorb_once(self.sum, bytes)
        } else {
            self.ready = true;
            self.key.expand_and_absorb(self.sum, bytes)
        };
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
        self.absorb(block);
    }

    fn proc_par_blocks(&mut self, blocks: &ParBlocks<Self>) {
        self.absorb(Array::slice_as_flattened(blocks));
    }
}

impl<S: Standard> UniversalHash for BlockHasher<S> {
    fn update_with_backend(&mut self, f: impl UhfClosure<BlockSize = U16>) {
        f.call(self);
    }

    /// Hashes all blocks in one call, because they are contiguous.
    fn update(&mut self, blocks: &[Block<Self>]) {
        self.absorb(Array::slice_as_flattened(blocks));
    }

    /// Hashes `data` as it is, because the kernels pad the last block.
    fn update_padded(&mut self, data: &[u8]) {
        self.absorb(data);
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
