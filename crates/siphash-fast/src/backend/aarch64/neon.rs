//! NEON: 128-bit registers of two lanes each, used in pairs.
//!
//! Nearly every 64-bit Arm CPU has NEON, so the level is chosen when the crate is compiled.
//! Big-endian targets do not have this level, because their order of lanes differs.

use crate::backend::entries::{batches, trees};
use crate::backend::lanes::leaves::{self, Four};
use crate::backend::lanes::{self, Lanes, Thresholds};
use crate::backend::{Leaves, Messages, Packet};
use core::arch::aarch64::*;

const THRESHOLDS: Thresholds =
    Thresholds { messages: 4, bytes: 64, one_length: [64; 2], spread: 2 };

/// Four words in two registers; also the witness of NEON. The two independent chains hide each
/// other's latency.
#[derive(Clone, Copy)]
struct Pair(uint64x2_t, uint64x2_t);

impl Pair {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }
}

/// Rotates each word left. A rotation by 32 bits is one instruction, any other one is a shift and a
/// shift-and-insert.
#[inline(always)]
fn rotate<const LEFT: i32>(x: uint64x2_t) -> uint64x2_t {
    // SAFETY: a value of this vector type exists only where NEON is enabled.
    unsafe {
        match LEFT {
            32 => vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x))),
            13 => vsriq_n_u64::<51>(vshlq_n_u64::<13>(x), x),
            16 => vsriq_n_u64::<48>(vshlq_n_u64::<16>(x), x),
            17 => vsriq_n_u64::<47>(vshlq_n_u64::<17>(x), x),
            _ => {
                const { assert!(LEFT == 32 || LEFT == 13 || LEFT == 16 || LEFT == 17 || LEFT == 21) };
                vsriq_n_u64::<43>(vshlq_n_u64::<21>(x), x)
            }
        }
    }
}

impl Lanes<4> for Pair {
    type Mask = Self;

    #[inline(always)]
    fn set(self, [a, b, c, d]: [u64; 4]) -> Self {
        // SAFETY: a `Pair` proves that the CPU has NEON.
        unsafe {
            Self(
                vcombine_u64(vcreate_u64(a), vcreate_u64(b)),
                vcombine_u64(vcreate_u64(c), vcreate_u64(d)),
            )
        }
    }

    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> Self {
        let (low, high) = (&words[..2], &words[2..]);
        // SAFETY: a `Pair` proves that the CPU has NEON, and both slices have two words.
        unsafe { Self(vld1q_u64(low.as_ptr()), vld1q_u64(high.as_ptr())) }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[[u8; 8]; 4]) -> Self {
        let (low, high) = (bytes[..2].as_flattened(), bytes[2..].as_flattened());
        // SAFETY: a `Pair` proves that the CPU has NEON, and both slices have 16 bytes.
        unsafe {
            Self(
                vreinterpretq_u64_u8(vld1q_u8(low.as_ptr())),
                vreinterpretq_u64_u8(vld1q_u8(high.as_ptr())),
            )
        }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        let (low, high) = words.split_at_mut(2);
        // SAFETY: a `Pair` proves that the CPU has NEON, and both slices have two words.
        unsafe {
            vst1q_u64(low.as_mut_ptr(), self.0);
            vst1q_u64(high.as_mut_ptr(), self.1);
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a `Pair` proves that the CPU has NEON.
        self.zip(other, |a, b| unsafe { vaddq_u64(a, b) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a `Pair` proves that the CPU has NEON.
        self.zip(other, |a, b| unsafe { veorq_u64(a, b) })
    }

    #[inline(always)]
    fn rotate<const LEFT: i32>(self) -> Self {
        Self(rotate::<LEFT>(self.0), rotate::<LEFT>(self.1))
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        Self(hash_core::opaque!(vreg self.0), hash_core::opaque!(vreg self.1))
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        // SAFETY: a `Pair` proves that the CPU has NEON.
        self.zip(other, |a, b| unsafe { vcgtq_u64(a, b) })
    }

    #[inline(always)]
    fn select(mask: Self, a: Self, b: Self) -> Self {
        // SAFETY: a `Pair` proves that the CPU has NEON.
        unsafe { Self(vbslq_u64(mask.0, a.0, b.0), vbslq_u64(mask.1, a.1, b.1)) }
    }

    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: a `Pair` proves that the CPU has NEON.
        unsafe {
            [
                Self(vzip1q_u64(a.0, b.0), vzip1q_u64(c.0, d.0)),
                Self(vzip2q_u64(a.0, b.0), vzip2q_u64(c.0, d.0)),
                Self(vzip1q_u64(a.1, b.1), vzip1q_u64(c.1, d.1)),
                Self(vzip2q_u64(a.1, b.1), vzip2q_u64(c.1, d.1)),
            ]
        }
    }
}

impl Four for Pair {}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "neon")]
fn witness() -> Pair {
    Pair(vdupq_n_u64(0), vdupq_n_u64(0))
}

batches!("neon", LANES: 4, GROUPS: 1);
trees!("neon");
