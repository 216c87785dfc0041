//! Building blocks on 128-bit registers, one carry-less product an instruction (PMULL).
//!
//! A register holds one 128-bit polynomial, bit i the coefficient of x^i; `lo`/`low` is the half
//! of x^0 to x^63, lane 0. The functions have the names and the order of the other files of this
//! folder. All are in constant time. The level is never offered on big-endian systems, where the
//! order of lanes differs.
//!
//! They are safe to call from functions that enable (at least) the same features, and inline
//! there.

use core::arch::aarch64::*;

use super::portable::{FOLDED_OVERFLOW, POLYVAL_FOLD};
use crate::Wide;

/// Sixteen bytes, the first one lowest.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn load(bytes: &[u8; 16]) -> uint64x2_t {
    // SAFETY: the sixteen bytes behind the reference are readable; no alignment is needed.
    vreinterpretq_u64_u8(unsafe { vld1q_u8(bytes.as_ptr()) })
}

/// Two words, the first one low.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn load_words(words: &[u64; 2]) -> uint64x2_t {
    // SAFETY: the two words behind the reference are readable.
    unsafe { vld1q_u64(words.as_ptr()) }
}

/// The opposite of [`load`].
#[inline]
#[target_feature(enable = "aes")]
pub fn store(x: uint64x2_t, bytes: &mut [u8; 16]) {
    // SAFETY: the sixteen bytes behind the reference are writable; no alignment is needed.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), vreinterpretq_u8_u64(x)) }
}

/// A polynomial from general registers.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn from_u128(a: u128) -> uint64x2_t {
    vreinterpretq_u64_p128(a)
}

/// `hi`·x^64 + `lo`.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn from_u64s(lo: u64, hi: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(lo), vcreate_u64(hi))
}

/// The opposite of [`from_u128`].
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn to_u128(x: uint64x2_t) -> u128 {
    vreinterpretq_p128_u64(x)
}

/// The low half.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn low64(x: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(x)
}

/// The sum.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn xor(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    veorq_u64(a, b)
}

/// The halves in each other's place.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn swap_halves(a: uint64x2_t) -> uint64x2_t {
    vextq_u64::<1>(a, a)
}

/// The bytes in opposite order.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn reverse_bytes(a: uint64x2_t) -> uint64x2_t {
    swap_halves(vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(a))))
}

/// a.low · a.high: the product of CLNH, once message and key are added.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_halves(a: uint64x2_t) -> uint64x2_t {
    from_u128(vmull_p64(vgetq_lane_u64::<0>(a), vgetq_lane_u64::<1>(a)))
}

/// a.low · b.low.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_low(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    from_u128(vmull_p64(vgetq_lane_u64::<0>(a), vgetq_lane_u64::<0>(b)))
}

/// a.high · b.high.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_high(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    from_u128(vmull_high_p64(vreinterpretq_p64_u64(a), vreinterpretq_p64_u64(b)))
}

/// a.low · b.high + a.high · b.low.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_cross(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    let swapped = vextq_u64::<1>(b, b);
    veorq_u64(mul_low(a, swapped), mul_high(a, swapped))
}

/// The product, as (hi, lo): hi·x^128 + lo.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul128(a: uint64x2_t, b: uint64x2_t) -> (uint64x2_t, uint64x2_t) {
    let (low, cross, high) = (mul_low(a, b), mul_cross(a, b), mul_high(a, b));
    let zero = vdupq_n_u64(0);
    (veorq_u64(high, vextq_u64::<1>(cross, zero)), veorq_u64(low, vextq_u64::<1>(zero, cross)))
}

/// The product with x of a polynomial of degree at most 126.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_x(a: uint64x2_t) -> uint64x2_t {
    let carries = vextq_u64::<1>(vdupq_n_u64(0), vshrq_n_u64::<63>(a));
    veorq_u64(vshlq_n_u64::<1>(a), carries)
}

/// The remainder modulo x^128 + x^2 + x, for any `hi`.
///
/// Shifts are made in halves. What leaves a half, c = (h>>63) + (h>>62), goes to the upper half
/// from the lower one; from the upper one it stands for multiples of x^128 and so is added to the
/// lower half before that is multiplied by x^2 + x.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn reduce_lazy(hi: uint64x2_t, lo: uint64x2_t) -> uint64x2_t {
    let zero = vdupq_n_u64(0);
    let carries = veorq_u64(vshrq_n_u64::<63>(hi), vshrq_n_u64::<62>(hi));
    let h = veorq_u64(hi, vextq_u64::<1>(carries, zero));
    let lo = veorq_u64(lo, vextq_u64::<1>(zero, carries));
    veorq_u64(lo, veorq_u64(vshlq_n_u64::<1>(h), vshlq_n_u64::<2>(h)))
}

/// The remainder modulo x^64 + x^4 + x^3 + x + 1 in the low half; the high half is left with
/// bits of no meaning.
///
/// The high half is multiplied by 27 = x^4 + x^3 + x + 1. What overflows depends on its four top
/// bits alone, so a shuffle looks up the fold of that while the multiplier works. (Algorithm 3 of
/// the CLHASH paper takes the index from the product, and has to wait for it.)
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn reduce64(x: uint64x2_t) -> uint64x2_t {
    let folded = mul_high(x, vdupq_n_u64(27));
    let last = vextq_u8::<15>(vreinterpretq_u8_u64(x), vdupq_n_u8(0));
    let top = vshrq_n_u8::<4>(last);
    let overflow =
        vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(load(&FOLDED_OVERFLOW)), top));
    veorq_u64(folded, veorq_u64(x, overflow))
}

/// The remainder modulo x^128 + x^7 + x^2 + x + 1, carries as in [`reduce_lazy`].
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn reduce128(hi: uint64x2_t, lo: uint64x2_t) -> uint64x2_t {
    let zero = vdupq_n_u64(0);
    let carries =
        veorq_u64(veorq_u64(vshrq_n_u64::<63>(hi), vshrq_n_u64::<62>(hi)), vshrq_n_u64::<57>(hi));
    let h = veorq_u64(hi, vextq_u64::<1>(carries, zero));
    let lo = veorq_u64(lo, vextq_u64::<1>(zero, carries));
    let shifted =
        veorq_u64(veorq_u64(vshlq_n_u64::<1>(h), vshlq_n_u64::<2>(h)), vshlq_n_u64::<7>(h));
    veorq_u64(lo, veorq_u64(h, shifted))
}

/// hi·x^128 + middle·x^64 + lo, times x^-128, modulo x^128 + x^127 + x^126 + x^121 + 1; see
/// [`reduce_polyval`](super::portable::reduce_polyval).
///
/// The middle of a product, which overlaps both halves, needs no shifts here: after the first of
/// the two steps, which takes out x^64, it stands at x^0.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn reduce_polyval(hi: uint64x2_t, middle: uint64x2_t, lo: uint64x2_t) -> uint64x2_t {
    let fold = |a| veorq_u64(swap_halves(a), mul_low(a, vdupq_n_u64(POLYVAL_FOLD)));
    veorq_u64(hi, fold(veorq_u64(middle, fold(lo))))
}

/// The product of two polynomials of degree below 64.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn clmul64(a: u64, b: u64) -> u128 {
    vmull_p64(a, b)
}

/// The product of two polynomials of degree below 128.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn clmul128(a: u128, b: u128) -> Wide {
    let (hi, lo) = mul128(from_u128(a), from_u128(b));
    Wide { hi: to_u128(hi), lo: to_u128(lo) }
}
