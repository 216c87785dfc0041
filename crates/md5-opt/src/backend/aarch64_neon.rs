//! 128-bit registers: four streams in each. NEON is part of the target, so nothing is detected.

use super::rounds::Lanes;
use super::vectors::{self, Vector};
use super::{Part, portable};
use crate::table::State;
use core::arch::aarch64::*;

/// Four words.
#[derive(Clone, Copy)]
struct N4(uint32x4_t);

impl Lanes for N4 {
    #[inline(always)]
    fn splat(self, x: u32) -> Self {
        // SAFETY: this file is compiled only where NEON is part of the target.
        Self(unsafe { vdupq_n_u32(x) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { vaddq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { vsubq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { vandq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { vbicq_u32(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { veorq_u32(self.0, other.0) })
    }
    /// A shift, and a shift that inserts what it shifts; the sixteen amounts of MD5.
    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        macro_rules! amounts {
            ($($n:literal)*) => {
                match n {
                    // SAFETY: as above.
                    $($n => unsafe { vsriq_n_u32::<{ 32 - $n }>(vshlq_n_u32::<$n>(self.0), self.0) },)*
                    // SAFETY: as above.
                    _ => unsafe { vrev32q_u16_words(self.0) },
                }
            };
        }
        Self(amounts!(4 5 6 7 9 10 11 12 14 15 17 20 21 22 23))
    }

    /// F and G choose bits: one instruction.
    #[inline(always)]
    fn plus_f(self, b: Self, c: Self, d: Self) -> Self {
        // SAFETY: as above.
        self.add(Self(unsafe { vbslq_u32(b.0, c.0, d.0) }))
    }
    #[inline(always)]
    fn plus_g(self, b: Self, c: Self, d: Self) -> Self {
        // SAFETY: as above.
        self.add(Self(unsafe { vbslq_u32(d.0, b.0, c.0) }))
    }
}

/// Rotates each word by 16 bits: exchanges its halves.
#[inline]
#[target_feature(enable = "neon")]
fn vrev32q_u16_words(x: uint32x4_t) -> uint32x4_t {
    vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)))
}

impl Vector for N4 {
    const LANES: usize = 4;

    #[inline(always)]
    fn load<'m>(self, part: impl Fn(usize) -> &'m [u8; 16]) -> Self {
        // SAFETY: there is NEON, and the bytes that the reference points to are readable.
        Self(unsafe { vreinterpretq_u32_u8(vld1q_u8(part(0).as_ptr())) })
    }
    #[inline(always)]
    fn store(self) -> [[u8; 16]; 4] {
        let mut parts = [[0; 16]; 4];
        // SAFETY: there is NEON, and the first part is writable.
        unsafe { vst1q_u8(parts[0].as_mut_ptr(), vreinterpretq_u8_u32(self.0)) };
        parts
    }
    #[inline(always)]
    fn zip_words(self, b: Self) -> [Self; 2] {
        // SAFETY: as above.
        unsafe { [Self(vzip1q_u32(self.0, b.0)), Self(vzip2q_u32(self.0, b.0))] }
    }
    #[inline(always)]
    fn zip_pairs(self, b: Self) -> [Self; 2] {
        // SAFETY: as above.
        let [a, b] = unsafe { [vreinterpretq_u64_u32(self.0), vreinterpretq_u64_u32(b.0)] };
        // SAFETY: as above.
        unsafe {
            [
                Self(vreinterpretq_u32_u64(vzip1q_u64(a, b))),
                Self(vreinterpretq_u32_u64(vzip2q_u64(a, b))),
            ]
        }
    }
}

/// See [`super::absorb`].
pub(super) fn absorb(states: &mut [State], parts: &[Part<'_>]) {
    // SAFETY: as above.
    let witness = N4(unsafe { vdupq_n_u32(0) });
    match states.len() {
        0..=2 => portable::absorb(states, parts),
        3..=4 => vectors::absorb::<_, 1>(witness, states, parts),
        _ => vectors::absorb::<_, 2>(witness, states, parts),
    }
}
