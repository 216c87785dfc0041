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
    let zero = _mm512_setzero_si512();
    // Two sets of sums take turns: an instruction waits four cycles for the one whose sum it takes up.
    let (mut even, mut odd) = ([zero; T], [zero; T]);
    let (mut even_plain, mut odd_plain) = ([zero; 1], [zero; 1]);
    let mut of_key = [zero; T];
    let mut step =
        |sums: &mut [__m512i; T], plain: &mut [__m512i; 1], x: &[u16; WINDOW16], block| {
            let m = biased(load::<Block>(block));
            plain[0] = add_products(plain[0], m, ones);
            for (j, sum) in sums.iter_mut().enumerate() {
                let mut x = load::<[u16; 32]>(&x[j..].as_chunks().0[0]);
                if PLAIN {
                    x = _mm512_xor_si512(x, _mm512_set1_epi16(i16::MIN));
                    of_key[j] = add_products(of_key[j], x, ones);
                }
                *sum = add_products(*sum, m, x);
            }
        };
    let mut blocks = windows::<_, 32, WINDOW16>(key).zip(message);
    while let Some((x, block)) = blocks.next() {
        step(&mut even, &mut even_plain, x, block);
        let Some((x, block)) = blocks.next() else { break };
        step(&mut odd, &mut odd_plain, x, block);
    }
    let plain = _mm512_add_epi32(even_plain[0], odd_plain[0]);
    let mut out = [0; T];
    for (j, out) in out.iter_mut().enumerate() {
        let plain = _mm512_slli_epi32::<15>(_mm512_add_epi32(plain, of_key[j]));
        *out = sum32(_mm512_add_epi32(_mm512_add_epi32(even[j], odd[j]), plain));
    }
    out
}

/// `sum` and the products of signed words of 16 bits, by pairs: VPDPWSSD.
///
/// Written as an instruction because the compiler takes the intrinsic apart into a multiplication and an addition where
/// sums take turns, to shorten a chain that is not the limit then: TMMH/16 of 4 KiB takes 0.08 cycles a byte so.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
fn add_products(mut sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: the instruction is of AVX-512 VNNI, which is enabled here; it reads and writes these registers alone.
    unsafe {
        core::arch::asm!(
            "vpdpwssd {sum}, {a}, {b}",
            sum = inout(zmm_reg) sum,
            a = in(zmm_reg) a,
            b = in(zmm_reg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sum
}

/// Keeps the compiler from moving an array of registers as a block of memory, through which each row would
/// wait for it: four rows over 4 KiB took 0.23 cycles a byte so, instead of less than 0.08.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
fn register(mut x: __m512i) -> __m512i {
    // SAFETY: there is no instruction; the register stays as it is.
    unsafe {
        core::arch::asm!("/* {0} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
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
    // Two sets of sums by turns, as above.
    let (mut even, mut odd) = ([_mm512_setzero_si512(); R], [_mm512_setzero_si512(); R]);
    let (mut held, last) = hold::<R, _>(key);
    let mut step = |sums: &mut [__m512i; R], x, block| {
        let m = load::<Block>(block);
        held[R - 1] = load(x);
        for (sum, x) in sums.iter_mut().zip(held) {
            *sum = add_products(*sum, m, x);
        }
        for row in 1..R {
            held[row - 1] = register(held[row]);
        }
    };
    let mut blocks = last.iter().zip(message);
    while let Some((x, block)) = blocks.next() {
        step(&mut even, x, block);
        let Some((x, block)) = blocks.next() else { break };
        step(&mut odd, x, block);
    }
    let mut out = [0; R];
    for (out, (even, odd)) in out.iter_mut().zip(even.into_iter().zip(odd)) {
        *out = sum32(_mm512_add_epi32(even, odd));
    }
    out
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    // Two sets of sums by turns, as above.
    let (mut even, mut odd) = ([_mm512_setzero_si512(); R], [_mm512_setzero_si512(); R]);
    let (mut held, last) = hold::<R, _>(key);
    let mut step = |sums: &mut [__m512i; R], x, block| {
        let m = load::<Block>(block);
        held[R - 1] = load(x);
        for (sum, x) in sums.iter_mut().zip(held) {
            *sum = _mm512_dpbusd_epi32(*sum, m, x);
        }
        for row in 1..R {
            held[row - 1] = register(held[row]);
        }
    };
    let mut blocks = last.iter().zip(message);
    while let Some((x, block)) = blocks.next() {
        step(&mut even, x, block);
        let Some((x, block)) = blocks.next() else { break };
        step(&mut odd, x, block);
    }
    let mut out = [0; R];
    for (out, (even, odd)) in out.iter_mut().zip(even.into_iter().zip(odd)) {
        *out = sum32(_mm512_add_epi32(even, odd));
    }
    out
}
