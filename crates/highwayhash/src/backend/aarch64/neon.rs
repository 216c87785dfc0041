//! NEON: pairs of 128-bit registers.
//!
//! Nearly every 64-bit Arm target enables NEON, so the level is chosen when the crate is compiled.
//! Big-endian targets do not have this level, because their order of lanes differs.

use crate::backend::generic::{self, Vector, kernels};
use crate::backend::pair::{Pair, Vector128};
use crate::backend::{Packet, State, ZIP};
use core::arch::aarch64::*;

const INTERLEAVED: usize = 1;
const INTERLEAVED_BYTES: usize = 0;

/// Two words; also the witness of NEON.
#[derive(Clone, Copy)]
struct Neon(uint64x2_t);

impl Vector for Neon {
    hash_core::primitives! {
        unsafe "neon", Neon,
        fn splat(_a, half: u32) -> Neon {
            Neon(vreinterpretq_u64_u32(vdupq_n_u32(half)))
        }
        fn add(a, other: Neon) -> Neon {
            Neon(vaddq_u64(a.0, other.0))
        }
        fn sub(a, other: Neon) -> Neon {
            Neon(vsubq_u64(a.0, other.0))
        }
        fn xor(a, other: Neon) -> Neon {
            Neon(veorq_u64(a.0, other.0))
        }
        fn high(a) -> Neon {
            Neon(vshrq_n_u64::<32>(a.0))
        }
        fn times(a, high: Neon) -> Neon {
            Neon(vmull_u32(vmovn_u64(a.0), vmovn_u64(high.0)))
        }
        fn zip(a) -> Neon {
            a.shuffle(&ZIP)
        }
        fn swap(a) -> Neon {
            Neon(vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(a.0))))
        }
        fn rotate(a, len: u32) -> Neon {
            let (x, len) = (vreinterpretq_u32_u64(a.0), len.cast_signed());
            let left = vshlq_u32(x, vdupq_n_s32(len));
            let right = vshlq_u32(x, vdupq_n_s32(len - 32));
            Neon(vreinterpretq_u64_u32(vorrq_u32(left, right)))
        }
    }

    /// The gain was measured for the same chain on x86 only.
    #[inline(always)]
    fn opaque(self) -> Self {
        Self(hash_core::opaque!(vreg self.0))
    }
}

impl Vector128 for Neon {
    hash_core::primitives! {
        unsafe "neon", Neon,
        fn load(_a, words: &[u64; 2]) -> Neon {
            // SAFETY: the words of the reference are readable.
            Neon(unsafe { vld1q_u64(words.as_ptr()) })
        }
        fn load_bytes(_a, bytes: &[u8; 16]) -> Neon {
            // SAFETY: the bytes of the reference are readable.
            Neon(vreinterpretq_u64_u8(unsafe { vld1q_u8(bytes.as_ptr()) }))
        }
        fn to_words(a) -> [u64; 2] {
            let mut words = [0; 2];
            // SAFETY: the words of the array are writable.
            unsafe { vst1q_u64(words.as_mut_ptr(), a.0) }
            words
        }
        fn shuffle(a, indices: &[u8; 16]) -> Neon {
            let indices = vreinterpretq_u8_u64(a.load_bytes(indices).0);
            Neon(vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(a.0), indices)))
        }
    }
}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "neon")]
fn witness() -> Pair<Neon> {
    Pair(Neon(vdupq_n_u64(0)), Neon(vdupq_n_u64(0)))
}

kernels!(Pair<Neon>, "neon");
