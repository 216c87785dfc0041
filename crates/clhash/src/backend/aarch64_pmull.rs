//! 128-bit registers with PMULL: one pair of words per instruction.
//!
//! The last step to 64 bits runs in general-purpose registers. The hash has to arrive in one
//! anyway, and ten shifts and XORs there finish sooner than another multiplication.

use super::{Block, Pair};
use crate::key::{BLOCK_BYTES, Key};
use core::arch::aarch64::*;
use gf2::backend::aarch64_pmull::*;
use gf2::backend::portable::reduce64;
use hash_core::load;

/// Computes `word` · `factor`, reduced; see `WordKey` for `quotient`.
#[inline]
#[target_feature(enable = "aes")]
pub(super) fn word(word: u64, factor: u64, quotient: u64) -> u64 {
    let w = from_u64(word);
    let product = mul_low(w, from_u64(factor));
    let quotient = mul_low(w, from_u64(quotient));
    low64(xor(product, mul_high(quotient, from_u64s(0, 27))))
}

#[inline]
#[target_feature(enable = "aes")]
pub(super) fn pair(key: &Key, words: u128, len: u64) -> u64 {
    end_short(key, words_times(words, key.pairs()[0]), len)
}

#[target_feature(enable = "aes")]
pub(super) fn hash(key: &Key, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= 32 {
        short(key, message)
    } else if message.len() <= BLOCK_BYTES {
        end_short(key, partial_block(key.pairs(), message), len)
    } else {
        let (blocks, rest) = message.as_chunks();
        let mut sum = blocks_sum(key, vdupq_n_u64(0), blocks);
        if !rest.is_empty() {
            sum = append_to(key, sum, partial_block(key.pairs(), rest));
        }
        end_long(key, sum, len)
    }
}

#[target_feature(enable = "aes")]
pub(super) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    to_u128(pairs_sum(&key.pairs()[first..], pairs))
}

#[target_feature(enable = "aes")]
pub(super) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    to_u128(blocks_sum(key, from_u128(sum), blocks))
}

#[target_feature(enable = "aes")]
pub(super) fn append(key: &Key, sum: u128, block: u128) -> u128 {
    to_u128(append_to(key, from_u128(sum), from_u128(block)))
}

#[target_feature(enable = "aes")]
pub(super) fn product(key: &Key, at: usize, words: u128) -> u128 {
    to_u128(words_times(words, key.pairs()[at]))
}

#[target_feature(enable = "aes")]
pub(super) fn finish_block(key: &Key, block: u128, at: usize, tail: u128, len: u64) -> u64 {
    end_short(key, xor(from_u128(block), words_times(tail, key.pairs()[at])), len)
}

#[target_feature(enable = "aes")]
pub(super) fn finish_blocks(key: &Key, sum: u128, len: u64) -> u64 {
    let sum = from_u128(sum);
    if len <= BLOCK_BYTES as u64 { end_short(key, sum, len) } else { end_long(key, sum, len) }
}

#[target_feature(enable = "aes")]
pub(super) fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [u64]) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "aes")]
pub(super) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) {
    let k = key.word();
    for (word, h) in words.iter().zip(out) {
        *h = self::word(*word, k.factor, k.quotient) ^ k.constant(8);
    }
}

/// Hashes at most 32 bytes.
#[inline]
#[target_feature(enable = "aes")]
fn short(key: &Key, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= 8 {
        let k = key.word();
        return word(load::word(message), k.factor, k.quotient) ^ k.constant(len);
    }
    let [k0, k1, ..] = *key.pairs();
    match (message.first_chunk(), message.last_chunk()) {
        (Some(first), Some(last)) if message.len() > 16 => {
            let first = words_times(u128::from_le_bytes(*first), k0);
            // The last 16 bytes repeat 32 - n of the first.
            let second = u128::from_le_bytes(*last) >> (8 * (32 - message.len()));
            end_short(key, xor(first, words_times(second, k1)), len)
        }
        _ => end_short(key, words_times(load::double_word(message), k0), len),
    }
}

/// Moves a word into the low half of a register and clears the high half.
#[inline]
#[target_feature(enable = "aes")]
fn from_u64(a: u64) -> uint64x2_t {
    from_u64s(a, 0)
}

/// Computes (w0 + k0) (w1 + k1).
#[inline]
#[target_feature(enable = "aes")]
fn times(words: uint64x2_t, key: [u64; 2]) -> uint64x2_t {
    mul_halves(xor(words, load_words(&key)))
}

/// Does the same for words in general-purpose registers, where the key is added sooner and the
/// halves need not be joined.
#[inline]
#[target_feature(enable = "aes")]
#[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
fn words_times(words: u128, [k0, k1]: [u64; 2]) -> uint64x2_t {
    mul_low(from_u64(words as u64 ^ k0), from_u64((words >> 64) as u64 ^ k1))
}

/// Computes the inner product of `pairs` under as many of the first `keys`.
#[inline]
#[target_feature(enable = "aes")]
fn pairs_sum(keys: &[[u64; 2]], pairs: &[Pair]) -> uint64x2_t {
    debug_assert!(pairs.len() <= keys.len(), "a pair has no key");
    let mut sum = vdupq_n_u64(0);
    let ((fours, rest), (key_fours, key_rest)) = (pairs.as_chunks::<4>(), keys.as_chunks::<4>());
    // Sums of four, so that the additions do not wait for one another.
    for ([w0, w1, w2, w3], [k0, k1, k2, k3]) in fours.iter().zip(key_fours) {
        let low = xor(times(load(w0), *k0), times(load(w1), *k1));
        let high = xor(times(load(w2), *k2), times(load(w3), *k3));
        sum = xor(sum, xor(low, high));
    }
    for (words, k) in rest.iter().zip(key_fours.get(fours.len()).map_or(key_rest, |k| &k[..])) {
        sum = xor(sum, times(load(words), *k));
    }
    sum
}

/// Computes the inner product of 17 to 1,024 bytes, or of fewer with fewer keys.
#[inline]
#[target_feature(enable = "aes")]
fn partial_block(keys: &[[u64; 2]], bytes: &[u8]) -> uint64x2_t {
    let before = (bytes.len() - 1) / 16;
    let last = times(last_pair(bytes), keys[before]);
    xor(pairs_sum(keys, bytes[..16 * before].as_chunks().0), last)
}

/// Loads the bytes of the last pair, 1 to 16 of them, zero-padded.
#[inline]
#[target_feature(enable = "aes")]
fn last_pair(bytes: &[u8]) -> uint64x2_t {
    let tail = (bytes.len().wrapping_sub(1) & 15) + 1;
    match bytes.last_chunk() {
        Some(last) => shift_down(load(last), 16 - tail),
        None => from_u128(load::double_word(bytes)),
    }
}

/// Returns the bytes of `x` from byte `by`, at most 16, on, zero-padded.
#[inline]
#[target_feature(enable = "aes")]
fn shift_down(x: uint64x2_t, by: usize) -> uint64x2_t {
    // Indices above 15 select zeros.
    const INDICES: [u8; 32] = {
        let mut indices = [0x80; 32];
        let mut i = 0_u8;
        while i < 16 {
            indices[i as usize] = i;
            i += 1;
        }
        indices
    };
    debug_assert!(by <= 16);
    match INDICES[by..].first_chunk() {
        Some(indices) => vreinterpretq_u64_u8(vqtbl1q_u8(
            vreinterpretq_u8_u64(x),
            vreinterpretq_u8_u64(load(indices)),
        )),
        None => vdupq_n_u64(0),
    }
}

/// Continues the polynomial with value `sum` over the blocks.
#[inline]
#[target_feature(enable = "aes")]
fn blocks_sum(key: &Key, mut sum: uint64x2_t, blocks: &[Block]) -> uint64x2_t {
    for block in blocks {
        sum = append_to(key, sum, pairs_sum(key.pairs(), block.as_chunks().0));
    }
    sum
}

/// Computes sum · k + block.
#[inline]
#[target_feature(enable = "aes")]
fn append_to(key: &Key, sum: uint64x2_t, block: uint64x2_t) -> uint64x2_t {
    let (hi, lo) = mul128(from_u128(key.k()), sum);
    xor(reduce_lazy(hi, lo), block)
}

/// Returns the hash of `len` bytes in one block with this inner product.
#[inline]
#[target_feature(enable = "aes")]
fn end_short(key: &Key, block: uint64x2_t, len: u64) -> u64 {
    let length = mul_low(from_u64(key.length()), from_u64(len));
    reduce64(to_u128(xor(block, length)))
}

/// Returns the hash of `len` bytes in several blocks with this polynomial.
#[inline]
#[target_feature(enable = "aes")]
fn end_long(key: &Key, sum: uint64x2_t, len: u64) -> u64 {
    end_short(key, times(sum, key.last()), len)
}
