//! 512-bit registers, and products of 16-bit words or of bytes that are added where they are made
//! (VNNI). Words of 32 bits have nothing from it, and their kernels are those without it.

use super::x86_avx512::{self as plain, Plain, biased, load, sum32};
use super::{Block, WINDOW16, windows};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn dot32(key: &[[u32; 16]], message: &[Block]) -> u64 {
    plain::dot32(key, message)
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn dot32_exact(key: &[[u32; 16]], message: &[Block]) -> u128 {
    plain::dot32_exact(key, message)
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn dot32x2(key: &[u32], message: &[Block]) -> [u64; 2] {
    plain::dot32x2(key, message)
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn dot16<const T: usize, const PLAIN: bool>(key: &[u16], message: &[Block]) -> [u32; T] {
    let ones = _mm512_set1_epi16(1);
    let (mut sums, mut of_key) = ([_mm512_setzero_si512(); T], [_mm512_setzero_si512(); T]);
    let mut plain = _mm512_setzero_si512();
    for (x, block) in windows::<_, 32, WINDOW16>(key).zip(message) {
        let m = biased(load(block));
        plain = _mm512_dpwssd_epi32(plain, m, ones);
        for (j, sum) in sums.iter_mut().enumerate() {
            let mut x = load::<[u16; 32]>(&x[j..].as_chunks().0[0]);
            if PLAIN {
                x = _mm512_xor_si512(x, _mm512_set1_epi16(i16::MIN));
                of_key[j] = _mm512_dpwssd_epi32(of_key[j], x, ones);
            }
            *sum = _mm512_dpwssd_epi32(*sum, m, x);
        }
    }
    let mut out = [0; T];
    for (j, out) in out.iter_mut().enumerate() {
        let plain = _mm512_slli_epi32::<15>(_mm512_add_epi32(plain, of_key[j]));
        *out = sum32(_mm512_add_epi32(sums[j], plain));
    }
    out
}

/// The blocks of a key that all rows but the last have for the first block of a message, and what the last row
/// has: each row has later what the one behind it has now, so every block of the key is loaded once.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
fn hold<const R: usize, T: Plain>(key: &[T]) -> ([__m512i; R], &[T]) {
    let mut held = [_mm512_setzero_si512(); R];
    for (held, x) in held[..R - 1].iter_mut().zip(key) {
        *held = load(x);
    }
    (held, key.get(R - 1..).unwrap_or_default())
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn signed16<const R: usize>(key: &[[i16; 32]], message: &[Block]) -> [u32; R] {
    let mut sums = [_mm512_setzero_si512(); R];
    let (mut held, last) = hold::<R, _>(key);
    for (x, block) in last.iter().zip(message) {
        let m = load(block);
        held[R - 1] = load(x);
        for (sum, x) in sums.iter_mut().zip(held) {
            *sum = _mm512_dpwssd_epi32(*sum, m, x);
        }
        for row in 1..R {
            held[row - 1] = held[row];
        }
    }
    let mut out = [0; R];
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum32(sum);
    }
    out
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    let mut sums = [_mm512_setzero_si512(); R];
    let (mut held, last) = hold::<R, _>(key);
    for (x, block) in last.iter().zip(message) {
        let m = load(block);
        held[R - 1] = load(x);
        for (sum, x) in sums.iter_mut().zip(held) {
            *sum = _mm512_dpbusd_epi32(*sum, m, x);
        }
        for row in 1..R {
            held[row - 1] = held[row];
        }
    }
    let mut out = [0; R];
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum32(sum);
    }
    out
}
