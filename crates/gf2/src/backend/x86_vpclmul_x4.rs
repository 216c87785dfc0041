//! 512-bit registers with VPCLMULQDQ: four carry-less products per instruction.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::BitXor;

// A single product gains nothing from wider registers.
pub(super) use super::x86_clmul::{clmul64, clmul128};

use super::polynomials::Polynomials;
use super::x86_clmul::Clmul;
use super::x86_vpclmul_x2::ClmulX2;

/// Four polynomials, and the proof that the CPU has VPCLMULQDQ on 512 bits, BMI2
/// and AVX-512 with its extensions BW, DQ and VL.
#[derive(Clone, Copy)]
pub struct ClmulX4(__m512i);

// A register may hold words of a key.
hash_core::secret_debug!(impl[] ClmulX4, "ClmulX4");

impl ClmulX4 {
    /// Makes the first register. Only code with the features of this level can call this without
    /// `unsafe`.
    #[inline]
    #[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
    #[must_use]
    pub fn witness() -> Self {
        Self(_mm512_setzero_si512())
    }

    /// Takes a register that other instructions made.
    #[inline]
    #[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
    #[must_use]
    pub fn new(register: __m512i) -> Self {
        Self(register)
    }

    /// Returns the register, for other instructions.
    #[inline(always)]
    #[must_use]
    pub fn get(self) -> __m512i {
        self.0
    }

    /// Loads up to 16 bytes and fills the rest with zeros.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 16; less would be safe")]
    pub fn load_up_to_16(self, bytes: &[u8]) -> Clmul {
        debug_assert!(bytes.len() <= 16);
        // SAFETY: a `ClmulX4` proves the features. The mask has at most as many bits set as the
        // slice has bytes, and bytes without a mask bit are not accessed.
        unsafe {
            let mask = _bzhi_u32(0xffff, bytes.len() as u32) as u16;
            Clmul::new(_mm_maskz_loadu_epi8(mask, bytes.as_ptr().cast()))
        }
    }

    /// Loads up to 32 bytes and fills the rest with zeros.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 32; less would be safe")]
    pub fn load_up_to_32(self, bytes: &[u8]) -> ClmulX2 {
        debug_assert!(bytes.len() <= 32);
        // SAFETY: a `ClmulX4` proves the features. The mask has at most as many bits set as the
        // slice has bytes, and bytes without a mask bit are not accessed.
        unsafe {
            let mask = _bzhi_u32(u32::MAX, bytes.len() as u32);
            ClmulX2::new(_mm256_maskz_loadu_epi8(mask, bytes.as_ptr().cast()))
        }
    }

    /// Loads up to 64 bytes and fills the rest with zeros.
    #[inline(always)]
    #[must_use]
    pub fn load_up_to_64(self, bytes: &[u8]) -> Self {
        debug_assert!(bytes.len() <= 64);
        let mask = if bytes.len() < 64 { (1 << bytes.len()) - 1 } else { u64::MAX };
        // SAFETY: a `ClmulX4` proves the features. The bytes with a mask bit are inside the slice,
        // and the others are not accessed.
        Self(unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) })
    }

    /// Adds the lanes of `self` into lane 0 of the result, and those of `other` into lane 1.
    #[inline(always)]
    #[must_use]
    pub fn sum_lanes2(self, other: Self) -> ClmulX2 {
        let sums = self.fold_lanes2(other).0;
        // SAFETY: a `ClmulX4` proves the features, also those of the narrower level.
        unsafe {
            let high = ClmulX2::new(_mm512_extracti64x4_epi64::<1>(sums));
            ClmulX2::new(_mm512_castsi512_si256(sums)).sum_lanes2(high)
        }
    }

    /// Adds the lanes of `sums[j]` into lane j of the result: a transposition of four by four lanes
    /// that adds rows as soon as they are aligned.
    #[inline(always)]
    #[must_use]
    pub fn sum_lanes4([s0, s1, s2, s3]: [Self; 4]) -> Self {
        let (s01, s23) = (s0.fold_lanes2(s1).0, s2.fold_lanes2(s3).0);
        // SAFETY: a `ClmulX4` proves the features.
        unsafe {
            let even = _mm512_shuffle_i64x2::<0b10_00_10_00>(s01, s23);
            let odd = _mm512_shuffle_i64x2::<0b11_01_11_01>(s01, s23);
            Self(even) ^ Self(odd)
        }
    }

    /// Computes the lanes a0 + a2, a1 + a3, b0 + b2, b1 + b3.
    #[inline(always)]
    fn fold_lanes2(self, b: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        unsafe {
            let own = _mm512_mask_blend_epi64(0b1111_0000, self.0, b.0);
            let moved = _mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, b.0);
            Self(own) ^ Self(moved)
        }
    }
}

impl BitXor for ClmulX4 {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
}

impl Polynomials<4> for ClmulX4 {
    type One = Clmul;

    #[inline(always)]
    fn zero(self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_setzero_si512() })
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_set1_epi64(word.cast_signed()) })
    }

    #[inline(always)]
    fn broadcast(self, polynomial: Clmul) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_broadcast_i64x2(polynomial.get()) })
    }

    #[inline(always)]
    fn of_one(self, polynomial: Clmul) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_zextsi128_si512(polynomial.get()) })
    }

    #[inline(always)]
    fn sum_lanes(self) -> Clmul {
        // SAFETY: a `ClmulX4` proves the features, also those of the narrower levels.
        unsafe {
            let two = _mm256_xor_si256(
                _mm512_castsi512_si256(self.0),
                _mm512_extracti64x4_epi64::<1>(self.0),
            );
            Clmul::new(_mm_xor_si128(
                _mm256_castsi256_si128(two),
                _mm256_extracti128_si256::<1>(two),
            ))
        }
    }

    #[inline(always)]
    fn load(self, bytes: &[[u8; 16]; 4]) -> Self {
        // SAFETY: a `ClmulX4` proves the features, and the reference makes 64 bytes readable.
        Self(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_words(self, words: &[[u64; 2]; 4]) -> Self {
        // SAFETY: a `ClmulX4` proves the features, and the reference makes 64 bytes readable.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_doubles(self, doubles: &[u128; 4]) -> Self {
        // SAFETY: a `ClmulX4` proves the features, and the reference makes 64 bytes readable.
        Self(unsafe { _mm512_loadu_si512(doubles.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store_words(self, words: &mut [[u64; 2]; 4]) {
        // SAFETY: a `ClmulX4` proves the features, and the reference makes 64 bytes writable.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn store_doubles(self, doubles: &mut [u128; 4]) {
        // SAFETY: a `ClmulX4` proves the features, and the reference makes 64 bytes writable.
        unsafe { _mm512_storeu_si512(doubles.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(BITS)) })
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(BITS)) })
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_bslli_epi128::<8>(self.0) })
    }

    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_bsrli_epi128::<8>(self.0) })
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn low_halves(self, b: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_unpacklo_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn high_halves(self, b: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_unpackhi_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn shuffle(self, indices: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_shuffle_epi8(self.0, indices.0) })
    }

    #[inline(always)]
    fn mul_halves(self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_clmulepi64_epi128::<0x10>(self.0, self.0) })
    }

    #[inline(always)]
    fn mul_low(self, b: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_clmulepi64_epi128::<0x00>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high(self, b: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_clmulepi64_epi128::<0x11>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high_low(self, b: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_clmulepi64_epi128::<0x01>(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_cross(self, b: Self) -> Self {
        // SAFETY: a `ClmulX4` proves the features.
        Self(unsafe { _mm512_clmulepi64_epi128::<0x10>(self.0, b.0) }) ^ self.mul_high_low(b)
    }
}
