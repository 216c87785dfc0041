#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "dispatch, CPUID, one load and store per vector type")]
pub mod backend;
mod field;
mod gf127;
mod gf128;
mod gf64;
mod poly;
mod wide;

pub use backend::portable::{square64, square128};
pub use backend::{Backend, Level};
pub use gf64::Gf64;
pub use gf127::{Gf127, Lazy127};
pub use gf128::Gf128;
#[doc(hidden)]
pub use hash_core::primitives;
pub use poly::Poly;
pub use wide::Wide;

/// Multiplies two polynomials of degree below 64 on the multiplier that [`Backend::detect`]
/// chooses.
///
/// [`backend::portable::clmul64`] is the `const` form.
#[inline]
#[must_use]
pub fn clmul64(a: u64, b: u64) -> u128 {
    Backend::detect().clmul64(a, b)
}

/// Multiplies two polynomials of degree below 128 on the multiplier that [`Backend::detect`]
/// chooses.
///
/// [`backend::portable::clmul128`] is the `const` form.
#[inline]
#[must_use]
pub fn clmul128(a: u128, b: u128) -> Wide {
    Backend::detect().clmul128(a, b)
}
