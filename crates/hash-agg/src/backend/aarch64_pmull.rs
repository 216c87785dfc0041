//! 128-bit registers with PMULL: one product per instruction.

use super::{Cells, Factor, Factors, GROUP, ROW_BYTES, Sums};
use crate::fingerprint::Fingerprint;
use crate::key::Key128;
use core::arch::aarch64::*;
use gf2::backend::aarch64_pmull::{
    from_u64s, from_u128, load_words as load, mul_halves, mul_high, mul_low, mul128, reduce128,
    to_u128, xor,
};
use hash_core::load::double_word;

type V = uint64x2_t;
const LANES: usize = 1;

kernels!("aes");
narrow_kernels!("aes");

#[inline]
#[target_feature(enable = "aes")]
fn store(x: V, words: &mut [u64; WORDS]) {
    // SAFETY: the reference makes 16 bytes writable, and no alignment is needed.
    unsafe { vst1q_u64(words.as_mut_ptr(), x) }
}

#[inline]
#[target_feature(enable = "aes")]
fn load_doubles([double]: &[u128; LANES]) -> V {
    from_u128(*double)
}

#[inline]
#[target_feature(enable = "aes")]
fn store_doubles(x: V, [double]: &mut [u128; LANES]) {
    *double = to_u128(x);
}

#[inline]
#[target_feature(enable = "aes")]
fn splat(word: u64) -> V {
    from_u64s(word, word)
}

#[inline]
#[target_feature(enable = "aes")]
fn broadcast_double(double: u128) -> V {
    from_u128(double)
}

#[inline]
#[target_feature(enable = "aes")]
fn negatives(words: V, double: V) -> (V, V) {
    let signs = vreinterpretq_u64_s64(vshrq_n_s64::<63>(vreinterpretq_s64_u64(words)));
    let (even, odd) = (vdupq_laneq_u64::<0>(signs), vdupq_laneq_u64::<1>(signs));
    (vandq_u64(even, double), vandq_u64(odd, double))
}

#[inline]
#[target_feature(enable = "aes")]
fn split(a: V, b: V) -> (V, V) {
    (a, b)
}

#[inline]
#[target_feature(enable = "aes")]
fn join(even: V, odd: V) -> (V, V) {
    (even, odd)
}

#[inline]
#[target_feature(enable = "aes")]
fn up(x: V) -> V {
    vextq_u64::<1>(vdupq_n_u64(0), x)
}
