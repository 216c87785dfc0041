//! NEON: pairs of 128-bit registers.
//!
//! Nearly every 64-bit Arm target enables NEON, so the level is chosen when the crate is compiled.
//! Big-endian targets do not have this level, because their order of lanes differs.

use super::generic::{self, Vector, kernels};
use super::pair::{Pair, Vector128};
use super::{Packet, State, ZIP};
use core::arch::aarch64::*;

const INTERLEAVED: usize = 1;
const INTERLEAVED_BYTES: usize = 0;

/// Two words; also the witness of NEON.
#[derive(Clone, Copy)]
struct Neon(uint64x2_t);

impl Vector for Neon {
    #[inline(always)]
    fn splat(self, half: u32) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe { vreinterpretq_u64_u32(vdupq_n_u32(half)) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe { vaddq_u64(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe { vsubq_u64(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe { veorq_u64(self.0, other.0) })
    }

    #[inline(always)]
    fn high(self) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe { vshrq_n_u64::<32>(self.0) })
    }

    #[inline(always)]
    fn times(self, high: Self) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe { vmull_u32(vmovn_u64(self.0), vmovn_u64(high.0)) })
    }

    #[inline(always)]
    fn zip(self) -> Self {
        self.shuffle(&ZIP)
    }

    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe { vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(self.0))) })
    }

    #[inline(always)]
    fn rotate(self, len: u32) -> Self {
        let len = len.cast_signed();
        // SAFETY: a `Neon` proves that the CPU has NEON.
        Self(unsafe {
            let x = vreinterpretq_u32_u64(self.0);
            let left = vshlq_u32(x, vdupq_n_s32(len));
            let right = vshlq_u32(x, vdupq_n_s32(len - 32));
            vreinterpretq_u64_u32(vorrq_u32(left, right))
        })
    }

    /// The gain was measured for the same chain on x86 only.
    #[inline(always)]
    fn opaque(self) -> Self {
        Self(hash_core::opaque!(vreg self.0))
    }
}

impl Vector128 for Neon {
    #[inline(always)]
    fn load(self, words: &[u64; 2]) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON, and the words of the reference are
        // readable.
        Self(unsafe { vld1q_u64(words.as_ptr()) })
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 16]) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON, and the bytes of the reference are
        // readable.
        Self(unsafe { vreinterpretq_u64_u8(vld1q_u8(bytes.as_ptr())) })
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 2] {
        let mut words = [0; 2];
        // SAFETY: a `Neon` proves that the CPU has NEON, and the words of the array are writable.
        unsafe { vst1q_u64(words.as_mut_ptr(), self.0) }
        words
    }

    #[inline(always)]
    fn shuffle(self, indices: &[u8; 16]) -> Self {
        // SAFETY: a `Neon` proves that the CPU has NEON, and the bytes of the reference are
        // readable.
        Self(unsafe {
            let bytes = vreinterpretq_u8_u64(self.0);
            vreinterpretq_u64_u8(vqtbl1q_u8(bytes, vld1q_u8(indices.as_ptr())))
        })
    }
}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "neon")]
fn witness() -> Pair<Neon> {
    Pair(Neon(vdupq_n_u64(0)), Neon(vdupq_n_u64(0)))
}

kernels!(Pair<Neon>, "neon");
