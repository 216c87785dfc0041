//! AVX2: 256-bit registers. A state is four of them, and the register file holds two states with
//! their temporaries.
//!
//! The last rounds use wide registers too. In two halves they would need no shuffle across a
//! register, but twice as many instructions. Fewer instructions of the next message would then fit
//! into the CPU's window after them.

use super::sse41;
use crate::backend::generic::{self, Vector, Vector256, kernels};
use crate::backend::pair::Pair;
use crate::backend::{Packet, State, ZIP};
use hash_core::x86::*;

/// Pairs of long messages take less time than single ones, and than groups of three or four.
const INTERLEAVED: usize = 2;
/// The CPU overlaps short messages by itself if they are hashed one after another.
const INTERLEAVED_BYTES: usize = 256;

/// Four words; also the witness of AVX2 and of the level `L`.
#[derive(Clone, Copy)]
pub(crate) struct Ymm<L>(__m256i, L);

/// The operations for which levels of 256-bit registers have different instructions. A value is a
/// witness of the features of its level, which contain AVX2.
pub(crate) trait Level: Copy {
    /// See [`Vector::rotate`].
    fn rotate(self, x: __m256i, len: u32) -> __m256i;
    /// See [`Vector256::last_packet`].
    fn last_packet(self, tail: &[u8]) -> __m256i;
}

impl<L: Level> Ymm<L> {
    /// Creates the first vector of a kernel.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn new(level: L) -> Self {
        Self(_mm256_setzero_si256(), level)
    }

    #[inline(always)]
    const fn with(self, x: __m256i) -> Self {
        Self(x, self.1)
    }
}

impl<L: Level> Vector for Ymm<L> {
    /// Short messages take longer without the order, here and at the next level.
    const ORDERED_LATE: bool = true;

    hash_core::primitives! {
        unsafe "avx2", Ymm<L: Level>,
        fn splat(a, half: u32) -> Ymm<L> {
            a.with(_mm256_set1_epi32(half.cast_signed()))
        }
        fn add(a, other: Ymm<L>) -> Ymm<L> {
            a.with(_mm256_add_epi64(a.0, other.0))
        }
        fn sub(a, other: Ymm<L>) -> Ymm<L> {
            a.with(_mm256_sub_epi64(a.0, other.0))
        }
        fn xor(a, other: Ymm<L>) -> Ymm<L> {
            a.with(_mm256_xor_si256(a.0, other.0))
        }
        fn high(a) -> Ymm<L> {
            a.with(_mm256_srli_epi64::<32>(a.0))
        }
        fn times(a, high: Ymm<L>) -> Ymm<L> {
            a.with(_mm256_mul_epu32(a.0, high.0))
        }
        fn zip(a) -> Ymm<L> {
            // SAFETY: the 16 bytes of `ZIP` are readable; no alignment is needed.
            let indices = unsafe { _mm_loadu_si128(ZIP.as_ptr().cast()) };
            a.with(_mm256_shuffle_epi8(a.0, _mm256_broadcastsi128_si256(indices)))
        }
        fn swap(a) -> Ymm<L> {
            a.with(_mm256_shuffle_epi32::<0b10_11_00_01>(a.0))
        }
        fn rotate(a, len: u32) -> Ymm<L> {
            a.with(a.1.rotate(a.0, len))
        }
        fn opaque(a) -> Ymm<L> {
            a.with(opaque(a.0))
        }
    }
}

impl<L: Level> Vector256 for Ymm<L> {
    hash_core::primitives! {
        unsafe "avx2", Ymm<L: Level>,
        fn load(a, words: &[u64; 4]) -> Ymm<L> {
            // SAFETY: the 32 bytes of the reference are readable; no alignment is needed.
            a.with(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
        }
        fn load_packet(a, packet: &Packet) -> Ymm<L> {
            // SAFETY: the 32 bytes of the reference are readable; no alignment is needed.
            a.with(unsafe { _mm256_loadu_si256(packet.as_ptr().cast()) })
        }
        fn to_words(a) -> [u64; 4] {
            let mut words = [0; 4];
            // SAFETY: the 32 bytes of the array are writable; no alignment is needed.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a.0) }
            words
        }
        /// Permutes in one instruction. The indices are hidden from the compiler, which would
        /// otherwise emit two shuffles, which take longer.
        fn permute(a) -> Ymm<L> {
            let indices = opaque(_mm256_set_epi32(2, 3, 0, 1, 6, 7, 4, 5));
            a.with(_mm256_permutevar8x32_epi32(a.0, indices))
        }
        fn last_packet(a, tail: &[u8]) -> Ymm<L> {
            a.with(a.1.last_packet(tail))
        }
    }
}

/// See [`Vector::opaque`]. A separate function, because the register class of its operand needs
/// AVX.
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(words: __m256i) -> __m256i {
    hash_core::opaque!(ymm_reg words)
}

/// The witness of this level. Only [`witness`] creates one.
#[derive(Clone, Copy)]
struct Avx2(());

impl Level for Avx2 {
    #[inline(always)]
    fn rotate(self, x: __m256i, len: u32) -> __m256i {
        let len = len.cast_signed();
        // SAFETY: an `Avx2` proves that the CPU has AVX2.
        unsafe {
            let (left, right) = (_mm_cvtsi32_si128(len), _mm_cvtsi32_si128(32 - len));
            _mm256_or_si256(_mm256_sll_epi32(x, left), _mm256_srl_epi32(x, right))
        }
    }

    #[inline(always)]
    fn last_packet(self, tail: &[u8]) -> __m256i {
        // SAFETY: an `Avx2` proves that the CPU has AVX2, which includes SSE4.1.
        unsafe {
            let Pair(low, high) = sse41::witness().last_packet(tail);
            _mm256_set_m128i(high.0, low.0)
        }
    }
}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "avx2")]
fn witness() -> Ymm<Avx2> {
    Ymm::new(Avx2(()))
}

kernels!(Ymm<Avx2>, "avx2");
