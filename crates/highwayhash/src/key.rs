//! The key, which is 256 random bits.

use crate::backend::Backend;

/// A key of HighwayHash: 32 bytes, which are four little-endian words.
///
/// All 256 bits should be random and secret. No value stands for a missing key, and there is no
/// `Default`: under a key of zeros, or any other known key, anyone can compute the same hashes, and
/// so find colliding messages (in 64 bits, or in a bucket) by brute force. The function is then
/// only a checksum, and there are faster ones.
///
/// A key can be created at compile time and stored in a `static`:
///
/// ```
/// use highwayhash::{Key, hash};
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_ne!(hash(&CHECKSUM, b""), hash(&CHECKSUM, b"\0"));
/// ```
///
/// Every backend computes the same hashes:
///
/// ```
/// use highwayhash::{Backend, Key, hash};
/// let key = Key::from_seed(1);
/// for backend in Backend::available() {
///     assert_eq!(hash(&key.clone().with_backend(backend), b"same"), hash(&key, b"same"));
/// }
/// ```
#[derive(Clone)]
pub struct Key {
    words: [u64; Self::WORDS],
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then chosen when the key is used.
    backend: Option<Backend>,
}

impl Key {
    /// Creates a key from its four words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        Self { words, backend: None }
    }

    #[inline]
    pub(crate) const fn words(&self) -> &[u64; Self::WORDS] {
        &self.words
    }
}

hash_core::word_key!(impl[] Key, 4);
hash_core::byte_key!(impl[] Key, "HighwayHash");
hash_core::key_backend!(impl[] Key, Backend);
hash_core::wipe_on_drop!(key: impl[] Key, |key| key.words.zeroize());
