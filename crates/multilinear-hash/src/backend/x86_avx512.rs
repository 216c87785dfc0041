//! Kernels for 512-bit registers: sixteen words of 32 bits or thirty-two of 16 at a time.
//!
//! Steps that a kernel repeats are functions from registers to registers. Closures over vectors
//! become calls in builds for size.

use super::cut;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The types from which a register is loaded: 64 bytes of integers.
pub(super) trait Plain: Copy {}
impl Plain for [u8; 64] {}
impl Plain for [u16; 32] {}
impl Plain for [u32; 16] {}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn load<T: Plain>(from: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: the 64 bytes of the reference are readable, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(core::ptr::from_ref(from).cast()) }
}

/// Loads the bytes of a tail, padded with zeros.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn load_tail(tail: &[u8]) -> __m512i {
    let mask = !(u64::MAX << tail.len().min(63));
    // SAFETY: the mask has at most as many ones as the slice has bytes, and other bytes are not
    // accessed.
    unsafe { _mm512_maskz_loadu_epi8(mask, tail.as_ptr().cast()) }
}

/// Loads at most eight words, padded with zeros.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn load_tail_words(tail: &[u64]) -> __m512i {
    #[expect(clippy::cast_possible_truncation, reason = "at most eight ones")]
    let mask = !(u64::MAX << tail.len().min(8)) as u8;
    // SAFETY: the mask has at most as many ones as the slice has words, and other words are not
    // accessed.
    unsafe { _mm512_maskz_loadu_epi64(mask, tail.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn words64(x: __m512i) -> [u64; 8] {
    let mut words = [0; 8];
    // SAFETY: the 64 bytes of the array are writable, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), x) }
    words
}

/// Adds up the words of 64 bits modulo 2^64.
#[inline]
#[target_feature(enable = "avx512bw")]
fn sum64(x: __m512i) -> u64 {
    _mm512_reduce_add_epi64(x).cast_unsigned()
}

/// Adds the products of the words of 32 bits to the sums of the even and of the odd ones.
#[inline]
#[target_feature(enable = "avx512bw")]
fn add_products([even, odd]: [__m512i; 2], m: __m512i, x: __m512i) -> [__m512i; 2] {
    let (odd_m, odd_x) = (_mm512_srli_epi64::<32>(m), _mm512_srli_epi64::<32>(x));
    [
        _mm512_add_epi64(even, _mm512_mul_epu32(m, x)),
        _mm512_add_epi64(odd, _mm512_mul_epu32(odd_m, odd_x)),
    ]
}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64 {
    let ([key], blocks, tail) = cut(&[key], message);
    let mut first = [_mm512_setzero_si512(); 2];
    let mut second = first;
    let (pairs, rest) = blocks.as_chunks::<2>();
    let (keys, _) = key.as_chunks::<2>();
    for (x, block) in keys.iter().zip(pairs) {
        first = add_products(first, load(&block[0]), load(&x[0]));
        second = add_products(second, load(&block[1]), load(&x[1]));
    }
    for (x, block) in key[2 * pairs.len()..].iter().zip(rest) {
        first = add_products(first, load(block), load(x));
    }
    if let Some(x) = key.get(blocks.len()) {
        second = add_products(second, load_tail(tail), load(x));
    }
    let first = _mm512_add_epi64(first[0], first[1]);
    sum64(_mm512_add_epi64(first, _mm512_add_epi64(second[0], second[1])))
}

/// Adds the products of the words of 32 bits to the sums of the first row, even and odd, and of the
/// second. Each row has the key words of one word further on, which are the three arguments `x`.
///
/// The second row multiplies an even word by the key word that the first row uses for the odd word.
#[inline]
#[target_feature(enable = "avx512bw")]
fn add_products_x2(sums: [__m512i; 4], m: __m512i, x: [__m512i; 3]) -> [__m512i; 4] {
    let ([a, b, c, d], [even_x, odd_x, after]) = (sums, x);
    let odd_m = _mm512_srli_epi64::<32>(m);
    [
        _mm512_add_epi64(a, _mm512_mul_epu32(m, even_x)),
        _mm512_add_epi64(b, _mm512_mul_epu32(odd_m, odd_x)),
        _mm512_add_epi64(c, _mm512_mul_epu32(m, odd_x)),
        _mm512_add_epi64(d, _mm512_mul_epu32(odd_m, after)),
    ]
}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2] {
    let (key, blocks, tail) = cut(key, message);
    let mut sums = [_mm512_setzero_si512(); 4];
    for (i, block) in blocks.iter().enumerate() {
        let x = [load(&key[0][i]), load(&key[1][i]), load(&key[2][i])];
        sums = add_products_x2(sums, load(block), x);
    }
    if !tail.is_empty() {
        let i = blocks.len();
        let x = [load(&key[0][i]), load(&key[1][i]), load(&key[2][i])];
        sums = add_products_x2(sums, load_tail(tail), x);
    }
    let (a, b) = (_mm512_add_epi64(sums[0], sums[1]), _mm512_add_epi64(sums[2], sums[3]));
    let both = _mm512_add_epi64(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    let both = _mm256_add_epi64(_mm512_castsi512_si256(both), _mm512_extracti64x4_epi64::<1>(both));
    let both = _mm_add_epi64(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    let [a, b, ..] = words64(_mm512_zextsi128_si512(both));
    [a, b]
}

/// Exchanges the bytes of each word of 16 bits and biases the word.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn biased(m: __m512i) -> __m512i {
    let exchange =
        _mm512_broadcast_i32x4(_mm_set_epi64x(0x0e0f_0c0d_0a0b_0809, 0x0607_0405_0203_0001));
    _mm512_xor_si512(_mm512_shuffle_epi8(m, exchange), _mm512_set1_epi16(i16::MIN))
}

/// The sums of the products of words of 16 bits, modulo 2^32 in each of sixteen lanes.
#[derive(Clone, Copy)]
pub(super) struct Sums {
    /// The products with the key words of each row.
    pub(super) rows: [__m512i; 4],
    /// The words of the message themselves, which are products with 1.
    pub(super) message: __m512i,
}

/// Adds the products of signed words of 16 bits to `sum` in pairs.
#[inline]
#[target_feature(enable = "avx512bw")]
fn add_products16(sum: __m512i, m: __m512i, x: __m512i) -> __m512i {
    _mm512_add_epi32(sum, _mm512_madd_epi16(m, x))
}

/// Adds the products of words of a message, not yet biased, and key words.
#[inline]
#[target_feature(enable = "avx512bw")]
fn add_rows(sums: Sums, m: __m512i, x: [__m512i; 4]) -> Sums {
    let (m, [a, b, c, d]) = (biased(m), sums.rows);
    Sums {
        rows: [
            add_products16(a, m, x[0]),
            add_products16(b, m, x[1]),
            add_products16(c, m, x[2]),
            add_products16(d, m, x[3]),
        ],
        message: add_products16(sums.message, m, _mm512_set1_epi16(1)),
    }
}

/// Loads the key words of each row for block i.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn load_rows(key: &[&[[u16; 32]]; 4], i: usize) -> [__m512i; 4] {
    [load(&key[0][i]), load(&key[1][i]), load(&key[2][i]), load(&key[3][i])]
}

#[target_feature(enable = "avx512bw")]
pub(super) fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4] {
    let (key, blocks, tail) = cut(key, message);
    let zero = _mm512_setzero_si512();
    let mut sums = Sums { rows: [zero; 4], message: zero };
    for (i, block) in blocks.iter().enumerate() {
        sums = add_rows(sums, load(block), load_rows(&key, i));
    }
    if !tail.is_empty() {
        sums = add_rows(sums, load_tail(tail), load_rows(&key, blocks.len()));
    }
    total(sums)
}

/// Adds up each row and 2^15 times the sum of the message, modulo 2^32. All rows are combined in
/// one register before its parts are added.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn total(sums: Sums) -> [u32; 4] {
    let (message, [a, b, c, d]) = (_mm512_slli_epi32::<15>(sums.message), sums.rows);
    let (a, b) = (_mm512_add_epi32(a, message), _mm512_add_epi32(b, message));
    let (c, d) = (_mm512_add_epi32(c, message), _mm512_add_epi32(d, message));
    let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    let all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    let all = _mm256_add_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all));
    let all = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
    [
        _mm_cvtsi128_si32(all).cast_unsigned(),
        _mm_extract_epi32::<1>(all).cast_unsigned(),
        _mm_extract_epi32::<2>(all).cast_unsigned(),
        _mm_extract_epi32::<3>(all).cast_unsigned(),
    ]
}
