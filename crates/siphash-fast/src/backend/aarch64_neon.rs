//! 128-bit registers of NEON: two lanes in one, and pairs of them.
//!
//! Every 64-bit Arm has NEON, so the level is chosen when the crate is compiled and its functions
//! need no `#[target_feature]`. Big-endian systems, where the order of lanes differs, lack it.

use super::lanes::{self, Lanes, Pays};
use super::{Leaves, Messages, Packet};
use core::arch::aarch64::*;

const PAYS: Pays = Pays { messages: 4, bytes: 64, spread: 2 };

/// Four words, in two registers: the chains of two are one after the other's latency.
#[derive(Clone, Copy)]
struct Pair(uint64x2_t, uint64x2_t);

impl Pair {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }
}

/// A rotation: by whole halves and bytes in one instruction, else a shift and one that inserts.
#[inline(always)]
fn rotate<const LEFT: i32>(x: uint64x2_t) -> uint64x2_t {
    // SAFETY: NEON is enabled wherever this file is compiled.
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
    fn from_words([a, b, c, d]: [u64; 4]) -> Self {
        // SAFETY: NEON is enabled wherever this file is compiled.
        unsafe {
            Self(
                vcombine_u64(vcreate_u64(a), vcreate_u64(b)),
                vcombine_u64(vcreate_u64(c), vcreate_u64(d)),
            )
        }
    }

    #[inline(always)]
    fn load(words: &[u64; 4]) -> Self {
        let (low, high) = (&words[..2], &words[2..]);
        // SAFETY: NEON is enabled wherever this file is compiled, and both slices have two words.
        unsafe { Self(vld1q_u64(low.as_ptr()), vld1q_u64(high.as_ptr())) }
    }

    #[inline(always)]
    fn load_bytes(bytes: &[[u8; 8]; 4]) -> Self {
        let (low, high) = (bytes[..2].as_flattened(), bytes[2..].as_flattened());
        // SAFETY: NEON is enabled wherever this file is compiled, and both slices have 16 bytes.
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
        // SAFETY: NEON is enabled wherever this file is compiled, and both slices have two words.
        unsafe {
            vst1q_u64(low.as_mut_ptr(), self.0);
            vst1q_u64(high.as_mut_ptr(), self.1);
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: NEON is enabled wherever this file is compiled.
        self.zip(other, |a, b| unsafe { vaddq_u64(a, b) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: NEON is enabled wherever this file is compiled.
        self.zip(other, |a, b| unsafe { veorq_u64(a, b) })
    }

    #[inline(always)]
    fn rotate<const LEFT: i32>(self) -> Self {
        Self(rotate::<LEFT>(self.0), rotate::<LEFT>(self.1))
    }

    #[inline(always)]
    fn hold(self) -> Self {
        let Self(mut low, mut high) = self;
        // SAFETY: there is no instruction; the registers stay as they are.
        unsafe {
            core::arch::asm!("/* {0:v} {1:v} */", inout(vreg) low, inout(vreg) high, options(pure, nomem, nostack, preserves_flags));
        }
        Self(low, high)
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        // SAFETY: NEON is enabled wherever this file is compiled.
        self.zip(other, |a, b| unsafe { vcgtq_u64(a, b) })
    }

    #[inline(always)]
    fn select(mask: Self, a: Self, b: Self) -> Self {
        // SAFETY: NEON is enabled wherever this file is compiled.
        unsafe { Self(vbslq_u64(mask.0, a.0, b.0), vbslq_u64(mask.1, a.1, b.1)) }
    }

    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: NEON is enabled wherever this file is compiled.
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

pub(super) fn hash_u64s<const C: u8, const D: u8>(key: [u64; 2], words: &[u64], out: &mut [u64]) {
    lanes::hash_u64s::<Pair, 4, C, D>(key, words, out);
}

pub(super) fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
    key: [u64; 2],
    messages: &M,
    out: &mut [u64],
) {
    lanes::hash_each::<Pair, 4, 1, C, D, M>(key, messages, out, PAYS);
}

pub(super) fn absorb_leaves<const C: u8>(leaves: &mut Leaves, packets: &[Packet]) {
    lanes::absorb_leaves::<Pair, C>(leaves, packets);
}

pub(super) fn leaves<const C: u8, const D: u8>(leaves: &Leaves, message: &[u8]) -> [u64; 4] {
    lanes::leaves::<Pair, C, D>(leaves, message)
}
