//! Building blocks on 512-bit registers: four carry-less products per instruction (VPCLMULQDQ).
//!
//! A register holds four lanes, lane 0 lowest, each a 128-bit polynomial as in [`x86_clmul`].
//! Unless it says otherwise, every function does in each lane what the function of that name does
//! there. All of them run in constant time.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

// A single product gains nothing from wider registers.
pub(super) use super::x86_clmul::{clmul64, clmul128};

use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use super::{x86_clmul, x86_vpclmul_x2};

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
