//! 512-bit registers: sixteen words of 32 bits or thirty-two of 16 at a time.

use crate::backend::words::{self, Word, Words};
use arch::{
    __m512i, _mm512_add_epi32 as add32, _mm512_add_epi64 as add64,
    _mm512_castsi512_si256 as low_half, _mm512_extracti64x4_epi64 as half,
    _mm512_setzero_si512 as zero, _mm512_xor_si512 as xor,
};
use hash_core::x86 as arch;

gf2::register! {
    /// Sixteen words, and the proof that the CPU has AVX-512 with its extension BW.
    pub(crate) struct Avx512(__m512i), unsafe "avx512bw", zero, xor;
}

gf2::entries! {
    "avx512bw", Avx512, words,
    fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64;
    fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2];
    fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4];
}

/// See [`crate::backend::takes_tails`].
pub(crate) const fn takes_tails() -> bool {
    true
}

impl Words<16> for Avx512 {
    gf2::primitives! {
        unsafe "avx512bw", Avx512,
        fn zero(_v) -> Avx512 {
            Avx512(zero())
        }
        fn splat16(_v, word: u16) -> Avx512 {
            Avx512(arch::_mm512_set1_epi16(word.cast_signed()))
        }
        fn load::<W>[W: Word](_v, words: &[W; 16]) -> Avx512 {
            // SAFETY: a word is four bytes of integers, so the reference makes 64 bytes readable.
            // The load needs no alignment.
            Avx512(unsafe { arch::_mm512_loadu_si512(words.as_ptr().cast()) })
        }
        fn load_tail(_v, tail: &[u8]) -> Option<Avx512> {
            let mask = !(u64::MAX << tail.len().min(63));
            // SAFETY: the mask has at most as many ones as the slice has bytes, and other bytes are
            // not accessed.
            Some(Avx512(unsafe { arch::_mm512_maskz_loadu_epi8(mask, tail.as_ptr().cast()) }))
        }
        fn swap_bytes(m) -> Avx512 {
            let order = arch::_mm_set_epi64x(0x0e0f_0c0d_0a0b_0809, 0x0607_0405_0203_0001);
            Avx512(arch::_mm512_shuffle_epi8(m.0, arch::_mm512_broadcast_i32x4(order)))
        }
        fn split(m) -> [Avx512; 2] {
            [m, Avx512(arch::_mm512_srli_epi64::<32>(m.0))]
        }
        fn add_products32(sum, a: Avx512, b: Avx512) -> Avx512 {
            Avx512(add64(sum.0, arch::_mm512_mul_epu32(a.0, b.0)))
        }
        fn add_products16(sum, a: Avx512, b: Avx512) -> Avx512 {
            Avx512(add32(sum.0, arch::_mm512_madd_epi16(a.0, b.0)))
        }
        fn add64(a, b: Avx512) -> Avx512 {
            Avx512(add64(a.0, b.0))
        }
        fn add32(a, b: Avx512) -> Avx512 {
            Avx512(add32(a.0, b.0))
        }
        fn shl15(a) -> Avx512 {
            Avx512(arch::_mm512_slli_epi32::<15>(a.0))
        }
        fn sum64(a) -> u64 {
            arch::_mm512_reduce_add_epi64(a.0).cast_unsigned()
        }
    }

    #[inline(always)]
    fn sums32([a, b, c, d]: [Self; 4]) -> [u32; 4] {
        a.sums32_with(b, c, d)
    }

    #[inline(always)]
    fn sums64([a, b]: [Self; 2]) -> [u64; 2] {
        a.sums64_with(b)
    }
}

// All rows are combined in one register before its parts are added.
impl Avx512 {
    gf2::primitives! {
        unsafe "avx512bw", Avx512,
        fn sums32_with(a, b: Avx512, c: Avx512, d: Avx512) -> [u32; 4] {
            let ab = add32(arch::_mm512_unpacklo_epi32(a.0, b.0), arch::_mm512_unpackhi_epi32(a.0, b.0));
            let cd = add32(arch::_mm512_unpacklo_epi32(c.0, d.0), arch::_mm512_unpackhi_epi32(c.0, d.0));
            let all = add32(arch::_mm512_unpacklo_epi64(ab, cd), arch::_mm512_unpackhi_epi64(ab, cd));
            let all = arch::_mm256_add_epi32(low_half(all), half::<1>(all));
            let high = arch::_mm256_extracti128_si256::<1>(all);
            let all = arch::_mm_add_epi32(arch::_mm256_castsi256_si128(all), high);
            [
                arch::_mm_cvtsi128_si32(all).cast_unsigned(),
                arch::_mm_extract_epi32::<1>(all).cast_unsigned(),
                arch::_mm_extract_epi32::<2>(all).cast_unsigned(),
                arch::_mm_extract_epi32::<3>(all).cast_unsigned(),
            ]
        }

        fn sums64_with(a, b: Avx512) -> [u64; 2] {
            let both = add64(arch::_mm512_unpacklo_epi64(a.0, b.0), arch::_mm512_unpackhi_epi64(a.0, b.0));
            let both = arch::_mm256_add_epi64(low_half(both), half::<1>(both));
            let high = arch::_mm256_extracti128_si256::<1>(both);
            let both = arch::_mm_add_epi64(arch::_mm256_castsi256_si128(both), high);
            let mut words = [0; 2];
            // SAFETY: the sixteen bytes of the array are writable, and the store needs no
            // alignment.
            unsafe { arch::_mm_storeu_si128(words.as_mut_ptr().cast(), both) }
            words
        }
    }
}

/// Loads at most eight words, padded with zeros.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(crate) fn load_tail_words(tail: &[u64]) -> __m512i {
    #[expect(clippy::cast_possible_truncation, reason = "at most eight ones")]
    let mask = !(u64::MAX << tail.len().min(8)) as u8;
    // SAFETY: the mask has at most as many ones as the slice has words, and other words are not
    // accessed.
    unsafe { arch::_mm512_maskz_loadu_epi64(mask, tail.as_ptr().cast()) }
}
