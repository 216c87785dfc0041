//! 512-bit registers, VPCLMULQDQ: four products an instruction.

pub(super) use super::x86_clmul::multiply_groups;

use super::x86_clmul::mul_one;
use super::{Factor, GROUP, Sums};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::from_u128;
use gf2::backend::x86_vpclmul_x4::{
    broadcast, load_words as load, mul_high, mul_low, mul128, reduce128, store_words as store, xor,
};

type V = __m512i;
const LANES: usize = 4;

kernels!("bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl");

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn load_doubles(doubles: &[u128; LANES]) -> V {
    // SAFETY: the 64 bytes behind the reference are readable; no alignment is needed.
    unsafe { _mm512_loadu_si512(doubles.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn store_doubles(x: V, doubles: &mut [u128; LANES]) {
    // SAFETY: the 64 bytes behind the reference are writable; no alignment is needed.
    unsafe { _mm512_storeu_si512(doubles.as_mut_ptr().cast(), x) }
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn splat(word: u64) -> V {
    _mm512_set1_epi64(word.cast_signed())
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn broadcast_double(double: u128) -> V {
    broadcast(from_u128(double))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn negatives(words: V, double: V) -> (V, V) {
    // Both words of a lane follow the one that has the sign.
    let signs = _mm512_movepi64_mask(words);
    let (even, odd) = (signs & 0x55, signs & 0xaa);
    (
        _mm512_maskz_mov_epi64(even | even << 1, double),
        _mm512_maskz_mov_epi64(odd | odd >> 1, double),
    )
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn split(a: V, b: V) -> (V, V) {
    (_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b), _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn join(even: V, odd: V) -> (V, V) {
    let first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    let second = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    (_mm512_permutex2var_epi64(even, first, odd), _mm512_permutex2var_epi64(even, second, odd))
}

#[inline]
#[target_feature(enable = "bmi2,vpclmulqdq,avx512bw,avx512dq,avx512vl")]
fn up(x: V) -> V {
    _mm512_bslli_epi128::<8>(x)
}
