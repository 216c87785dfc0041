//! Kernels for 512-bit registers: sixteen words of 32 bits or thirty-two of 16 at a time.
//!
//! Steps that a kernel repeats are macros inside it, because closures over vectors become calls in
//! builds for size.

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

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64 {
    let ([key], blocks, tail) = cut(&[key], message);
    let zero = _mm512_setzero_si512();
    let (mut a, mut b, mut c, mut d) = (zero, zero, zero, zero);
    macro_rules! step {
        ($even:ident, $odd:ident, $x:expr, $m:expr) => {
            let (x, m) = ($x, $m);
            let odd = _mm512_mul_epu32(_mm512_srli_epi64::<32>(m), _mm512_srli_epi64::<32>(x));
            $even = _mm512_add_epi64($even, _mm512_mul_epu32(m, x));
            $odd = _mm512_add_epi64($odd, odd);
        };
    }
    let (pairs, rest) = blocks.as_chunks::<2>();
    let (keys, _) = key.as_chunks::<2>();
    for (x, block) in keys.iter().zip(pairs) {
        step!(a, b, load(&x[0]), load(&block[0]));
        step!(c, d, load(&x[1]), load(&block[1]));
    }
    for (x, block) in key[2 * pairs.len()..].iter().zip(rest) {
        step!(a, b, load(x), load(block));
    }
    if let Some(x) = key.get(blocks.len()) {
        step!(c, d, load(x), load_tail(tail));
    }
    sum64(_mm512_add_epi64(_mm512_add_epi64(a, b), _mm512_add_epi64(c, d)))
}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2] {
    let (key, blocks, tail) = cut(key, message);
    let mut sums = [_mm512_setzero_si512(); 4];
    macro_rules! step {
        ($i:expr, $m:expr) => {
            let (i, m) = ($i, $m);
            // The second sum multiplies an even word by the key word that the first sum uses for
            // the odd word.
            let (x, odd_x, after) = (load(&key[0][i]), load(&key[1][i]), load(&key[2][i]));
            let odd_m = _mm512_srli_epi64::<32>(m);
            sums[0] = _mm512_add_epi64(sums[0], _mm512_mul_epu32(m, x));
            sums[1] = _mm512_add_epi64(sums[1], _mm512_mul_epu32(odd_m, odd_x));
            sums[2] = _mm512_add_epi64(sums[2], _mm512_mul_epu32(m, odd_x));
            sums[3] = _mm512_add_epi64(sums[3], _mm512_mul_epu32(odd_m, after));
        };
    }
    for (i, block) in blocks.iter().enumerate() {
        step!(i, load(block));
    }
    if !tail.is_empty() {
        step!(blocks.len(), load_tail(tail));
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

#[target_feature(enable = "avx512bw")]
pub(super) fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4] {
    let (key, blocks, tail) = cut(key, message);
    let (zero, ones) = (_mm512_setzero_si512(), _mm512_set1_epi16(1));
    let (mut sums, mut plain) = ([zero; 4], zero);
    macro_rules! step {
        ($i:expr, $m:expr) => {
            let (i, m) = ($i, biased($m));
            plain = _mm512_add_epi32(plain, _mm512_madd_epi16(m, ones));
            each_row!(j, {
                sums[j] = _mm512_add_epi32(sums[j], _mm512_madd_epi16(m, load(&key[j][i])));
            });
        };
    }
    for (i, block) in blocks.iter().enumerate() {
        step!(i, load(block));
    }
    if !tail.is_empty() {
        step!(blocks.len(), load_tail(tail));
    }
    rows(sums, plain)
}

/// Adds up each row and 2^15 times the sum of the message, modulo 2^32. All rows are combined in
/// one register before its parts are added.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn rows(mut rows: [__m512i; 4], message: __m512i) -> [u32; 4] {
    let message = _mm512_slli_epi32::<15>(message);
    each_row!(j, {
        rows[j] = _mm512_add_epi32(rows[j], message);
    });
    let [a, b, c, d] = rows;
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
