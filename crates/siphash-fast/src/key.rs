//! Keys: random bytes, of three lengths.

use crate::backend::Backend;

/// The key of SipHash: 16 bytes, two little-endian words, k0 and k1 of the paper.
///
/// All bits should be random and secret. There is no key that stands for none, and no `Default`:
/// under a key of zeros, or any other known key, everybody computes the hashes that you compute.
///
/// The backend of a key is for batches; single messages have no use for one. A key can be made at
/// compile time and kept in a `static`:
///
/// ```
/// use siphash_fast::{Key, siphash24};
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_ne!(siphash24(&CHECKSUM, b""), siphash24(&CHECKSUM, b"\0"));
/// ```
#[derive(Clone)]
pub struct Key {
    words: [u64; 2],
    /// Chosen when the key is used if it is not set: at compile time no CPU can be asked.
    backend: Option<Backend>,
}

/// The key of SipTreeHash: 32 bytes, four little-endian words.
///
/// As secret as a [`Key`], and made in the same ways.
#[derive(Clone)]
pub struct TreeKey {
    words: [u64; 4],
    /// Chosen when the key is used if it is not set: at compile time no CPU can be asked.
    backend: Option<Backend>,
}

/// The key of HalfSipHash: 8 bytes, two little-endian words of 32 bits.
///
/// As secret as a [`Key`], and made in the same ways, but short enough to be found by trying.
#[derive(Clone)]
pub struct HalfKey {
    words: [u32; 2],
}

impl Key {
    /// Makes the key of the two words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; 2]) -> Self {
        Self { words, backend: None }
    }
}

impl TreeKey {
    /// Makes the key of the four words.
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
    /// Words of a key, of 32 bits each.
    pub const WORDS: usize = 2;
    /// Bytes of a key.
    pub const BYTES: usize = 4 * Self::WORDS;

    /// Makes the key of the two words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u32; Self::WORDS]) -> Self {
        Self { words }
    }

    /// Makes the key of the bytes of the two words, each little-endian.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
    pub const fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let both = u64::from_le_bytes(*bytes);
        Self::from_words([both as u32, (both >> 32) as u32])
    }

    /// The two words.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u32; Self::WORDS] {
        self.words
    }

    /// The bytes from which [`from_bytes`](Self::from_bytes) makes this key.
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
