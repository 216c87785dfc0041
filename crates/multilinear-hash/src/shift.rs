//! Multiply-shift: strongly universal hashes of a few 64-bit words to 64 bits.
//!
//! Dietzfelbinger, "Universal hashing and k-wise independent random variables via integer
//! arithmetic without primes" (1996). With factors a and a summand b of 128 random bits each, the
//! hash of the words w is the upper half of b + Σ a\[i\] w\[i\] modulo 2^128. [`crate::bound`]
//! proves that the hashes of different words are uniform and independent of one another; so any t
//! bits agree with probability 2^-t.

/// Factors and a summand for N words.
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
    summand: u128,
}

impl<const N: usize> MultiplyShift<N> {
    /// With these factors and this summand.
    #[must_use]
    pub const fn new(factors: [u128; N], summand: u128) -> Self {
        Self { factors, summand }
    }

    /// With the outputs of splitmix64 from this state: the summand, then the factors, lower halves
    /// first. Frozen. For tests and checksums.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut stream = crate::key::SplitMix(seed);
        let summand = stream.next_u128();
        let mut factors = [0; N];
        let mut i = 0;
        while i < N {
            factors[i] = stream.next_u128();
            i += 1;
        }
        Self { factors, summand }
    }

    /// With random numbers of a generator.
    #[cfg(feature = "rand_core")]
    #[must_use]
    pub fn from_rng(rng: &mut impl rand_core::Rng) -> Self {
        let mut double = || u128::from(rng.next_u64()) | u128::from(rng.next_u64()) << 64;
        let summand = double();
        Self { factors: core::array::from_fn(|_| double()), summand }
    }

    /// The hash of N words. Frozen.
    #[inline]
    #[must_use]
    pub fn hash(&self, words: impl Words<N>) -> u64 {
        let words = words.words();
        let sum = self
            .factors
            .iter()
            .zip(words)
            .fold(self.summand, |sum, (a, w)| sum.wrapping_add(a.wrapping_mul(w.into())));
        (sum >> 64) as u64
    }
}

impl<const N: usize> core::fmt::Debug for MultiplyShift<N> {
    /// Shows nothing: all of it is secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MultiplyShift").finish_non_exhaustive()
    }
}

/// What N words of 64 bits say, each value in one way.
pub trait Words<const N: usize> {
    /// The words.
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
    /// The lower half first.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves")]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

macro_rules! tuples {
    ($($n:literal $($part:ident)*;)*) => { $(
        impl<$($part: Words<1>),*> Words<$n> for ($($part,)*) {
            #[inline]
            #[allow(non_snake_case, reason = "the types' names serve the parts")]
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
