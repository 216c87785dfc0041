//! The keys of the three functions, which are random bytes of different lengths.

use crate::backend::Backend;

/// The key of SipHash: 16 bytes, which are two little-endian words, k0 and k1 in the paper.
///
/// All bits should be random and secret. No value stands for a missing key, and there is no
/// `Default`: under a key of zeros, or any other known key, anyone can compute the same hashes.
///
/// The backend of a key applies to batches; single messages do not use it. A key can be created at
/// compile time and stored in a `static`:
///
/// ```
/// use siphash_fast::{Key, siphash_2_4};
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_ne!(siphash_2_4(&CHECKSUM, b""), siphash_2_4(&CHECKSUM, b"\0"));
/// ```
#[derive(Clone)]
pub struct Key {
    words: [u64; 2],
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then chosen when the key is used.
    backend: Option<Backend>,
}

/// The key of SipTreeHash: 32 bytes, which are four little-endian words.
///
/// It must be as secret as a [`Key`] and is created in the same ways.
#[derive(Clone)]
pub struct TreeKey {
    words: [u64; 4],
    /// `None` in a key made at compile time, when CPU features cannot be detected. The backend is
    /// then chosen when the key is used.
    backend: Option<Backend>,
}

/// The key of HalfSipHash: 8 bytes, which are two little-endian words of 32 bits.
///
/// It must be as secret as a [`Key`] and is created in the same ways, but it is short enough to be
/// found by exhaustive search.
#[derive(Clone)]
pub struct HalfKey {
    words: [u32; 2],
}

impl Key {
    /// Creates a key from its two words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; 2]) -> Self {
        Self { words, backend: None }
    }
}

impl TreeKey {
    /// Creates a key from its four words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; 4]) -> Self {
        Self { words, backend: None }
    }

    #[inline]
    pub(crate) const fn words(&self) -> &[u64; 4] {
        &self.words
    }
}

impl HalfKey {
    /// The number of words of a key, of 32 bits each.
    pub const WORDS: usize = 2;
    /// The length of a key in bytes.
    pub const BYTES: usize = 4 * Self::WORDS;

    /// Creates a key from its two words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u32; Self::WORDS]) -> Self {
        Self { words }
    }

    /// Creates a key from the bytes of its two words, each little-endian.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are split")]
    pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let both = u64::from_le_bytes(*bytes);
        Self::from_words([both as u32, (both >> 32) as u32])
    }

    /// Returns the two words.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u32; Self::WORDS] {
        self.words
    }

    /// Returns the bytes from which [`from_bytes`](Self::from_bytes) creates this key.
    #[inline]
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; Self::BYTES] {
        let [low, high] = self.words;
        (low as u64 | (high as u64) << 32).to_le_bytes()
    }
}

hash_core::word_key!(impl[] Key, 2);
hash_core::word_key!(impl[] TreeKey, 4);
hash_core::byte_key!(impl[] Key, "SipHash");
hash_core::byte_key!(impl[] TreeKey, "SipTreeHash");
hash_core::byte_key!(impl[] HalfKey, "HalfSipHash");
hash_core::key_backend!(impl[] Key, Backend);
hash_core::key_backend!(impl[] TreeKey, Backend);
hash_core::secret_debug!(impl[] HalfKey, "Key");
hash_core::wipe_on_drop!(key: impl[] Key, |key| key.words.zeroize());
hash_core::wipe_on_drop!(key: impl[] TreeKey, |key| key.words.zeroize());
hash_core::wipe_on_drop!(key: impl[] HalfKey, |key| key.words.zeroize());
