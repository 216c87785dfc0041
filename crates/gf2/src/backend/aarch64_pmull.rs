//! 128-bit registers with PMULL: one carry-less product per instruction. Big-endian systems never offer this
//! level, because their order of lanes differs.

use core::arch::aarch64::*;

use core::ops::BitXor;

use super::polynomials::{self, Polynomial, Polynomials};
use super::portable;
use crate::Wide;

/// A polynomial, and the proof that the CPU has PMULL.
#[derive(Clone, Copy)]
pub struct Pmull(uint64x2_t);

// A register may hold words of a key.
hash_core::secret_debug!(impl[] Pmull, "Pmull");

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

crate::entries! {
    "aes", Pmull, polynomials,
    #[inline]
    fn clmul64(a: u64, b: u64) -> u128;
    #[inline]
    fn clmul128(a: u128, b: u128) -> Wide;
}
