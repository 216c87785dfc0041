//! 256-bit registers, with what AVX-512 adds to them.
//!
//! The last packet is a masked load and one permutation whatever its length, so no branch on that
//! is missed: strings of 1 to 64 bytes in random order take 0.70 of the time that they take with
//! AVX2. And twice as many registers hold four states: four messages of 4 KiB, beside one another,
//! take 0.77 of the time that pairs take with AVX2 (both Zen 4). One long message gains nothing.

use super::x86_avx2::{Whole, load_packet};
use super::{LAST_PACKET, Packet, State, rounds, split_all};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Messages that `hash_each` hashes beside one another,
const BESIDE: usize = 4;
/// if each has so many bytes. Of short messages, one after the other, the CPU overlaps some by
/// itself.
const BESIDE_BYTES: usize = 192;

/// Less than 32 bytes, zeros behind them.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn load_tail(tail: &[u8]) -> __m256i {
    let mask = (1_u32 << (tail.len() % 32)) - 1;
    // SAFETY: only the bytes of the slice are read, or fewer: those whose bit of the mask is set.
    unsafe { _mm256_maskz_loadu_epi8(mask, tail.as_ptr().cast()) }
}

/// Mixes in the last packet, of `len` bytes.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn end(mut state: Whole, packet: __m256i, len: usize) -> Whole {
    // Less than 32.
    let len = _mm256_set1_epi32(i32::try_from(len).unwrap_or(0));
    state = state.stopped();
    state.v0 = _mm256_add_epi64(state.v0, len);
    state.v1 = _mm256_rolv_epi32(state.v1, len);
    state = state.started();
    state.update_late(packet);
    state
}

/// The last packet, from the last 1 to 31 bytes of a message.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn last_packet(tail: &[u8]) -> __m256i {
    match tail.try_into() {
        // Most likely an integer that was just stored: a wider load would wait for the cache, and a
        // loop over words take 2.1 times the time (Zen 4).
        Ok(word) => _mm256_set_epi64x(0, 0, 0, i64::from_le_bytes(word)),
        Err(_) => {
            let places = load_packet(&LAST_PACKET[tail.len() % 32]);
            _mm256_permutexvar_epi8(places, load_tail(tail))
        }
    }
}

/// The state after these packets.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn absorb_into(mut state: Whole, packets: &[Packet]) -> Whole {
    for packet in packets {
        state.update(load_packet(packet));
    }
    state
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
pub(super) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
    let packet = _mm256_set_epi64x(0, 0, 0, word.cast_signed());
    finish_rounds!(end(Whole::first(key), packet, 8))
}

#[target_feature(enable = "avx512vl,avx512vbmi")]
pub(super) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
    let (packets, tail) = message.as_chunks();
    finish_from!(absorb_into(Whole::first(key), packets), tail)
}

#[target_feature(enable = "avx512vl,avx512vbmi")]
pub(super) fn absorb(state: &mut State, packets: &[Packet]) {
    *state = absorb_into(Whole::load(state), packets).store();
}

#[target_feature(enable = "avx512vl,avx512vbmi")]
pub(super) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
    finish_from!(Whole::load(state), tail)
}

#[target_feature(enable = "avx512vl,avx512vbmi")]
pub(super) fn hash_each<'m, const W: usize>(
    key: &[u64; 4],
    mut messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; W]],
) {
    let mut places = out.chunks_exact_mut(BESIDE);
    for places in &mut places {
        let mut group = [[].as_slice(); BESIDE];
        for (place, message) in group.iter_mut().zip(&mut messages) {
            *place = message;
        }
        if group.iter().all(|m| m.len() >= BESIDE_BYTES) {
            hash_beside(key, &group, places);
        } else {
            for (message, h) in group.iter().zip(places) {
                *h = hash(key, message);
            }
        }
    }
    for (message, h) in messages.zip(places.into_remainder()) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "avx512vl,avx512vbmi")]
pub(super) fn hash_u64s<const W: usize>(key: &[u64; 4], words: &[u64], out: &mut [[u64; W]]) {
    for (w, h) in words.iter().zip(out) {
        *h = word(key, *w);
    }
}

/// Messages beside one another as far as the shortest goes, then each by itself.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn hash_beside<const W: usize>(
    key: &[u64; 4],
    messages: &[&[u8]; BESIDE],
    places: &mut [[u64; W]],
) {
    let (packets, tails) = split_all(messages);
    let common = packets.iter().map(|p| p.len()).min().unwrap_or(0);
    let mut states = [Whole::first(key); BESIDE];
    for at in 0..common {
        for (state, packets) in states.iter_mut().zip(packets) {
            state.update(load_packet(&packets[at]));
        }
    }
    for (((state, packets), tail), h) in states.iter().zip(&packets).zip(&tails).zip(places) {
        *h = finish_from!(absorb_into(*state, &packets[common..]), tail);
    }
}
