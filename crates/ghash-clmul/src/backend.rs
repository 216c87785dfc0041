//! The dispatch to the kernels, and the crate's only unsafe code.
//!
//! Both functions are one polynomial over GF(2^128), and all is computed in POLYVAL's terms: an
//! element is an integer, bit i the coefficient of x^i, modulo x^128 + x^127 + x^126 + x^121 + 1,
//! and the product of two is a·b·x^-128 (RFC 8452, section 3). GHASH is the same on blocks whose
//! bytes are reversed, under a key that is multiplied by x (appendix A).
//!
//! A kernel is a function from plain data to plain data. The backend files have the same ones:
//!
//! | kernel     | computes                                                   |
//! |------------|------------------------------------------------------------|
//! | `expand`   | the powers of H that a key holds                           |
//! | `multiply` | a product with H: the step of one block                    |
//! | `absorb`   | the polynomial, continued over a piece of the message      |
//!
//! One product gains nothing from wide registers: the wider levels of x86 borrow `multiply`.
//!
//! # How `absorb` keeps the multiplier busy
//! Horner's rule, y ← (y + X)·H, waits for a product and its reduction at every block. Taking t
//! blocks at once,
//!
//! y ← (y + X₁)·H^t + X₂·H^(t-1) + … + X_t·H,
//!
//! makes t products, of which only the first waits for y; they are added before one reduction
//! (Gueron and Kounavis, "Intel carry-less multiplication instruction and its usage for computing
//! the GCM mode", 2010). A product is three of 64 bits, after Karatsuba; the sums of the halves of
//! the powers are computed once. A register of L products runs L polynomials side by side, lane j
//! over the blocks j, j + L, j + 2L, …, each continued by powers of H^L and reduced in its lane;
//! the lanes are added once, at the end.

pub use gf2::Backend;

use crate::key::BLOCK_BYTES;
use gf2::Level;

mod portable;
#[cfg(test)]
mod tests;

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod aarch64_pmull;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_clmul;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x4;

pub(crate) use portable::expand as expand_const;

/// A block as it lies in the message.
#[cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "of vector kernels")
)]
type Block = [u8; BLOCK_BYTES];

/// The number of powers of H that a key holds.
pub(crate) const POWERS: usize = 8;
/// H^8, H^7, …, H as words, the low one first. The powers for n blocks are the last n, in the order
/// of the blocks, so that they load as registers.
pub(crate) type Powers = [[u64; 2]; POWERS];

gf2::dispatch! {
    /// Computes the powers of `h`.
    #[inline]
    pub(crate) fn expand(h: u128) -> Powers;

    /// Computes `a`·H.
    ///
    /// By value: if it were loaded as a whole, the load would wait for the halves just stored.
    #[inline]
    pub(crate) fn multiply(powers: &Powers, a: u128) -> u128;

    /// Continues the polynomial whose value so far is `sum` over the blocks of `bytes`, the last
    /// one padded with zeros. `REVERSED` says that the bytes of a block are those of an element in
    /// reverse order.
    #[inline]
    pub(crate) fn absorb::<REVERSED>[const REVERSED: bool](
        powers: &Powers,
        sum: u128,
        bytes: &[u8],
    ) -> u128;
}
