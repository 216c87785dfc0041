//! 512-bit registers with VPCLMULQDQ: four pairs of words per instruction.
//!
//! A block fills 16 registers. A step of Horner's rule for each block would add four
//! multiplications on 128-bit registers, which take as long as four on 512-bit registers, so four
//! blocks are continued at once. Lane j of `lanes` is the polynomial over the blocks j, j + 4,
//! j + 8, …, continued by k⁴. At the end, the lanes are multiplied by k³, k², k and 1 and added.
//! The remainder modulo x^128 + x^2 + x is unique, so the result has the same bits as one block at
//! a time.

// These kernels gain nothing from wide registers.
pub(super) use super::x86_clmul::{append, finish_block, finish_blocks, pair, product, word};

use super::{Block, Pair, x86_clmul};
use crate::key::{BLOCK_BYTES, Key};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::{self as pclmul, from_u128, to_u128};
use gf2::backend::x86_vpclmul_x4::*;
use x86_clmul::{append_to, last_pair, pairs_sum, times};

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash(key: &Key, message: &[u8]) -> u64 {
    if message.len() <= SHORT { short(key, message) } else { long(key, message) }
}

/// Messages of up to this many bytes are multiplied pair by pair, because adding the lanes of a
/// 512-bit register takes longer than eight products.
const SHORT: usize = 128;

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn clnh(key: &Key, first: usize, pairs: &[Pair]) -> u128 {
    let keys = &key.pairs()[first..];
    if pairs.len() < 4 {
        // A short map key: adding the lanes would take longer than the products.
        return to_u128(pairs_sum(keys, pairs));
    }
    let (chunks, rest) = pairs.as_flattened().as_chunks();
    let lanes = chunks_sum(keys.as_flattened().as_chunks().0, chunks);
    let rest = pairs_sum(&keys[4 * chunks.len()..], rest.as_chunks().0);
    to_u128(_mm_xor_si128(xor_lanes(lanes), rest))
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn horner(key: &Key, sum: u128, blocks: &[Block]) -> u128 {
    to_u128(blocks_sum(key, from_u128(sum), blocks))
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [u64]) {
    let (keys, _) = key.block().as_chunks();
    for (message, h) in messages.zip(out) {
        *h = if message.len() <= 64 {
            // Up to 64 bytes take one register, whatever the length. The result comes later than
            // pair by pair, but the next message waits neither for it nor for a mispredicted
            // branch.
            end_short(key, xor_lanes(last_chunk(message, &keys[0])), message.len() as u64)
        } else {
            hash(key, message)
        };
    }
}

#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
pub(super) fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) {
    let [k0, k1] = key.pairs()[0];
    let (k0, k1) = (_mm512_set1_epi64(k0.cast_signed()), _mm512_set1_epi64(k1.cast_signed()));
    let length = mul_low(_mm512_set1_epi64(key.length().cast_signed()), _mm512_set1_epi64(8));
    let (eights, rest) = words.as_chunks();
    let (out_eights, out_rest) = out.as_chunks_mut();
    for (eight, h) in eights.iter().zip(out_eights) {
        let w = xor(load_words(eight), k0);
        let (even, odd) = (xor(mul_low(w, k1), length), xor(mul_high(w, k1), length));
        let (lo, hi) = (_mm512_unpacklo_epi64(even, odd), _mm512_unpackhi_epi64(even, odd));
        store_words(reduce64_halves(lo, hi), h);
    }
    x86_clmul::hash_u64s(key, rest, out_rest);
}

/// Computes the inner product of a block, still in four lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn block_lanes(key: &Key, block: &Block) -> __m512i {
    let (words, _) = block.as_chunks();
    let (keys, _) = key.block().as_chunks();
    chunks_sum(keys, words)
}

/// Computes the inner product of `chunks` under as many of the first `keys`, in four lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn chunks_sum(keys: &[[u64; 8]], chunks: &[[u8; 64]]) -> __m512i {
    debug_assert!(chunks.len() <= keys.len(), "a chunk has no key");
    let ((twos, rest), (key_twos, key_rest)) = (chunks.as_chunks::<2>(), keys.as_chunks::<2>());
    let mut sum = _mm512_setzero_si512();
    for ([w0, w1], [k0, k1]) in twos.iter().zip(key_twos) {
        let (first, second) = (times4(w0, k0), times4(w1, k1));
        sum = xor(sum, xor(first, second));
    }
    for (words, k) in rest.iter().zip(key_twos.get(twos.len()).map_or(key_rest, |k| &k[..])) {
        sum = xor(sum, times4(words, k));
    }
    sum
}

/// Computes the products of four pairs of words.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn times4(words: &[u8; 64], keys: &[u64; 8]) -> __m512i {
    mul_halves(xor(load(words), load_words(keys)))
}

/// Computes the inner product of 1 to 1,024 bytes, in four lanes.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn partial_block(key: &Key, bytes: &[u8]) -> __m512i {
    let (keys, _) = key.block().as_chunks();
    let before = (bytes.len() - 1) / 64;
    let (chunks, last) = bytes.split_at(64 * before);
    let last = last_chunk(last, &keys[before]);
    xor(chunks_sum(keys, chunks.as_chunks().0), last)
}

/// Computes the products of the pairs of words of at most 64 bytes. A pair without a byte must add
/// nothing, so its key is masked as well.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
#[expect(clippy::cast_possible_truncation, reason = "two bits for each of four pairs")]
fn last_chunk(bytes: &[u8], keys: &[u64; 8]) -> __m512i {
    let present = ((1_u32 << (2 * bytes.len().div_ceil(16))) - 1) as u8;
    mul_halves(_mm512_maskz_xor_epi64(present, load_up_to_64(bytes), load_words(keys)))
}

/// Hashes at most `SHORT` bytes.
///
/// Messages of 9 bytes and more use vector loads. With words in general-purpose registers, as on
/// the narrow level, 9 to 32 bytes take 1.35 times as long on a Zen 4, or 1.2 times if the next
/// step waits for the hash; a model of Sapphire Rapids (`llvm-mca`) says 1.9 times. On a Zen 5,
/// vector loads wait for the addresses of all earlier stores, which costs more in loops that change
/// a map. Messages of up to 8 bytes, like most words of a text, therefore use general-purpose
/// registers.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn short(key: &Key, message: &[u8]) -> u64 {
    if message.len() <= 8 {
        return x86_clmul::short(key, message);
    }
    let (keys, len) = (key.pairs(), message.len() as u64);
    if message.len() <= 16 {
        return end_short(key, times(load_up_to_16(message), keys[0]), len);
    }
    let before = (message.len() - 1) / 16;
    let mut sum = times(last_pair(message), keys[before]);
    for (words, k) in message[..16 * before].as_chunks().0.iter().zip(keys) {
        sum = _mm_xor_si128(sum, times(pclmul::load(words), *k));
    }
    end_short(key, sum, len)
}

/// Hashes longer messages. Kept out of line so that the short path needs no stack frame.
#[inline(never)]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn long(key: &Key, message: &[u8]) -> u64 {
    let len = message.len() as u64;
    if message.len() <= BLOCK_BYTES {
        return end_short(key, xor_lanes(partial_block(key, message)), len);
    }
    let (blocks, rest) = message.as_chunks();
    let mut sum = blocks_sum(key, _mm_setzero_si128(), blocks);
    if !rest.is_empty() {
        sum = append_to(key, sum, xor_lanes(partial_block(key, rest)));
    }
    end_long(key, sum, len)
}

/// Continues the polynomial with value `sum` over the blocks.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn blocks_sum(key: &Key, mut sum: __m128i, blocks: &[Block]) -> __m128i {
    // Blocks that fill no group of four go first, because their steps overlap with the following
    // groups.
    let (first, groups) = blocks.split_at(blocks.len() % 4);
    for block in first {
        sum = append_to(key, sum, xor_lanes(block_lanes(key, block)));
    }
    let (groups, _) = groups.as_chunks();
    match groups.len() {
        0 => sum,
        1..FAR => groups_sum::<false>(key, sum, groups),
        _ => groups_sum::<true>(key, sum, groups),
    }
}

/// From this many groups on (4 MiB), the message hardly fits into the second-level cache.
const FAR: usize = 1 << 10;

/// Continues the polynomial over at least one whole group. With `PREFETCH`, each block is
/// prefetched one block before its turn. That makes 64 MiB 1.5 times as fast on a Zen 5, whose own
/// prefetcher works better with narrower loads; data in its second-level cache becomes some per
/// cent slower.
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn groups_sum<const PREFETCH: bool>(key: &Key, sum: __m128i, groups: &[[Block; 4]]) -> __m128i {
    let k4 = broadcast(from_u128(key.k4()));
    let mut lanes = _mm512_inserti64x2::<3>(_mm512_setzero_si512(), sum);
    for group in groups {
        let (hi, lo) = mul128(lanes, k4);
        let mut sums = [_mm512_setzero_si512(); 4];
        for (sum, block) in sums.iter_mut().zip(group) {
            if PREFETCH {
                prefetch_after(block);
            }
            *sum = block_lanes(key, block);
        }
        lanes = xor(reduce_lazy(hi, lo), xor_lanes4(sums[0], sums[1], sums[2], sums[3]));
    }
    let (hi, lo) = mul128(lanes, load_doubles(key.k_powers()));
    pclmul::reduce_lazy(xor_lanes(hi), xor_lanes(lo))
}

/// Prefetches the 1,024 bytes after the block.
#[inline]
#[allow(unused_unsafe, reason = "prefetching became a safe function after Rust 1.89")]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn prefetch_after(block: &Block) {
    for line in (0..BLOCK_BYTES).step_by(64) {
        let place = block.as_ptr().wrapping_add(BLOCK_BYTES + line);
        // SAFETY: a prefetch accesses no memory and cannot fault, whatever its address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
}

/// Loads four polynomials, the first into lane 0.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn load_doubles(doubles: &[u128; 4]) -> __m512i {
    // SAFETY: the reference makes 64 bytes readable, and no alignment is needed.
    unsafe { _mm512_loadu_si512(doubles.as_ptr().cast()) }
}

/// Reduces eight products hi · x^64 + lo modulo x^64 + x^4 + x^3 + x + 1, by shifts, because the
/// multiplier is busy.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn reduce64_halves(lo: __m512i, hi: __m512i) -> __m512i {
    let overflow = xor(
        xor(_mm512_srli_epi64::<60>(hi), _mm512_srli_epi64::<61>(hi)),
        _mm512_srli_epi64::<63>(hi),
    );
    let h = xor(hi, overflow);
    let shifted =
        xor(xor(_mm512_slli_epi64::<1>(h), _mm512_slli_epi64::<3>(h)), _mm512_slli_epi64::<4>(h));
    xor(xor(lo, h), shifted)
}

/// Returns the hash of `len` bytes in one block with this inner product.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn end_short(key: &Key, block: __m128i, len: u64) -> u64 {
    let length = pclmul::mul_low(
        _mm_set_epi64x(0, key.length().cast_signed()),
        _mm_set_epi64x(0, len.cast_signed()),
    );
    pclmul::low64(pclmul::reduce64(_mm_xor_si128(block, length)))
}

/// Returns the hash of `len` bytes in several blocks with this polynomial.
#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn end_long(key: &Key, sum: __m128i, len: u64) -> u64 {
    end_short(key, times(sum, key.last()), len)
}
