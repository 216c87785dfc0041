//! Detection of the carry-less multiplier of this CPU, and the tokens that prove it.
//!
//! A [`Backend`] is a one-byte token that only this module can make. It proves that the CPU
//! supports the named features, and that the operating system supports the wider registers, so code
//! that holds one may call the kernels of that level. It is chosen once, when a key or a builder is
//! made, and matched once per message.
//!
//! `--cfg gf2_backend="NAME"` (in `RUSTFLAGS`) makes [`Backend::detect`] return that level where
//! the CPU supports it, and the portable level elsewhere. It does not change which backends are
//! [available](Backend::available). Environment variables are never read.
//!
//! A function of a level is safe to call where its features are enabled. Elsewhere the call
//! requires `unsafe`, and the caller guarantees the features, usually by holding a [`Backend`] of
//! that [`Level`].

#![allow(
    clippy::missing_safety_doc,
    reason = "stated once, above: these functions are safe except for their target features"
)]

use crate::Wide;

#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
#[doc(hidden)]
pub mod polynomials;
pub mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
#[doc(hidden)]
pub mod aarch64;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
))]
#[doc(hidden)]
pub mod x86;

hash_core::backends! {
    $
    /// The proof that this CPU runs the kernels of a [`Level`].
    ///
    /// ```
    /// use gf2::Backend;
    /// let best = Backend::detect();
    /// assert!(Backend::available().any(|b| b == best));
    /// assert_eq!(Backend::available().next(), Some(Backend::PORTABLE));
    /// ```
    pub struct Backend, forced by gf2_backend;

    /// The kernel sets of this architecture.
    ///
    /// A `Level` proves nothing; code matches on it to dispatch a [`Backend`]. It is deliberately
    /// exhaustive, so that a kernel crate that forgets a level does not compile.
    pub enum Level {
        /// 16 integer products, in constant time; every other CPU.
        Portable = portable "portable" [],
        /// One product per instruction; Westmere, Bulldozer and later.
        X86Clmul = x86::clmul "x86_clmul" ["pclmulqdq", "sse4.1"],
        /// Two products per instruction; Alder Lake, Zen 3.
        X86VpclmulX2 = x86::vpclmul_x2 "x86_vpclmul_x2" ["avx2", "bmi2", "vpclmulqdq"],
        /// Four products per instruction; Ice Lake, Zen 4 and later.
        X86VpclmulX4 = x86::vpclmul_x4 "x86_vpclmul_x4"
            ["bmi2", "vpclmulqdq", "avx512bw", "avx512dq", "avx512vl"],
        /// One product per instruction; nearly every 64-bit Arm, little-endian.
        Aarch64Pmull = aarch64::pmull "aarch64_pmull" ["aes"],
    }

    /// Defines dispatched functions in crates whose kernels run on these levels; see
    /// [`hash_core::backends!`].
    #[doc(hidden)]
    #[macro_export]
    macro dispatch;
}

// Only products are dispatched. The operands and results of these functions are in general-purpose
// registers, where the shifts of `portable` are also the fastest way to reduce and to square.
dispatch! {
    unsafe;

    #[inline]
    fn clmul64(a: u64, b: u64) -> u128;

    #[inline]
    fn clmul128(a: u128, b: u128) -> Wide;
}

impl Backend {
    /// Multiplies two polynomials of degree below 64 in constant time.
    #[inline]
    #[must_use]
    pub fn clmul64(self, a: u64, b: u64) -> u128 {
        clmul64(self, a, b)
    }

    /// Multiplies two polynomials of degree below 128 in constant time.
    #[inline]
    #[must_use]
    pub fn clmul128(self, a: u128, b: u128) -> Wide {
        clmul128(self, a, b)
    }
}

// After `dispatch!`, which it uses.
#[cfg(test)]
mod block_tests;
