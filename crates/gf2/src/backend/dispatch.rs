//! Products of integers, each on the multiplier that a [`Backend`] stands for.
//!
//! A single product gains nothing from wider registers, so the wide levels use the narrow
//! kernels, whose features they have.
//!
//! Only products are dispatched. Operands and results of these functions are in general
//! registers, and there the shifts of [`portable`] are the fastest remainders and squares as
//! well: on a Zen 5, a product in GF(2^128) takes 36 cycles with the product alone done in vector
//! registers and 45 with the reduction done there too; a square takes 24 by spreading bits and 27
//! by the multiplier.

#[cfg(target_arch = "aarch64")]
use super::aarch64_pmull;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::x86_clmul;
use super::{Backend, Level, portable};
use crate::Wide;

/// What an operation is on each level: the same function of another file.
macro_rules! dispatch {
    ($backend:expr, $function:ident($($argument:expr),*)) => {
        match $backend.level() {
            Level::Portable => portable::$function($($argument),*),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Clmul | Level::X86VpclmulX2 | Level::X86VpclmulX4 => {
                // SAFETY: a token of these levels is made only where `pclmulqdq`, `ssse3` and
                // `sse4.1` were detected.
                unsafe { x86_clmul::$function($($argument),*) }
            }
            #[cfg(target_arch = "aarch64")]
            Level::Aarch64Pmull => {
                // SAFETY: a token of this level is made only where `neon` and `aes` were detected.
                unsafe { aarch64_pmull::$function($($argument),*) }
            }
        }
    };
}

impl Backend {
    /// The product of two polynomials of degree below 64, in constant time.
    #[inline]
    #[must_use]
    pub fn clmul64(self, a: u64, b: u64) -> u128 {
        dispatch!(self, clmul64(a, b))
    }

    /// The product of two polynomials of degree below 128, in constant time.
    #[inline]
    #[must_use]
    pub fn clmul128(self, a: u128, b: u128) -> Wide {
        dispatch!(self, clmul128(a, b))
    }
}
