//! 256-bit registers with VPCLMULQDQ: two pairs of words per instruction.
//!
//! Works like `x86_vpclmul_x4`, with two blocks at once: lane j of `lanes` is the polynomial over
//! the blocks j, j + 2, j + 4, …, continued by k². At the end, the lanes are multiplied by k and 1
//! and added.

// These kernels gain nothing from wide registers.
pub(super) use super::x86_clmul::{append, finish_block, finish_blocks, pair, product, word};

use super::{Block, Pair, x86_clmul};
use crate::key::{BLOCK_BYTES, Key};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::{from_u128, to_u128};
use gf2::backend::x86_vpclmul_x2::*;
use x86_clmul::{append_to, end_long, end_short, pairs_sum};

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash(key: &Key, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= 64 {
        x86_clmul::hash(key, message)
    } else if message.len() <= BLOCK_BYTES {
        end_short(key, partial_block(key, message), len)
    } else {
        let (blocks, rest) = message.as_chunks();
        let mut sum = blocks_sum(key, _mm_setzero_si128(), blocks);
        if !rest.is_empty() {
            sum = append_to(key, sum, partial_block(key, rest));
        }
        end_long(key, sum, len)
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    let keys = &key.pairs()[first..];
    let (chunks, rest) = pairs.as_flattened().as_chunks();
    let lanes = chunks_sum(keys.as_flattened().as_chunks().0, chunks);
    let rest = pairs_sum(&keys[2 * chunks.len()..], rest.as_chunks().0);
    to_u128(_mm_xor_si128(xor_lanes(lanes), rest))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    to_u128(blocks_sum(key, from_u128(sum), blocks))
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [u64]) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(super) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) {
    let [k0, k1] = key.pairs()[0];
    let (k0, k1) = (_mm256_set1_epi64x(k0.cast_signed()), _mm256_set1_epi64x(k1.cast_signed()));
    let length = mul_low(_mm256_set1_epi64x(key.length().cast_signed()), _mm256_set1_epi64x(8));
    let (fours, rest) = words.as_chunks();
    let (out_fours, out_rest) = out.as_chunks_mut();
    for (four, h) in fours.iter().zip(out_fours) {
        let w = xor(load_words(four), k0);
        let (even, odd) = (xor(mul_low(w, k1), length), xor(mul_high(w, k1), length));
        let (lo, hi) = (_mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd));
        store_words(reduce64_halves(lo, hi), h);
    }
    x86_clmul::hash_u64s(key, rest, out_rest);
}

/// Computes the inner product of a block, still in two lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn block_lanes(key: &Key, block: &Block) -> __m256i {
    let (words, _) = block.as_chunks();
    let (keys, _) = key.block().as_chunks();
    chunks_sum(keys, words)
}

/// Computes the inner product of `chunks` under as many of the first `keys`, in two lanes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn chunks_sum(keys: &[[u64; 4]], chunks: &[[u8; 32]]) -> __m256i {
    let mut sums = [_mm256_setzero_si256(); 2];
    for (i, (words, k)) in chunks.iter().zip(keys).enumerate() {
        sums[i % 2] = xor(sums[i % 2], mul_halves(xor(load(words), load_words(k))));
    }
    xor(sums[0], sums[1])
}

/// Computes the inner product of 17 to 1,024 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn partial_block(key: &Key, bytes: &[u8]) -> __m128i {
    let (keys, _) = key.block().as_chunks();
    let before = (bytes.len() - 1) / 32;
    let (chunks, last) = bytes.split_at(32 * before);
    let last = x86_clmul::partial_block(&key.pairs()[2 * before..], last);
    _mm_xor_si128(xor_lanes(chunks_sum(keys, chunks.as_chunks().0)), last)
}

/// Continues the polynomial with value `sum` over the blocks.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn blocks_sum(key: &Key, mut sum: __m128i, blocks: &[Block]) -> __m128i {
    // A block without a partner goes first, because its step overlaps with the following pairs.
    let (first, pairs) = blocks.split_at(blocks.len() % 2);
    for block in first {
        sum = append_to(key, sum, xor_lanes(block_lanes(key, block)));
    }
    let (pairs, _) = pairs.as_chunks::<2>();
    if pairs.is_empty() {
        return sum;
    }
    let [_, square, k, one] = *key.k_powers();
    let square = broadcast(from_u128(square));
    let mut lanes = _mm256_inserti128_si256::<1>(_mm256_setzero_si256(), sum);
    for [b0, b1] in pairs {
        let (hi, lo) = mul128(lanes, square);
        let group = xor_lanes2(block_lanes(key, b0), block_lanes(key, b1));
        lanes = xor(reduce_lazy(hi, lo), group);
    }
    let (hi, lo) = mul128(lanes, _mm256_set_m128i(from_u128(one), from_u128(k)));
    gf2::backend::x86_clmul::reduce_lazy(xor_lanes(hi), xor_lanes(lo))
}

/// Stores a register as words: the inverse of `load_words`.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn store_words(x: __m256i, words: &mut [u64; 4]) {
    // SAFETY: the reference makes 32 bytes writable, and no alignment is needed.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), x) }
}

/// Reduces four products hi · x^64 + lo modulo x^64 + x^4 + x^3 + x + 1, by shifts, because the
/// multiplier is busy.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn reduce64_halves(lo: __m256i, hi: __m256i) -> __m256i {
    let overflow = xor(
        xor(_mm256_srli_epi64::<60>(hi), _mm256_srli_epi64::<61>(hi)),
        _mm256_srli_epi64::<63>(hi),
    );
    let h = xor(hi, overflow);
    let shifted =
        xor(xor(_mm256_slli_epi64::<1>(h), _mm256_slli_epi64::<3>(h)), _mm256_slli_epi64::<4>(h));
    xor(xor(lo, h), shifted)
}
