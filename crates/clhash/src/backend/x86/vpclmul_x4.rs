//! 512-bit registers with VPCLMULQDQ: four pairs of words per instruction.
//!
//! A block fills 16 registers. A step of Horner's rule for each block would add four
//! multiplications on 128-bit registers, which take as long as four on 512-bit registers, so four
//! blocks are continued at once. Lane j of `lanes` is the polynomial over the blocks j, j + 4,
//! j + 8, …, continued by k⁴. At the end, the lanes are multiplied by k³, k², k and 1 and added.
//! The remainder modulo x^128 + x^2 + x is unique, so the result has the same bits as one block at
//! a time.

// These kernels gain nothing from wide registers.
pub(crate) use super::clmul::{append, finish_block, finish_blocks, pair, product, word};

use super::clmul;
use crate::backend::narrow::{append_to, last_pair, pairs_sum, times};
use crate::backend::schedule::{KeyPair, Schedule};
use crate::backend::wide::{self, block_lanes, chunks_sum, few_blocks_sum};
use crate::backend::{Block, Pair};
use crate::key::{BLOCK_BYTES, Key, KeyBytes};
use core::array;
use gf2::backend::polynomials::{FOLD_LAZY, Polynomial, Polynomials};
use gf2::backend::x86::clmul::{Clmul, prefetch};
use gf2::backend::x86::vpclmul_x4::ClmulX4;
use hash_core::cpu::{is_intel, is_zen_5};
use hash_core::x86::*;

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn hash(key: &Key, message: &[u8]) -> u64 {
    if message.len() <= SHORT { short(key, message) } else { long(key, message) }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn hash_borrowed(key: &KeyBytes, message: &[u8]) -> u64 {
    if message.len() <= SHORT { short(key, message) } else { long(key, message) }
}

/// Messages of up to this many bytes are multiplied pair by pair, because adding the lanes of a
/// 512-bit register takes longer than eight products.
const SHORT: usize = 128;

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    let keys = &key.pairs()[first..];
    if pairs.len() < 4 {
        // A short map key: adding the lanes would take longer than the products.
        return pairs_sum(Clmul::witness(), keys, pairs).to_u128();
    }
    let ((chunks, rest), (key_chunks, _)) = (pairs.as_chunks(), keys.as_chunks());
    let rest = pairs_sum(Clmul::witness(), &keys[4 * chunks.len()..], rest);
    (chunks_sum(ClmulX4::witness(), key_chunks, chunks).sum_lanes() ^ rest).to_u128()
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    blocks_sum(key, Some(Clmul::witness().of_u128(sum)), blocks).to_u128()
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn hash_each<'m>(
    key: &Key,
    mut messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [u64],
) {
    let mut done = 0;
    while let Some(hashes) = out[done..].first_chunk_mut() {
        let (mut four, mut found) = ([&[][..]; 4], 0);
        for (message, next) in four.iter_mut().zip(&mut messages) {
            *message = next;
            found += 1;
        }
        done += 4;
        let longest = four.iter().fold(0, |longest, message| message.len().max(longest));
        if found == 4 && longest <= 64 {
            *hashes = hash_four(key, &four);
            continue;
        }
        for (message, h) in four[..found].iter().zip(hashes) {
            *h = hash_one(key, message);
        }
        let alone = out[done..].iter_mut().take(ALONE);
        done += alone.len();
        for (h, message) in alone.zip(&mut messages) {
            *h = hash_one(key, message);
        }
    }
    for (h, message) in out[done..].iter_mut().zip(messages) {
        *h = hash_one(key, message);
    }
}

/// The number of messages that are hashed one by one after four of which one is longer than 64
/// bytes, because collecting four takes time.
const ALONE: usize = 28;

/// Hashes a message among others.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn hash_one(key: &Key, message: &[u8]) -> u64 {
    let (keys, _) = key.pairs().as_chunks();
    if message.len() <= 64 {
        // Up to 64 bytes take one register, whatever the length. The result comes later than pair
        // by pair, but the next message waits neither for it nor for a mispredicted branch.
        end_short(key, last_chunk(message, &keys[0]).sum_lanes(), message.len() as u64)
    } else {
        hash(key, message)
    }
}

/// Where four bytes go: each to the lowest byte of a lane.
const PLACES: [[u8; 16]; 4] = {
    let mut places = [[0x80; 16]; 4];
    let mut lane = 0;
    while lane < 4 {
        places[lane as usize][0] = lane;
        lane += 1;
    }
    places
};

/// Hashes messages of up to 64 bytes. The port of the multiplier also moves words between lanes and
/// from general-purpose registers, so all that follows the products is done once for all four.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn hash_four(key: &Key, messages: &[&[u8]; 4]) -> [u64; 4] {
    let (v, (keys, _)) = (ClmulX4::witness(), key.pairs().as_chunks());
    let (mut sums, mut lengths) = ([v; 4], 0);
    for (i, (message, sum)) in messages.iter().zip(&mut sums).enumerate() {
        *sum = last_chunk(message, &keys[0]);
        lengths |= (message.len() as u64) << (8 * i);
    }
    let lengths = v.splat(lengths).shuffle(v.load(&PLACES));
    let lengths = v.splat(key.length()).mul_low(lengths);
    let mut hashes = [[0; 2]; 4];
    (ClmulX4::sum_lanes4(sums) ^ lengths).reduce64().store_words(&mut hashes);
    let [[a, _], [b, _], [c, _], [d, _]] = hashes;
    [a, b, c, d]
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(crate) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) {
    let done = wide::hash_u64s(ClmulX4::witness(), key, words, out);
    clmul::hash_u64s(key, &words[done..], &mut out[done..]);
}

/// Computes the inner product of 1 to 1,024 bytes, in four lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn partial_block(key: &impl Schedule, bytes: &[u8]) -> ClmulX4 {
    let (keys, _) = key.pairs().as_chunks();
    let before = (bytes.len() - 1) / 64;
    let (pairs, last) = bytes.split_at(64 * before);
    let last = last_chunk(last, &keys[before]);
    chunks_sum(ClmulX4::witness(), keys, pairs.as_chunks().0.as_chunks().0) ^ last
}

/// Masks of the pairs that have a byte, if the first 0 to 4 of four pairs have one. They are
/// vectors, because the port of the multiplier also moves masks from general-purpose registers.
static PRESENT: [[[u8; 16]; 4]; 5] = {
    let mut present = [[[0; 16]; 4]; 5];
    let mut pairs = 0;
    while pairs < 5 {
        let mut pair = 0;
        while pair < pairs {
            present[pairs][pair] = [0xff; 16];
            pair += 1;
        }
        pairs += 1;
    }
    present
};

/// Computes the products of the pairs of words of at most 64 bytes. A pair without a byte must add
/// nothing, so its key is masked as well.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn last_chunk(bytes: &[u8], keys: &[impl KeyPair; 4]) -> ClmulX4 {
    let v = ClmulX4::witness();
    let (words, keys) = (v.load_up_to_64(bytes), KeyPair::load(v, keys));
    let present = v.load(&PRESENT[bytes.len().div_ceil(16).min(4)]);
    // words ^ keys & present
    ClmulX4::new(_mm512_ternarylogic_epi64::<0x78>(words.get(), keys.get(), present.get()))
        .mul_halves()
}

/// Hashes at most `SHORT` bytes.
///
/// Up to 16 bytes, and from 17 to 64, no branch depends on the length, because a mispredicted one
/// takes longer than the hash. Only messages of 8 bytes, the most usual, are not loaded under a
/// mask: that would wait for the store of an integer that was stored just before.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn short(key: &impl Schedule, message: &[u8]) -> u64 {
    let (v, keys, len) = (Clmul::witness(), key.pairs(), message.len() as u64);
    if let Ok(word) = message.try_into() {
        return key.word(v, u64::from_le_bytes(word), 8);
    }
    if message.len() <= 16 {
        let first = ClmulX4::witness().load_up_to_16(message);
        // The product of the first pair of keys is no part of the hash of an empty message.
        return if len == 0 { 0 } else { end_short(key, times(first, keys[0]), len) };
    }
    if message.len() <= 64 {
        return end_short(key, first_pairs(key, message), len);
    }
    let before = (message.len() - 1) / 16;
    let mut sum = times(last_pair(v, message), keys[before]);
    for (words, k) in message[..16 * before].as_chunks().0.iter().zip(keys) {
        sum = sum ^ times(v.load(array::from_ref(words)), *k);
    }
    end_short(key, sum, len)
}

/// Computes the inner product of 17 to 64 bytes. From two registers it comes earlier than from one
/// of twice the width, whose lanes are added in two steps.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn first_pairs(key: &impl Schedule, message: &[u8]) -> Clmul {
    let v = ClmulX4::witness();
    let [k0, k1, k2, k3, ..] = *key.pairs();
    let (low, high) = message.split_at(message.len().min(32));
    let (low, high) = (v.load_up_to_32(low), v.load_up_to_32(high));
    let present = &PRESENT[message.len().div_ceil(16).min(4)].as_chunks().0[1];
    let low = low ^ KeyPair::load(low, &[k0, k1]);
    let high = high ^ KeyPair::load(high, &[k2, k3]).masked(high.load(present));
    (low.mul_halves() ^ high.mul_halves()).sum_lanes()
}

/// Hashes longer messages. Kept out of line so that the short path needs no stack frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long(key: &impl Schedule, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= BLOCK_BYTES {
        return end_short(key, partial_block(key, message).sum_lanes(), len);
    }
    let (blocks, rest) = message.as_chunks();
    let mut sum = blocks_sum(key, None, blocks);
    if !rest.is_empty() {
        sum = append_to(key, sum, partial_block(key, rest).sum_lanes());
    }
    end_long(key, sum, len)
}

/// The number of blocks that one step of the polynomial takes.
const GROUP: usize = 4;

/// Continues the polynomial with value `start` over the blocks, or starts one.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn blocks_sum(key: &impl Schedule, start: Option<Clmul>, blocks: &[Block]) -> Clmul {
    if blocks.len() < GROUP {
        return few_blocks_sum(ClmulX4::witness(), key, start, blocks);
    }
    let sum = match start {
        Some(sum) => sum,
        None => Clmul::witness(),
    };
    match blocks_ahead(BLOCK_BYTES * blocks.len()) {
        0 => groups_sum::<false>(key, sum, blocks, 0),
        ahead => groups_sum::<true>(key, sum, blocks, ahead),
    }
}

/// Returns how many blocks before its turn a block of a message of that many bytes is prefetched.
///
/// The CPUs' own prefetchers differ. Two blocks ahead help Intel's from the second-level cache on;
/// one block helps a Zen 5 with messages that hardly fit there; none helps a Zen 4.
#[inline]
fn blocks_ahead(bytes: usize) -> usize {
    if bytes < 48 << 10 {
        0
    } else if is_intel() {
        2
    } else {
        usize::from(bytes >= 4 << 20 && is_zen_5())
    }
}

/// Continues the polynomial with value `sum` over at least a group of blocks. With `PREFETCH`, each
/// block is prefetched `ahead` blocks before its turn.
///
/// The loop takes one block at a time. With four in its body, some compilers load more of them at
/// once than registers hold.
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn groups_sum<const PREFETCH: bool>(
    key: &impl Schedule,
    sum: Clmul,
    blocks: &[Block],
    ahead: usize,
) -> Clmul {
    let v = ClmulX4::witness();
    let mut own = None;
    let powers = key.powers(sum, &mut own);
    let [k4, moved] = powers.k4;
    let k4 = [v.broadcast(sum.of_u128(k4)), v.broadcast(sum.of_u128(moved))];
    let fold = v.splat(FOLD_LAZY);
    // The first group may lack blocks. `sum` stands in place of the last of these.
    let missing = blocks.len().wrapping_neg() % GROUP;
    let mut sums = [v, v, v, v.of_one(sum)];
    let mut lanes = if missing == 0 { ClmulX4::sum_lanes4(sums) } else { v };
    for (i, block) in (missing..).zip(blocks) {
        if PREFETCH {
            prefetch(block, ahead * BLOCK_BYTES);
        }
        let [_, b, c, d] = sums;
        sums = [b, c, d, block_lanes(v, key, block)];
        if i % GROUP == GROUP - 1 {
            lanes = lanes.mul_fixed(k4, fold) ^ ClmulX4::sum_lanes4(sums);
        }
    }
    let (hi, lo) = lanes.mul128(v.load_doubles(&powers.k_powers));
    hi.sum_lanes().reduce_lazy(lo.sum_lanes())
}

/// Returns the hash of `len` bytes in one block with this inner product.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn end_short(key: &impl Schedule, block: Clmul, len: u64) -> u64 {
    let length = block.of_halves(key.length(), 0).mul_low(block.of_halves(len, 0));
    (block ^ length).reduce64().low64()
}

/// Returns the hash of `len` bytes in several blocks with this polynomial.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn end_long(key: &impl Schedule, sum: Clmul, len: u64) -> u64 {
    end_short(key, times(sum, key.last()), len)
}
