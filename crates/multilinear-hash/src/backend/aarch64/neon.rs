//! NEON: four words of 32 bits or eight of 16 at a time.

pub(crate) use crate::backend::portable::takes_tails;

use crate::backend::words::{self, Word, Words};
use core::arch::aarch64::*;

gf2::register! {
    /// Four words, and the proof that the CPU has NEON.
    pub(crate) struct Neon(uint8x16_t), unsafe "neon", zero, veorq_u8;
}

#[inline]
#[target_feature(enable = "neon")]
fn zero() -> uint8x16_t {
    vdupq_n_u8(0)
}

gf2::entries! {
    "neon", Neon, words,
    fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64;
    fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2];
    fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4];
}

impl Words<4> for Neon {
    gf2::primitives! {
        unsafe "neon", Neon,
        fn zero(_v) -> Neon {
            Neon(zero())
        }
        fn splat16(_v, word: u16) -> Neon {
            Neon(vreinterpretq_u8_u16(vdupq_n_u16(word)))
        }
        fn load::<W>[W: Word](_v, words: &[W; 4]) -> Neon {
            // SAFETY: a word is four bytes of integers, so the reference makes sixteen bytes
            // readable. The load needs no alignment.
            Neon(unsafe { vld1q_u8(words.as_ptr().cast()) })
        }
        fn swap_bytes(m) -> Neon {
            Neon(vrev16q_u8(m.0))
        }
        // The instructions multiply the lower halves of registers, or the upper halves: LLVM
        // selects the latter for a half that was moved.
        fn split(m) -> [Neon; 2] {
            [m, Neon(vextq_u8::<8>(m.0, m.0))]
        }
        fn add_products32(sum, a: Neon, b: Neon) -> Neon {
            let (a, b) = (vget_low_u8(a.0), vget_low_u8(b.0));
            let (a, b) = (vreinterpret_u32_u8(a), vreinterpret_u32_u8(b));
            Neon(vreinterpretq_u8_u64(vmlal_u32(vreinterpretq_u64_u8(sum.0), a, b)))
        }
        fn add_products16(sum, a: Neon, b: Neon) -> Neon {
            let (a, b) = (vreinterpretq_s16_u8(a.0), vreinterpretq_s16_u8(b.0));
            let sum = vreinterpretq_s32_u8(sum.0);
            let sum = vmlal_high_s16(vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b)), a, b);
            Neon(vreinterpretq_u8_s32(sum))
        }
        fn add64(a, b: Neon) -> Neon {
            let sum = vaddq_u64(vreinterpretq_u64_u8(a.0), vreinterpretq_u64_u8(b.0));
            Neon(vreinterpretq_u8_u64(sum))
        }
        fn add32(a, b: Neon) -> Neon {
            let sum = vaddq_u32(vreinterpretq_u32_u8(a.0), vreinterpretq_u32_u8(b.0));
            Neon(vreinterpretq_u8_u32(sum))
        }
        fn shl15(a) -> Neon {
            Neon(vreinterpretq_u8_u32(vshlq_n_u32::<15>(vreinterpretq_u32_u8(a.0))))
        }
        fn sum64(a) -> u64 {
            vaddvq_u64(vreinterpretq_u64_u8(a.0))
        }
    }

    #[inline(always)]
    fn split_keys([x, next, _]: [Self; 3]) -> [[Self; 2]; 2] {
        [x.split(), next.split()]
    }

    #[inline(always)]
    fn sums32([a, b, c, d]: [Self; 4]) -> [u32; 4] {
        [a.sum32(), b.sum32(), c.sum32(), d.sum32()]
    }
}

impl Neon {
    gf2::primitives! {
        unsafe "neon", Neon,
        /// Adds up the words of 32 bits.
        fn sum32(a) -> u32 {
            vaddvq_u32(vreinterpretq_u32_u8(a.0))
        }
    }
}
