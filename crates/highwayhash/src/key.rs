//! The key: 256 random bits.

use crate::backend::Backend;

/// A key of HighwayHash: 32 bytes, or four words that are little-endian in them.
///
/// All 256 bits should be random and secret. No key stands for "no key", and there is no
/// `Default`: under a key of zeros, or any other that is known, everybody computes the hashes that
/// you compute, and with them as many messages of one hash (of 64 bits, or of one bucket) as they
/// have time for. Then the function is a checksum, and there are faster ones.
///
/// A key can be made at compile time and kept in a `static`:
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
    /// Chosen when the key is used if it is not set: at compile time no CPU can be asked.
    backend: Option<Backend>,
}

impl Key {
    /// Makes the key of the four words.
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
