//! 128-bit registers with PCLMULQDQ: one product per instruction.

pub(crate) use crate::backend::columns::x86_clmul::*;
pub(crate) use crate::backend::products::x86_clmul::*;
pub(crate) use crate::backend::string::x86_clmul::*;

use crate::backend::lanes::Lanes;
use gf2::backend::x86::clmul::Clmul;
use hash_core::x86::*;

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
