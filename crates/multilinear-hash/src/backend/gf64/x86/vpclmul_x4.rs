//! Kernels for 512-bit registers and VPCLMULQDQ: eight words of a message at a time.

use crate::backend::gf64::narrow::{self, product, times};
use crate::backend::x86::avx512::load_tail_words;
use crate::function::Schedule64;
use gf2::backend::polynomials::{Polynomial, Polynomials};
use gf2::backend::x86::clmul::Clmul;
use gf2::backend::x86::vpclmul_x4::ClmulX4;

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn dot(pair: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    (product(Clmul::witness(), pair) ^ sum(key, message)).to_u128()
}

/// Computes the inner product of a message and the words of a key in a vector register.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn sum(key: &[u64], message: &[u8]) -> Clmul {
    match key.as_chunks().0.first_chunk() {
        Some(key) if message.len() <= 32 => short_sum(key, message),
        None if message.len() <= 32 => narrow::sum(Clmul::witness(), key, message),
        _ => long_sum(key, message),
    }
}

/// Computes the inner product of at most 32 bytes with the narrowest load that holds them.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn short_sum(key: &[[u64; 2]; 2], message: &[u8]) -> Clmul {
    if message.len() <= 16 { pair_sum(&key[0], message) } else { quad_sum(key, message) }
}

/// Computes the inner product of at most 16 bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn pair_sum(key: &[u64; 2], message: &[u8]) -> Clmul {
    let m = ClmulX4::witness().load_up_to_16(message);
    times(m, m.load_words(&[*key]))
}

/// Computes the inner product of at most 32 bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn quad_sum(key: &[[u64; 2]; 2], message: &[u8]) -> Clmul {
    let m = ClmulX4::witness().load_up_to_32(message);
    times(m, m.load_words(key)).sum_lanes()
}

/// Computes the inner product of at most 64 bytes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn eight_sum(key: &[[u64; 2]; 4], message: &[u8]) -> Clmul {
    let m = ClmulX4::witness().load_up_to_64(message);
    times(m, m.load_words(key)).sum_lanes()
}

/// Does the same with two registers. The sum comes earlier than that of one, whose lanes are added
/// in two steps.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn two_quads_sum(&[k0, k1, k2, k3]: &[[u64; 2]; 4], message: &[u8]) -> Clmul {
    let v = ClmulX4::witness();
    let (low, high) = message.split_at(message.len().min(32));
    let (low, high) = (v.load_up_to_32(low), v.load_up_to_32(high));
    let low = times(low, low.load_words(&[k0, k1]));
    (low ^ times(high, high.load_words(&[k2, k3]))).sum_lanes()
}

/// Computes the inner product of any number of bytes. For up to 64 bytes the key needs eight words.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long_sum(key: &[u64], message: &[u8]) -> Clmul {
    let v = ClmulX4::witness();
    let mut sum = v;
    debug_assert!(message.len() <= 8 * key.len(), "a word has no key");
    let ((units, _), (keys, _)) = (message.as_chunks::<16>(), key.as_chunks::<2>());
    let blocks = units.as_chunks().0;
    for (m, x) in blocks.iter().zip(keys.as_chunks().0) {
        sum = sum ^ times(v.load(m), v.load_words(x));
    }
    let tail = &message[64 * blocks.len()..];
    if !tail.is_empty() {
        let x = ClmulX4::new(load_tail_words(&key[8 * blocks.len()..]));
        sum = sum ^ times(v.load_up_to_64(tail), x);
    }
    sum.sum_lanes()
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn inner(key: &[u64], message: &[u8]) -> u64 {
    sum(key, message).to_gf64()
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    let len = message.len();
    if len >= key.constants.len() {
        return long_hash(key, message);
    }
    let first = &key.body.as_chunks().0.as_chunks().0[0];
    // No other branch depends on the length: a mispredicted one takes longer than the hash.
    let sum = if len <= 16 { pair_sum(&first[0], message) } else { two_quads_sum(first, message) };
    key.constants[len] ^ sum.to_gf64()
}

/// Hashes a message whose length enters by a product. Kept out of line so that short messages take
/// fewer jumps.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long_hash(key: &Schedule64, message: &[u8]) -> u64 {
    let pair = (message.len() as u64, key.length);
    let sum = product(Clmul::witness(), pair) ^ long_sum(&key.body, message);
    key.short() ^ sum.to_gf64()
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn dot_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    let first = &key.as_chunks().0.as_chunks().0[0];
    for message in messages {
        let len = message.len();
        let pair = (len as u64, length);
        let sum = if len <= 64 {
            // One register serves every length, so that the next message does not wait for a
            // mispredicted branch.
            let sum = product(Clmul::witness(), pair) ^ eight_sum(first, message);
            Some(sum.to_gf64())
        } else if len <= 8 * key.len() {
            Some((product(Clmul::witness(), pair) ^ long_sum(key, message)).to_gf64())
        } else {
            None
        };
        each(message, sum);
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn products(x: u64, c: u64, words: &[u64], out: &mut [u64]) {
    let v = ClmulX4::witness();
    let (x2, c2) = (v.splat(x), v.splat(c));
    let (eights, out_eights) =
        (words.as_chunks().0.as_chunks().0, out.as_chunks_mut().0.as_chunks_mut().0);
    let done = 8 * eights.len().min(out_eights.len());
    for (eight, h) in eights.iter().zip(out_eights) {
        let w = v.load_words(eight);
        let (even, odd) = (w.mul_low(x2).reduce64(), w.mul_high(x2).reduce64());
        (even.low_halves(odd) ^ c2).store_words(h);
    }
    narrow::products(Clmul::witness(), x, c, &words[done..], &mut out[done..]);
}
