//! Rows of narrow, signed words: the kernels of divide-and-concatenate.
//!
//! | kernel     | computes, over 64 bytes at a time                                   |
//! |------------|---------------------------------------------------------------------|
//! | `signed16` | R sums with x\[i + 32 j\], j < R, mod 2^32, signed words of 16 bits |
//! | `signed8`  | R sums with x\[i + 64 j\], j < R, mod 2^32, bytes by signed bytes   |

use super::{Backend, Block, Level};

mod portable;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64_neon;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx2;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx512;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86_avx512vnni;

dispatch! {
    /// Computes Σ m\[i\] x\[i + 32 j\] modulo 2^32 for j < R, of signed little-endian words; the
    /// key has R − 1 more blocks than the message.
    pub(crate) fn signed16::<R>[const R: usize](
        key: &[[i16; 32]],
        message: &[Block],
    ) -> [u32; R];

    /// Computes Σ m\[i\] x\[i + 64 j\] modulo 2^32 for j < R, of bytes by signed bytes; the key has
    /// R − 1 more blocks than the message.
    pub(crate) fn signed8::<R>[const R: usize](
        key: &[[i8; 64]],
        message: &[Block],
    ) -> [u32; R];
}
