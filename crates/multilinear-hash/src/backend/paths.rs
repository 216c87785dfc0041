//! The kernels of divide-and-concatenate: rows of narrow signed words.
//!
//! | kernel     | computes, over 64 bytes at a time                                    |
//! |------------|----------------------------------------------------------------------|
//! | `signed16` | R sums with xᵢ₊₃₂ⱼ, j < R, mod 2^32, of signed 16-bit words          |
//! | `signed8`  | R sums with xᵢ₊₆₄ⱼ, j < R, mod 2^32, of bytes by signed bytes        |

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
    /// Computes Σ mᵢ xᵢ₊₃₂ⱼ modulo 2^32 for j < R, over signed little-endian words. The key has R −
    /// 1 more blocks than the message.
    pub(crate) fn signed16::<R>[const R: usize](
        key: &[[i16; 32]],
        message: &[Block],
    ) -> [u32; R];

    /// Computes Σ mᵢ xᵢ₊₆₄ⱼ modulo 2^32 for j < R, over bytes of the message and signed bytes of
    /// the key. The key has R − 1 more blocks than the message.
    pub(crate) fn signed8::<R>[const R: usize](
        key: &[[i8; 64]],
        message: &[Block],
    ) -> [u32; R];
}
