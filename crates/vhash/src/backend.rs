//! The dispatch to the kernels, and the crate's only unsafe code.
//!
//! A kernel is a function from plain data to plain data, for T = 1 or 2 iterations. Only one gains
//! from wide registers:
//!
//! | kernel   | computes                                                       |
//! |----------|----------------------------------------------------------------|
//! | `absorb` | the polynomials, continued over whole blocks                   |
//!
//! Lengths are handled above the kernels, in [`polynomial`](crate::polynomial).

use crate::key::{BLOCK_BYTES, Key};

pub(crate) mod portable;

#[cfg_attr(
    not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
    )),
    path = "backend/no_x86.rs"
)]
mod x86;

pub(crate) use x86::KeySchedule;

/// Two words of a message.
pub(crate) type Pair = [u8; 16];
/// 16 words of a message.
pub(crate) type Block = [u8; BLOCK_BYTES];

/// The number of blocks that wide registers take at once. Fewer blocks are faster in integers.
pub(crate) const GROUP_BLOCKS: usize = 8;

hash_core::backends! {
    $
    /// A token that proves that this CPU runs a set of kernels. Only this crate can make one.
    ///
    /// ```
    /// use vhash::Backend;
    /// let best = Backend::detect();
    /// assert!(Backend::available().any(|backend| backend == best));
    /// assert_eq!(Backend::available().next(), Some(Backend::PORTABLE));
    /// ```
    pub struct Backend, forced by vhash_backend;

    /// The kernel sets of this architecture.
    enum Level {
        /// 128-bit integers; every other CPU.
        Portable = portable "portable" [],
        /// Ice Lake, Zen 4 and later.
        X86Avx512Ifma = x86::avx512ifma "x86_avx512ifma" ["avx512ifma"],
    }

    macro dispatch;
}

dispatch! {
    unsafe;

    /// Continues the polynomials whose values so far are `y`, at most 2^127, over the blocks.
    #[inline]
    pub(crate) fn absorb[const T: usize](
        key: &Key<T>,
        y: [u128; T],
        blocks: &[Block],
    ) -> [u128; T];
}
