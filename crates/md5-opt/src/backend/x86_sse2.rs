//! 128-bit registers: four streams in each.

use super::rounds::Lanes;
use super::vectors::{self, Vector};
use super::{Part, portable};
use crate::table::State;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Four words. The first value is made by [`absorb`], which runs only where SSE2 is.
#[derive(Clone, Copy)]
struct X4(__m128i);

impl Lanes for X4 {
    vectors::x86_lanes! {
        _mm_set1_epi32 _mm_add_epi32 _mm_sub_epi32
        _mm_and_si128 _mm_andnot_si128 _mm_xor_si128
    }

    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        // SAFETY: there is a value of this type, so there is SSE2.
        Self(unsafe {
            let [left, right] = [n, 32 - n].map(|n| _mm_cvtsi32_si128(n.cast_signed()));
            _mm_or_si128(_mm_sll_epi32(self.0, left), _mm_srl_epi32(self.0, right))
        })
    }
}

impl Vector for X4 {
    const LANES: usize = 4;

    #[inline(always)]
    fn load<'m>(self, part: impl Fn(usize) -> &'m [u8; 16]) -> Self {
        // SAFETY: there is SSE2, and the bytes that the reference points to are readable.
        Self(unsafe { _mm_loadu_si128(part(0).as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self) -> [[u8; 16]; 4] {
        let mut parts = [[0; 16]; 4];
        // SAFETY: there is SSE2, and the first part is writable.
        unsafe { _mm_storeu_si128(parts[0].as_mut_ptr().cast(), self.0) };
        parts
    }

    vectors::x86_zips! {
        _mm_unpacklo_epi32 _mm_unpackhi_epi32 _mm_unpacklo_epi64 _mm_unpackhi_epi64
    }
}

/// See [`super::absorb`].
#[target_feature(enable = "sse2")]
pub(super) fn absorb(states: &mut [State], parts: &[Part<'_>]) {
    let witness = X4(_mm_setzero_si128());
    match states.len() {
        0..=2 => portable::absorb(states, parts),
        3..=4 => vectors::absorb::<_, 1>(witness, states, parts),
        _ => vectors::absorb::<_, 2>(witness, states, parts),
    }
}
