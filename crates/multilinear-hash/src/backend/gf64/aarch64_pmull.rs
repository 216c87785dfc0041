//! Kernels for 128-bit registers and PMULL: two words of a message at a time.

use super::{last_pair, one_by_one, word_by_word};
use crate::function::Schedule64;
use gf2::backend::aarch64_pmull::{
    from_u64s, from_u128, load, load_words, mul_halves, mul_high, mul_low, to_u128, xor,
};
use gf2::backend::portable::reduce64;

#[inline]
#[target_feature(enable = "aes")]
pub(super) fn dot((a, b): (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    let mut sum = mul_halves(from_u64s(a, b));
    debug_assert!(message.len() <= 8 * key.len(), "a word has no key");
    let ((pairs, tail), (keys, _)) = (message.as_chunks(), key.as_chunks());
    for (m, x) in pairs.iter().zip(keys) {
        let (m, x) = (load(m), load_words(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    if !tail.is_empty() {
        let (m, x) = last_pair(&key[2 * pairs.len()..], message, tail.len());
        let (m, x) = (from_u128(m), from_u128(x));
        sum = xor(sum, xor(mul_low(m, x), mul_high(m, x)));
    }
    to_u128(sum)
}

#[target_feature(enable = "aes")]
pub(super) fn inner(key: &[u64], message: &[u8]) -> u64 {
    reduce64(dot((0, 0), key, message))
}

#[target_feature(enable = "aes")]
pub(super) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    if let Some(constant) = key.constants.get(message.len()) {
        return constant ^ inner(&key.body, message);
    }
    let pair = (message.len() as u64, key.length);
    key.short() ^ reduce64(dot(pair, &key.body, message))
}

#[target_feature(enable = "aes")]
pub(super) fn dot_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    each: impl FnMut(&'m [u8], Option<u64>),
) {
    one_by_one(length, key, messages, each, |pair, key, message| reduce64(dot(pair, key, message)));
}

#[target_feature(enable = "aes")]
pub(super) fn products(x: u64, c: u64, words: &[u64], out: &mut [u64]) {
    word_by_word(c, words, out, |word| reduce64(to_u128(mul_halves(from_u64s(word, x)))));
}
