//! 256-bit registers: a state is four of them, and two states leave room in the register file for
//! what passes between.
//!
//! The last rounds stay in wide registers too. In two halves they would need no shuffle across a
//! register, but twice the instructions: on a Zen 5, 256 bytes take 92 cycles so and 126 in halves,
//! as fewer instructions of the next message fit into the window behind them, and even a single
//! hash of 32 bytes is later by a tenth.

use super::x86_sse41::{self as narrow, load};
use super::{MUL0, MUL1, Packet, State, ZIP, portable, rounds, split_all};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Messages that `hash_each` hashes beside one another: pairs of 4 KiB take 0.71 of the time of one
/// after the other, threes 0.84, fours 0.75 (Zen 4);
const BESIDE: usize = 2;
/// if each has so many bytes. Of short messages, one after the other, the CPU overlaps some by
/// itself.
const BESIDE_BYTES: usize = 256;

/// A state between two packets. Lives in registers. `v1` lacks the last summand, zip(v0).
#[derive(Clone, Copy)]
pub(super) struct Whole {
    pub(super) v0: __m256i,
    pub(super) v1: __m256i,
    mul0: __m256i,
    mul1: __m256i,
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_packet(packet: &Packet) -> __m256i {
    // SAFETY: the 32 bytes behind the reference are readable; no alignment is needed.
    unsafe { _mm256_loadu_si256(packet.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_words(words: &[u64; 4]) -> __m256i {
    // SAFETY: the four words behind the reference are readable; no alignment is needed.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_words(x: __m256i, words: &mut [u64; 4]) {
    // SAFETY: the four words behind the reference are writable; no alignment is needed.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), x) }
}

/// Keeps the compiler from adding in another order than is written; see [`Whole::update`].
#[inline]
#[target_feature(enable = "avx2")]
fn hold(mut x: __m256i) -> __m256i {
    // SAFETY: there is no instruction; the register stays as it is.
    unsafe {
        core::arch::asm!("/* {0} */", inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}

#[inline]
#[target_feature(enable = "avx2")]
fn zip(x: __m256i) -> __m256i {
    _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(load(&ZIP)))
}

impl Whole {
    /// The state before the first packet.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn first(key: &[u64; 4]) -> Self {
        let (key, mul0, mul1) = (load_words(key), load_words(&MUL0), load_words(&MUL1));
        let v1 = _mm256_xor_si256(mul1, _mm256_shuffle_epi32::<0b10_11_00_01>(key));
        Self { v0: _mm256_xor_si256(mul0, key), v1, mul0, mul1 }.started()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn load(state: &State) -> Self {
        let (v0, v1) = (load_words(&state.v0), load_words(&state.v1));
        let (mul0, mul1) = (load_words(&state.mul0), load_words(&state.mul1));
        Self { v0, v1, mul0, mul1 }.started()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn store(self) -> State {
        let s = self.stopped();
        let mut state = State { v0: [0; 4], v1: [0; 4], mul0: [0; 4], mul1: [0; 4] };
        store_words(s.v0, &mut state.v0);
        store_words(s.v1, &mut state.v1);
        store_words(s.mul0, &mut state.mul0);
        store_words(s.mul1, &mut state.mul1);
        state
    }

    /// Takes the last summand off v1.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn started(mut self) -> Self {
        self.v1 = _mm256_sub_epi64(self.v1, zip(self.v0));
        self
    }

    /// Adds the last summand to v1.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn stopped(mut self) -> Self {
        self.v1 = _mm256_add_epi64(self.v1, zip(self.v0));
        self
    }

    /// Mixes in a packet.
    ///
    /// Additions wait in the order in which their operands come: the packet and v1 are early, mul0
    /// later, the zipped words last. Without the barriers the packet, or mul0, is added last: 16 KiB
    /// then take 1.07 of the time without the first, 1.08 without the second (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn update(&mut self, packet: __m256i) {
        let early = hold(_mm256_add_epi64(hold(_mm256_add_epi64(self.v1, packet)), self.mul0));
        self.step(early, zip(self.v0));
    }

    /// The same for a packet that comes later than the zipped words. Without the barriers a hash of 8
    /// bytes is 1.06 times as late, with the next level's kernels 1.10 times (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn update_late(&mut self, packet: __m256i) {
        let early = hold(_mm256_add_epi64(self.v1, self.mul0));
        self.step(hold(_mm256_add_epi64(early, zip(self.v0))), packet);
    }

    /// The rest of an update, when v1 + `early` + `late` is the new v1.
    ///
    /// The compiler keeps this order: the shuffle, which the next packet waits for, comes before the
    /// shifts, which run on the same ports. With shifts first, 16 KiB take 1.05 of the time (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    fn step(&mut self, early: __m256i, late: __m256i) {
        let v1 = _mm256_add_epi64(early, late);
        let v0 = _mm256_add_epi64(self.v0, self.mul1);
        let zipped = zip(v1);
        let (high0, high1) = (_mm256_srli_epi64::<32>(self.v0), _mm256_srli_epi64::<32>(v1));
        self.v0 = _mm256_add_epi64(v0, zipped);
        self.mul0 = _mm256_xor_si256(self.mul0, _mm256_mul_epu32(v1, high0));
        self.mul1 = _mm256_xor_si256(self.mul1, _mm256_mul_epu32(v0, high1));
        self.v1 = v1;
    }

    /// v0 as the packet of a last round: the halves of the register exchanged, and those of its
    /// words.
    ///
    /// One permutation, by places that the compiler does not know: of those that it knows it makes
    /// two shuffles, and a hash of 32 bytes is 1.04 to 1.06 times as late (Zen 4).
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn exchanged(&self) -> __m256i {
        _mm256_permutevar8x32_epi32(self.v0, hold(_mm256_set_epi32(2, 3, 0, 1, 6, 7, 4, 5)))
    }

    /// The hash after the last rounds.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn hash<const W: usize>(self) -> [u64; W] {
        if W > 1 {
            return portable::hash_words(&self.store());
        }
        let s = self.stopped();
        let (zero, one) = (_mm256_add_epi64(s.v0, s.mul0), _mm256_add_epi64(s.v1, s.mul1));
        let mut words = [0; 4];
        store_words(_mm256_add_epi64(zero, one), &mut words);
        [words[0]; W]
    }
}

/// The state after these packets.
#[inline]
#[target_feature(enable = "avx2")]
fn absorb_into(mut state: Whole, packets: &[Packet]) -> Whole {
    for packet in packets {
        state.update(load_packet(packet));
    }
    state
}

/// Mixes in the last packet, of `len` bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn end(mut state: Whole, packet: __m256i, len: usize) -> Whole {
    // Less than 32.
    let len = i32::try_from(len).unwrap_or(0);
    state = state.stopped();
    state.v0 = _mm256_add_epi64(state.v0, _mm256_set1_epi32(len));
    let (left, right) = (_mm_cvtsi32_si128(len), _mm_cvtsi32_si128(32 - len));
    let v1 = state.v1;
    state.v1 = _mm256_or_si256(_mm256_sll_epi32(v1, left), _mm256_srl_epi32(v1, right));
    state = state.started();
    state.update_late(packet);
    state
}

/// The last packet, from the last 1 to 31 bytes of a message.
#[inline]
#[target_feature(enable = "avx2")]
fn last_packet(tail: &[u8]) -> __m256i {
    let [low, high] = narrow::last_packet(tail);
    _mm256_set_m128i(high, low)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
    let packet = _mm256_set_epi64x(0, 0, 0, word.cast_signed());
    finish_rounds!(end(Whole::first(key), packet, 8))
}

#[target_feature(enable = "avx2")]
pub(super) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
    let (packets, tail) = message.as_chunks();
    finish_from!(absorb_into(Whole::first(key), packets), tail)
}

#[target_feature(enable = "avx2")]
pub(super) fn absorb(state: &mut State, packets: &[Packet]) {
    *state = absorb_into(Whole::load(state), packets).store();
}

#[target_feature(enable = "avx2")]
pub(super) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
    finish_from!(Whole::load(state), tail)
}

#[target_feature(enable = "avx2")]
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

#[target_feature(enable = "avx2")]
pub(super) fn hash_u64s<const W: usize>(key: &[u64; 4], words: &[u64], out: &mut [[u64; W]]) {
    for (w, h) in words.iter().zip(out) {
        *h = word(key, *w);
    }
}

/// Messages beside one another as far as the shortest goes, then each by itself.
#[inline]
#[target_feature(enable = "avx2")]
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
