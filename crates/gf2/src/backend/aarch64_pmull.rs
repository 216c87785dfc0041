//! Building blocks on 128-bit registers: one carry-less product per instruction (PMULL).
//!
//! A register holds one 128-bit polynomial, and bit i is the coefficient of x^i; `lo`/`low` is the
//! half with x^0 to x^63, lane 0. The functions have the same names and order as in the other files
//! of this folder. All of them run in constant time. Big-endian systems never offer this level,
//! because their order of lanes differs.
//!
//! They are safe to call from functions that enable at least the same features, and are inlined
//! there.

use core::arch::aarch64::*;

use core::ops::BitXor;

use super::polynomials::{Polynomial, Polynomials};
use super::portable::{self, FOLDED_OVERFLOW, POLYVAL_FOLD};
use crate::Wide;

/// A polynomial, and the proof that the CPU has PMULL.
#[derive(Clone, Copy, Debug)]
pub struct Pmull(uint64x2_t);

impl Pmull {
    /// Makes the first register. Only code with the feature of this level can call this without
    /// `unsafe`.
    #[inline]
    #[target_feature(enable = "aes")]
    #[must_use]
    pub fn witness() -> Self {
        Self(vdupq_n_u64(0))
    }

    /// Takes a register that other instructions made.
    #[inline]
    #[target_feature(enable = "aes")]
    #[must_use]
    pub fn new(register: uint64x2_t) -> Self {
        Self(register)
    }

    /// Returns the register, for other instructions.
    #[inline(always)]
    #[must_use]
    pub fn get(self) -> uint64x2_t {
        self.0
    }
}

impl BitXor for Pmull {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { veorq_u64(self.0, other.0) })
    }
}

impl Polynomials<1> for Pmull {
    type One = Self;

    #[inline(always)]
    fn zero(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vdupq_n_u64(0) })
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vdupq_n_u64(word) })
    }

    #[inline(always)]
    fn broadcast(self, polynomial: Self) -> Self {
        polynomial
    }

    #[inline(always)]
    fn of_one(self, polynomial: Self) -> Self {
        polynomial
    }

    #[inline(always)]
    fn sum_lanes(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, bytes: &[[u8; 16]; 1]) -> Self {
        // SAFETY: a `Pmull` proves the feature, and the reference makes sixteen bytes readable.
        Self(unsafe { vreinterpretq_u64_u8(vld1q_u8(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn load_words(self, words: &[[u64; 2]; 1]) -> Self {
        // SAFETY: a `Pmull` proves the feature, and the reference makes two words readable.
        Self(unsafe { vld1q_u64(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_doubles(self, [double]: &[u128; 1]) -> Self {
        self.of_u128(*double)
    }

    #[inline(always)]
    fn store_doubles(self, [double]: &mut [u128; 1]) {
        *double = self.to_u128();
    }

    #[inline(always)]
    fn store_words(self, words: &mut [[u64; 2]; 1]) {
        // SAFETY: a `Pmull` proves the feature, and the reference makes two words writable.
        unsafe { vst1q_u64(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vshlq_n_u64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vshrq_n_u64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vextq_u64::<1>(vdupq_n_u64(0), self.0) })
    }

    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vextq_u64::<1>(self.0, vdupq_n_u64(0)) })
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vextq_u64::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn low_halves(self, b: Self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vzip1q_u64(self.0, b.0) })
    }

    #[inline(always)]
    fn high_halves(self, b: Self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vzip2q_u64(self.0, b.0) })
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(self.0))) })
            .swap_halves()
    }

    #[inline(always)]
    fn shuffle(self, indices: Self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        let bytes =
            unsafe { vqtbl1q_u8(vreinterpretq_u8_u64(self.0), vreinterpretq_u8_u64(indices.0)) };
        // SAFETY: as above.
        Self(unsafe { vreinterpretq_u64_u8(bytes) })
    }

    #[inline(always)]
    fn mul_halves(self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { mul(vgetq_lane_u64::<0>(self.0), vgetq_lane_u64::<1>(self.0)) })
    }

    #[inline(always)]
    fn mul_low(self, b: Self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { mul(vgetq_lane_u64::<0>(self.0), vgetq_lane_u64::<0>(b.0)) })
    }

    #[inline(always)]
    fn mul_high(self, b: Self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { mul_high_halves(self.0, b.0) })
    }

    #[inline(always)]
    fn mul_high_low(self, b: Self) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        self.mul_high(Self(unsafe { vdupq_laneq_u64::<0>(b.0) }))
    }

    #[inline(always)]
    fn mul_cross(self, b: Self) -> Self {
        let swapped = b.swap_halves();
        self.mul_low(swapped) ^ self.mul_high(swapped)
    }
}

impl Polynomial for Pmull {
    #[inline(always)]
    fn of_halves(self, lo: u64, hi: u64) -> Self {
        // SAFETY: a `Pmull` proves the feature.
        Self(unsafe { vcombine_u64(vcreate_u64(lo), vcreate_u64(hi)) })
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
    fn of_u128(self, a: u128) -> Self {
        self.of_halves(a as u64, (a >> 64) as u64)
    }

    #[inline(always)]
    fn to_u128(self) -> u128 {
        // SAFETY: a `Pmull` proves the feature.
        let (low, high) = unsafe { (vgetq_lane_u64::<0>(self.0), vgetq_lane_u64::<1>(self.0)) };
        u128::from(low) | u128::from(high) << 64
    }

    /// Ends in general-purpose registers, where the result has to arrive anyway: ten shifts and
    /// XORs there finish sooner than another multiplication.
    #[inline(always)]
    fn to_gf64(self) -> u64 {
        portable::reduce64(self.to_u128())
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        // SAFETY: a `Pmull` proves the feature.
        unsafe { vgetq_lane_u64::<0>(self.0) }
    }
}

/// Multiplies two polynomials of degree below 64.
#[inline]
#[target_feature(enable = "aes")]
fn mul(a: u64, b: u64) -> uint64x2_t {
    vreinterpretq_u64_p128(vmull_p64(a, b))
}

/// Computes a.high · b.high.
#[inline]
#[target_feature(enable = "aes")]
fn mul_high_halves(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    vreinterpretq_u64_p128(vmull_high_p64(vreinterpretq_p64_u64(a), vreinterpretq_p64_u64(b)))
}

/// Loads sixteen bytes, the first into the lowest bits.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn load(bytes: &[u8; 16]) -> uint64x2_t {
    // SAFETY: the reference makes sixteen bytes readable, and no alignment is needed.
    vreinterpretq_u64_u8(unsafe { vld1q_u8(bytes.as_ptr()) })
}

/// Loads two words, the first into the low half.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn load_words(words: &[u64; 2]) -> uint64x2_t {
    // SAFETY: the reference makes two words readable.
    unsafe { vld1q_u64(words.as_ptr()) }
}

/// Stores a register as bytes: the inverse of [`load`].
#[inline]
#[target_feature(enable = "aes")]
pub fn store(x: uint64x2_t, bytes: &mut [u8; 16]) {
    // SAFETY: the reference makes sixteen bytes writable, and no alignment is needed.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), vreinterpretq_u8_u64(x)) }
}

/// Moves a polynomial from general-purpose registers into a vector register.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn from_u128(a: u128) -> uint64x2_t {
    vreinterpretq_u64_p128(a)
}

/// Makes the polynomial `hi`·x^64 + `lo`.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn from_u64s(lo: u64, hi: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(lo), vcreate_u64(hi))
}

/// Returns the polynomial as an integer: the inverse of [`from_u128`].
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn to_u128(x: uint64x2_t) -> u128 {
    vreinterpretq_p128_u64(x)
}

/// Returns the low half.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn low64(x: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(x)
}

/// Adds two polynomials.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn xor(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    veorq_u64(a, b)
}

/// Exchanges the two halves.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn swap_halves(a: uint64x2_t) -> uint64x2_t {
    vextq_u64::<1>(a, a)
}

/// Reverses the order of the bytes.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn reverse_bytes(a: uint64x2_t) -> uint64x2_t {
    swap_halves(vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(a))))
}

/// Computes a.low · a.high: the product of CLNH if `a` is the sum of message and key.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_halves(a: uint64x2_t) -> uint64x2_t {
    from_u128(vmull_p64(vgetq_lane_u64::<0>(a), vgetq_lane_u64::<1>(a)))
}

/// Computes a.low · b.low.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_low(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    from_u128(vmull_p64(vgetq_lane_u64::<0>(a), vgetq_lane_u64::<0>(b)))
}

/// Computes a.high · b.high.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_high(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    from_u128(vmull_high_p64(vreinterpretq_p64_u64(a), vreinterpretq_p64_u64(b)))
}

/// Computes a.low · b.high + a.high · b.low.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_cross(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    let swapped = vextq_u64::<1>(b, b);
    veorq_u64(mul_low(a, swapped), mul_high(a, swapped))
}

/// Multiplies two polynomials of degree below 128. The product (hi, lo) is hi·x^128 + lo.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul128(a: uint64x2_t, b: uint64x2_t) -> (uint64x2_t, uint64x2_t) {
    let (low, cross, high) = (mul_low(a, b), mul_cross(a, b), mul_high(a, b));
    let zero = vdupq_n_u64(0);
    (veorq_u64(high, vextq_u64::<1>(cross, zero)), veorq_u64(low, vextq_u64::<1>(zero, cross)))
}

/// Multiplies a polynomial of degree at most 126 by x.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn mul_x(a: uint64x2_t) -> uint64x2_t {
    let carries = vextq_u64::<1>(vdupq_n_u64(0), vshrq_n_u64::<63>(a));
    veorq_u64(vshlq_n_u64::<1>(a), carries)
}

/// Reduces modulo x^128 + x^2 + x, for any `hi`.
///
/// The shifts work on each half separately. The bits that leave a half are c = (h>>63) + (h>>62).
/// Those of the lower half go to the upper half. Those of the upper half stand for multiples of
/// x^128, so they are added to the lower half before it is multiplied by x^2 + x.
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

/// Reduces modulo x^64 + x^4 + x^3 + x + 1. The remainder is the low half; the bits of the high
/// half are meaningless.
///
/// The high half is multiplied by 27 = x^4 + x^3 + x + 1. The overflow of that product depends only
/// on the four top bits of the high half, so a shuffle can look up the folded overflow while the
/// multiplier works. (Algorithm 3 of the CLHASH paper takes the index from the product and has to
/// wait for it.)
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

/// Reduces modulo x^128 + x^7 + x^2 + x + 1, with carries as in [`reduce_lazy`].
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

/// Computes (hi·x^128 + middle·x^64 + lo) x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1; see
/// [`reduce_polyval`](super::portable::reduce_polyval).
///
/// The middle part of a product overlaps both halves, but needs no shifts here: the first of the
/// two steps divides out x^64, after which the middle is aligned with x^0.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn reduce_polyval(hi: uint64x2_t, middle: uint64x2_t, lo: uint64x2_t) -> uint64x2_t {
    let factor = vdupq_n_u64(POLYVAL_FOLD);
    let middle = xor(middle, xor(swap_halves(lo), mul_low(lo, factor)));
    xor(hi, xor(swap_halves(middle), mul_low(middle, factor)))
}

/// Multiplies two polynomials of degree below 64.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn clmul64(a: u64, b: u64) -> u128 {
    vmull_p64(a, b)
}

/// Multiplies two polynomials of degree below 128.
#[inline]
#[target_feature(enable = "aes")]
#[must_use]
pub fn clmul128(a: u128, b: u128) -> Wide {
    let (hi, lo) = mul128(from_u128(a), from_u128(b));
    Wide { hi: to_u128(hi), lo: to_u128(lo) }
}
