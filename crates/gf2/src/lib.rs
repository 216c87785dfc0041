//! Carry-less multiplication and arithmetic in GF(2^64), GF(2^127) and GF(2^128), using the CPU's
//! carry-less multiplier.
//!
//! A polynomial over GF(2) is an integer whose bit i is the coefficient of x^i. Sums are XOR,
//! products are carry-less ([`clmul64`], [`clmul128`]), and a field consists of the remainders
//! modulo an irreducible polynomial.
//!
//! ```
//! use gf2::{Backend, Gf64, clmul64};
//!
//! assert_eq!(clmul64(0b11, 0b101), 0b1111); // (x + 1)(x^2 + 1)
//!
//! let (a, b) = (Gf64::new(0x1234_5678_9abc_def0), Gf64::new(27));
//! assert_eq!(a * b / b, a);
//! assert_eq!((a + b).square(), a.square() + b.square());
//!
//! // Every backend computes the same.
//! for backend in Backend::available() {
//!     assert_eq!(a.mul_with(backend, b), a * b);
//! }
//! ```
//!
//! | type         | modulus                     | use                                             |
//! |--------------|-----------------------------|-------------------------------------------------|
//! | [`Gf64`]     | x^64 + x^4 + x^3 + x + 1    | the last step of CLHASH                         |
//! | [`Gf127`]    | x^127 + x + 1               | the field of CLHASH's polynomial hash           |
//! | [`Lazy127`]  | x^128 + x^2 + x             | the ring in which CLHASH computes that hash     |
//! | [`Gf128`]    | x^128 + x^7 + x^2 + x + 1   | GHASH, and POLYVAL by bit reversal              |
//! | [`Poly`]     | any, up to a chosen bound   | finding and checking moduli                     |
//!
//! # When not to use it
//!
//! * To hash or to authenticate bytes. Use the crates built on this one. An operator on one element
//!   waits for the multiplier, whereas a hash uses the building blocks in [`backend`] to keep many
//!   products in flight.
//! * For GF(2^8), for table-based fields, or for fast arithmetic modulo other polynomials. The
//!   crate does not provide them.
//! * For elliptic curves. 127 and 128 bits are too few.
//!
//! # Backends
//!
//! [`Backend::detect`] detects the CPU's features once, and the operators and functions above use
//! the result. To save the load of that result, or to choose another backend, keep a [`Backend`]
//! and call [`mul_with`](Gf64::mul_with). In a `const`, use the functions of [`backend::portable`].
//!
//! [`Backend`] lists the backends. To force one, build with `--cfg gf2_backend="NAME"`; see
//! [`backend`].
//!
//! # Constant time
//!
//! On every backend, products, sums, squares, square roots, traces and reductions run in constant
//! time: no branch and no address depends on an operand. (`portable` requires integer
//! multiplication in constant time, as on all but some small CPUs.) The time of a power depends on
//! the exponent but not on the base. The time of an inverse or a quotient shows only whether the
//! operand is zero. `==` and everything about [`Poly`] are not in constant time.
//!
//! # Stability
//!
//! Mathematics fixes the value of every function. The representatives and the bit and byte orders
//! stated here do not change between versions, backends or machines. The crate needs neither `std`
//! nor an allocator. The feature `std` (a default) allows detection on aarch64 systems other than
//! Linux, Android and Apple's; without it they use `portable`.

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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
