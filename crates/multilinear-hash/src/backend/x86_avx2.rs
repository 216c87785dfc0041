//! Kernels for 256-bit registers: eight words of 32 bits or sixteen of 16 at a time.

use super::{cut, portable};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The types from which a register is loaded: 32 bytes of integers.
trait Plain: Copy {}
impl Plain for [u8; 32] {}
impl Plain for [u16; 16] {}
impl Plain for [u32; 8] {}

#[inline]
#[target_feature(enable = "avx2")]
fn load<T: Plain>(from: &T) -> __m256i {
    const { assert!(size_of::<T>() == 32) };
    // SAFETY: the 32 bytes of the reference are readable, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(core::ptr::from_ref(from).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn words64(x: __m256i) -> [u64; 4] {
    let mut words = [0; 4];
    // SAFETY: the 32 bytes of the array are writable, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), x) }
    words
}

/// Adds up the words of 64 bits modulo 2^64.
#[inline]
#[target_feature(enable = "avx2")]
fn sum64(x: __m256i) -> u64 {
    let [a, b, c, d] = words64(x);
    a.wrapping_add(b).wrapping_add(c.wrapping_add(d))
}

/// Adds up the words of 32 bits modulo 2^32.
#[inline]
#[target_feature(enable = "avx2")]
#[expect(clippy::cast_possible_truncation, reason = "splits the word into its halves")]
fn sum32(x: __m256i) -> u32 {
    words64(x)
        .into_iter()
        .fold(0_u32, |sum, w| sum.wrapping_add(w as u32).wrapping_add((w >> 32) as u32))
}

/// Loads a block into two registers.
#[inline]
#[target_feature(enable = "avx2")]
fn halves<T: Copy, const N: usize, const H: usize>(block: &[T; N]) -> [__m256i; 2]
where
    [T; H]: Plain,
{
    const { assert!(N == 2 * H) };
    let (halves, _) = block.as_chunks::<H>();
    [load(&halves[0]), load(&halves[1])]
}

#[target_feature(enable = "avx2")]
pub(super) fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64 {
    let ([key], blocks, tail) = cut(&[key], message);
    let mut sums = [_mm256_setzero_si256(); 4];
    for (x, block) in key.iter().zip(blocks) {
        let (x, m) = (halves::<_, 16, 8>(x), halves::<_, 64, 32>(block));
        for half in 0..2 {
            let (m, x) = (m[half], x[half]);
            let even = _mm256_mul_epu32(m, x);
            let odd = _mm256_mul_epu32(_mm256_srli_epi64::<32>(m), _mm256_srli_epi64::<32>(x));
            sums[2 * half] = _mm256_add_epi64(sums[2 * half], even);
            sums[2 * half + 1] = _mm256_add_epi64(sums[2 * half + 1], odd);
        }
    }
    let [a, b, c, d] = sums;
    sum64(_mm256_add_epi64(_mm256_add_epi64(a, b), _mm256_add_epi64(c, d)))
        .wrapping_add(portable::tail32(key.get(blocks.len()), tail))
}

#[target_feature(enable = "avx2")]
pub(super) fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2] {
    let (key, blocks, tail) = cut(key, message);
    let mut sums = [_mm256_setzero_si256(); 4];
    for (i, block) in blocks.iter().enumerate() {
        let m = halves::<_, 64, 32>(block);
        // The second sum multiplies an even word by the key word that the first sum uses for the
        // odd word.
        let (x, odd) = (halves::<_, 16, 8>(&key[0][i]), halves::<_, 16, 8>(&key[1][i]));
        let after = halves::<_, 16, 8>(&key[2][i]);
        for half in 0..2 {
            let (m, x, odd_x, after) = (m[half], x[half], odd[half], after[half]);
            let odd_m = _mm256_srli_epi64::<32>(m);
            sums[0] = _mm256_add_epi64(sums[0], _mm256_mul_epu32(m, x));
            sums[1] = _mm256_add_epi64(sums[1], _mm256_mul_epu32(odd_m, odd_x));
            sums[2] = _mm256_add_epi64(sums[2], _mm256_mul_epu32(m, odd_x));
            sums[3] = _mm256_add_epi64(sums[3], _mm256_mul_epu32(odd_m, after));
        }
    }
    let [a, b, c, d] = sums;
    let of_tail = |row: usize| portable::tail32(key[row].get(blocks.len()), tail);
    [
        sum64(_mm256_add_epi64(a, b)).wrapping_add(of_tail(0)),
        sum64(_mm256_add_epi64(c, d)).wrapping_add(of_tail(1)),
    ]
}

/// Exchanges the bytes of each word of 16 bits and biases the word.
#[inline]
#[target_feature(enable = "avx2")]
fn biased(m: __m256i) -> __m256i {
    let exchange = _mm256_set_epi64x(
        0x0e0f_0c0d_0a0b_0809,
        0x0607_0405_0203_0001,
        0x0e0f_0c0d_0a0b_0809,
        0x0607_0405_0203_0001,
    );
    _mm256_xor_si256(_mm256_shuffle_epi8(m, exchange), _mm256_set1_epi16(i16::MIN))
}

/// Adds the products of signed words of 16 bits to `sum` in pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn add_products16(sum: __m256i, m: __m256i, x: __m256i) -> __m256i {
    _mm256_add_epi32(sum, _mm256_madd_epi16(m, x))
}

#[target_feature(enable = "avx2")]
pub(super) fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4] {
    let (key, blocks, _) = cut(key, message);
    let (zero, ones) = (_mm256_setzero_si256(), _mm256_set1_epi16(1));
    let (mut a, mut b, mut c, mut d, mut plain) = (zero, zero, zero, zero, zero);
    for (i, block) in blocks.iter().enumerate() {
        let m = halves::<_, 64, 32>(block);
        let (w, x) = (halves::<_, 32, 16>(&key[0][i]), halves::<_, 32, 16>(&key[1][i]));
        let (y, z) = (halves::<_, 32, 16>(&key[2][i]), halves::<_, 32, 16>(&key[3][i]));
        for half in 0..2 {
            let m = biased(m[half]);
            plain = add_products16(plain, m, ones);
            a = add_products16(a, m, w[half]);
            b = add_products16(b, m, x[half]);
            c = add_products16(c, m, y[half]);
            d = add_products16(d, m, z[half]);
        }
    }
    let plain = _mm256_slli_epi32::<15>(plain);
    [
        sum32(_mm256_add_epi32(a, plain)),
        sum32(_mm256_add_epi32(b, plain)),
        sum32(_mm256_add_epi32(c, plain)),
        sum32(_mm256_add_epi32(d, plain)),
    ]
}
