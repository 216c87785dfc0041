//! The kernels on registers of one polynomial: two words of a message at a time. `v` is any
//! register, which proves that the CPU has the instructions.

use super::last_pair;
use crate::function::Schedule64;
use core::array;
use gf2::backend::polynomials::{Polynomial, Polynomials};

#[inline(always)]
pub(super) fn dot<V: Polynomial>(v: V, pair: (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    sum(product(v, pair), key, message).to_u128()
}

#[inline(always)]
pub(super) fn inner<V: Polynomial>(v: V, key: &[u64], message: &[u8]) -> u64 {
    sum(v.zero(), key, message).to_gf64()
}

#[inline(always)]
pub(super) fn hash<V: Polynomial>(v: V, key: &Schedule64, message: &[u8]) -> u64 {
    if let Some(constant) = key.constants.get(message.len()) {
        return constant ^ inner(v, &key.body, message);
    }
    let pair = (message.len() as u64, key.length);
    key.short() ^ sum(product(v, pair), &key.body, message).to_gf64()
}

#[inline(always)]
pub(super) fn dot_each<'m, V: Polynomial>(
    v: V,
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    for message in messages {
        let pair = product(v, (message.len() as u64, length));
        let fits = message.len() <= 8 * key.len();
        each(message, if fits { Some(sum(pair, key, message).to_gf64()) } else { None });
    }
}

#[inline(always)]
pub(super) fn products<V: Polynomial>(v: V, x: u64, c: u64, words: &[u64], out: &mut [u64]) {
    for (word, h) in words.iter().zip(out) {
        *h = product(v, (*word, x)).to_gf64() ^ c;
    }
}

/// Computes the product of a pair.
#[inline(always)]
pub(super) fn product<V: Polynomial>(v: V, (a, b): (u64, u64)) -> V {
    v.of_halves(a, b).mul_halves()
}

/// Adds the inner product to a sum.
#[inline(always)]
pub(super) fn sum<V: Polynomial>(mut sum: V, key: &[u64], message: &[u8]) -> V {
    debug_assert!(message.len() <= 8 * key.len(), "a word has no key");
    let ((pairs, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in pairs.iter().zip(keys) {
        sum = sum ^ times(sum.load(array::from_ref(m)), sum.load_words(array::from_ref(x)));
    }
    if !tail.is_empty() {
        let (m, x) = last_pair(&key[2 * pairs.len()..], message, tail.len());
        sum = sum ^ times(sum.of_u128(m), sum.of_u128(x));
    }
    sum
}

/// Computes the products of the words in each lane, and adds them.
#[inline(always)]
pub(super) fn times<V: Polynomials<LANES>, const LANES: usize>(words: V, keys: V) -> V {
    words.mul_low(keys) ^ words.mul_high(keys)
}
