//! 256-bit registers with VPCLMULQDQ: two carry-less products per instruction.

// A single product gains nothing from wider registers.
pub(super) use super::x86_clmul::{clmul64, clmul128};

use super::polynomials::{Polynomial, Polynomials};
use super::x86::primitives_in_lanes;
use super::x86_clmul::Clmul;
use arch::{
    __m256i, _mm256_bslli_epi128 as shl_bytes, _mm256_bsrli_epi128 as shr_bytes,
    _mm256_castsi256_si128 as low_lane, _mm256_clmulepi64_epi128 as clmul,
    _mm256_extracti128_si256 as lane, _mm256_loadu_si256 as load, _mm256_set1_epi64x as splat,
    _mm256_setzero_si256 as zero, _mm256_shuffle_epi8 as shuffle_bytes,
    _mm256_shuffle_epi32 as shuffle_words, _mm256_slli_epi64 as shl, _mm256_srli_epi64 as shr,
    _mm256_storeu_si256 as store, _mm256_unpackhi_epi64 as high_halves,
    _mm256_unpacklo_epi64 as low_halves, _mm256_xor_si256 as xor,
};
#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

crate::register! {
    /// Two polynomials, and the proof that the CPU has AVX2, BMI2 and VPCLMULQDQ.
    pub struct ClmulX2(__m256i), "avx2,bmi2,vpclmulqdq", zero, xor;
}

// A register may hold words of a key.
hash_core::secret_debug!(impl[] ClmulX2, "ClmulX2");

impl ClmulX2 {
    crate::primitives! {
        "avx2,bmi2,vpclmulqdq", ClmulX2,
        /// Joins two lanes.
        #[must_use]
        pub fn of_lanes(_v, low: Clmul, high: Clmul) -> ClmulX2 {
            ClmulX2(arch::_mm256_set_m128i(high.get(), low.get()))
        }

        /// Returns both lanes.
        #[must_use]
        pub fn lanes(a) -> (Clmul, Clmul) {
            (Clmul::new(low_lane(a.0)), Clmul::new(lane::<1>(a.0)))
        }

        /// Adds the lanes of `self` into lane 0 of the result, and those of `other` into lane 1.
        #[must_use]
        pub fn sum_lanes2(a, other: ClmulX2) -> ClmulX2 {
            let own = arch::_mm256_blend_epi32::<0xf0>(a.0, other.0);
            let moved = arch::_mm256_permute2x128_si256::<0x21>(a.0, other.0);
            ClmulX2(xor(own, moved))
        }
    }

    /// Joins two integers.
    #[inline(always)]
    #[must_use]
    pub fn of_u128s(self, [low, high]: [u128; 2]) -> Self {
        let one = self.sum_lanes();
        self.of_lanes(one.of_u128(low), one.of_u128(high))
    }

    /// Returns both lanes as integers.
    #[inline(always)]
    #[must_use]
    pub fn to_u128s(self) -> [u128; 2] {
        let (low, high) = self.lanes();
        [low.to_u128(), high.to_u128()]
    }
}

impl Polynomials<2> for ClmulX2 {
    type One = Clmul;

    primitives_in_lanes! { "avx2,bmi2,vpclmulqdq", ClmulX2, 2 }

    crate::primitives! {
        "avx2,bmi2,vpclmulqdq", ClmulX2,
        fn broadcast(_v, polynomial: Clmul) -> ClmulX2 {
            ClmulX2(arch::_mm256_broadcastsi128_si256(polynomial.get()))
        }
        fn of_one(_v, polynomial: Clmul) -> ClmulX2 {
            ClmulX2(arch::_mm256_zextsi128_si256(polynomial.get()))
        }
        fn sum_lanes(a) -> Clmul {
            Clmul::new(low_lane(a.0)) ^ Clmul::new(lane::<1>(a.0))
        }
    }
}
