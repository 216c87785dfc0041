//! 256-bit registers with VPCLMULQDQ: two carry-less products per instruction.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::BitXor;

// A single product gains nothing from wider registers.
pub(super) use super::x86_clmul::{clmul64, clmul128};

use super::polynomials::{Polynomial, Polynomials};
use super::x86_clmul::Clmul;

/// Two polynomials, and the proof that the CPU has AVX2, BMI2 and VPCLMULQDQ.
#[derive(Clone, Copy)]
pub struct ClmulX2(__m256i);

// A register may hold words of a key.
hash_core::secret_debug!(impl[] ClmulX2, "ClmulX2");

impl ClmulX2 {
    /// Makes the first register. Only code with the features of this level can call this without
    /// `unsafe`.
    #[inline]
    #[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
    #[must_use]
    pub fn witness() -> Self {
        Self(_mm256_setzero_si256())
    }

    /// Takes a register that other instructions made.
    #[inline]
    #[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
    #[must_use]
    pub fn new(register: __m256i) -> Self {
        Self(register)
    }

    /// Returns the register, for other instructions.
    #[inline(always)]
    #[must_use]
    pub fn get(self) -> __m256i {
        self.0
    }

    /// Joins two lanes.
    #[inline(always)]
    #[must_use]
    pub fn of_lanes(self, low: Clmul, high: Clmul) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_set_m128i(high.get(), low.get()) })
    }

    /// Joins two integers.
    #[inline(always)]
    #[must_use]
    pub fn of_u128s(self, [low, high]: [u128; 2]) -> Self {
        let one = self.sum_lanes();
        self.of_lanes(one.of_u128(low), one.of_u128(high))
    }

    /// Returns both lanes.
    #[inline(always)]
    #[must_use]
    pub fn lanes(self) -> (Clmul, Clmul) {
        // SAFETY: a `ClmulX2` proves the features, also those of the narrower level.
        unsafe {
            let high = Clmul::new(_mm256_extracti128_si256::<1>(self.0));
            (Clmul::new(_mm256_castsi256_si128(self.0)), high)
        }
    }

    /// Returns both lanes as integers.
    #[inline(always)]
    #[must_use]
    pub fn to_u128s(self) -> [u128; 2] {
        let (low, high) = self.lanes();
        [low.to_u128(), high.to_u128()]
    }

    /// Adds the lanes of `self` into lane 0 of the result, and those of `other` into lane 1.
    #[inline(always)]
    #[must_use]
    pub fn sum_lanes2(self, other: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        unsafe {
            let own = _mm256_blend_epi32::<0xf0>(self.0, other.0);
            let moved = _mm256_permute2x128_si256::<0x21>(self.0, other.0);
            Self(own) ^ Self(moved)
        }
    }
}

impl BitXor for ClmulX2 {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
}

impl Polynomials<2> for ClmulX2 {
    type One = Clmul;

    #[inline(always)]
    fn zero(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    #[inline(always)]
    fn broadcast(self, polynomial: Clmul) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_broadcastsi128_si256(polynomial.get()) })
    }

    #[inline(always)]
    fn of_one(self, polynomial: Clmul) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_zextsi128_si256(polynomial.get()) })
    }

    #[inline(always)]
    fn sum_lanes(self) -> Clmul {
        // SAFETY: a `ClmulX2` proves the features, also those of the narrower level.
        unsafe {
            Clmul::new(_mm_xor_si128(
                _mm256_castsi256_si128(self.0),
                _mm256_extracti128_si256::<1>(self.0),
            ))
        }
    }

    #[inline(always)]
    fn load(self, bytes: &[[u8; 16]; 2]) -> Self {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes readable.
        Self(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_words(self, words: &[[u64; 2]; 2]) -> Self {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes readable.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_doubles(self, doubles: &[u128; 2]) -> Self {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes readable.
        Self(unsafe { _mm256_loadu_si256(doubles.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store_words(self, words: &mut [[u64; 2]; 2]) {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes writable.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_doubles(self, doubles: &mut [u128; 2]) {
        // SAFETY: a `ClmulX2` proves the features, and the reference makes 32 bytes writable.
        unsafe { _mm256_storeu_si256(doubles.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_slli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_srli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_bslli_epi128::<8>(self.0) })
    }

    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_bsrli_epi128::<8>(self.0) })
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn low_halves(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_unpacklo_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn high_halves(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_unpackhi_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn shuffle(self, indices: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_shuffle_epi8(self.0, indices.0) })
    }

    #[inline(always)]
    fn mul_halves(self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x10>(self.0, self.0) })
    }

    #[inline(always)]
    fn mul_low(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x00>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x11>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high_low(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x01>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_cross(self, b: Self) -> Self {
        // SAFETY: a `ClmulX2` proves the features.
        Self(unsafe { _mm256_clmulepi64_epi128::<0x10>(self.0, b.0) }) ^ self.mul_high_low(b)
    }
}
