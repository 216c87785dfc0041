//! SSE4.1: pairs of 128-bit registers.

use super::generic::{self, Vector, kernels};
use super::pair::{Pair, Vector128};
use super::{Packet, State, ZIP};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

const INTERLEAVED: usize = 1;
const INTERLEAVED_BYTES: usize = 0;

/// Two words; also the witness of SSE4.1.
#[derive(Clone, Copy)]
pub(super) struct Xmm(pub(super) __m128i);

impl Vector for Xmm {
    /// With barriers a single hash of 8 bytes is ready 4 % earlier, but many of them take 1.13 times
    /// as long (Zen 4).
    const ORDERED_LATE: bool = false;

    #[inline(always)]
    fn splat(self, half: u32) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_set1_epi32(half.cast_signed()) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn high(self) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_srli_epi64::<32>(self.0) })
    }

    #[inline(always)]
    fn times(self, high: Self) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_mul_epu32(self.0, high.0) })
    }

    #[inline(always)]
    fn zip(self) -> Self {
        self.shuffle(&ZIP)
    }

    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_shuffle_epi32::<0b10_11_00_01>(self.0) })
    }

    #[inline(always)]
    fn rotate(self, len: u32) -> Self {
        let len = len.cast_signed();
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe {
            let (left, right) = (_mm_cvtsi32_si128(len), _mm_cvtsi32_si128(32 - len));
            _mm_or_si128(_mm_sll_epi32(self.0, left), _mm_srl_epi32(self.0, right))
        })
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { opaque(self.0) })
    }
}

impl Vector128 for Xmm {
    #[inline(always)]
    fn load(self, words: &[u64; 2]) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1, and the 16 bytes of the reference are
        // readable.
        Self(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 16]) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1, and the 16 bytes of the reference are
        // readable.
        Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 2] {
        let mut words = [0; 2];
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1, and the 16 bytes of the array are
        // writable.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
        words
    }

    #[inline(always)]
    fn shuffle(self, indices: &[u8; 16]) -> Self {
        // SAFETY: an `Xmm` proves that the CPU has SSE4.1.
        Self(unsafe { _mm_shuffle_epi8(self.0, self.load_bytes(indices).0) })
    }
}

/// See [`Vector::opaque`]. A separate function, because the register class of its operand needs SSE.
#[inline]
#[target_feature(enable = "sse4.1")]
fn opaque(words: __m128i) -> __m128i {
    hash_core::opaque!(xmm_reg words)
}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "sse4.1")]
pub(super) fn witness() -> Pair<Xmm> {
    Pair(Xmm(_mm_setzero_si128()), Xmm(_mm_setzero_si128()))
}

kernels!(Pair<Xmm>, "sse4.1");
