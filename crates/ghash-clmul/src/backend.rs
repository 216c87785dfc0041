//! The dispatch to the kernels, and the crate's only unsafe code.
//!
//! Both functions evaluate the same polynomial over GF(2^128), and the kernels work in POLYVAL's
//! terms: an element is an integer whose bit i is the coefficient of x^i, modulo x^128 + x^127 +
//! x^126 + x^121 + 1, and the product of two elements is a·b·x^-128 (RFC 8452, section 3). GHASH is
//! POLYVAL of blocks whose bytes are reversed, under a key that is multiplied by x (appendix A).
//!
//! A kernel is a function from plain data to plain data. Every backend file has the same kernels:
//!
//! | kernel        | computes                                                      |
//! |---------------|---------------------------------------------------------------|
//! | `expand`      | the powers of H that a key holds                              |
//! | `multiply`    | a product with H: the step of one block                       |
//! | `absorb`      | the polynomial, continued over a piece of the message         |
//! | `absorb_once` | the same from H alone, block by block, for short pieces       |
//!
//! A single product gains nothing from wide registers, so the wider levels of x86 borrow
//! `multiply` and `absorb_once`.
//!
//! # How `absorb` keeps the multiplier busy
//! Horner's rule, y ← (y + X)·H, waits for a product and its reduction at every block. Taking t
//! blocks at once needs t products, of which only the first waits for y:
//!
//! y ← (y + X₁)·H^t + X₂·H^(t-1) + … + Xₜ·H,
//!
//! The products are added before a single reduction (Gueron and Kounavis, "Intel carry-less
//! multiplication instruction and its usage for computing the GCM mode", 2010). By Karatsuba's
//! method a product takes three carry-less products of 64 bits, and the sums of the halves of the
//! powers are computed once. `mul_fixed_polyval` of `gf2` has a shorter chain and one product more.
//! It multiplies where products form one chain, in `multiply` and `absorb_once`, and up to four
//! blocks in registers of four. A register of L lanes evaluates L polynomials side by side. Lane j
//! takes the blocks j, j + L, j + 2L, …, multiplies by powers of H^L and reduces on its own; the
//! lanes are added once, at the end.

pub use gf2::Backend;

use crate::Standard;
use crate::key::BLOCK_BYTES;
use gf2::Level;

#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod lanes;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod narrow;
mod portable;
#[cfg(test)]
mod tests;
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
mod wide;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
mod x86;

pub(crate) use portable::expand as expand_const;
#[cfg(feature = "universal-hash")]
pub(crate) use portable::to_words;

/// A block as it stands in the message.
type Block = [u8; BLOCK_BYTES];

/// The number of powers of H that a key holds.
pub(crate) const POWERS: usize = 8;
/// H^8, H^7, …, H as words, the low word first. The powers for n blocks are the last n, in the
/// order of the blocks, so that a register can load them as they are.
pub(crate) type Powers = [[u64; 2]; POWERS];

gf2::dispatch! {
    unsafe;

    /// Computes the powers of `h`.
    #[inline]
    pub(crate) fn expand(h: u128) -> Powers;

    /// Computes `a`·H.
    ///
    /// Takes `a` by value, because store-to-load forwarding would fail for a 16-byte load of two
    /// halves that were just stored.
    #[inline]
    pub(crate) fn multiply(powers: &Powers, a: u128) -> u128;

    /// Continues the polynomial whose value so far is `sum` over the blocks of `bytes`, the last
    /// one padded with zeros, in the byte order of the standard.
    #[inline]
    pub(crate) fn absorb::<S>[S: Standard](
        powers: &Powers,
        sum: u128,
        bytes: &[u8],
    ) -> u128;

    /// Computes `absorb` of the powers of `h`, in time that grows with each block by the latency of
    /// a product. For up to eight blocks this takes less time than computing the powers.
    #[inline]
    pub(crate) fn absorb_once::<S>[S: Standard](h: u128, sum: u128, bytes: &[u8]) -> u128;
}
