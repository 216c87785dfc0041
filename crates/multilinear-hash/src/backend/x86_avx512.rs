//! 512-bit registers: sixteen words of 32 bits, thirty-two of 16.

use super::{Block, WINDOW16, WINDOW32, portable, windows};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// What a register is loaded from: 64 bytes of integers.
pub(super) trait Plain: Copy {}
impl Plain for [u8; 64] {}
impl Plain for [i8; 64] {}
impl Plain for [i16; 32] {}
impl Plain for [u16; 32] {}
impl Plain for [u32; 16] {}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn load<T: Plain>(from: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: the 64 bytes behind the reference are readable; no alignment is needed.
    unsafe { _mm512_loadu_si512(core::ptr::from_ref(from).cast()) }
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
fn words64(x: __m512i) -> [u64; 8] {
    let mut words = [0; 8];
    // SAFETY: the 64 bytes of the array are writable; no alignment is needed.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), x) }
    words
}

/// The sum of the words of 64 bits modulo 2^64.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
fn sum64(x: __m512i) -> u64 {
    _mm512_reduce_add_epi64(x).cast_unsigned()
}

/// The sum of the words of 32 bits modulo 2^32.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn sum32(x: __m512i) -> u32 {
    _mm512_reduce_add_epi32(x).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn dot32(key: &[[u32; 16]], message: &[Block]) -> u64 {
    let mut sums = [_mm512_setzero_si512(); 4];
    let step = |sums: &mut [__m512i], x: &[u32; 16], block: &Block| {
        let (m, x) = (load(block), load(x));
        let odd = _mm512_mul_epu32(_mm512_srli_epi64::<32>(m), _mm512_srli_epi64::<32>(x));
        sums[0] = _mm512_add_epi64(sums[0], _mm512_mul_epu32(m, x));
        sums[1] = _mm512_add_epi64(sums[1], odd);
    };
    let (blocks, rest) = message.as_chunks::<2>();
    let (keys, rest_keys) = key.as_chunks::<2>();
    for (x, block) in keys.iter().zip(blocks) {
        step(&mut sums[..2], &x[0], &block[0]);
        step(&mut sums[2..], &x[1], &block[1]);
    }
    // The last block, if their number is odd: the key may have more.
    let last = keys.get(blocks.len()).map_or(rest_keys, <[_; 2]>::as_slice);
    for (x, block) in last.iter().zip(rest) {
        step(&mut sums[..2], x, block);
    }
    let [a, b, c, d] = sums;
    sum64(_mm512_add_epi64(_mm512_add_epi64(a, b), _mm512_add_epi64(c, d)))
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn dot32_exact(key: &[[u32; 16]], message: &[Block]) -> u128 {
    let low_half = _mm512_set1_epi64(0xffff_ffff);
    let (mut low, mut high) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    for (x, block) in key.iter().zip(message) {
        let (m, x) = (load(block), load(x));
        let even = _mm512_mul_epu32(m, x);
        let odd = _mm512_mul_epu32(_mm512_srli_epi64::<32>(m), _mm512_srli_epi64::<32>(x));
        for product in [even, odd] {
            low = _mm512_add_epi64(low, _mm512_and_si512(product, low_half));
            high = _mm512_add_epi64(high, _mm512_srli_epi64::<32>(product));
        }
    }
    portable::sum(&words64(low)) + (portable::sum(&words64(high)) << 32)
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn dot32x2(key: &[u32], message: &[Block]) -> [u64; 2] {
    let mut sums = [_mm512_setzero_si512(); 4];
    for (x, block) in windows::<_, 16, WINDOW32>(key).zip(message) {
        // The second sum's key word of an even word is the first one's of the odd word.
        // What is two words on is shifted in from the next register: a load across cache lines takes longer.
        let [x, next] = [0, 1].map(|i| load::<[u32; 16]>(&x.as_chunks().0[i]));
        let (m, behind) = (load(block), _mm512_alignr_epi64::<1>(next, x));
        let (odd_m, odd_x) = (_mm512_srli_epi64::<32>(m), _mm512_srli_epi64::<32>(x));
        sums[0] = _mm512_add_epi64(sums[0], _mm512_mul_epu32(m, x));
        sums[1] = _mm512_add_epi64(sums[1], _mm512_mul_epu32(odd_m, odd_x));
        sums[2] = _mm512_add_epi64(sums[2], _mm512_mul_epu32(m, odd_x));
        sums[3] = _mm512_add_epi64(sums[3], _mm512_mul_epu32(odd_m, behind));
    }
    let [a, b, c, d] = sums;
    [sum64(_mm512_add_epi64(a, b)), sum64(_mm512_add_epi64(c, d))]
}

/// The bytes of each word of 16 bits exchanged, and the word biased.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn biased(m: __m512i) -> __m512i {
    let exchange =
        _mm512_broadcast_i32x4(_mm_set_epi64x(0x0e0f_0c0d_0a0b_0809, 0x0607_0405_0203_0001));
    _mm512_xor_si512(_mm512_shuffle_epi8(m, exchange), _mm512_set1_epi16(i16::MIN))
}

#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn dot16<const T: usize, const PLAIN: bool>(key: &[u16], message: &[Block]) -> [u32; T] {
    let ones = _mm512_set1_epi16(1);
    let (mut sums, mut of_key) = ([_mm512_setzero_si512(); T], [_mm512_setzero_si512(); T]);
    let mut plain = _mm512_setzero_si512();
    for (x, block) in windows::<_, 32, WINDOW16>(key).zip(message) {
        let m = biased(load(block));
        plain = _mm512_add_epi32(plain, _mm512_madd_epi16(m, ones));
        for (j, sum) in sums.iter_mut().enumerate() {
            let mut x = load::<[u16; 32]>(&x[j..].as_chunks().0[0]);
            if PLAIN {
                x = _mm512_xor_si512(x, _mm512_set1_epi16(i16::MIN));
                of_key[j] = _mm512_add_epi32(of_key[j], _mm512_madd_epi16(x, ones));
            }
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(m, x));
        }
    }
    let mut out = [0; T];
    for (j, out) in out.iter_mut().enumerate() {
        let plain = _mm512_slli_epi32::<15>(_mm512_add_epi32(plain, of_key[j]));
        *out = sum32(_mm512_add_epi32(sums[j], plain));
    }
    out
}

#[target_feature(enable = "avx2,avx512f,avx512bw")]
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

#[target_feature(enable = "avx2,avx512f,avx512bw")]
pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    let low = _mm512_set1_epi16(0xff);
    let mut sums = [_mm512_setzero_si512(); R];
    for (x, block) in key.windows(R).zip(message) {
        // Even and odd bytes as words: the products of pairs of bytes would saturate.
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
