//! 512-bit registers with VPCLMULQDQ: four carry-less products per instruction.

// A single product gains nothing from wider registers.
pub(crate) use super::clmul::{clmul64, clmul128};

use super::clmul::Clmul;
use super::vpclmul_x2::ClmulX2;
use crate::backend::polynomials::Polynomials;
use crate::backend::x86::primitives_in_lanes;
use arch::{
    __m512i, _mm512_bslli_epi128 as shl_bytes, _mm512_bsrli_epi128 as shr_bytes,
    _mm512_castsi512_si256 as low_half, _mm512_clmulepi64_epi128 as clmul,
    _mm512_extracti64x4_epi64 as half, _mm512_loadu_si512 as load, _mm512_set1_epi64 as splat,
    _mm512_setzero_si512 as zero, _mm512_shuffle_epi8 as shuffle_bytes,
    _mm512_shuffle_epi32 as shuffle_words, _mm512_shuffle_i64x2 as shuffle_lanes,
    _mm512_storeu_si512 as store, _mm512_unpackhi_epi64 as high_halves,
    _mm512_unpacklo_epi64 as low_halves, _mm512_xor_si512 as xor,
};
use hash_core::x86 as arch;

crate::register! {
    /// Four polynomials, and the proof that the CPU has VPCLMULQDQ on 512 bits, BMI2
    /// and AVX-512 with its extensions BW, DQ and VL.
    pub struct ClmulX4(__m512i), unsafe "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl", zero, xor;
}

// A register may hold words of a key.
hash_core::secret_debug!(impl[] ClmulX4, "ClmulX4");

// The intrinsics for constants take them as `u32`, which a constant of another type cannot become.
#[inline]
#[target_feature(enable = "avx512f")]
fn shl<const BITS: i32>(a: __m512i) -> __m512i {
    arch::_mm512_sll_epi64(a, arch::_mm_cvtsi32_si128(BITS))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn shr<const BITS: i32>(a: __m512i) -> __m512i {
    arch::_mm512_srl_epi64(a, arch::_mm_cvtsi32_si128(BITS))
}

/// Returns a word whose lowest `count <= 64` bits are set.
#[inline]
#[target_feature(enable = "bmi2")]
#[cfg_attr(
    target_arch = "x86_64",
    expect(clippy::cast_possible_truncation, reason = "at most 64; less would be safe")
)]
fn low_bits(count: usize) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return arch::_bzhi_u64(u64::MAX, count as u32);
    #[cfg(target_arch = "x86")]
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

/// Computes the lanes a0 + a2, a1 + a3, b0 + b2, b1 + b3.
#[inline]
#[target_feature(enable = "avx512f")]
fn fold_lanes2(a: __m512i, b: __m512i) -> __m512i {
    let own = arch::_mm512_mask_blend_epi64(0b1111_0000, a, b);
    xor(own, shuffle_lanes::<0b01_00_11_10>(a, b))
}

impl ClmulX4 {
    crate::primitives! {
        unsafe "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl", ClmulX4,
        /// Loads up to 16 bytes and fills the rest with zeros.
        #[must_use]
        #[expect(clippy::cast_possible_truncation, reason = "at most 16; less would be safe")]
        pub fn load_up_to_16(_v, bytes: &[u8]) -> Clmul {
            debug_assert!(bytes.len() <= 16);
            let mask = arch::_bzhi_u32(0xffff, bytes.len() as u32) as u16;
            // The address of an empty slice may be in no page. Even a load of nothing from there is
            // slow.
            let bytes = if bytes.is_empty() { &[0] } else { bytes };
            // SAFETY: the mask has at most as many bits set as the slice has bytes, and bytes
            // without a mask bit are not accessed.
            Clmul::new(unsafe { arch::_mm_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) })
        }

        /// Loads up to 32 bytes and fills the rest with zeros.
        #[must_use]
        #[expect(clippy::cast_possible_truncation, reason = "at most 32; less would be safe")]
        pub fn load_up_to_32(_v, bytes: &[u8]) -> ClmulX2 {
            debug_assert!(bytes.len() <= 32);
            let mask = arch::_bzhi_u32(u32::MAX, bytes.len() as u32);
            // SAFETY: as in `load_up_to_16`.
            ClmulX2::new(unsafe { arch::_mm256_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) })
        }

        /// Loads up to 64 bytes and fills the rest with zeros.
        #[must_use]
        pub fn load_up_to_64(_v, bytes: &[u8]) -> ClmulX4 {
            debug_assert!(bytes.len() <= 64);
            let mask = low_bits(bytes.len());
            // SAFETY: the bytes with a mask bit are inside the slice, and the others are not
            // accessed.
            ClmulX4(unsafe { arch::_mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) })
        }

        /// Adds the lanes of `self` into lane 0 of the result, and those of `other` into lane 1.
        #[must_use]
        pub fn sum_lanes2(a, other: ClmulX4) -> ClmulX2 {
            let sums = fold_lanes2(a.0, other.0);
            ClmulX2::new(low_half(sums)).sum_lanes2(ClmulX2::new(half::<1>(sums)))
        }

        /// Returns lanes 0 and 1, and lanes 2 and 3.
        #[must_use]
        pub fn pairs(a) -> [ClmulX2; 2] {
            [ClmulX2::new(low_half(a.0)), ClmulX2::new(half::<1>(a.0))]
        }
    }

    /// Joins two pairs of lanes: the inverse of [`pairs`](Self::pairs).
    #[inline]
    #[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
    #[must_use]
    pub fn of_pairs(first: ClmulX2, second: ClmulX2) -> Self {
        Self(arch::_mm512_inserti64x4::<1>(arch::_mm512_castsi256_si512(first.get()), second.get()))
    }

    /// Adds the lanes of `sums[j]` into lane j of the result: a transposition of four by four lanes
    /// that adds rows as soon as they are aligned.
    #[inline]
    #[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
    #[must_use]
    pub fn sum_lanes4([a, b, c, d]: [Self; 4]) -> Self {
        let (ab, cd) = (fold_lanes2(a.0, b.0), fold_lanes2(c.0, d.0));
        let even = shuffle_lanes::<0b10_00_10_00>(ab, cd);
        Self(xor(even, shuffle_lanes::<0b11_01_11_01>(ab, cd)))
    }
}

impl Polynomials<4> for ClmulX4 {
    type One = Clmul;

    primitives_in_lanes! { "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl", ClmulX4, 4 }

    crate::primitives! {
        unsafe "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl", ClmulX4,
        fn broadcast(_v, polynomial: Clmul) -> ClmulX4 {
            ClmulX4(arch::_mm512_broadcast_i64x2(polynomial.get()))
        }
        fn of_one(_v, polynomial: Clmul) -> ClmulX4 {
            ClmulX4(arch::_mm512_zextsi128_si512(polynomial.get()))
        }
        fn sum_lanes(a) -> Clmul {
            (ClmulX2::new(low_half(a.0)) ^ ClmulX2::new(half::<1>(a.0))).sum_lanes()
        }
    }
}
