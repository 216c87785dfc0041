//! Tags of messages in pieces, and their checkpoints.

use crate::derive;
use crate::key::{Holder, Key};
use crate::oneshot::check;
use crate::partial::Partial;
pub use clhash::clhash128::CHECKPOINT_BYTES;
use clhash::clhash128::ClHasher128;
use core::borrow::Borrow;
use hash_core::{Checkpoint, CheckpointError, TagError};

/// The tag of a message that comes in pieces. Any split gives the value of [`tag`](crate::tag()).
///
/// The state is 608 bytes plus the key, which the stream owns, borrows or shares: `K` is a [`Key`],
/// a `&Key` or an `Arc<Key>`. Nothing is allocated. A message may have any length below 2^64 bytes.
///
/// As a [`core::hash::Hasher`] it returns the first eight bytes of the tag as a little-endian
/// integer. Frozen.
///
/// ```
/// use clmac::{ClMac, Key, tag};
/// let key = Key::generate();
/// let mut mac = ClMac::new(&key);
/// mac.update(b"in two ");
/// mac.update(b"pieces");
/// assert_eq!(mac.finalize(), tag(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct ClMac<K> {
    hasher: ClHasher128<Holder<K>>,
}

impl<K: Borrow<Key>> ClMac<K> {
    /// Starts the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self { hasher: ClHasher128::new(Holder(key)) }
    }

    /// Returns the holder of the key.
    pub(crate) const fn holder(&self) -> &K {
        &self.hasher.holder().0
    }

    fn key(&self) -> &Key {
        self.holder().borrow()
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    /// Returns the tag of the message so far. More can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> [u8; 16] {
        self.key().seal(self.hasher.finalize())
    }

    /// Verifies the tag of the message so far in constant time.
    ///
    /// # Errors
    /// Returns [`TagError`] if the tag is wrong or does not have 16 bytes.
    pub fn verify(&self, tag: &[u8]) -> Result<(), TagError> {
        check::<16>(|| self.finalize(), tag)
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.hasher.len()
    }

    /// Returns whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.hasher.is_empty()
    }

    /// Returns the message so far as a part to which others can be joined.
    #[must_use]
    pub fn partial(&self) -> Partial {
        Partial::from_hash(self.hasher.partial())
    }

    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes: a
    /// [checkpoint of CLHASH-128](ClHasher128::checkpoint).
    ///
    /// **Keep it as secret as the key.** It does not contain the key, but values of the hash, which
    /// no tag reveals. Anyone who sees a few of them can forge tags. Its checksum detects
    /// accidental corruption, not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        self.hasher.checkpoint()
    }

    /// Resumes from a checkpoint, which must have been made under the same key. This cannot be
    /// checked, and another key gives other tags.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a whole checkpoint of CLHASH-128.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        Ok(Self { hasher: ClHasher128::from_checkpoint(Holder(key), bytes)? })
    }
}

hash_core::stream_traits!(
    impl[K: Borrow<Key>] ClMac<K>,
    |mac| derive::to_words(mac.finalize())[0]
);
hash_core::secret_debug!(impl[K: Borrow<Key>] ClMac<K>, "ClMac", len = |mac| mac.len());
