//! Which kernels run, and the crate's only unsafe calls.
//!
//! Both functions are one polynomial over GF(2^128), and all is computed in POLYVAL's terms: an
//! element is an integer, bit i the coefficient of x^i, modulo x^128 + x^127 + x^126 + x^121 + 1, and
//! the product of two is a·b·x^-128 (RFC 8452, section 3). GHASH is the same on blocks whose bytes
//! are reversed, under a key that is multiplied by x (appendix A).
//!
//! A kernel is a function from plain data to plain data. The backend files have the same ones:
//!
//! | kernel     | computes                                                  |
//! |------------|-----------------------------------------------------------|
//! | `expand`   | the powers of H that a key holds                          |
//! | `multiply` | a product with H: the step of one block                   |
//! | `absorb`   | the polynomial, continued over a piece of the message     |
//!
//! One product gains nothing from wide registers: the wider levels of x86 borrow `multiply`.
//!
//! # How `absorb` keeps the multiplier busy
//! Horner's rule, y ← (y + X)·H, waits for a product and its reduction at every block. Taking t
//! blocks at once,
//!
//! y ← (y + X₁)·H^t + X₂·H^(t-1) + … + X_t·H,
//!
//! makes t products that wait for nothing but the first, which are added up before one reduction (Gueron
//! and Kounavis, "Intel carry-less multiplication instruction and its usage for computing the GCM
//! mode", 2010). A product is three of 64 bits, after Karatsuba; the sums of halves of the powers are
//! made once. Registers of L products run L polynomials side by side, lane j over the blocks
//! j, j + L, j + 2L, …, each continued by powers of H^L and reduced in its lane; they are put
//! together once, in the end.

pub use gf2::Backend;

use gf2::Level;

mod portable;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "aarch64")]
mod aarch64_pmull;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_clmul;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_vpclmul_x4;

pub(crate) use portable::expand as expand_const;

/// Powers of H that a key holds.
pub(crate) const POWERS: usize = 8;
/// H^8, H^7, …, H, as words, the low one first: so that the powers for n blocks stand in their order at
/// the end, and load as registers.
pub(crate) type Powers = [[u64; 2]; POWERS];

/// The dispatch, written once: the kernels of the level, or, for those marked `narrow`, of the level
/// of one product an instruction, which the wider ones borrow.
macro_rules! dispatch {
    (narrow $backend:expr, $($call:tt)*) => {
        match $backend.level() {
            Level::Portable => portable::$($call)*,
            // SAFETY: a `Backend` of one of these levels is made only after pclmulqdq, ssse3 and
            // sse4.1 were detected.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Clmul | Level::X86VpclmulX2 | Level::X86VpclmulX4 => unsafe {
                x86_clmul::$($call)*
            },
            // SAFETY: a `Backend` of this level is made only after aes (with PMULL) was detected.
            #[cfg(target_arch = "aarch64")]
            Level::Aarch64Pmull => unsafe { aarch64_pmull::$($call)* },
        }
    };
    ($backend:expr, $($call:tt)*) => {
        match $backend.level() {
            Level::Portable => portable::$($call)*,
            // SAFETY: a `Backend` of this level is made only after pclmulqdq, ssse3 and sse4.1
            // were detected.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86Clmul => unsafe { x86_clmul::$($call)* },
            // SAFETY: as above, and avx2, bmi2 and vpclmulqdq.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86VpclmulX2 => unsafe { x86_vpclmul_x2::$($call)* },
            // SAFETY: as above, and avx512f, avx512bw, avx512dq and avx512vl.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Level::X86VpclmulX4 => unsafe { x86_vpclmul_x4::$($call)* },
            // SAFETY: a `Backend` of this level is made only after aes (with PMULL) was detected.
            #[cfg(target_arch = "aarch64")]
            Level::Aarch64Pmull => unsafe { aarch64_pmull::$($call)* },
        }
    };
}

/// The powers of `h`.
#[inline]
pub(crate) fn expand(backend: Backend, h: u128) -> Powers {
    dispatch!(backend, expand(h))
}

/// `a`·H.
///
/// By value: what was just written in pieces would be waited for if it were loaded as a whole.
#[inline]
pub(crate) fn multiply(backend: Backend, powers: &Powers, a: u128) -> u128 {
    dispatch!(narrow backend, multiply(powers, a))
}

/// The polynomial whose value so far is `sum`, continued over the blocks of `bytes`, the last one
/// filled up with zeros. `REVERSED`: the bytes of a block are those of an element in opposite order.
#[inline]
pub(crate) fn absorb<const REVERSED: bool>(
    backend: Backend,
    powers: &Powers,
    sum: u128,
    bytes: &[u8],
) -> u128 {
    dispatch!(backend, absorb::<REVERSED>(powers, sum, bytes))
}
