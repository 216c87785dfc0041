//! Building blocks on 128-bit registers, one carry-less product an instruction (PCLMULQDQ).
//!
//! A register holds one 128-bit polynomial, bit i the coefficient of x^i; `lo`/`low` is the half
//! of x^0 to x^63. The functions have the names and the order of the other files of this folder.
//! All are in constant time.
//!
//! They are safe to call from functions that enable (at least) the same features, and inline
//! there.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use crate::Wide;

/// Sixteen bytes, the first one lowest.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the sixteen bytes behind the reference are readable; no alignment is needed.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Two words, the first one low.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn load_words(words: &[u64; 2]) -> __m128i {
    // SAFETY: the sixteen bytes behind the reference are readable; no alignment is needed.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

/// The opposite of [`load`].
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub fn store(x: __m128i, bytes: &mut [u8; 16]) {
    // SAFETY: the sixteen bytes behind the reference are writable; no alignment is needed.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), x) }
}

/// A polynomial from a general register.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn from_u128(a: u128) -> __m128i {
    load(&a.to_le_bytes())
}

/// `hi`·x^64 + `lo`.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn from_u64s(lo: u64, hi: u64) -> __m128i {
    _mm_set_epi64x(hi.cast_signed(), lo.cast_signed())
}

/// The opposite of [`from_u128`].
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn to_u128(x: __m128i) -> u128 {
    let mut bytes = [0; 16];
    store(x, &mut bytes);
    u128::from_le_bytes(bytes)
}

/// The low half.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
pub fn low64(x: __m128i) -> u64 {
    to_u128(x) as u64
}

/// The sum.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn xor(a: __m128i, b: __m128i) -> __m128i {
    _mm_xor_si128(a, b)
}

/// The halves in each other's place.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn swap_halves(a: __m128i) -> __m128i {
    _mm_shuffle_epi32::<0b01_00_11_10>(a)
}

/// The bytes in opposite order.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reverse_bytes(a: __m128i) -> __m128i {
    _mm_shuffle_epi8(a, _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f))
}

/// a.low · a.high: the product of CLNH, once message and key are added.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_halves(a: __m128i) -> __m128i {
    _mm_clmulepi64_si128::<0x10>(a, a)
}

/// a.low · b.low.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_low(a: __m128i, b: __m128i) -> __m128i {
    _mm_clmulepi64_si128::<0x00>(a, b)
}

/// a.high · b.high.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_high(a: __m128i, b: __m128i) -> __m128i {
    _mm_clmulepi64_si128::<0x11>(a, b)
}

/// a.low · b.high + a.high · b.low.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_cross(a: __m128i, b: __m128i) -> __m128i {
    _mm_xor_si128(_mm_clmulepi64_si128::<0x10>(a, b), _mm_clmulepi64_si128::<0x01>(a, b))
}

/// The product, as (hi, lo): hi·x^128 + lo.
///
/// Four products of halves. With Karatsuba's three the result comes 10 cycles later on a Zen 5, at
/// the same throughput; they can pay where sums of many products are reduced at once, which is for
/// the caller to build.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul128(a: __m128i, b: __m128i) -> (__m128i, __m128i) {
    let (low, cross, high) = (mul_low(a, b), mul_cross(a, b), mul_high(a, b));
    (
        _mm_xor_si128(high, _mm_srli_si128::<8>(cross)),
        _mm_xor_si128(low, _mm_slli_si128::<8>(cross)),
    )
}

/// The product with x of a polynomial of degree at most 126.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn mul_x(a: __m128i) -> __m128i {
    _mm_xor_si128(_mm_slli_epi64::<1>(a), _mm_slli_si128::<8>(_mm_srli_epi64::<63>(a)))
}

/// The remainder modulo x^128 + x^2 + x, for any `hi`.
///
/// Shifts are made in halves. What leaves a half, c = (h>>63) + (h>>62), goes to the upper half
/// from the lower one; from the upper one it stands for multiples of x^128 and so is added to the
/// lower half before that is multiplied by x^2 + x.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce_lazy(hi: __m128i, lo: __m128i) -> __m128i {
    let carries = _mm_xor_si128(_mm_srli_epi64::<63>(hi), _mm_srli_epi64::<62>(hi));
    let h = _mm_xor_si128(hi, _mm_srli_si128::<8>(carries));
    let lo = _mm_xor_si128(lo, _mm_slli_si128::<8>(carries));
    _mm_xor_si128(lo, _mm_xor_si128(_mm_slli_epi64::<1>(h), _mm_slli_epi64::<2>(h)))
}

/// The remainder modulo x^64 + x^4 + x^3 + x + 1 in the low half; the high half is left with
/// bits of no meaning.
///
/// The high half is multiplied by 27 = x^4 + x^3 + x + 1. What overflows depends on its four top
/// bits alone, so a shuffle looks up the fold of that while the multiplier works. (Algorithm 3 of
/// the CLHASH paper takes the index from the product, and has to wait for it.)
///
/// On a Zen 5 the result comes after 8 cycles, with algorithm 3 after 11, with a second product in
/// place of the shuffle after 12, and with the overflow added to the high half before the product
/// after 13. If it is wanted in a general register,
/// [`reduce64_scalar`](super::portable::reduce64_scalar) gives it up to 4 cycles earlier, but takes
/// 1.3 times the work.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce64(x: __m128i) -> __m128i {
    let folded = _mm_clmulepi64_si128::<0x01>(x, from_u64s(27, 0));
    let top = _mm_srli_epi64::<4>(_mm_srli_si128::<15>(x));
    let overflow = _mm_shuffle_epi8(load(&FOLDED_OVERFLOW), top);
    _mm_xor_si128(folded, _mm_xor_si128(x, overflow))
}

/// The remainder modulo x^128 + x^7 + x^2 + x + 1, carries as in [`reduce_lazy`].
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce128(hi: __m128i, lo: __m128i) -> __m128i {
    let carries = _mm_xor_si128(
        _mm_xor_si128(_mm_srli_epi64::<63>(hi), _mm_srli_epi64::<62>(hi)),
        _mm_srli_epi64::<57>(hi),
    );
    let h = _mm_xor_si128(hi, _mm_srli_si128::<8>(carries));
    let lo = _mm_xor_si128(lo, _mm_slli_si128::<8>(carries));
    let shifted = _mm_xor_si128(
        _mm_xor_si128(_mm_slli_epi64::<1>(h), _mm_slli_epi64::<2>(h)),
        _mm_slli_epi64::<7>(h),
    );
    _mm_xor_si128(lo, _mm_xor_si128(h, shifted))
}

/// hi·x^128 + middle·x^64 + lo, times x^-128, modulo x^128 + x^127 + x^126 + x^121 + 1; see
/// [`reduce_polyval`](super::portable::reduce_polyval).
///
/// The middle of a product, which overlaps both halves, needs no shifts here: after the first of
/// the two steps, which takes out x^64, it stands at x^0.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn reduce_polyval(hi: __m128i, middle: __m128i, lo: __m128i) -> __m128i {
    let fold = |a| _mm_xor_si128(swap_halves(a), mul_low(a, from_u64s(POLYVAL_FOLD, 0)));
    _mm_xor_si128(hi, fold(_mm_xor_si128(middle, fold(lo))))
}

/// The product of two polynomials of degree below 64.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn clmul64(a: u64, b: u64) -> u128 {
    to_u128(mul_halves(from_u64s(a, b)))
}

/// The product of two polynomials of degree below 128.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
#[must_use]
pub fn clmul128(a: u128, b: u128) -> Wide {
    let (hi, lo) = mul128(from_u128(a), from_u128(b));
    Wide { hi: to_u128(hi), lo: to_u128(lo) }
}
