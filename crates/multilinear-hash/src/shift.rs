//! Multiply-shift: strongly universal hashes of a few 64-bit words to 64 bits.
//!
//! Dietzfelbinger, "Universal hashing and k-wise independent random variables via integer
//! arithmetic without primes" (1996). With factors a and an addend b of 128 random bits each, the
//! hash of the words w is the upper half of b + Σ aᵢ wᵢ modulo 2^128. [`crate::bound`] proves that
//! the hashes of different words are uniform and independent of one another, so any t bits of them
//! agree with probability 2^-t.

#[cfg(feature = "rand_core")]
use hash_core::private::rand_core::Rng;
use hash_core::seed::SeedWords;

/// The multiply-shift hash of N words, given by its factors and its addend.
///
/// The hash of a value and [`from_seed`](Self::from_seed) are frozen.
///
/// ```
/// use multilinear_hash::MultiplyShift;
/// let one = MultiplyShift::<1>::from_seed(1);
/// assert_ne!(one.hash(7_u64), one.hash(8_u64));
/// let two = MultiplyShift::<2>::from_seed(1);
/// assert_eq!(two.hash((7_u64, 8_u64)), two.hash(7 | 8_u128 << 64));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct MultiplyShift<const N: usize> {
    factors: [u128; N],
    addend: u128,
}

impl<const N: usize> MultiplyShift<N> {
    /// Makes the hash with these factors and this addend.
    #[must_use]
    pub const fn new(factors: [u128; N], addend: u128) -> Self {
        Self { factors, addend }
    }

    /// Derives the factors and the addend from a number: the words of the seed are the addend, then
    /// the factors, lower halves first. The derivation is frozen. Use it for tests and checksums.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut words = SeedWords::new("multiply-shift", seed);
        let addend = double_word(&mut words);
        let mut factors = [0; N];
        let mut i = 0;
        while i < N {
            factors[i] = double_word(&mut words);
            i += 1;
        }
        Self { factors, addend }
    }

    /// Draws the addend, then the factors, from a random number generator.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl Rng) -> Self {
        let mut double = || u128::from(rng.next_u64()) | u128::from(rng.next_u64()) << 64;
        let addend = double();
        Self { factors: core::array::from_fn(|_| double()), addend }
    }

    /// Hashes N words. The output is frozen.
    #[inline]
    #[must_use]
    pub fn hash(&self, words: impl Words<N>) -> u64 {
        let words = words.words();
        let sum = self
            .factors
            .iter()
            .zip(words)
            .fold(self.addend, |sum, (a, w)| sum.wrapping_add(a.wrapping_mul(w.into())));
        (sum >> 64) as u64
    }
}

/// Reads the next two words as a number, the lower half first.
const fn double_word(words: &mut SeedWords) -> u128 {
    words.next_word() as u128 | (words.next_word() as u128) << 64
}

hash_core::secret_debug!(impl[const N: usize] MultiplyShift<N>, "MultiplyShift");

/// Values that convert to N words of 64 bits, with different words for different values.
pub trait Words<const N: usize> {
    /// Returns the words.
    fn words(self) -> [u64; N];
}

impl<const N: usize> Words<N> for [u64; N] {
    #[inline]
    fn words(self) -> [u64; N] {
        self
    }
}

macro_rules! integers {
    ($($integer:ty)*) => { $(
        impl Words<1> for $integer {
            #[inline]
            fn words(self) -> [u64; 1] {
                [self.into()]
            }
        }
    )* };
}

integers!(u8 u16 u32 u64);

impl Words<2> for u128 {
    /// Returns the lower half, then the upper half.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "splits the number into its halves")]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

macro_rules! tuples {
    ($($n:literal $($part:ident)*;)*) => { $(
        impl<$($part: Words<1>),*> Words<$n> for ($($part,)*) {
            #[inline]
            #[allow(non_snake_case, reason = "the parts have the names of their types")]
            fn words(self) -> [u64; $n] {
                let ($($part,)*) = self;
                [$($part.words()[0]),*]
            }
        }
    )* };
}

tuples! {
    2 A B;
    3 A B C;
    4 A B C D;
}
