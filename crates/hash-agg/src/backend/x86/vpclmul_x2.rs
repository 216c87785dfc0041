//! 256-bit registers with VPCLMULQDQ: two products per instruction.

// These kernels gain nothing from wide registers.
pub(crate) use super::clmul::{multiply_groups, strings};

use crate::backend::lanes::Lanes;
use crate::backend::{Cells, Factor, Factors, GROUP, Sums, Words, generic};
use crate::decimal::Unscaled;
use gf2::backend::x86::vpclmul_x2::ClmulX2;
use hash_core::x86::*;

entries!("avx2,bmi2,vpclmulqdq", ClmulX2);

impl Lanes<2> for ClmulX2 {
    gf2::primitives! {
        unsafe "avx2,bmi2,vpclmulqdq", ClmulX2,
        fn negatives(words, element: ClmulX2) -> (ClmulX2, ClmulX2) {
            // Copies the sign of the upper 32 bits of a word four times.
            let even = _mm256_srai_epi32::<31>(_mm256_shuffle_epi32::<0b01_01_01_01>(words.get()));
            let odd = _mm256_srai_epi32::<31>(_mm256_shuffle_epi32::<0b11_11_11_11>(words.get()));
            let element = element.get();
            (
                ClmulX2::new(_mm256_and_si256(even, element)),
                ClmulX2::new(_mm256_and_si256(odd, element)),
            )
        }
        fn words(a, next: ClmulX2) -> (ClmulX2, ClmulX2) {
            let (a, b) = (a.get(), next.get());
            let low = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_unpacklo_epi64(a, b));
            let high = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_unpackhi_epi64(a, b));
            (ClmulX2::new(low), ClmulX2::new(high))
        }
        fn split(a, next: ClmulX2) -> (ClmulX2, ClmulX2) {
            let (a, b) = (a.get(), next.get());
            let even = ClmulX2::new(_mm256_permute2x128_si256::<0x20>(a, b));
            (even, ClmulX2::new(_mm256_permute2x128_si256::<0x31>(a, b)))
        }
    }

    #[inline(always)]
    fn join(self, odd: Self) -> (Self, Self) {
        self.split(odd)
    }
}
