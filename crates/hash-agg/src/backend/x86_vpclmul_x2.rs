//! 256-bit registers with VPCLMULQDQ: two products per instruction.

pub(super) use super::x86_clmul::{multiply_groups, strings};

use super::x86_clmul::mul_one;
use super::{Cells, Factor, Factors, GROUP, Sums};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::from_u128;
use gf2::backend::x86_vpclmul_x2::{
    broadcast, load_words as load, mul_high, mul_low, mul128, reduce128, xor,
};

type V = __m256i;
const LANES: usize = 2;

kernels!("avx2,bmi2,vpclmulqdq");

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn store(x: V, words: &mut [u64; WORDS]) {
    // SAFETY: the reference makes 32 bytes writable, and no alignment is needed.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), x) }
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn load_doubles(doubles: &[u128; LANES]) -> V {
    // SAFETY: the reference makes 32 bytes readable, and no alignment is needed.
    unsafe { _mm256_loadu_si256(doubles.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn store_doubles(x: V, doubles: &mut [u128; LANES]) {
    // SAFETY: the reference makes 32 bytes writable, and no alignment is needed.
    unsafe { _mm256_storeu_si256(doubles.as_mut_ptr().cast(), x) }
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn splat(word: u64) -> V {
    _mm256_set1_epi64x(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn broadcast_double(double: u128) -> V {
    broadcast(from_u128(double))
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn negatives(words: V, double: V) -> (V, V) {
    // Copies the sign of the upper 32 bits of a word four times.
    let even = _mm256_srai_epi32::<31>(_mm256_shuffle_epi32::<0b01_01_01_01>(words));
    let odd = _mm256_srai_epi32::<31>(_mm256_shuffle_epi32::<0b11_11_11_11>(words));
    (_mm256_and_si256(even, double), _mm256_and_si256(odd, double))
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn split(a: V, b: V) -> (V, V) {
    (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn join(even: V, odd: V) -> (V, V) {
    split(even, odd)
}

#[inline]
#[target_feature(enable = "avx2,bmi2,vpclmulqdq")]
fn up(x: V) -> V {
    _mm256_bslli_epi128::<8>(x)
}
