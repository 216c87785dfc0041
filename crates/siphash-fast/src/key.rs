//! Keys: random bytes, of three lengths.

use core::fmt;

/// A key of N bytes. [`Key`], [`TreeKey`] and [`HalfKey`] are the lengths there are.
///
/// All bits should be random and secret. There is no key that stands for none, and no `Default`: under
/// a key of zeros, or any other that is known, everybody computes the hashes that you compute.
///
/// A key can be made at compile time and kept in a `static`:
///
/// ```
/// use siphash_fast::{Key, siphash24};
/// static CHECKSUM: Key = Key::from_seed(0);
/// assert_ne!(siphash24(&CHECKSUM, b""), siphash24(&CHECKSUM, b"\0"));
/// ```
#[derive(Clone)]
#[repr(align(8))]
pub struct KeyOf<const N: usize>([u8; N]);

/// The key of SipHash: 16 bytes, two little-endian words.
pub type Key = KeyOf<16>;

/// The key of SipTreeHash: 32 bytes, four little-endian words.
pub type TreeKey = KeyOf<32>;

/// The key of HalfSipHash: 8 bytes, two little-endian words of 32 bits.
pub type HalfKey = KeyOf<8>;

impl<const N: usize> KeyOf<N> {
    /// Bytes of the key.
    pub const BYTES: usize = N;

    /// The key of these bytes, words little-endian.
    #[inline]
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; N]) -> Self {
        const { assert!(N == 8 || N == 16 || N == 32, "no such key") };
        Self(*bytes)
    }

    /// The key of a number: outputs of splitmix64 from this state, little-endian. Frozen.
    ///
    /// For checksums and tests: there are only 2^64 of them, and one that can be guessed gives no
    /// protection at all.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut bytes = [0; N];
        let (words, _) = bytes.as_chunks_mut();
        let mut state = seed;
        let mut i = 0;
        while i < N / 8 {
            state = state.wrapping_add(GOLDEN);
            words[i] = splitmix64(state).to_le_bytes();
            i += 1;
        }
        Self::from_bytes(&bytes)
    }

    /// A key from a random number generator; cryptographic, if the key is to protect anything.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl rand_core::Rng) -> Self {
        Self::from_each_word(|_| rng.next_u64())
    }

    /// A new random key.
    ///
    /// The operating system gives the 128 random bits with which [`std::hash::RandomState`] seeds its
    /// SipHash-1-3; that function of 0, 1, … gives the words. `from_rng` (feature `rand_core`)
    /// takes all bits from a generator of your choice.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn generate() -> Self {
        use std::hash::BuildHasher;
        let entropy = std::hash::RandomState::new();
        Self::from_each_word(|i| entropy.hash_one(i))
    }

    #[cfg(any(feature = "std", feature = "rand_core"))]
    fn from_each_word(mut word: impl FnMut(usize) -> u64) -> Self {
        let mut bytes = [0; N];
        for (i, place) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
            *place = word(i).to_le_bytes();
        }
        Self::from_bytes(&bytes)
    }

    /// The bytes from which [`from_bytes`](Self::from_bytes) makes this key.
    #[inline]
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; N] {
        self.0
    }

    /// Word i.
    #[inline(always)]
    const fn word(&self, i: usize) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[i])
    }
}

impl KeyOf<16> {
    /// The key of the two words: k0 and k1 of the paper.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; 2]) -> Self {
        let mut bytes = [0; 16];
        let (places, _) = bytes.as_chunks_mut();
        places[0] = words[0].to_le_bytes();
        places[1] = words[1].to_le_bytes();
        Self(bytes)
    }

    /// The two words.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; 2] {
        [self.word(0), self.word(1)]
    }
}

impl KeyOf<32> {
    /// The key of the four words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; 4]) -> Self {
        let mut bytes = [0; 32];
        let (places, _) = bytes.as_chunks_mut();
        let mut i = 0;
        while i < 4 {
            places[i] = words[i].to_le_bytes();
            i += 1;
        }
        Self(bytes)
    }

    /// The four words.
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; 4] {
        [self.word(0), self.word(1), self.word(2), self.word(3)]
    }
}

impl KeyOf<8> {
    /// The key of the two words, of 32 bits each.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u32; 2]) -> Self {
        Self((words[0] as u64 | (words[1] as u64) << 32).to_le_bytes())
    }

    /// The two words.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
    pub const fn to_words(&self) -> [u32; 2] {
        let both = self.word(0);
        [both as u32, (both >> 32) as u32]
    }
}

/// The step of splitmix64.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of splitmix64, a bijection.
pub(crate) const fn splitmix64(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl<const N: usize> From<&[u8; N]> for KeyOf<N> {
    fn from(bytes: &[u8; N]) -> Self {
        Self::from_bytes(bytes)
    }
}

impl<const N: usize> TryFrom<&[u8]> for KeyOf<N> {
    type Error = KeyLengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, KeyLengthError> {
        let whole: &[u8; N] =
            bytes.try_into().map_err(|_| KeyLengthError { expected: N, found: bytes.len() })?;
        Ok(Self::from_bytes(whole))
    }
}

/// A key that does not have the bytes that its kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLengthError {
    /// The number of bytes there should be.
    pub expected: usize,
    /// The number of bytes there were.
    pub found: usize,
}

impl fmt::Display for KeyLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a key of {} bytes, not {}", self.expected, self.found)
    }
}

impl core::error::Error for KeyLengthError {}

impl<const N: usize> fmt::Debug for KeyOf<N> {
    /// Keeps the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize> Drop for KeyOf<N> {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(self);
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize> zeroize::Zeroize for KeyOf<N> {
    /// Leaves the key of zeros.
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize> zeroize::ZeroizeOnDrop for KeyOf<N> {}
