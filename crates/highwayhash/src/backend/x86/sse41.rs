//! SSE4.1: pairs of 128-bit registers.

use crate::backend::generic::{self, Vector, kernels};
use crate::backend::pair::{Pair, Vector128};
use crate::backend::{Packet, State, ZIP};
use hash_core::x86::*;

const INTERLEAVED: usize = 1;
const INTERLEAVED_BYTES: usize = 0;

/// Two words; also the witness of SSE4.1.
#[derive(Clone, Copy)]
pub(crate) struct Xmm(pub(crate) __m128i);

impl Vector for Xmm {
    /// With the order a single short hash is ready earlier, but many of them take longer.
    const ORDERED_LATE: bool = false;

    hash_core::primitives! {
        unsafe "sse4.1", Xmm,
        fn splat(_a, half: u32) -> Xmm {
            Xmm(_mm_set1_epi32(half.cast_signed()))
        }
        fn add(a, other: Xmm) -> Xmm {
            Xmm(_mm_add_epi64(a.0, other.0))
        }
        fn sub(a, other: Xmm) -> Xmm {
            Xmm(_mm_sub_epi64(a.0, other.0))
        }
        fn xor(a, other: Xmm) -> Xmm {
            Xmm(_mm_xor_si128(a.0, other.0))
        }
        fn high(a) -> Xmm {
            Xmm(_mm_srli_epi64::<32>(a.0))
        }
        fn times(a, high: Xmm) -> Xmm {
            Xmm(_mm_mul_epu32(a.0, high.0))
        }
        fn zip(a) -> Xmm {
            a.shuffle(&ZIP)
        }
        fn swap(a) -> Xmm {
            Xmm(_mm_shuffle_epi32::<0b10_11_00_01>(a.0))
        }
        fn rotate(a, len: u32) -> Xmm {
            let len = len.cast_signed();
            let (left, right) = (_mm_cvtsi32_si128(len), _mm_cvtsi32_si128(32 - len));
            Xmm(_mm_or_si128(_mm_sll_epi32(a.0, left), _mm_srl_epi32(a.0, right)))
        }
        fn opaque(a) -> Xmm {
            Xmm(opaque(a.0))
        }
    }
}

impl Vector128 for Xmm {
    hash_core::primitives! {
        unsafe "sse4.1", Xmm,
        fn load(_a, words: &[u64; 2]) -> Xmm {
            // SAFETY: the 16 bytes of the reference are readable; no alignment is needed.
            Xmm(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
        }
        fn load_bytes(_a, bytes: &[u8; 16]) -> Xmm {
            // SAFETY: the 16 bytes of the reference are readable; no alignment is needed.
            Xmm(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
        }
        fn to_words(a) -> [u64; 2] {
            let mut words = [0; 2];
            // SAFETY: the 16 bytes of the array are writable; no alignment is needed.
            unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), a.0) }
            words
        }
        fn shuffle(a, indices: &[u8; 16]) -> Xmm {
            Xmm(_mm_shuffle_epi8(a.0, a.load_bytes(indices).0))
        }
    }
}

/// See [`Vector::opaque`]. A separate function, because the register class of its operand needs
/// SSE.
#[inline]
#[target_feature(enable = "sse4.1")]
fn opaque(words: __m128i) -> __m128i {
    hash_core::opaque!(xmm_reg words)
}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "sse4.1")]
pub(crate) fn witness() -> Pair<Xmm> {
    Pair(Xmm(_mm_setzero_si128()), Xmm(_mm_setzero_si128()))
}

kernels!(Pair<Xmm>, "sse4.1");
