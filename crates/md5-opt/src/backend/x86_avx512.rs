//! 512-bit registers: sixteen streams in each.

use super::rounds::Lanes;
use super::vectors::{self, Vector};
use super::{Part, portable};
use crate::table::State;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The functions of the steps, one instruction each. The last argument is the truth table: bit
/// 4b + 2c + d is the value of the function.
macro_rules! one_instruction {
    ($ternary:ident) => {
        #[inline(always)]
        fn plus_f(self, b: Self, c: Self, d: Self) -> Self {
            // SAFETY: there is a value of this type, so there is AVX-512.
            self.add(Self(unsafe { $ternary::<0b1100_1010>(b.0, c.0, d.0) }))
        }
        #[inline(always)]
        fn plus_g(self, b: Self, c: Self, d: Self) -> Self {
            // SAFETY: as above.
            self.add(Self(unsafe { $ternary::<0b1110_0100>(b.0, c.0, d.0) }))
        }
        #[inline(always)]
        fn plus_h(self, b: Self, c: Self, d: Self) -> Self {
            // SAFETY: as above.
            self.add(Self(unsafe { $ternary::<0b1001_0110>(b.0, c.0, d.0) }))
        }
        #[inline(always)]
        fn plus_i(self, b: Self, c: Self, d: Self) -> Self {
            // SAFETY: as above.
            self.add(Self(unsafe { $ternary::<0b0011_1001>(b.0, c.0, d.0) }))
        }
    };
}

/// Sixteen words. The first value is made by [`absorb`], which runs only where AVX-512 is.
#[derive(Clone, Copy)]
struct X16(__m512i);

impl Lanes for X16 {
    vectors::x86_lanes! {
        _mm512_set1_epi32 _mm512_add_epi32 _mm512_sub_epi32
        _mm512_and_si512 _mm512_andnot_si512 _mm512_xor_si512
    }

    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        // SAFETY: there is a value of this type, so there is AVX-512.
        Self(unsafe { _mm512_rolv_epi32(self.0, _mm512_set1_epi32(n.cast_signed())) })
    }

    one_instruction!(_mm512_ternarylogic_epi32);
}

impl Vector for X16 {
    const LANES: usize = 16;

    #[inline(always)]
    fn load<'m>(self, part: impl Fn(usize) -> &'m [u8; 16]) -> Self {
        // SAFETY: there is AVX-512, and the bytes that the references point to are readable.
        unsafe {
            let two = |g| _mm256_loadu2_m128i(part(g + 1).as_ptr().cast(), part(g).as_ptr().cast());
            Self(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(two(0)), two(2)))
        }
    }
    #[inline(always)]
    fn store(self) -> [[u8; 16]; 4] {
        let mut parts = [[0; 16]; 4];
        // SAFETY: there is AVX-512, and the four parts are writable.
        unsafe { _mm512_storeu_si512(parts.as_mut_ptr().cast(), self.0) };
        parts
    }

    vectors::x86_zips! {
        _mm512_unpacklo_epi32 _mm512_unpackhi_epi32 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64
    }
}

/// Eight words. The first value is made by [`absorb`], which runs only where AVX-512 is.
#[derive(Clone, Copy)]
struct X8(__m256i);

impl Lanes for X8 {
    vectors::x86_lanes! {
        _mm256_set1_epi32 _mm256_add_epi32 _mm256_sub_epi32
        _mm256_and_si256 _mm256_andnot_si256 _mm256_xor_si256
    }

    #[inline(always)]
    fn rotate(self, n: u32) -> Self {
        // SAFETY: there is a value of this type, so there is AVX-512.
        Self(unsafe { _mm256_rolv_epi32(self.0, _mm256_set1_epi32(n.cast_signed())) })
    }

    one_instruction!(_mm256_ternarylogic_epi32);
}

impl Vector for X8 {
    const LANES: usize = 8;

    #[inline(always)]
    fn load<'m>(self, part: impl Fn(usize) -> &'m [u8; 16]) -> Self {
        // SAFETY: there is AVX-512, and the bytes that the references point to are readable.
        Self(unsafe { _mm256_loadu2_m128i(part(1).as_ptr().cast(), part(0).as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self) -> [[u8; 16]; 4] {
        let mut parts = [[0; 16]; 4];
        // SAFETY: there is AVX-512, and the four parts are writable.
        unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), self.0) };
        parts
    }

    vectors::x86_zips! {
        _mm256_unpacklo_epi32 _mm256_unpackhi_epi32 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64
    }
}

/// See [`super::absorb`]. Up to 24 streams go through 256-bit registers on every CPU: few chains
/// are bound by latency, and two chains of 256 bits have the latency of one of 512.
///
/// A Zen 4 executes 512 bits in two halves. Yet 48 streams of 16 KiB take 0.27 cycles a byte in
/// three chains of 512 bits, and 0.33 in six chains of 256 bits, which are twice the instructions.
#[target_feature(enable = "bmi1,avx512bw,avx512vl")]
pub(super) fn absorb(states: &mut [State], parts: &[Part<'_>]) {
    let (narrow, wide) = (X8(_mm256_setzero_si256()), X16(_mm512_setzero_si512()));
    match states.len() {
        0..=2 => portable::absorb(states, parts),
        3..=8 => vectors::absorb::<_, 1>(narrow, states, parts),
        9..=16 => vectors::absorb::<_, 2>(narrow, states, parts),
        17..=24 => vectors::absorb::<_, 3>(narrow, states, parts),
        25..=32 => vectors::absorb::<_, 2>(wide, states, parts),
        _ => vectors::absorb::<_, 3>(wide, states, parts),
    }
}
