//! Building blocks on 512-bit registers: four carry-less products per instruction (VPCLMULQDQ).
//!
//! A register holds four lanes, lane 0 lowest, each a 128-bit polynomial as in [`x86_clmul`].
//! Unless it says otherwise, every function does in each lane what the function of that name does
//! there. All of them run in constant time.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::BitXor;

// A single product gains nothing from wider registers.
pub(super) use super::x86_clmul::{clmul64, clmul128};

use super::polynomials::{Polynomial, Polynomials};
use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use super::x86_clmul::Clmul;
use super::x86_vpclmul_x2::ClmulX2;
use super::{x86_clmul, x86_vpclmul_x2};

/// Four polynomials, and the proof that the CPU has VPCLMULQDQ on 512 bits, BMI2
/// and AVX-512 with its extensions BW, DQ and VL.
#[derive(Clone, Copy, Debug)]
pub struct ClmulX4(__m512i);

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
    fn reverse_bytes(self) -> Self {
        let order = self.sum_lanes().of_halves(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
        self.shuffle(self.broadcast(order))
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
        b.mul_high_low(self) ^ self.mul_high_low(b)
    }
}

/// Loads 64 bytes, the first into the lowest bits.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference makes 64 bytes readable, and no alignment is needed.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Loads 8 words, the first into the lowest bits.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn load_words(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference makes 64 bytes readable, and no alignment is needed.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Loads up to 16 bytes and fills the rest with zeros.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "at most 16 bits set; fewer would be safe")]
pub fn load_up_to_16(bytes: &[u8]) -> __m128i {
    debug_assert!(bytes.len() <= 16);
    let mask = _bzhi_u32(0xffff, bytes.len() as u32) as u16;
    // SAFETY: the mask has at most as many bits set as the slice has bytes, and bytes without a
    // mask bit are not accessed.
    unsafe { _mm_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
}

/// Loads up to 32 bytes and fills the rest with zeros.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "at most 32; less would be safe")]
pub fn load_up_to_32(bytes: &[u8]) -> __m256i {
    debug_assert!(bytes.len() <= 32);
    let mask = _bzhi_u32(u32::MAX, bytes.len() as u32);
    // SAFETY: the mask has at most as many bits set as the slice has bytes, and bytes without a
    // mask bit are not accessed.
    unsafe { _mm256_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
}

/// Loads up to 64 bytes and fills the rest with zeros.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn load_up_to_64(bytes: &[u8]) -> __m512i {
    debug_assert!(bytes.len() <= 64);
    let mask = if bytes.len() < 64 { (1 << bytes.len()) - 1 } else { u64::MAX };
    // SAFETY: the bytes with a mask bit are inside the slice, and the others are not accessed.
    unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
}

/// Stores a register as bytes: the inverse of [`load`].
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub fn store(x: __m512i, bytes: &mut [u8; 64]) {
    // SAFETY: the reference makes 64 bytes writable, and no alignment is needed.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), x) }
}

/// Stores a register as words: the inverse of [`load_words`].
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub fn store_words(x: __m512i, words: &mut [u64; 8]) {
    // SAFETY: the reference makes 64 bytes writable, and no alignment is needed.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), x) }
}

/// Copies a polynomial into every lane.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn broadcast(x: __m128i) -> __m512i {
    _mm512_broadcast_i64x2(x)
}

/// Adds two polynomials.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn xor(a: __m512i, b: __m512i) -> __m512i {
    _mm512_xor_si512(a, b)
}

/// Exchanges the two halves.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn swap_halves(a: __m512i) -> __m512i {
    _mm512_shuffle_epi32::<0b01_00_11_10>(a)
}

/// Reverses the order of the bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn reverse_bytes(a: __m512i) -> __m512i {
    let order = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
    _mm512_shuffle_epi8(a, broadcast(order))
}

/// Computes a.low · a.high: the product of CLNH if `a` is the sum of message and key.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn mul_halves(a: __m512i) -> __m512i {
    _mm512_clmulepi64_epi128::<0x10>(a, a)
}

/// Computes a.low · b.low.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn mul_low(a: __m512i, b: __m512i) -> __m512i {
    _mm512_clmulepi64_epi128::<0x00>(a, b)
}

/// Computes a.high · b.high.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn mul_high(a: __m512i, b: __m512i) -> __m512i {
    _mm512_clmulepi64_epi128::<0x11>(a, b)
}

/// Computes a.low · b.high + a.high · b.low.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn mul_cross(a: __m512i, b: __m512i) -> __m512i {
    _mm512_xor_si512(_mm512_clmulepi64_epi128::<0x10>(a, b), _mm512_clmulepi64_epi128::<0x01>(a, b))
}

/// Multiplies two polynomials of degree below 128. The product (hi, lo) is hi·x^128 + lo.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn mul128(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    let (low, cross, high) = (mul_low(a, b), mul_cross(a, b), mul_high(a, b));
    (
        _mm512_xor_si512(high, _mm512_bsrli_epi128::<8>(cross)),
        _mm512_xor_si512(low, _mm512_bslli_epi128::<8>(cross)),
    )
}

/// Multiplies a polynomial of degree at most 126 by x.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn mul_x(a: __m512i) -> __m512i {
    let carries = _mm512_bslli_epi128::<8>(_mm512_srli_epi64::<63>(a));
    _mm512_xor_si512(_mm512_slli_epi64::<1>(a), carries)
}

/// Reduces modulo x^128 + x^2 + x, for any `hi`.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn reduce_lazy(hi: __m512i, lo: __m512i) -> __m512i {
    let carries = _mm512_xor_si512(_mm512_srli_epi64::<63>(hi), _mm512_srli_epi64::<62>(hi));
    let h = _mm512_xor_si512(hi, _mm512_bsrli_epi128::<8>(carries));
    let lo = _mm512_xor_si512(lo, _mm512_bslli_epi128::<8>(carries));
    xor3(lo, _mm512_slli_epi64::<1>(h), _mm512_slli_epi64::<2>(h))
}

/// Reduces modulo x^64 + x^4 + x^3 + x + 1. The remainder is the low half of each lane; the bits of
/// the high half are meaningless.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn reduce64(x: __m512i) -> __m512i {
    let folded = _mm512_clmulepi64_epi128::<0x01>(x, _mm512_set1_epi64(27));
    let top = _mm512_srli_epi64::<4>(_mm512_bsrli_epi128::<15>(x));
    let table = broadcast(x86_clmul::load(&FOLDED_OVERFLOW));
    xor3(folded, x, _mm512_shuffle_epi8(table, top))
}

/// Reduces modulo x^128 + x^7 + x^2 + x + 1.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn reduce128(hi: __m512i, lo: __m512i) -> __m512i {
    let carries =
        xor3(_mm512_srli_epi64::<63>(hi), _mm512_srli_epi64::<62>(hi), _mm512_srli_epi64::<57>(hi));
    let h = _mm512_xor_si512(hi, _mm512_bsrli_epi128::<8>(carries));
    let lo = xor3(lo, h, _mm512_bslli_epi128::<8>(carries));
    xor3(
        _mm512_xor_si512(lo, _mm512_slli_epi64::<1>(h)),
        _mm512_slli_epi64::<2>(h),
        _mm512_slli_epi64::<7>(h),
    )
}

/// Computes (hi·x^128 + middle·x^64 + lo) x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn reduce_polyval(hi: __m512i, middle: __m512i, lo: __m512i) -> __m512i {
    let factor = _mm512_set1_epi64(POLYVAL_FOLD.cast_signed());
    let middle = xor3(middle, swap_halves(lo), mul_low(lo, factor));
    xor3(hi, swap_halves(middle), mul_low(middle, factor))
}

/// Adds the four lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn xor_lanes(x: __m512i) -> __m128i {
    let two = _mm256_xor_si256(_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x));
    _mm_xor_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256::<1>(two))
}

/// Adds the lanes of each `sj` into lane j of the result.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn xor_lanes2(s0: __m512i, s1: __m512i) -> __m256i {
    let s01 = fold_lanes2(s0, s1);
    x86_vpclmul_x2::xor_lanes2(_mm512_castsi512_si256(s01), _mm512_extracti64x4_epi64::<1>(s01))
}

/// Adds the lanes of each `sj` into lane j of the result: a transposition of four by four lanes
/// that adds rows as soon as they are aligned.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[must_use]
pub fn xor_lanes4(s0: __m512i, s1: __m512i, s2: __m512i, s3: __m512i) -> __m512i {
    let s01 = fold_lanes2(s0, s1);
    let s23 = fold_lanes2(s2, s3);
    let even = _mm512_shuffle_i64x2::<0b10_00_10_00>(s01, s23);
    let odd = _mm512_shuffle_i64x2::<0b11_01_11_01>(s01, s23);
    _mm512_xor_si512(even, odd)
}

/// Computes the lanes a0 + a2, a1 + a3, b0 + b2, b1 + b3.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn fold_lanes2(a: __m512i, b: __m512i) -> __m512i {
    let own = _mm512_mask_blend_epi64(0b1111_0000, a, b);
    let other = _mm512_shuffle_i64x2::<0b01_00_11_10>(a, b);
    _mm512_xor_si512(own, other)
}

/// Computes a + b + c in one instruction. 0x96 is the truth table of the parity of three bits.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0x96>(a, b, c)
}
