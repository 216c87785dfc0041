//! SSE4.1: 128-bit registers. Half a state, two words of each of its four parts, is four registers.

use super::{MUL0, MUL1, Packet, State, ZIP, last_packet, portable, rounds};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Two words of each of the four parts of a state between two packets, held in registers.
///
/// `v1` lacks the addend zip(v0) of the last packet.
#[derive(Clone, Copy)]
struct Half {
    v0: __m128i,
    v1: __m128i,
    mul0: __m128i,
    mul1: __m128i,
}

#[inline]
#[target_feature(enable = "sse4.1")]
pub(super) fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the sixteen bytes of the reference are readable; no alignment is needed.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn load_words(words: &[u64; 2]) -> __m128i {
    // SAFETY: the two words of the reference are readable; no alignment is needed.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn store_words(x: __m128i, words: &mut [u64; 2]) {
    // SAFETY: the two words of the reference are writable; no alignment is needed.
    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), x) }
}

/// Prevents the compiler from reordering additions.
///
/// The compiler may add the operands of a sum in any order. It moves an operand that is ready early
/// after one that is ready late, onto the critical path from packet to packet.
#[inline]
#[target_feature(enable = "sse4.1")]
fn opaque(x: __m128i) -> __m128i {
    hash_core::opaque!(xmm_reg x)
}

/// Loads both halves of four words.
#[inline]
#[target_feature(enable = "sse4.1")]
fn halves(words: &[u64; 4]) -> [__m128i; 2] {
    let [a, b, c, d] = *words;
    [load_words(&[a, b]), load_words(&[c, d])]
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn zip(x: __m128i) -> __m128i {
    _mm_shuffle_epi8(x, load(&ZIP))
}

/// Exchanges the 32-bit halves of both words.
#[inline]
#[target_feature(enable = "sse4.1")]
fn swap(x: __m128i) -> __m128i {
    _mm_shuffle_epi32::<0b10_11_00_01>(x)
}

impl Half {
    /// Creates half of the state before the first packet.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn initial(key: __m128i, mul0: __m128i, mul1: __m128i) -> Self {
        let v0 = _mm_xor_si128(mul0, key);
        Self { v0, v1: _mm_xor_si128(mul1, swap(key)), mul0, mul1 }.defer_zip()
    }

    /// Subtracts zip(v0) from v1. The next packet or `add_zip` adds it again.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn defer_zip(mut self) -> Self {
        self.v1 = _mm_sub_epi64(self.v1, zip(self.v0));
        self
    }

    /// Adds zip(v0) to v1: the inverse of `defer_zip`.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn add_zip(mut self) -> Self {
        self.v1 = _mm_add_epi64(self.v1, zip(self.v0));
        self
    }

    /// Mixes in a packet.
    ///
    /// The operands are added in the order in which they become ready: first v1 and the packet,
    /// then mul0, and the zipped words last. Without the barriers the compiler adds the packet or
    /// mul0 last: 16 KiB take 1.08 times as long without the first barrier, 1.05 times without the
    /// second (Zen 4).
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn update(&mut self, packet: __m128i) {
        let early = opaque(_mm_add_epi64(opaque(_mm_add_epi64(self.v1, packet)), self.mul0));
        self.step(early, zip(self.v0));
    }

    /// Mixes in a packet that is ready later than the zipped words. It has no barriers: with them a
    /// single hash of 8 bytes is ready 4 % earlier, but many of them take 1.13 times as long (Zen
    /// 4).
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn update_late(&mut self, packet: __m128i) {
        let early = _mm_add_epi64(_mm_add_epi64(self.v1, self.mul0), zip(self.v0));
        self.step(early, packet);
    }

    /// Computes the rest of an update, where the new v1 is `early` + `late`.
    ///
    /// The compiler keeps this order: the shuffle, for which the next packet waits, comes before
    /// the shifts, which run on the same ports.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn step(&mut self, early: __m128i, late: __m128i) {
        let v1 = _mm_add_epi64(early, late);
        let v0 = _mm_add_epi64(self.v0, self.mul1);
        let zipped = zip(v1);
        let (high0, high1) = (_mm_srli_epi64::<32>(self.v0), _mm_srli_epi64::<32>(v1));
        self.v0 = _mm_add_epi64(v0, zipped);
        self.mul0 = _mm_xor_si128(self.mul0, _mm_mul_epu32(v1, high0));
        self.mul1 = _mm_xor_si128(self.mul1, _mm_mul_epu32(v0, high1));
        self.v1 = v1;
    }

    /// Mixes in the length of the last packet. This happens before its bytes are mixed in.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn mix_length(self, len: i32) -> Self {
        let mut s = self.add_zip();
        s.v0 = _mm_add_epi64(s.v0, _mm_set1_epi32(len));
        let (left, right) = (_mm_cvtsi32_si128(len), _mm_cvtsi32_si128(32 - len));
        s.v1 = _mm_or_si128(_mm_sll_epi32(s.v1, left), _mm_srl_epi32(s.v1, right));
        s.defer_zip()
    }
}

/// Creates the state before the first packet.
#[inline]
#[target_feature(enable = "sse4.1")]
fn initial(key: &[u64; 4]) -> [Half; 2] {
    let ([k0, k1], [a0, a1], [b0, b1]) = (halves(key), halves(&MUL0), halves(&MUL1));
    [Half::initial(k0, a0, b0), Half::initial(k1, a1, b1)]
}

/// Loads a state, in which v1 is complete.
#[inline]
#[target_feature(enable = "sse4.1")]
fn load_state(state: &State) -> [Half; 2] {
    let [v0, v1, mul0, mul1] =
        [halves(&state.v0), halves(&state.v1), halves(&state.mul0), halves(&state.mul1)];
    let half = |i: usize| join([v0[i], v1[i], mul0[i], mul1[i]]);
    [half(0).defer_zip(), half(1).defer_zip()]
}

/// Creates half a state from the parts v0, v1, mul0, mul1.
#[inline]
#[target_feature(enable = "sse4.1")]
fn join([v0, v1, mul0, mul1]: [__m128i; 4]) -> Half {
    Half { v0, v1, mul0, mul1 }
}

/// Completes v1 and stores the state.
#[inline]
#[target_feature(enable = "sse4.1")]
fn store_state(halves: [Half; 2]) -> State {
    let mut state = State { v0: [0; 4], v1: [0; 4], mul0: [0; 4], mul1: [0; 4] };
    for (i, half) in halves.into_iter().enumerate() {
        let half = half.add_zip();
        store_words(half.v0, &mut state.v0.as_chunks_mut().0[i]);
        store_words(half.v1, &mut state.v1.as_chunks_mut().0[i]);
        store_words(half.mul0, &mut state.mul0.as_chunks_mut().0[i]);
        store_words(half.mul1, &mut state.mul1.as_chunks_mut().0[i]);
    }
    state
}

/// Mixes in whole packets.
#[inline]
#[target_feature(enable = "sse4.1")]
fn absorb_packets([mut low, mut high]: [Half; 2], packets: &[Packet]) -> [Half; 2] {
    for packet in packets {
        let (words, _) = packet.as_chunks();
        low.update(load(&words[0]));
        high.update(load(&words[1]));
    }
    [low, high]
}

/// Loads the packet of the last 1 to 31 bytes of a message.
#[inline]
#[target_feature(enable = "sse4.1")]
pub(super) fn load_last_packet(tail: &[u8]) -> [__m128i; 2] {
    match (tail.first_chunk(), tail.last_chunk()) {
        (Some(first), Some(last)) => {
            // Less than 16 bytes follow the first 16.
            let indices = load(&last_packet::SECOND_HALF[(tail.len() - 16) % 16]);
            [load(first), _mm_shuffle_epi8(load(last), indices)]
        }
        _ => {
            let (words, odd) = last_packet::short(tail);
            [load_words(&words), _mm_cvtsi32_si128(odd.cast_signed())]
        }
    }
}

/// Mixes in the last packet, which has `len` bytes of the message.
#[inline]
#[target_feature(enable = "sse4.1")]
fn absorb_last(state: [Half; 2], packet: [__m128i; 2], len: usize) -> [Half; 2] {
    let len = last_packet::length(len).cast_signed();
    let [mut low, mut high] = [state[0].mix_length(len), state[1].mix_length(len)];
    low.update_late(packet[0]);
    high.update_late(packet[1]);
    [low, high]
}

/// Computes the hash from the state before the last rounds.
///
/// Exchanging the halves takes no instruction, because they are separate variables.
#[inline]
#[target_feature(enable = "sse4.1")]
fn finish_rounds<const W: usize>([mut low, mut high]: [Half; 2]) -> [u64; W] {
    for _ in 1..const { rounds(W) } {
        let [to_low, to_high] = [swap(high.v0), swap(low.v0)];
        low.update_late(to_low);
        high.update_late(to_high);
    }
    let [to_low, to_high] = [swap(high.v0), swap(low.v0)];
    low.update_late(to_low);
    if W == 1 {
        // The hash is the lowest word.
        let s = low.add_zip();
        let sum = _mm_add_epi64(_mm_add_epi64(s.mul0, s.mul1), _mm_add_epi64(s.v0, s.v1));
        return [low_word(sum); W];
    }
    high.update_late(to_high);
    portable::hash_words(&store_state([low, high]))
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn low_word(x: __m128i) -> u64 {
    let mut words = [0; 2];
    store_words(x, &mut words);
    words[0]
}

#[inline]
#[target_feature(enable = "sse4.1")]
pub(super) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
    let packet = [load_words(&[word, 0]), _mm_setzero_si128()];
    finish_rounds(absorb_last(initial(key), packet, 8))
}

#[target_feature(enable = "sse4.1")]
pub(super) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
    let (packets, tail) = message.as_chunks();
    let mut state = absorb_packets(initial(key), packets);
    if !tail.is_empty() {
        state = absorb_last(state, load_last_packet(tail), tail.len());
    }
    finish_rounds(state)
}

#[target_feature(enable = "sse4.1")]
pub(super) fn absorb(state: &mut State, packets: &[Packet]) {
    *state = store_state(absorb_packets(load_state(state), packets));
}

#[target_feature(enable = "sse4.1")]
pub(super) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
    let mut state = load_state(state);
    if !tail.is_empty() {
        state = absorb_last(state, load_last_packet(tail), tail.len());
    }
    finish_rounds(state)
}

#[target_feature(enable = "sse4.1")]
pub(super) fn hash_each<'m, const W: usize>(
    key: &[u64; 4],
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; W]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

#[target_feature(enable = "sse4.1")]
pub(super) fn hash_u64s<const W: usize>(key: &[u64; 4], words: &[u64], out: &mut [[u64; W]]) {
    for (w, h) in words.iter().zip(out) {
        *h = word(key, *w);
    }
}
