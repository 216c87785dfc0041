//! 256-bit registers: eight streams in each.

use super::rounds::Lanes;
use super::vectors::{self, Vector};
use super::{Part, portable};
use crate::table::State;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Eight words. The first value is made by [`absorb`], which runs only where AVX2 is.
#[derive(Clone, Copy)]
struct X8(__m256i);

impl Lanes for X8 {
    vectors::x86_lanes! {
        _mm256_set1_epi32 _mm256_add_epi32 _mm256_sub_epi32
        _mm256_and_si256 _mm256_andnot_si256 _mm256_xor_si256
    }

    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        // SAFETY: there is a value of this type, so there is AVX2.
        Self(unsafe {
            let [left, right] = [n, 32 - n].map(|n| _mm_cvtsi32_si128(n.cast_signed()));
            _mm256_or_si256(_mm256_sll_epi32(self.0, left), _mm256_srl_epi32(self.0, right))
        })
    }
}

impl Vector for X8 {
    const LANES: usize = 8;

    #[inline(always)]
    fn load<'m>(self, part: impl Fn(usize) -> &'m [u8; 16]) -> Self {
        // SAFETY: there is AVX2, and the bytes that the references point to are readable.
        Self(unsafe { _mm256_loadu2_m128i(part(1).as_ptr().cast(), part(0).as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self) -> [[u8; 16]; 4] {
        let mut parts = [[0; 16]; 4];
        // SAFETY: there is AVX2, and the first two parts are writable.
        unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), self.0) };
        parts
    }

    vectors::x86_zips! {
        _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64
    }
}

/// See [`super::absorb`].
#[target_feature(enable = "avx2,bmi1")]
pub(super) fn absorb(states: &mut [State], parts: &[Part<'_>]) {
    let witness = X8(_mm256_setzero_si256());
    match states.len() {
        0..=2 => portable::absorb(states, parts),
        3..=8 => vectors::absorb::<_, 1>(witness, states, parts),
        _ => vectors::absorb::<_, 2>(witness, states, parts),
    }
}
