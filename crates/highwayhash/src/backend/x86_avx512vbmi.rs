//! AVX-512 with VBMI: 256-bit registers, with more instructions and twice as many registers as
//! AVX2.
//!
//! The last packet is a masked load and one permutation for every length, so no branch on the
//! length is mispredicted: strings of 1 to 64 bytes in random order take 0.70 of their time with
//! AVX2. The registers hold four states: four messages of 4 KiB in parallel take 0.77 of the time
//! of pairs with AVX2 (both Zen 4). A single long message gains nothing.

use super::wide::{finish_rounds, finish_tail, kernels, split_packets};
use super::x86_avx2::{Plain, Whole, load_packet};
use super::{Packet, State, last_packet, rounds};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The number of messages that `hash_each` hashes in parallel.
const INTERLEAVED: usize = 4;
/// The smallest length in bytes of these messages. The CPU overlaps short messages by itself if
/// they are hashed one after another.
const INTERLEAVED_BYTES: usize = 192;

/// Loads less than 32 bytes, with zeros after them.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn load_tail(tail: &[u8]) -> __m256i {
    let mask = (1_u32 << (tail.len() % 32)) - 1;
    // SAFETY: only bytes whose mask bit is set are read, and all of these lie in the slice.
    unsafe { _mm256_maskz_loadu_epi8(mask, tail.as_ptr().cast()) }
}

/// Mixes in the last packet, which has `len` bytes of the message.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn absorb_last(mut state: Plain, packet: __m256i, len: usize) -> Whole {
    let len = _mm256_set1_epi32(last_packet::length(len).cast_signed());
    state.v0 = _mm256_add_epi64(state.v0, len);
    state.v1 = _mm256_rolv_epi32(state.v1, len);
    state.mix(packet)
}

/// Loads the packet of the last 1 to 31 bytes of a message.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn load_last_packet(tail: &[u8]) -> __m256i {
    match tail.try_into() {
        // Eight bytes are most likely an integer that was just stored. Store-to-load forwarding
        // fails for a wider load, and a loop over words would take 2.1 times as long (Zen 4).
        Ok(word) => _mm256_set_epi64x(0, 0, 0, i64::from_le_bytes(word)),
        Err(_) => {
            let indices = load_packet(&last_packet::WHOLE[tail.len() % 32]);
            _mm256_permutexvar_epi8(indices, load_tail(tail))
        }
    }
}

kernels!("avx512vl,avx512vbmi");
