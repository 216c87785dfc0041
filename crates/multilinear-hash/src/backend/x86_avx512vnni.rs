//! 512-bit registers, and products of 16-bit words or of bytes that are added where they are made
//! (VNNI). Words of 32 bits have nothing from it, and their kernels are those without it.

use super::x86_avx512::{self as plain, Plain, biased, load, load_tail, rows, sum32};
use super::{Block, cut};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

#[target_feature(enable = "avx512bw,avx512vnni")]
pub(super) fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64 {
    plain::dot32(key, message)
}

#[target_feature(enable = "avx512bw,avx512vnni")]
pub(super) fn dot32_exact(key: &[[u32; 16]], message: &[Block]) -> u128 {
    plain::dot32_exact(key, message)
}

#[target_feature(enable = "avx512bw,avx512vnni")]
pub(super) fn dot32x2<const COPIES: bool>(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2] {
    plain::dot32x2::<COPIES>(key, message)
}

#[target_feature(enable = "avx512bw,avx512vnni")]
pub(super) fn dot16<const T: usize, const PLAIN: bool>(
    key: &[&[[u16; 32]]; T],
    message: &[u8],
) -> ([u32; T], u32) {
    let (key, blocks, tail) = cut(key, message);
    let (zero, ones) = (_mm512_setzero_si512(), _mm512_set1_epi16(1));
    let mut of_key = zero;
    let mut step = |sums: &mut [__m512i; T], plain: &mut __m512i, m, x: [__m512i; T]| {
        let m = biased(m);
        *plain = add_products(*plain, m, ones);
        if PLAIN {
            of_key = add_products(of_key, x[0], ones);
        }
        for (sum, x) in sums.iter_mut().zip(x) {
            *sum = add_products(*sum, m, x);
        }
    };
    let x = |j: usize, i: usize| {
        let x = load(&key[j][i]);
        if PLAIN { _mm512_xor_si512(x, _mm512_set1_epi16(i16::MIN)) } else { x }
    };
    // Two sets of sums take turns: an instruction waits four cycles for the one whose sum it takes up.
    let (mut even, mut odd, mut even_plain, mut odd_plain) = ([zero; T], [zero; T], zero, zero);
    let mut i = 0;
    if T > 2 && blocks.len() > 2 {
        // What is two words on is shifted in from the next block: a load across lines takes longer.
        let mut now = [x(0, 0), x(1, 0)];
        let mut shifted = |i: usize| {
            let next = [x(0, i + 1), x(1, i + 1)];
            let all: [__m512i; T] = core::array::from_fn(|j| match j {
                0 | 1 => now[j],
                _ => _mm512_alignr_epi32::<1>(next[j - 2], now[j - 2]),
            });
            now = next;
            all
        };
        while i + 2 < blocks.len() {
            step(&mut even, &mut even_plain, load(&blocks[i]), shifted(i));
            step(&mut odd, &mut odd_plain, load(&blocks[i + 1]), shifted(i + 1));
            i += 2;
        }
    }
    let all = |i: usize| core::array::from_fn(|j| x(j, i));
    while i + 1 < blocks.len() {
        step(&mut even, &mut even_plain, load(&blocks[i]), all(i));
        step(&mut odd, &mut odd_plain, load(&blocks[i + 1]), all(i + 1));
        i += 2;
    }
    if i < blocks.len() {
        step(&mut even, &mut even_plain, load(&blocks[i]), all(i));
    }
    if !tail.is_empty() {
        step(&mut odd, &mut odd_plain, load_tail(tail), all(blocks.len()));
    }
    let mut sums = [zero; T];
    for (j, sum) in sums.iter_mut().enumerate() {
        *sum = _mm512_add_epi32(even[j], odd[j]);
    }
    (rows(sums, _mm512_add_epi32(even_plain, odd_plain)), sum32(of_key))
}

/// `sum` and the products of signed words of 16 bits, by pairs: VPDPWSSD.
///
/// Written as an instruction because the compiler takes the intrinsic apart into a multiplication
/// and an addition where sums take turns, to shorten a chain that is not the limit then: TMMH/16 of
/// 4 KiB takes 0.08 cycles a byte so.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
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

/// Keeps the compiler from moving an array of registers as a block of memory, through which each
/// row would wait for it: four rows over 4 KiB took 0.23 cycles a byte so, instead of less than
/// 0.08.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
fn register(mut x: __m512i) -> __m512i {
    // SAFETY: there is no instruction; the register stays as it is.
    unsafe {
        core::arch::asm!("/* {0} */", inout(zmm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}

/// The blocks of a key that all rows but the last have for the first block of a message, and what
/// the last row has: each row has later what the one behind it has now, so every block of the key
/// is loaded once.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
fn hold<const R: usize, T: Plain>(key: &[T]) -> ([__m512i; R], &[T]) {
    let mut held = [_mm512_setzero_si512(); R];
    for (held, x) in held[..R - 1].iter_mut().zip(key) {
        *held = load(x);
    }
    (held, key.get(R - 1..).unwrap_or_default())
}

#[target_feature(enable = "avx512bw,avx512vnni")]
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

#[target_feature(enable = "avx512bw,avx512vnni")]
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
