//! 128-bit registers with PCLMULQDQ: one product per instruction.

use super::lanes::Lanes;
use super::{Cells, Factor, Factors, Sums, columns, products, string};
use crate::fingerprint::Fingerprint;
use crate::key::Key128;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use gf2::backend::x86_clmul::Clmul;

gf2::entries! {
    "pclmulqdq,sse4.1", Clmul, columns,
    fn words(sums: &mut [Sums], values: &[u64], factor: &Factor);
    fn doubles(sums: &mut [Sums], values: &[u128], factors: &[[u64; 2]; 2]);
    fn cells(sums: &mut [Sums], cells: Cells, factors: &Factors);
    fn finish(sums: &[Sums], constant: u128, out: &mut [u128]);
}

gf2::entries! {
    "pclmulqdq,sse4.1", Clmul, products,
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
    "pclmulqdq,sse4.1", Clmul, string,
    fn strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]);
}

impl Lanes<1> for Clmul {
    #[inline(always)]
    fn negatives(self, element: Self) -> (Self, Self) {
        let (words, element) = (self.get(), element.get());
        // SAFETY: a `Clmul` proves the features.
        unsafe {
            // Copies the sign of the upper 32 bits of a word four times.
            let even = _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b01_01_01_01>(words));
            let odd = _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b11_11_11_11>(words));
            (Self::new(_mm_and_si128(even, element)), Self::new(_mm_and_si128(odd, element)))
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
