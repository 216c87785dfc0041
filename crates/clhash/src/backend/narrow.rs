//! The kernels on registers of one polynomial: one pair of words per instruction. `v` is any
//! register, which proves that the CPU has the instructions.

use super::schedule::{KeyPair, Schedule};
use super::{Block, Pair};
use crate::key::{BLOCK_BYTES, Key, KeyBytes};
use core::array;
use gf2::backend::polynomials::Polynomial;
use hash_core::load::{double_word, word as load_word};

/// Computes `word` · `factor`, reduced; see `WordKey` for `quotient`.
#[inline(always)]
pub(super) fn word<V: Polynomial>(v: V, word: u64, factor: u64, quotient: u64) -> u64 {
    let w = from_u64(v, word);
    let product = w.mul_low(from_u64(v, factor));
    let quotient = w.mul_low(from_u64(v, quotient));
    (product ^ quotient.mul_high_low(from_u64(v, 27))).low64()
}

#[inline(always)]
pub(super) fn pair<V: Polynomial>(v: V, key: &Key, words: u128, len: u64) -> u64 {
    end_short(key, words_times(v, words, key.pairs()[0]), len)
}

#[inline(always)]
pub(super) fn hash<V: Polynomial>(v: V, key: &Key, message: &[u8]) -> u64 {
    whole(v, key, message)
}

#[inline(always)]
pub(super) fn hash_borrowed<V: Polynomial>(v: V, key: &KeyBytes, message: &[u8]) -> u64 {
    whole(v, key, message)
}

/// Hashes a whole message.
#[inline(always)]
fn whole<V: Polynomial>(v: V, key: &impl Schedule, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= 32 {
        short(v, key, message)
    } else if message.len() <= BLOCK_BYTES {
        end_short(key, partial_block(v, key.pairs(), message), len)
    } else {
        let (blocks, rest) = message.as_chunks();
        let mut sum = blocks_sum(key, v.zero(), blocks);
        if !rest.is_empty() {
            sum = append_to(key, sum, partial_block(v, key.pairs(), rest));
        }
        end_long(key, sum, len)
    }
}

#[inline(always)]
pub(super) fn clnh<V: Polynomial>(v: V, key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    pairs_sum(v, &key.pairs()[first..], pairs).to_u128()
}

#[inline(always)]
pub(super) fn horner<V: Polynomial>(v: V, key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    blocks_sum(key, v.of_u128(sum), blocks).to_u128()
}

#[inline(always)]
pub(super) fn append<V: Polynomial>(v: V, key: &Key, sum: u128, block: u128) -> u128 {
    append_to(key, v.of_u128(sum), v.of_u128(block)).to_u128()
}

#[inline(always)]
pub(super) fn product<V: Polynomial>(v: V, key: &Key, at: usize, words: u128) -> u128 {
    words_times(v, words, key.pairs()[at]).to_u128()
}

#[inline(always)]
pub(super) fn finish_block<V: Polynomial>(
    v: V,
    key: &Key,
    block: u128,
    at: usize,
    tail: u128,
    len: u64,
) -> u64 {
    end_short(key, v.of_u128(block) ^ words_times(v, tail, key.pairs()[at]), len)
}

#[inline(always)]
pub(super) fn finish_blocks<V: Polynomial>(v: V, key: &Key, sum: u128, len: u64) -> u64 {
    let sum = v.of_u128(sum);
    if len <= BLOCK_BYTES as u64 { end_short(key, sum, len) } else { end_long(key, sum, len) }
}

#[inline(always)]
pub(super) fn hash_each<'m, V: Polynomial>(
    v: V,
    key: &Key,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [u64],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(v, key, message);
    }
}

#[inline(always)]
pub(super) fn hash_u64s<V: Polynomial>(v: V, key: &Key, words: &[u64], out: &mut [u64]) {
    let k = key.word();
    for (word, h) in words.iter().zip(out) {
        *h = self::word(v, *word, k.factor, k.quotient) ^ k.constant(8);
    }
}

/// Hashes at most 32 bytes.
#[inline(always)]
pub(super) fn short<V: Polynomial>(v: V, key: &impl Schedule, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= 8 {
        return key.word(v, load_word(message), len);
    }
    let [k0, k1, ..] = *key.pairs();
    match (message.first_chunk(), message.last_chunk()) {
        (Some(first), Some(last)) if message.len() > 16 => {
            let first = words_times(v, u128::from_le_bytes(*first), k0.words());
            // The last 16 bytes repeat 32 - n of the first.
            let second = u128::from_le_bytes(*last) >> (8 * (32 - message.len()));
            end_short(key, first ^ words_times(v, second, k1.words()), len)
        }
        _ => end_short(key, words_times(v, double_word(message), k0.words()), len),
    }
}

/// Moves a word into the low half of a register and clears the high half.
///
/// On x86 the word goes through a general-purpose register, even if it comes from memory: some CPUs
/// load no vector before the addresses of all earlier stores are known.
#[inline(always)]
fn from_u64<V: Polynomial>(v: V, a: u64) -> V {
    #[cfg(target_arch = "x86_64")]
    let a = hash_core::opaque!(reg a);
    v.of_halves(a, 0)
}

/// Computes (w0 + k0) (w1 + k1).
#[inline(always)]
pub(super) fn times<V: Polynomial>(words: V, key: impl KeyPair) -> V {
    (words ^ KeyPair::load(words, &[key])).mul_halves()
}

/// Does the same for words in general-purpose registers, where the key is added sooner and the
/// halves need not be joined.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
pub(super) fn words_times<V: Polynomial>(v: V, words: u128, [k0, k1]: [u64; 2]) -> V {
    from_u64(v, words as u64 ^ k0).mul_low(from_u64(v, (words >> 64) as u64 ^ k1))
}

/// Computes the inner product of `pairs` under as many of the first `keys`.
#[inline(always)]
pub(super) fn pairs_sum<V: Polynomial>(v: V, keys: &[impl KeyPair], pairs: &[Pair]) -> V {
    debug_assert!(pairs.len() <= keys.len(), "a pair has no key");
    let mut sum = v.zero();
    let ((fours, rest), (key_fours, key_rest)) = (pairs.as_chunks::<4>(), keys.as_chunks::<4>());
    // Sums of four, so that the additions do not wait for one another.
    for ([w0, w1, w2, w3], [k0, k1, k2, k3]) in fours.iter().zip(key_fours) {
        let low = times(load(v, w0), *k0) ^ times(load(v, w1), *k1);
        let high = times(load(v, w2), *k2) ^ times(load(v, w3), *k3);
        sum = sum ^ (low ^ high);
    }
    for (words, k) in rest.iter().zip(key_fours.get(fours.len()).map_or(key_rest, |k| &k[..])) {
        sum = sum ^ times(load(v, words), *k);
    }
    sum
}

#[inline(always)]
fn load<V: Polynomial>(v: V, pair: &Pair) -> V {
    v.load(array::from_ref(pair))
}

/// Computes the inner product of 17 to 1,024 bytes, or of fewer with fewer keys.
#[inline(always)]
pub(super) fn partial_block<V: Polynomial>(v: V, keys: &[impl KeyPair], bytes: &[u8]) -> V {
    let before = (bytes.len() - 1) / 16;
    let last = times(last_pair(v, bytes), keys[before]);
    pairs_sum(v, keys, bytes[..16 * before].as_chunks().0) ^ last
}

/// Loads the bytes of the last pair, 1 to 16 of them, zero-padded.
#[inline(always)]
pub(super) fn last_pair<V: Polynomial>(v: V, bytes: &[u8]) -> V {
    let tail = (bytes.len().wrapping_sub(1) & 15) + 1;
    match bytes.last_chunk() {
        Some(last) => load(v, last).shift_down(16 - tail),
        None => v.of_u128(double_word(bytes)),
    }
}

/// Continues the polynomial with value `sum` over the blocks.
#[inline(always)]
fn blocks_sum<V: Polynomial>(key: &impl Schedule, mut sum: V, blocks: &[Block]) -> V {
    for block in blocks {
        sum = append_to(key, sum, pairs_sum(sum, key.pairs(), block.as_chunks().0));
    }
    sum
}

/// Computes sum · k + block.
#[inline(always)]
pub(super) fn append_to<V: Polynomial>(key: &impl Schedule, sum: V, block: V) -> V {
    let (hi, lo) = sum.of_u128(key.k()).mul128(sum);
    hi.reduce_lazy(lo) ^ block
}

/// Returns the hash of `len` bytes in one block with this inner product.
#[inline(always)]
pub(super) fn end_short<V: Polynomial>(key: &impl Schedule, block: V, len: u64) -> u64 {
    let length = from_u64(block, key.length()).mul_low(from_u64(block, len));
    (block ^ length).to_gf64()
}

/// Returns the hash of `len` bytes in several blocks with this polynomial.
#[inline(always)]
pub(super) fn end_long<V: Polynomial>(key: &impl Schedule, sum: V, len: u64) -> u64 {
    end_short(key, times(sum, key.last()), len)
}
