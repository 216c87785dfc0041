//! The key: 256 random bits.

use crate::backend::Backend;
use core::fmt;

/// Words of a key.
pub const KEY_WORDS: usize = 4;
/// Bytes of a key.
pub const KEY_BYTES: usize = 8 * KEY_WORDS;

/// A key of HighwayHash: 32 bytes, or four words that are little-endian in them.
///
/// All 256 bits should be random and secret. There is no key that stands for none, and no
/// `Default`: under a key of zeros, or any other that is known, everybody computes the hashes that
/// you compute, and with them as many messages of one hash (of 64 bits, or of one bucket) as they
/// have time for. Then the function is a checksum, and there are faster ones.
///
/// A key can be made at compile time and kept in a `static`:
///
/// ```
/// use highwayhash::{Key, hash64};
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_ne!(hash64(&CHECKSUM, b""), hash64(&CHECKSUM, b"\0"));
/// ```
#[derive(Clone)]
pub struct Key {
    words: [u64; KEY_WORDS],
    /// Chosen when the key is used if it is not set: at compile time no CPU can be asked.
    backend: Option<Backend>,
}

impl Key {
    /// The key of the four words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; KEY_WORDS]) -> Self {
        Self { words, backend: None }
    }

    /// The key of the 32 bytes, words little-endian.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; KEY_BYTES]) -> Self {
        let mut words = [0; KEY_WORDS];
        let (chunks, _) = bytes.as_chunks();
        let mut i = 0;
        while i < KEY_WORDS {
            words[i] = u64::from_le_bytes(chunks[i]);
            i += 1;
        }
        Self::from_words(words)
    }

    /// The key of a number: four outputs of splitmix64 from this state. Frozen.
    ///
    /// For checksums and tests: there are only 2^64 of them, and one that can be guessed gives no
    /// protection at all.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut words = [0; KEY_WORDS];
        let mut state = seed;
        let mut i = 0;
        while i < KEY_WORDS {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            words[i] = splitmix64(state);
            i += 1;
        }
        Self::from_words(words)
    }

    /// A key from a random number generator; cryptographic, if the key is to protect anything.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl rand_core::Rng) -> Self {
        Self::from_words(core::array::from_fn(|_| rng.next_u64()))
    }

    /// A new random key.
    ///
    /// The operating system gives the 128 random bits with which [`std::hash::RandomState`] seeds
    /// its SipHash; that pseudo-random function of 0, 1, 2, 3 gives the words. So the key is as
    /// strong as 128 bits are, for whoever cannot tell SipHash-1-3 from a random function.
    /// `from_rng` (feature `rand_core`) takes all 256 bits from a generator of your choice.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn generate() -> Self {
        use std::hash::BuildHasher;
        let entropy = std::hash::RandomState::new();
        Self::from_words(core::array::from_fn(|i| entropy.hash_one(i)))
    }

    /// The four words.
    #[must_use]
    pub const fn to_words(&self) -> [u64; KEY_WORDS] {
        self.words
    }

    /// The 32 bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; KEY_BYTES] {
        let mut bytes = [0; KEY_BYTES];
        let (chunks, _) = bytes.as_chunks_mut();
        let mut i = 0;
        while i < KEY_WORDS {
            chunks[i] = self.words[i].to_le_bytes();
            i += 1;
        }
        bytes
    }

    /// The same key, for this backend instead of the best one.
    ///
    /// ```
    /// use highwayhash::{Backend, Key, hash64};
    /// let key = Key::from_seed(1);
    /// for backend in Backend::available() {
    ///     assert_eq!(hash64(&key.clone().with_backend(backend), b"same"), hash64(&key, b"same"));
    /// }
    /// ```
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }

    /// The backend that hashes with this key.
    #[inline]
    #[must_use]
    pub fn backend(&self) -> Backend {
        match self.backend {
            Some(backend) => backend,
            None => Backend::detect(),
        }
    }

    #[inline]
    pub(crate) const fn words(&self) -> &[u64; KEY_WORDS] {
        &self.words
    }
}

/// The output function of splitmix64, a bijection.
pub(crate) const fn splitmix64(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl From<&[u8; KEY_BYTES]> for Key {
    fn from(bytes: &[u8; KEY_BYTES]) -> Self {
        Self::from_bytes(bytes)
    }
}

impl TryFrom<&[u8]> for Key {
    type Error = KeyLengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, KeyLengthError> {
        let whole: &[u8; KEY_BYTES] =
            bytes.try_into().map_err(|_| KeyLengthError { found: bytes.len() })?;
        Ok(Self::from_bytes(whole))
    }
}

/// A key that does not have [`KEY_BYTES`] bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLengthError {
    /// The number of bytes there were.
    pub found: usize,
}

impl fmt::Display for KeyLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a HighwayHash key has {KEY_BYTES} bytes, not {}", self.found)
    }
}

impl core::error::Error for KeyLengthError {}

impl fmt::Debug for Key {
    /// Names the backend and keeps the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("backend", &self.backend().name()).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl Drop for Key {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(self);
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for Key {
    /// Leaves the key of zeros.
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for Key {}
