//! NEON: 128-bit registers of four streams each. NEON is part of the target, so nothing is
//! detected.

use crate::backend::vectors::kernels;
use crate::backend::{Part, portable};
use crate::table::State;
use core::arch::aarch64::{
    uint32x4_t as V, vaddq_u32 as add, vbicq_u32, vbslq_u32 as choose, vdupq_n_u32,
    veorq_u32 as xor, vld1q_u8, vreinterpretq_u8_u32, vreinterpretq_u16_u32, vreinterpretq_u32_u8,
    vreinterpretq_u32_u16, vreinterpretq_u32_u64, vreinterpretq_u64_u32, vrev32q_u16, vshlq_n_u32,
    vsriq_n_u32, vst1q_u8, vsubq_u32 as sub, vzip1q_u32 as low_words, vzip1q_u64,
    vzip2q_u32 as high_words, vzip2q_u64,
};

const PARTS: usize = 1;

#[inline]
#[target_feature(enable = "neon")]
fn splat(x: i32) -> V {
    vdupq_n_u32(x.cast_unsigned())
}

/// Rotates each word left, with a shift and a shift-and-insert. A rotation by 16 bits exchanges the
/// halves.
#[inline]
#[target_feature(enable = "neon")]
fn rotate<const LEFT: i32, const RIGHT: i32>(x: V) -> V {
    if LEFT == 16 {
        vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)))
    } else {
        vsriq_n_u32::<RIGHT>(vshlq_n_u32::<LEFT>(x), x)
    }
}

#[inline]
#[target_feature(enable = "neon")]
unsafe fn load(starts: &[*const u8; LANES], row: usize, offset: usize) -> V {
    // SAFETY: the caller guarantees that the bytes are readable; no alignment is needed.
    vreinterpretq_u32_u8(unsafe { vld1q_u8(starts[row].add(offset)) })
}

#[inline]
#[target_feature(enable = "neon")]
fn store(x: V) -> [[u8; 16]; PARTS] {
    let mut parts = [[0; 16]; PARTS];
    // SAFETY: the part is writable; no alignment is needed.
    unsafe { vst1q_u8(parts[0].as_mut_ptr(), vreinterpretq_u8_u32(x)) };
    parts
}

#[inline]
#[target_feature(enable = "neon")]
fn low_pairs(a: V, b: V) -> V {
    vreinterpretq_u32_u64(vzip1q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn high_pairs(a: V, b: V) -> V {
    vreinterpretq_u32_u64(vzip2q_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b)))
}

// F and G select bits, which is one instruction.
#[inline]
#[target_feature(enable = "neon")]
fn add_f(sum: V, b: V, c: V, d: V) -> V {
    add(sum, choose(b, c, d))
}

#[inline]
#[target_feature(enable = "neon")]
fn add_g(sum: V, b: V, c: V, d: V) -> V {
    add(sum, choose(d, b, c))
}

#[inline]
#[target_feature(enable = "neon")]
fn add_h(sum: V, b: V, c: V, d: V) -> V {
    add(sum, xor(xor(c, d), b))
}

#[inline]
#[target_feature(enable = "neon")]
fn add_i(sum: V, b: V, c: V, d: V) -> V {
    sub(sub(sum, const { constant(1) }), xor(c, vbicq_u32(d, b)))
}

kernels! { "neon", vreg }

/// See [`crate::backend::shape`].
pub(crate) const fn shape() -> [usize; 2] {
    [4, 2]
}

/// See [`crate::backend::absorb`].
pub(crate) fn absorb(from: Option<&State>, states: &mut [State], parts: [Part<'_>; 2]) {
    // SAFETY: this file is compiled only where NEON is part of the target.
    unsafe {
        match states.len() {
            0..=2 => portable::absorb(from, states, parts),
            3..=4 => absorb_side_by_side::<1>(from, states, parts),
            _ => absorb_side_by_side::<2>(from, states, parts),
        }
    }
}
