//! Kernels for 512-bit registers: thirty-two words of 16 bits at a time.

use crate::backend::Block;
use crate::backend::x86_avx512::{load, sum32};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

#[target_feature(enable = "avx512bw")]
pub(super) fn signed16<const R: usize>(key: &[[i16; 32]], message: &[Block]) -> [u32; R] {
    let mut sums = [_mm512_setzero_si512(); R];
    for (x, block) in key.windows(R).zip(message) {
        let m = load(block);
        for (sum, x) in sums.iter_mut().zip(x) {
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(m, load(x)));
        }
    }
    let mut out = [0; R];
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum32(sum);
    }
    out
}

#[target_feature(enable = "avx512bw")]
pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    let low = _mm512_set1_epi16(0xff);
    let mut sums = [_mm512_setzero_si512(); R];
    for (x, block) in key.windows(R).zip(message) {
        // Even and odd bytes are multiplied as words, because the products of pairs of bytes would
        // saturate.
        let m = load(block);
        let (even_m, odd_m) = (_mm512_and_si512(m, low), _mm512_srli_epi16::<8>(m));
        for (sum, x) in sums.iter_mut().zip(x) {
            let x = load(x);
            let even_x = _mm512_srai_epi16::<8>(_mm512_slli_epi16::<8>(x));
            let even = _mm512_madd_epi16(even_m, even_x);
            let odd = _mm512_madd_epi16(odd_m, _mm512_srai_epi16::<8>(x));
            *sum = _mm512_add_epi32(*sum, _mm512_add_epi32(even, odd));
        }
    }
    let mut out = [0; R];
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum32(sum);
    }
    out
}
