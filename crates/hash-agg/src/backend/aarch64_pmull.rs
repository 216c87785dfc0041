//! 128-bit registers with PMULL: one product per instruction.

use super::lanes::Lanes;
use super::{Cells, Factor, Factors, Sums, columns, products, string};
use crate::fingerprint::Fingerprint;
use crate::key::Key128;
use core::arch::aarch64::*;
use gf2::backend::aarch64_pmull::Pmull;

gf2::entries! {
    "aes", Pmull, columns,
    fn words(sums: &mut [Sums], values: &[u64], factor: &Factor);
    fn doubles(sums: &mut [Sums], values: &[u128], factors: &[[u64; 2]; 2]);
    fn cells(sums: &mut [Sums], cells: Cells, factors: &Factors);
    fn finish(sums: &[Sums], constant: u128, out: &mut [u128]);
}

gf2::entries! {
    "aes", Pmull, products,
    fn product(z: u128, rows: &[u128]) -> u128;
    fn horner(y: u128, rows: &[u128]) -> u128;
    fn multiply_groups(
        z: u128,
        fingerprints: &mut [Fingerprint],
        rows: &[u128],
        groups: &[usize],
    );
}

gf2::entries! {
    "aes", Pmull, string,
    fn strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]);
}

impl Lanes<1> for Pmull {
    #[inline(always)]
    fn negatives(self, element: Self) -> (Self, Self) {
        // SAFETY: a `Pmull` proves the feature.
        unsafe {
            let signs = vshrq_n_s64::<63>(vreinterpretq_s64_u64(self.get()));
            let signs = vreinterpretq_u64_s64(signs);
            let (even, odd) = (vdupq_laneq_u64::<0>(signs), vdupq_laneq_u64::<1>(signs));
            let element = element.get();
            (Self::new(vandq_u64(even, element)), Self::new(vandq_u64(odd, element)))
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
