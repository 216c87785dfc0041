//! 128-bit registers with PCLMULQDQ: one product per instruction.

use super::{Cells, Factor, Factors, GROUP, ROW_BYTES, Sums};
use crate::fingerprint::Fingerprint;
use crate::key::Key128;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::{
    from_u64s, from_u128, load_words as load, mul_halves, mul_high, mul_low, mul128, reduce128,
    to_u128, xor,
};
use hash_core::load::double_word;

type V = __m128i;
const LANES: usize = 1;

kernels!("pclmulqdq,sse4.1");
narrow_kernels!("pclmulqdq,sse4.1");

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn store(x: V, words: &mut [u64; WORDS]) {
    // SAFETY: the reference makes 16 bytes writable, and no alignment is needed.
    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), x) }
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn load_doubles([double]: &[u128; LANES]) -> V {
    from_u128(*double)
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn store_doubles(x: V, [double]: &mut [u128; LANES]) {
    *double = to_u128(x);
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn splat(word: u64) -> V {
    from_u64s(word, word)
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn broadcast_double(double: u128) -> V {
    from_u128(double)
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn negatives(words: V, double: V) -> (V, V) {
    // Copies the sign of the upper 32 bits of a word four times.
    let even = _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b01_01_01_01>(words));
    let odd = _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b11_11_11_11>(words));
    (_mm_and_si128(even, double), _mm_and_si128(odd, double))
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn split(a: V, b: V) -> (V, V) {
    (a, b)
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn join(even: V, odd: V) -> (V, V) {
    (even, odd)
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn up(x: V) -> V {
    _mm_slli_si128::<8>(x)
}
