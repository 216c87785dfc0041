//! AVX-512 with VBMI: 256-bit registers, with more instructions and twice as many registers as
//! AVX2.
//!
//! The last packet is a masked load and one permutation for every length, so no branch on the
//! length is mispredicted. The registers hold four states, of four messages in parallel. A single
//! long message gains nothing.

use super::avx2::{Level, Ymm};
use crate::backend::generic::{self, kernels};
use crate::backend::{Packet, State, last_packet};
use hash_core::x86::*;

const INTERLEAVED: usize = 4;
/// The CPU overlaps short messages by itself if they are hashed one after another.
const INTERLEAVED_BYTES: usize = 192;

/// The witness of this level. Only [`witness`] creates one.
#[derive(Clone, Copy)]
struct Vbmi(());

impl Level for Vbmi {
    #[inline(always)]
    fn rotate(self, x: __m256i, len: u32) -> __m256i {
        // SAFETY: a `Vbmi` proves that the CPU has AVX-512VL.
        unsafe { _mm256_rolv_epi32(x, _mm256_set1_epi32(len.cast_signed())) }
    }

    #[inline(always)]
    fn last_packet(self, tail: &[u8]) -> __m256i {
        if let Ok(word) = tail.try_into() {
            // Eight bytes are most likely an integer that was just stored. Store-to-load forwarding
            // fails for a wider load, and a loop over words takes longer.
            // SAFETY: a `Vbmi` proves that the CPU has AVX2.
            return unsafe { _mm256_set_epi64x(0, 0, 0, i64::from_le_bytes(word)) };
        }
        let indices = &last_packet::WHOLE[tail.len() % 32];
        let mask = (1_u32 << (tail.len() % 32)) - 1;
        // SAFETY: a `Vbmi` proves that the CPU has AVX-512VL and VBMI. The 32 bytes of the indices
        // are readable. Of the tail, only bytes whose mask bit is set are read, and all of these
        // lie in the slice.
        unsafe {
            let bytes = _mm256_maskz_loadu_epi8(mask, tail.as_ptr().cast());
            _mm256_permutexvar_epi8(_mm256_loadu_si256(indices.as_ptr().cast()), bytes)
        }
    }
}

/// Creates the first vector of a kernel.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn witness() -> Ymm<Vbmi> {
    Ymm::new(Vbmi(()))
}

kernels!(Ymm<Vbmi>, "avx512vl,avx512vbmi");
