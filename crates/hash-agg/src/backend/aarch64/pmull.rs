//! 128-bit registers with PMULL: one product per instruction.

pub(crate) use crate::backend::columns::aarch64_pmull::*;
pub(crate) use crate::backend::products::aarch64_pmull::*;
pub(crate) use crate::backend::string::aarch64_pmull::*;

use crate::backend::lanes::Lanes;
use core::arch::aarch64::*;
use gf2::backend::aarch64::pmull::Pmull;

impl Lanes<1> for Pmull {
    gf2::primitives! {
        unsafe "aes", Pmull,
        fn negatives(words, element: Pmull) -> (Pmull, Pmull) {
            let signs = vshrq_n_s64::<63>(vreinterpretq_s64_u64(words.get()));
            let signs = vreinterpretq_u64_s64(signs);
            let (even, odd) = (vdupq_laneq_u64::<0>(signs), vdupq_laneq_u64::<1>(signs));
            let element = element.get();
            (Pmull::new(vandq_u64(even, element)), Pmull::new(vandq_u64(odd, element)))
        }
        fn words(a, next: Pmull) -> (Pmull, Pmull) {
            let (a, b) = (a.get(), next.get());
            (Pmull::new(vuzp1q_u64(a, b)), Pmull::new(vuzp2q_u64(a, b)))
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
