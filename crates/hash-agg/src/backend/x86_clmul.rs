//! 128-bit registers with PCLMULQDQ: one product per instruction.

pub(super) use super::columns::x86_clmul::*;
pub(super) use super::products::x86_clmul::*;
pub(super) use super::string::x86_clmul::*;

use super::lanes::Lanes;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::Clmul;

impl Lanes<1> for Clmul {
    gf2::primitives! {
        unsafe "pclmulqdq,sse4.1", Clmul,
        fn negatives(words, element: Clmul) -> (Clmul, Clmul) {
            // Copies the sign of the upper 32 bits of a word four times.
            let even = _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b01_01_01_01>(words.get()));
            let odd = _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b11_11_11_11>(words.get()));
            let element = element.get();
            (Clmul::new(_mm_and_si128(even, element)), Clmul::new(_mm_and_si128(odd, element)))
        }
        fn words(a, next: Clmul) -> (Clmul, Clmul) {
            let (a, b) = (a.get(), next.get());
            (Clmul::new(_mm_unpacklo_epi64(a, b)), Clmul::new(_mm_unpackhi_epi64(a, b)))
        }
    }

    #[inline(always)]
    fn split(self, next: Self) -> (Self, Self) {
        (self, next)
    }

    #[inline(always)]
    fn join(self, odd: Self) -> (Self, Self) {
        (self, odd)
    }
}
