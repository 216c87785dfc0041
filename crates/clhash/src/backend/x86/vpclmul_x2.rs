//! 256-bit registers with VPCLMULQDQ: two pairs of words per instruction.
//!
//! Works like `x86_vpclmul_x4`, with two blocks at once: lane j of `lanes` is the polynomial over
//! the blocks j, j + 2, j + 4, …, continued by k². At the end, the lanes are multiplied by k and 1
//! and added.
//!
//! Up to 16 bytes, and from 17 to 64, the loads have no branch on the length, except that 8 bytes
//! have their own path, and alone also 16 and 32. At random lengths mispredicted branches would
//! take much of the time of a batch.

// These kernels gain nothing from wide registers.
pub(crate) use super::clmul::{append, finish_block, finish_blocks, pair, product, word};

use super::clmul;
use crate::backend::narrow::{self, append_to, end_long, end_short, last_pair, pairs_sum, times};
use crate::backend::schedule::{KeyPair, Schedule};
use crate::backend::wide::{self, block_lanes, chunks_sum, few_blocks_sum};
use crate::backend::{Block, Pair};
use crate::key::{BLOCK_BYTES, Key, KeyBytes};
use gf2::backend::polynomials::{FOLD_LAZY, Polynomial, Polynomials};
use gf2::backend::x86::clmul::{Clmul, prefetch};
use gf2::backend::x86::vpclmul_x2::ClmulX2;
use hash_core::cpu::is_intel;

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn hash(key: &Key, message: &[u8]) -> u64 {
    alone(key, message)
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn hash_borrowed(key: &KeyBytes, message: &[u8]) -> u64 {
    alone(key, message)
}

/// Hashes a message that is not in a batch.
///
/// The usual lengths of keys and digests are loaded as words. A masked load has a longer latency,
/// and one that covers several words stored just before waits for their stores.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn alone(key: &impl Schedule, message: &[u8]) -> u64 {
    // Lengths are tested in this order, because each test delays those after it. Three arms are the
    // same, because the compiler knows the length in an arm of its own.
    match message.len() {
        8 => narrow::short(Clmul::witness(), key, message),
        16 => narrow::short(Clmul::witness(), key, message),
        0..=16 => up_to_16(key, message),
        65.. => beyond(key, message),
        32 => narrow::short(Clmul::witness(), key, message),
        _ => up_to_64(key, message),
    }
}

/// Hashes a message among others.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn among(key: &Key, message: &[u8]) -> u64 {
    match message.len() {
        0..=16 => up_to_16(key, message),
        17..=64 => up_to_64(key, message),
        _ => beyond(key, message),
    }
}

/// Hashes at most 16 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn up_to_16(key: &impl Schedule, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if let Ok(word) = message.try_into() {
        // A masked load would wait for the store of an integer that was stored just before.
        return key.word(Clmul::witness(), u64::from_le_bytes(word), 8);
    }
    let first = ClmulX2::witness().load_up_to_16(message);
    // The product of the first pair of keys is no part of the hash of an empty message.
    if len == 0 { 0 } else { end_short(key, times(first, key.pairs()[0]), len) }
}

/// Hashes 17 to 64 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn up_to_64(key: &impl Schedule, message: &[u8]) -> u64 {
    end_short(key, first_pairs(key, message), message.len() as u64)
}

/// Hashes more than 64 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn beyond(key: &impl Schedule, message: &[u8]) -> u64 {
    if message.len() <= BLOCK_BYTES { one_block(key, message) } else { long(key, message) }
}

/// Hashes 65 to 1,024 bytes. Kept out of line so that shorter messages need no stack frame.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn one_block(key: &impl Schedule, message: &[u8]) -> u64 {
    let v = (Clmul::witness(), ClmulX2::witness());
    end_short(key, partial_block(v, key, message), message.len() as u64)
}

/// Computes the inner product of 17 to 64 bytes. The last pair of words is loaded with the bytes
/// before it, and the other pairs under masks. A pair that the message does not have must add
/// nothing, so its keys are masked as well.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn first_pairs(key: &impl Schedule, message: &[u8]) -> Clmul {
    let [k0, k1, k2, ..] = *key.pairs();
    let (low, high) = ClmulX2::witness().load_before_last(message);
    let (low_mask, high_mask) = low.mask_before_last(message.len());
    let low_keys = KeyPair::load(low, &[k0, k1]).masked(low_mask);
    let high_keys = low.of_one(KeyPair::load(high, &[k2])).masked(low.of_one(high_mask));
    let before = (low ^ low_keys).mul_halves() ^ (low.of_one(high) ^ high_keys).mul_halves();
    let last = times(last_pair(high, message), key.pairs()[(message.len() - 1) / 16 % 4]);
    before.sum_lanes() ^ last
}

/// Hashes more than 1,024 bytes.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn long(key: &impl Schedule, message: &[u8]) -> u64 {
    let (blocks, rest) = message.as_chunks();
    let v = (Clmul::witness(), ClmulX2::witness());
    let mut sum = blocks_sum(key, None, blocks);
    if !rest.is_empty() {
        sum = append_to(key, sum, partial_block(v, key, rest));
    }
    end_long(key, sum, message.len() as u64)
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    let keys = &key.pairs()[first..];
    let ((chunks, rest), (key_chunks, _)) = (pairs.as_chunks(), keys.as_chunks());
    let rest = pairs_sum(Clmul::witness(), &keys[2 * chunks.len()..], rest);
    (chunks_sum(ClmulX2::witness(), key_chunks, chunks).sum_lanes() ^ rest).to_u128()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    blocks_sum(key, Some(Clmul::witness().of_u128(sum)), blocks).to_u128()
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [u64]) {
    for (message, h) in messages.zip(out) {
        *h = among(key, message);
    }
}

#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
pub(crate) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) {
    let done = wide::hash_u64s(ClmulX2::witness(), key, words, out);
    clmul::hash_u64s(key, &words[done..], &mut out[done..]);
}

/// Computes the inner product of 17 to 1,024 bytes.
///
/// It must be inlined into both callers, because a function returns a register through memory.
#[inline(always)]
fn partial_block(v: (Clmul, ClmulX2), key: &impl Schedule, bytes: &[u8]) -> Clmul {
    let before = (bytes.len() - 1) / 32;
    let (pairs, last) = bytes.split_at(32 * before);
    let (chunks, _) = pairs.as_chunks().0.as_chunks();
    let lanes = chunks_sum(v.1, key.pairs().as_chunks().0, chunks);
    let last = narrow::partial_block(v.0, &key.pairs()[2 * before..], last);
    lanes.sum_lanes() ^ last
}

/// The number of blocks from which two are taken at a time. For fewer, to join the lanes takes
/// longer than it saves.
const PAIRS: usize = 4;

/// Continues the polynomial with value `start` over the blocks, or starts one.
#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn blocks_sum(key: &impl Schedule, start: Option<Clmul>, blocks: &[Block]) -> Clmul {
    if blocks.len() < PAIRS {
        return few_blocks_sum(ClmulX2::witness(), key, start, blocks);
    }
    let sum = match start {
        Some(sum) => sum,
        None => Clmul::witness(),
    };
    if is_prefetched(BLOCK_BYTES * blocks.len()) {
        pairs_of_blocks_sum::<true>(key, sum, blocks)
    } else {
        pairs_of_blocks_sum::<false>(key, sum, blocks)
    }
}

/// Returns whether a block of a message of that many bytes is prefetched, during the block before
/// it.
///
/// This makes data beyond the second-level cache faster, and data within it slower. Intel's CPUs
/// are left out, because nothing was measured there.
#[inline]
fn is_prefetched(bytes: usize) -> bool {
    bytes >= 512 << 10 && !is_intel()
}

/// Continues the polynomial with value `sum` over the blocks, two at a time. With `PREFETCH`, each
/// block is prefetched during the block before it.
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn pairs_of_blocks_sum<const PREFETCH: bool>(
    key: &impl Schedule,
    sum: Clmul,
    blocks: &[Block],
) -> Clmul {
    let v = ClmulX2::witness();
    let mut own = None;
    let [_, square, k_and_1 @ ..] = &key.powers(sum, &mut own).k_powers;
    let fold = v.splat(FOLD_LAZY);
    let square = v.broadcast(sum.of_u128(*square)).fixed(fold);
    // The first pair may lack its first block. `sum` stands in place of it, or of the block before.
    let (first, pairs) = blocks.split_at(blocks.len() % 2);
    let start = v.of_one(sum);
    let mut lanes = match first {
        [block, ..] => start.sum_lanes2(block_lanes(v, key, block)),
        [] => v.sum_lanes2(start),
    };
    for [first, second] in pairs.as_chunks().0 {
        let before = lanes.mul_fixed(square, fold);
        if PREFETCH {
            prefetch(first, BLOCK_BYTES);
        }
        let first = block_lanes(v, key, first);
        if PREFETCH {
            prefetch(second, BLOCK_BYTES);
        }
        lanes = before ^ first.sum_lanes2(block_lanes(v, key, second));
    }
    let (hi, lo) = lanes.mul128(v.load_doubles(k_and_1));
    hi.sum_lanes().reduce_lazy(lo.sum_lanes())
}
