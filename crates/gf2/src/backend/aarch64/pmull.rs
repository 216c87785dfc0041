//! 128-bit registers with PMULL: one carry-less product per instruction. Big-endian systems never
//! offer this level, because their order of lanes differs.

use crate::Wide;
use crate::backend::polynomials::{self, Lane, Polynomial, Polynomials};
use crate::backend::portable;
use core::arch::aarch64::*;

crate::register! {
    /// A polynomial, and the proof that the CPU has PMULL.
    pub struct Pmull(uint64x2_t), unsafe "aes", zero, veorq_u64;
}

// A register may hold words of a key.
hash_core::secret_debug!(impl[] Pmull, "Pmull");

#[inline]
#[target_feature(enable = "neon")]
fn zero() -> uint64x2_t {
    vdupq_n_u64(0)
}

impl Polynomials<1> for Pmull {
    type One = Self;

    crate::primitives! {
        unsafe "aes", Pmull,
        fn zero(_v) -> Pmull {
            Pmull(zero())
        }
        fn splat(_v, word: u64) -> Pmull {
            Pmull(vdupq_n_u64(word))
        }
        fn load_lanes::<L>[L: Lane](_v, lanes: &[L; 1]) -> Pmull {
            // SAFETY: a lane is sixteen bytes of integers, which the reference makes readable.
            Pmull(vreinterpretq_u64_u8(unsafe { vld1q_u8(lanes.as_ptr().cast()) }))
        }
        fn store_lanes::<L>[L: Lane](a, lanes: &mut [L; 1]) {
            // SAFETY: the reference makes sixteen bytes writable, and a lane may have any value.
            unsafe { vst1q_u8(lanes.as_mut_ptr().cast(), vreinterpretq_u8_u64(a.0)) }
        }
        fn shl::<BITS>[const BITS: i32](a) -> Pmull {
            Pmull(vshlq_n_u64::<BITS>(a.0))
        }
        fn shr::<BITS>[const BITS: i32](a) -> Pmull {
            Pmull(vshrq_n_u64::<BITS>(a.0))
        }
        fn up(a) -> Pmull {
            Pmull(vextq_u64::<1>(zero(), a.0))
        }
        fn down(a) -> Pmull {
            Pmull(vextq_u64::<1>(a.0, zero()))
        }
        fn swap_halves(a) -> Pmull {
            Pmull(vextq_u64::<1>(a.0, a.0))
        }
        fn low_halves(a, b: Pmull) -> Pmull {
            Pmull(vzip1q_u64(a.0, b.0))
        }
        fn high_halves(a, b: Pmull) -> Pmull {
            Pmull(vzip2q_u64(a.0, b.0))
        }
        fn reverse_bytes(a) -> Pmull {
            Pmull(vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(a.0)))).swap_halves()
        }
        fn shuffle(a, indices: Pmull) -> Pmull {
            let (bytes, indices) = (vreinterpretq_u8_u64(a.0), vreinterpretq_u8_u64(indices.0));
            Pmull(vreinterpretq_u64_u8(vqtbl1q_u8(bytes, indices)))
        }
        fn mul_halves(a) -> Pmull {
            Pmull(mul(vgetq_lane_u64::<0>(a.0), vgetq_lane_u64::<1>(a.0)))
        }
        fn mul_low(a, b: Pmull) -> Pmull {
            Pmull(mul(vgetq_lane_u64::<0>(a.0), vgetq_lane_u64::<0>(b.0)))
        }
        fn mul_high(a, b: Pmull) -> Pmull {
            Pmull(mul_high_halves(a.0, b.0))
        }
        fn mul_high_low(a, b: Pmull) -> Pmull {
            Pmull(mul_high_halves(a.0, vdupq_laneq_u64::<0>(b.0)))
        }
        fn mul_cross(a, b: Pmull) -> Pmull {
            let swapped = b.swap_halves();
            a.mul_low(swapped) ^ a.mul_high(swapped)
        }
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
}

impl Polynomial for Pmull {
    crate::primitives! {
        unsafe "aes", Pmull,
        fn of_halves(_v, lo: u64, hi: u64) -> Pmull {
            Pmull(vcombine_u64(vcreate_u64(lo), vcreate_u64(hi)))
        }
        fn to_u128(a) -> u128 {
            u128::from(vgetq_lane_u64::<0>(a.0)) | u128::from(vgetq_lane_u64::<1>(a.0)) << 64
        }
        fn low64(a) -> u64 {
            vgetq_lane_u64::<0>(a.0)
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
    fn of_u128(self, a: u128) -> Self {
        self.of_halves(a as u64, (a >> 64) as u64)
    }

    /// Ends in general-purpose registers, where the result has to arrive anyway: ten shifts and
    /// XORs there finish sooner than another multiplication.
    #[inline(always)]
    fn to_gf64(self) -> u64 {
        portable::reduce64(self.to_u128())
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
