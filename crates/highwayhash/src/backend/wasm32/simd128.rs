//! WebAssembly SIMD: pairs of 128-bit registers.
//!
//! A WebAssembly module either uses these instructions or does not, so the level is chosen when the
//! crate is compiled (`-C target-feature=+simd128`), and safe code may use them anywhere. There are
//! no barriers: the compiler of the engine chooses the order of additions.

use crate::backend::generic::{self, Vector, kernels};
use crate::backend::pair::{Pair, Vector128};
use crate::backend::{Packet, State};
use core::arch::wasm32::*;

const INTERLEAVED: usize = 1;
const INTERLEAVED_BYTES: usize = 0;

/// Two words.
#[derive(Clone, Copy)]
struct Simd128(v128);

impl Vector for Simd128 {
    #[inline(always)]
    fn splat(self, half: u32) -> Self {
        Self(u32x4_splat(half))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(u64x2_add(self.0, other.0))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(u64x2_sub(self.0, other.0))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    fn high(self) -> Self {
        Self(u32x4_shuffle::<1, 3, 1, 3>(self.0, self.0))
    }

    #[inline(always)]
    fn times(self, high: Self) -> Self {
        let low = u32x4_shuffle::<0, 2, 0, 2>(self.0, self.0);
        Self(u64x2_extmul_low_u32x4(low, high.0))
    }

    /// The instruction contains the indices of `crate::backend::ZIP`.
    #[inline(always)]
    fn zip(self) -> Self {
        let Self(x) = self;
        Self(u8x16_shuffle::<3, 12, 2, 5, 14, 1, 15, 0, 11, 4, 10, 13, 9, 6, 8, 7>(x, x))
    }

    #[inline(always)]
    fn swap(self) -> Self {
        Self(u32x4_shuffle::<1, 0, 3, 2>(self.0, self.0))
    }

    #[inline(always)]
    fn rotate(self, len: u32) -> Self {
        Self(v128_or(u32x4_shl(self.0, len), u32x4_shr(self.0, 32 - len)))
    }
}

impl Vector128 for Simd128 {
    #[inline(always)]
    fn load(self, &[a, b]: &[u64; 2]) -> Self {
        Self(u64x2(a, b))
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 16]) -> Self {
        // SAFETY: the sixteen bytes of the reference are readable; no alignment is needed.
        Self(unsafe { v128_load(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 2] {
        [u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)]
    }

    #[inline(always)]
    fn shuffle(self, indices: &[u8; 16]) -> Self {
        Self(u8x16_swizzle(self.0, self.load_bytes(indices).0))
    }
}

/// Creates the first vector of a kernel.
fn witness() -> Pair<Simd128> {
    Pair(Simd128(u64x2_splat(0)), Simd128(u64x2_splat(0)))
}

kernels!(Pair<Simd128>, "simd128");
