//! Kernels for 256-bit registers: sixteen words of 16 bits at a time.

use crate::backend::Block;
use crate::backend::x86_avx2::{load, sum32};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

#[target_feature(enable = "avx2")]
pub(super) fn signed16<const R: usize>(key: &[[i16; 32]], message: &[Block]) -> [u32; R] {
    let mut sums = [_mm256_setzero_si256(); R];
    for (x, block) in key.windows(R).zip(message) {
        let m = block.as_chunks().0;
        for half in 0..2 {
            let m = load::<[u8; 32]>(&m[half]);
            for (sum, x) in sums.iter_mut().zip(x) {
                let x = load::<[i16; 16]>(&x.as_chunks().0[half]);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(m, x));
            }
        }
    }
    let mut out = [0; R];
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum32(sum);
    }
    out
}

#[target_feature(enable = "avx2")]
pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    let low = _mm256_set1_epi16(0xff);
    let mut sums = [_mm256_setzero_si256(); R];
    for (x, block) in key.windows(R).zip(message) {
        let m = block.as_chunks().0;
        for half in 0..2 {
            // Even and odd bytes are multiplied as words, because the products of pairs of bytes
            // would saturate.
            let m = load::<[u8; 32]>(&m[half]);
            let (even_m, odd_m) = (_mm256_and_si256(m, low), _mm256_srli_epi16::<8>(m));
            for (sum, x) in sums.iter_mut().zip(x) {
                let x = load::<[i8; 32]>(&x.as_chunks().0[half]);
                let even_x = _mm256_srai_epi16::<8>(_mm256_slli_epi16::<8>(x));
                let odd_x = _mm256_srai_epi16::<8>(x);
                let even = _mm256_madd_epi16(even_m, even_x);
                let odd = _mm256_madd_epi16(odd_m, odd_x);
                *sum = _mm256_add_epi32(*sum, _mm256_add_epi32(even, odd));
            }
        }
    }
    let mut out = [0; R];
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum32(sum);
    }
    out
}
