//! 256-bit registers: eight words of 32 bits or sixteen of 16 at a time.

pub(crate) use crate::backend::portable::takes_tails;

use crate::backend::words::{self, Word, Words};
use arch::{
    __m256i, _mm256_add_epi32 as add32, _mm256_add_epi64 as add64, _mm256_setzero_si256 as zero,
    _mm256_xor_si256 as xor,
};
use hash_core::x86 as arch;

gf2::register! {
    /// Eight words, and the proof that the CPU has AVX2.
    pub(crate) struct Avx2(__m256i), unsafe "avx2", zero, xor;
}

gf2::entries! {
    "avx2", Avx2, words,
    fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64;
    fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2];
    fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4];
}

impl Words<8> for Avx2 {
    gf2::primitives! {
        unsafe "avx2", Avx2,
        fn zero(_v) -> Avx2 {
            Avx2(zero())
        }
        fn splat16(_v, word: u16) -> Avx2 {
            Avx2(arch::_mm256_set1_epi16(word.cast_signed()))
        }
        fn load::<W>[W: Word](_v, words: &[W; 8]) -> Avx2 {
            // SAFETY: a word is four bytes of integers, so the reference makes 32 bytes readable.
            // The load needs no alignment.
            Avx2(unsafe { arch::_mm256_loadu_si256(words.as_ptr().cast()) })
        }
        fn swap_bytes(m) -> Avx2 {
            let order = arch::_mm_set_epi64x(0x0e0f_0c0d_0a0b_0809, 0x0607_0405_0203_0001);
            Avx2(arch::_mm256_shuffle_epi8(m.0, arch::_mm256_broadcastsi128_si256(order)))
        }
        fn split(m) -> [Avx2; 2] {
            [m, Avx2(arch::_mm256_srli_epi64::<32>(m.0))]
        }
        fn add_products32(sum, a: Avx2, b: Avx2) -> Avx2 {
            Avx2(add64(sum.0, arch::_mm256_mul_epu32(a.0, b.0)))
        }
        fn add_products16(sum, a: Avx2, b: Avx2) -> Avx2 {
            Avx2(add32(sum.0, arch::_mm256_madd_epi16(a.0, b.0)))
        }
        fn add64(a, b: Avx2) -> Avx2 {
            Avx2(add64(a.0, b.0))
        }
        fn add32(a, b: Avx2) -> Avx2 {
            Avx2(add32(a.0, b.0))
        }
        fn shl15(a) -> Avx2 {
            Avx2(arch::_mm256_slli_epi32::<15>(a.0))
        }
        fn sum64(a) -> u64 {
            let [a, b, c, d] = words64(a.0);
            a.wrapping_add(b).wrapping_add(c.wrapping_add(d))
        }
    }

    #[inline(always)]
    fn sums32([a, b, c, d]: [Self; 4]) -> [u32; 4] {
        [a.sum32(), b.sum32(), c.sum32(), d.sum32()]
    }
}

impl Avx2 {
    gf2::primitives! {
        unsafe "avx2", Avx2,
        /// Adds up the words of 32 bits.
        #[expect(clippy::cast_possible_truncation, reason = "splits the word into its halves")]
        fn sum32(a) -> u32 {
            let mut sum = 0_u32;
            for w in words64(a.0) {
                sum = sum.wrapping_add(w as u32).wrapping_add((w >> 32) as u32);
            }
            sum
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn words64(x: __m256i) -> [u64; 4] {
    let mut words = [0; 4];
    // SAFETY: the 32 bytes of the array are writable, and the store needs no alignment.
    unsafe { arch::_mm256_storeu_si256(words.as_mut_ptr().cast(), x) }
    words
}
