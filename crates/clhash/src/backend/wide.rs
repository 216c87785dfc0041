//! Kernels of the levels with several polynomials in a register: `LANES` pairs of words per
//! instruction.

use super::narrow::append_to;
use super::schedule::{KeyPair, Schedule};
use super::{Block, Pair};
use crate::key::Key;
use gf2::backend::polynomials::Polynomials;

/// Computes the inner product of a block, still in lanes.
#[inline(always)]
pub(super) fn block_lanes<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    key: &impl Schedule,
    block: &Block,
) -> V {
    let ((pairs, _), (keys, _)) = (block.as_chunks(), key.pairs().as_chunks());
    chunks_sum(v, keys, pairs.as_chunks().0)
}

/// Continues the polynomial with value `start` over the blocks, or starts one. Blocks go one by
/// one, so few of them need no powers of k and no sum of lanes at the end.
#[inline(always)]
pub(super) fn few_blocks_sum<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    key: &impl Schedule,
    start: Option<V::One>,
    blocks: &[Block],
) -> V::One {
    let (mut sum, mut is_zero) = match start {
        Some(sum) => (sum, false),
        None => (v.sum_lanes().zero(), true),
    };
    for block in blocks {
        let block = block_lanes(v, key, block).sum_lanes();
        sum = if is_zero { block } else { append_to(key, sum, block) };
        is_zero = false;
    }
    sum
}

/// Computes the inner product of `chunks` under as many of the first `keys`, still in lanes.
#[inline(always)]
pub(super) fn chunks_sum<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    keys: &[[impl KeyPair; LANES]],
    chunks: &[[Pair; LANES]],
) -> V {
    debug_assert!(chunks.len() <= keys.len(), "a chunk has no key");
    let ((twos, rest), (key_twos, key_rest)) = (chunks.as_chunks::<2>(), keys.as_chunks::<2>());
    let mut sum = v.zero();
    for ([w0, w1], [k0, k1]) in twos.iter().zip(key_twos) {
        let (first, second) = (times(v, w0, k0), times(v, w1, k1));
        sum = sum ^ (first ^ second);
    }
    for (words, k) in rest.iter().zip(key_twos.get(twos.len()).map_or(key_rest, |k| &k[..])) {
        sum = sum ^ times(v, words, k);
    }
    sum
}

/// Computes the product (w0 + k0) (w1 + k1) in each lane.
#[inline(always)]
fn times<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    words: &[Pair; LANES],
    keys: &[impl KeyPair; LANES],
) -> V {
    (v.load(words) ^ KeyPair::load(v, keys)).mul_halves()
}

/// Hashes words by the register, and returns how many.
#[inline(always)]
pub(super) fn hash_u64s<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    key: &Key,
    words: &[u64],
    out: &mut [u64],
) -> usize {
    let [k0, k1] = key.pairs()[0];
    let (k0, k1, length) = (v.splat(k0), v.splat(k1), v.splat(key.length()).mul_low(v.splat(8)));
    let chunks = words.as_chunks().0.as_chunks::<LANES>().0;
    let out = out.as_chunks_mut().0.as_chunks_mut::<LANES>().0;
    for (words, h) in chunks.iter().zip(&mut *out) {
        let w = v.load_words(words) ^ k0;
        let (even, odd) = (w.mul_low(k1) ^ length, w.mul_high(k1) ^ length);
        reduce64_halves(even.low_halves(odd), even.high_halves(odd)).store_words(h);
    }
    2 * LANES * chunks.len().min(out.len())
}

/// Reduces products hi · x^64 + lo, one in each half, modulo x^64 + x^4 + x^3 + x + 1, by shifts,
/// because the multiplier is busy.
#[inline(always)]
fn reduce64_halves<V: Polynomials<LANES>, const LANES: usize>(lo: V, hi: V) -> V {
    let overflow = hi.shr::<60>() ^ hi.shr::<61>() ^ hi.shr::<63>();
    let h = hi ^ overflow;
    let shifted = h.shl::<1>() ^ h.shl::<3>() ^ h.shl::<4>();
    (lo ^ h) ^ shifted
}
