//! Kernels for 512-bit registers and VPCLMULQDQ: eight words of a message at a time.

use super::x86_clmul;
use crate::backend::x86_avx512::load_tail_words;
use crate::function::Schedule64;
#[cfg(target_arch = "x86")]
use core::arch::x86::{__m128i, _mm512_unpacklo_epi64};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{__m128i, _mm512_unpacklo_epi64};
use gf2::backend::x86_clmul::{self as pclmul, from_u64s, from_u128, low64, mul_halves, to_u128};
use gf2::backend::x86_vpclmul_x2 as vpclmul_x2;
use gf2::backend::x86_vpclmul_x4::{
    self as vpclmul, broadcast, load, load_up_to_16, load_up_to_32, load_up_to_64, load_words,
    mul_high, mul_low, store_words, xor, xor_lanes,
};

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    to_u128(pclmul::xor(x86_clmul::product(pair), sum(key, message)))
}

/// Computes the inner product of a message and the words of a key in a vector register.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn sum(key: &[u64], message: &[u8]) -> __m128i {
    match key.first_chunk() {
        Some(key) if message.len() <= 32 => short_sum(key, message),
        None if message.len() <= 32 => x86_clmul::sum(from_u128(0), key, message),
        _ => long_sum(key, message),
    }
}

/// Computes the inner product of at most 32 bytes with the narrowest load that holds them.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn short_sum(key: &[u64; 4], message: &[u8]) -> __m128i {
    if message.len() <= 16 {
        pair_sum(&key.as_chunks().0[0], message)
    } else {
        quad_sum(key, message)
    }
}

/// Computes the inner product of at most 16 bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn pair_sum(key: &[u64; 2], message: &[u8]) -> __m128i {
    let (m, x) = (load_up_to_16(message), pclmul::load_words(key));
    pclmul::xor(pclmul::mul_low(m, x), pclmul::mul_high(m, x))
}

/// Computes the inner product of at most 32 bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn quad_sum(key: &[u64; 4], message: &[u8]) -> __m128i {
    let (m, x) = (load_up_to_32(message), vpclmul_x2::load_words(key));
    vpclmul_x2::xor_lanes(vpclmul_x2::xor(vpclmul_x2::mul_low(m, x), vpclmul_x2::mul_high(m, x)))
}

/// Computes the inner product of at most 64 bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn eight_sum(key: &[u64; 8], message: &[u8]) -> __m128i {
    let (m, x) = (load_up_to_64(message), load_words(key));
    xor_lanes(xor(mul_low(m, x), mul_high(m, x)))
}

/// Computes the inner product of any number of bytes. For up to 64 bytes the key needs eight words.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long_sum(key: &[u64], message: &[u8]) -> __m128i {
    let mut sum = broadcast(from_u128(0));
    debug_assert!(message.len() <= 8 * key.len(), "a word has no key");
    let ((blocks, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in blocks.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    if !tail.is_empty() {
        let (m, x) = (load_up_to_64(tail), load_tail_words(&key[8 * blocks.len()..]));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    xor_lanes(sum)
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn inner(key: &[u64], message: &[u8]) -> u64 {
    low64(pclmul::reduce64(sum(key, message)))
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    let len = message.len();
    if len >= key.constants.len() {
        return long_hash(key, message);
    }
    let sum = if len <= 32 {
        short_sum(&key.body.as_chunks().0[0], message)
    } else {
        eight_sum(&key.body.as_chunks().0[0], message)
    };
    key.constants[len] ^ low64(pclmul::reduce64(sum))
}

/// Hashes a message whose length enters by a product. Kept out of line so that short messages take
/// fewer jumps.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long_hash(key: &Schedule64, message: &[u8]) -> u64 {
    let pair = (message.len() as u64, key.length);
    let sum = pclmul::xor(x86_clmul::product(pair), long_sum(&key.body, message));
    key.short() ^ low64(pclmul::reduce64(sum))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn dot_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    let first = &key.as_chunks().0[0];
    for message in messages {
        let len = message.len();
        let pair = (len as u64, length);
        let sum = if len <= 64 {
            // One register serves every length, so that the next message does not wait for a
            // mispredicted branch.
            let sum = pclmul::xor(x86_clmul::product(pair), eight_sum(first, message));
            Some(low64(pclmul::reduce64(sum)))
        } else if len <= 8 * key.len() {
            Some(low64(pclmul::reduce64(pclmul::xor(
                x86_clmul::product(pair),
                long_sum(key, message),
            ))))
        } else {
            None
        };
        each(message, sum);
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn products(x: u64, c: u64, words: &[u64], out: &mut [u64]) {
    let ((eights, rest), (out_eights, out_rest)) = (words.as_chunks(), out.as_chunks_mut());
    let (x2, c2) = (broadcast(from_u64s(x, x)), broadcast(from_u64s(c, c)));
    for (eight, h) in eights.iter().zip(out_eights) {
        let w = load_words(eight);
        let (even, odd) = (vpclmul::reduce64(mul_low(w, x2)), vpclmul::reduce64(mul_high(w, x2)));
        store_words(xor(_mm512_unpacklo_epi64(even, odd), c2), h);
    }
    for (word, h) in rest.iter().zip(out_rest) {
        *h = low64(pclmul::reduce64(mul_halves(from_u64s(*word, x)))) ^ c;
    }
}
