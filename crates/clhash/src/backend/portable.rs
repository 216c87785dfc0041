//! Integer arithmetic in constant time, with the multiplication of `gf2::portable`.

use super::{Block, Pair};
use crate::key::{BLOCK_BYTES, Key, KeyBytes};
use gf2::backend::portable::{clmul64, clmul128, reduce_lazy, reduce64};
use hash_core::load;

/// Computes (w0 + k0) (w1 + k1) for the two words of a pair.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
const fn times(words: u128, key: [u64; 2]) -> u128 {
    clmul64(words as u64 ^ key[0], (words >> 64) as u64 ^ key[1])
}

/// Computes `word` · `factor`, reduced. The kernels that multiply faster than they reduce use
/// `quotient`.
pub(super) fn word(word: u64, factor: u64, _quotient: u64) -> u64 {
    reduce64(clmul64(word, factor))
}

pub(super) fn pair(key: &Key, words: u128, len: u64) -> u64 {
    reduce64(times(words, key.pairs()[0]) ^ clmul64(key.length(), len))
}

// Out of line, because beside the calls of the other levels it would give them its stack frame.
#[inline(never)]
pub(super) fn hash(key: &Key, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= 8 {
        let k = key.word();
        return word(load::word(message), k.factor, k.quotient) ^ k.constant(len);
    }
    let (blocks, rest) = message.as_chunks();
    let mut sum = horner(key, 0, blocks);
    if !rest.is_empty() {
        let (pairs, tail) = rest.as_chunks();
        let mut block = clnh(key, 0, pairs);
        if !tail.is_empty() {
            block ^= times(load::double_word(tail), key.pairs()[pairs.len()]);
        }
        // A first block is multiplied by nothing.
        sum = if blocks.is_empty() { block } else { append(key, sum, block) };
    }
    finish_blocks(key, sum, len)
}

/// Computes the whole key. `gf2::Backend` is portable only on CPUs without a carry-less multiplier.
/// Kept out of line, so that callers need no stack frame with room for the key.
#[inline(never)]
pub(super) fn hash_borrowed(key: &KeyBytes, message: &[u8]) -> u64 {
    hash(&Key::from_bytes(key), message)
}

pub(super) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    let keys = &key.pairs()[first..];
    debug_assert!(pairs.len() <= keys.len(), "a pair has no key");
    pairs.iter().zip(keys).fold(0, |sum, (words, k)| sum ^ times(u128::from_le_bytes(*words), *k))
}

pub(super) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    blocks.iter().fold(sum, |sum, block| append(key, sum, clnh(key, 0, block.as_chunks().0)))
}

pub(super) fn append(key: &Key, sum: u128, block: u128) -> u128 {
    reduce_lazy(clmul128(key.k(), sum)) ^ block
}

pub(super) fn product(key: &Key, at: usize, words: u128) -> u128 {
    times(words, key.pairs()[at])
}

pub(super) fn finish_block(key: &Key, block: u128, at: usize, tail: u128, len: u64) -> u64 {
    reduce64(block ^ product(key, at, tail) ^ clmul64(key.length(), len))
}

pub(super) fn finish_blocks(key: &Key, sum: u128, len: u64) -> u64 {
    let short = len <= BLOCK_BYTES as u64;
    reduce64(if short { sum } else { times(sum, key.last()) } ^ clmul64(key.length(), len))
}

pub(super) fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [u64]) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

pub(super) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) {
    let k = key.word();
    for (word, h) in words.iter().zip(out) {
        *h = self::word(*word, k.factor, k.quotient) ^ k.constant(8);
    }
}
