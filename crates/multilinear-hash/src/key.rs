//! Keys of the hashes of messages of any length.

use crate::function::Function;
use crate::function::sealed::Token;
use core::fmt;

/// A key of one of the functions of [`Function`].
///
/// All of it should be random and unknown to whoever chooses the messages. There is no key that
/// stands for none, and no `Default`. Its layout is said at each function.
///
/// ```
/// use multilinear_hash::{Key, Mmh32, Multilinear64, Tmmh16, hash};
/// let key = Key::<Multilinear64>::from_seed(1);
/// assert_ne!(hash(&key, b"a message"), hash(&key, b"another"));
/// assert!(Key::<Mmh32>::from_bytes(&[0; 100]).is_err());
/// // A shorter tag is the beginning of a longer one.
/// let (long, short) = (Key::<Tmmh16<4>>::from_seed(1), Key::<Tmmh16<2>>::from_seed(1));
/// assert_eq!(hash(&long, b"a message")[..2], hash(&short, b"a message"));
/// ```
pub struct Key<F: Function> {
    schedule: F::Schedule,
    backend: F::Backend,
}

impl<F: Function> Clone for Key<F> {
    fn clone(&self) -> Self {
        Self { schedule: self.schedule.clone(), backend: self.backend }
    }
}

/// The words of a key's bytes.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "secret, and not to be named outside")]
pub struct Words<'b>(&'b [u8]);

impl Words<'_> {
    fn bytes<const N: usize>(self, i: usize) -> [u8; N] {
        self.0.as_chunks().0.get(i).copied().unwrap_or([0; N])
    }

    pub(crate) fn u16_be(self, i: usize) -> u16 {
        u16::from_be_bytes(self.bytes(i))
    }

    pub(crate) fn u32(self, i: usize) -> u32 {
        u32::from_le_bytes(self.bytes(i))
    }

    pub(crate) fn u64(self, i: usize) -> u64 {
        u64::from_le_bytes(self.bytes(i))
    }

    pub(crate) fn last_u128(self) -> u128 {
        self.0.last_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes))
    }
}

/// No key is longer.
const MOST_BYTES: usize = 4224;

impl<F: Function> Key<F> {
    /// The key of [`Function::KEY_BYTES`] bytes.
    ///
    /// # Errors
    /// If there are more or less of them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyLengthError> {
        if bytes.len() != F::KEY_BYTES {
            return Err(KeyLengthError {
                function: F::NAME,
                needed: F::KEY_BYTES,
                found: bytes.len(),
            });
        }
        Ok(Self { schedule: F::schedule(Words(bytes)), backend: F::Backend::detect() })
    }

    /// The key of words, which are its bytes little-endian.
    fn from_words(mut word: impl FnMut() -> u64) -> Self {
        const { assert!(F::KEY_BYTES <= MOST_BYTES) };
        let mut bytes = [0; MOST_BYTES];
        for place in bytes.as_chunks_mut().0 {
            *place = word().to_le_bytes();
        }
        let words = Words(&bytes[..F::KEY_BYTES]);
        Self { schedule: F::schedule(words), backend: F::Backend::detect() }
    }

    /// The key of a number: its bytes are the outputs of splitmix64 from this state, little-endian.
    /// Frozen.
    ///
    /// For checksums and tests. A 64-bit seed cannot give the bound of a random key, and one that
    /// can be guessed gives no protection at all.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut stream = SplitMix(seed);
        Self::from_words(|| stream.next_u64())
    }

    /// A key from a random number generator; cryptographic, if the key is to protect anything.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl rand_core::Rng) -> Self {
        Self::from_words(|| rng.next_u64())
    }

    /// A new random key.
    ///
    /// The operating system gives the 128 random bits with which [`std::hash::RandomState`] seeds
    /// its SipHash; that pseudo-random function of 0, 1, 2, … gives the words. The bound holds for
    /// whoever cannot tell SipHash-1-3 from a random function. `from_rng` (feature `rand_core`)
    /// takes every word from a generator of your choice.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn generate() -> Self {
        Self::from_words(system_words())
    }

    /// The same key, for this backend instead of the best one.
    #[must_use]
    pub fn with_backend(mut self, backend: F::Backend) -> Self {
        self.backend = backend;
        self
    }

    /// The backend that hashes with this key.
    #[inline]
    #[must_use]
    pub fn backend(&self) -> F::Backend {
        self.backend
    }

    #[inline]
    pub(crate) fn schedule(&self) -> &F::Schedule {
        &self.schedule
    }
}

/// SipHash-1-3 of 0, 1, 2, …, under a key from the operating system.
#[cfg(feature = "std")]
pub(crate) fn system_words() -> impl FnMut() -> u64 {
    use std::hash::BuildHasher;
    let entropy = std::hash::RandomState::new();
    let mut i = 0_u64;
    move || {
        i += 1;
        entropy.hash_one(i)
    }
}

/// The generator splitmix64, by its state.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    /// What is added to the state for each output.
    pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    pub(crate) const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Two outputs, the first one the lower half.
    pub(crate) const fn next_u128(&mut self) -> u128 {
        self.next_u64() as u128 | (self.next_u64() as u128) << 64
    }
}

/// A key that does not have as many bytes as its function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLengthError {
    /// The function.
    pub function: &'static str,
    /// The number of bytes that it takes.
    pub needed: usize,
    /// The number of bytes there were.
    pub found: usize,
}

impl fmt::Display for KeyLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, needed, found } = self;
        write!(f, "a key of {function} has {needed} bytes, not {found}")
    }
}

impl core::error::Error for KeyLengthError {}

#[cfg(feature = "zeroize")]
impl<F: Function> Drop for Key<F> {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(self);
    }
}

#[cfg(feature = "zeroize")]
impl<F: Function> zeroize::Zeroize for Key<F> {
    /// Leaves the key of zeros.
    fn zeroize(&mut self) {
        self.schedule = F::schedule(Words(&[]));
        zeroize::optimization_barrier(&self.schedule);
    }
}

#[cfg(feature = "zeroize")]
impl<F: Function> zeroize::ZeroizeOnDrop for Key<F> {}

impl<F: Function> fmt::Debug for Key<F> {
    /// Names the function and the backend, and keeps the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key")
            .field("function", &F::NAME)
            .field("backend", &self.backend.name())
            .finish_non_exhaustive()
    }
}
