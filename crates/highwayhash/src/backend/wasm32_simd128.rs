//! WebAssembly SIMD: 128-bit registers. Half a state, two words of each of its four parts, is four
//! registers.
//!
//! A WebAssembly module either uses these instructions or does not, so the level is chosen when the
//! crate is compiled (`-C target-feature=+simd128`), and its functions need no `#[target_feature]`.
//! There are no barriers: the compiler of the engine chooses the order of additions.

use super::{MUL0, MUL1, Packet, State, last_packet, portable, rounds};
use core::arch::wasm32::*;

/// Two words of each of the four parts of a state between two packets, held in registers.
///
/// `v1` lacks the addend zip(v0) of the last packet.
#[derive(Clone, Copy)]
struct Half {
    v0: v128,
    v1: v128,
    mul0: v128,
    mul1: v128,
}

#[inline(always)]
fn load(bytes: &[u8; 16]) -> v128 {
    // SAFETY: the sixteen bytes of the reference are readable; no alignment is needed.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn load_words(words: &[u64; 2]) -> v128 {
    u64x2(words[0], words[1])
}

#[inline(always)]
fn store_words(x: v128, words: &mut [u64; 2]) {
    *words = [u64x2_extract_lane::<0>(x), u64x2_extract_lane::<1>(x)];
}

#[inline(always)]
fn add(a: v128, b: v128) -> v128 {
    u64x2_add(a, b)
}

#[inline(always)]
fn sub(a: v128, b: v128) -> v128 {
    u64x2_sub(a, b)
}

#[inline(always)]
fn xor(a: v128, b: v128) -> v128 {
    v128_xor(a, b)
}

/// Multiplies the lower half of each word of `a` by the upper half of the same word of `b`.
#[inline(always)]
fn low_by_high(a: v128, b: v128) -> v128 {
    u64x2_extmul_low_u32x4(u32x4_shuffle::<0, 2, 0, 2>(a, a), u32x4_shuffle::<1, 3, 1, 3>(b, b))
}

/// Loads both halves of four words.
#[inline(always)]
fn halves(words: &[u64; 4]) -> [v128; 2] {
    let [a, b, c, d] = *words;
    [load_words(&[a, b]), load_words(&[c, d])]
}

/// Shuffles the bytes of `x` by indices. An index that is too large gives zero.
#[inline(always)]
fn shuffle(x: v128, indices: &[u8; 16]) -> v128 {
    u8x16_swizzle(x, load(indices))
}

/// Zips both words. The instruction contains the indices of `super::ZIP`.
#[inline(always)]
fn zip(x: v128) -> v128 {
    u8x16_shuffle::<3, 12, 2, 5, 14, 1, 15, 0, 11, 4, 10, 13, 9, 6, 8, 7>(x, x)
}

/// Exchanges the 32-bit halves of both words.
#[inline(always)]
fn swap(x: v128) -> v128 {
    u32x4_shuffle::<1, 0, 3, 2>(x, x)
}

/// Rotates the 32-bit halves of both words left by `len`, 1 to 31.
#[inline(always)]
fn rotate(x: v128, len: u32) -> v128 {
    v128_or(u32x4_shl(x, len), u32x4_shr(x, 32 - len))
}

impl Half {
    /// Creates half of the state before the first packet.
    #[inline(always)]
    fn initial(key: v128, mul0: v128, mul1: v128) -> Self {
        Self { v0: xor(mul0, key), v1: xor(mul1, swap(key)), mul0, mul1 }.defer_zip()
    }

    /// Subtracts zip(v0) from v1. The next packet or `add_zip` adds it again.
    #[inline(always)]
    fn defer_zip(mut self) -> Self {
        self.v1 = sub(self.v1, zip(self.v0));
        self
    }

    /// Adds zip(v0) to v1: the inverse of `defer_zip`.
    #[inline(always)]
    fn add_zip(mut self) -> Self {
        self.v1 = add(self.v1, zip(self.v0));
        self
    }

    /// Mixes in a packet.
    #[inline(always)]
    fn update(&mut self, packet: v128) {
        let early = add(add(self.v1, packet), self.mul0);
        self.step(early, zip(self.v0));
    }

    /// Mixes in a packet that is ready later than the zipped words.
    #[inline(always)]
    fn update_late(&mut self, packet: v128) {
        let early = add(add(self.v1, self.mul0), zip(self.v0));
        self.step(early, packet);
    }

    /// Computes the rest of an update, where the new v1 is `early` + `late`, in the order of
    /// `x86_sse41`.
    #[inline(always)]
    fn step(&mut self, early: v128, late: v128) {
        let v1 = add(early, late);
        let v0 = add(self.v0, self.mul1);
        let zipped = zip(v1);
        let old = self.v0;
        self.v0 = add(v0, zipped);
        self.mul0 = xor(self.mul0, low_by_high(v1, old));
        self.mul1 = xor(self.mul1, low_by_high(v0, v1));
        self.v1 = v1;
    }

    /// Mixes in the length of the last packet. This happens before its bytes are mixed in.
    #[inline(always)]
    fn mix_length(self, len: u32) -> Self {
        let mut s = self.add_zip();
        s.v0 = add(s.v0, u32x4_splat(len));
        s.v1 = rotate(s.v1, len);
        s.defer_zip()
    }
}

/// Creates the state before the first packet.
#[inline(always)]
fn initial(key: &[u64; 4]) -> [Half; 2] {
    let ([k0, k1], [a0, a1], [b0, b1]) = (halves(key), halves(&MUL0), halves(&MUL1));
    [Half::initial(k0, a0, b0), Half::initial(k1, a1, b1)]
}

/// Loads a state, in which v1 is complete.
#[inline(always)]
fn load_state(state: &State) -> [Half; 2] {
    let [v0, v1, mul0, mul1] =
        [halves(&state.v0), halves(&state.v1), halves(&state.mul0), halves(&state.mul1)];
    let half = |i: usize| Half { v0: v0[i], v1: v1[i], mul0: mul0[i], mul1: mul1[i] }.defer_zip();
    [half(0), half(1)]
}

/// Completes v1 and stores the state.
#[inline(always)]
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
#[inline(always)]
fn absorb_packets([mut low, mut high]: [Half; 2], packets: &[Packet]) -> [Half; 2] {
    for packet in packets {
        let (words, _) = packet.as_chunks();
        low.update(load(&words[0]));
        high.update(load(&words[1]));
    }
    [low, high]
}

/// Loads the packet of the last 1 to 31 bytes of a message.
#[inline(always)]
fn load_last_packet(tail: &[u8]) -> [v128; 2] {
    match (tail.first_chunk(), tail.last_chunk()) {
        (Some(first), Some(last)) => {
            // Less than 16 bytes follow the first 16.
            [load(first), shuffle(load(last), &last_packet::SECOND_HALF[(tail.len() - 16) % 16])]
        }
        _ => {
            let (words, odd) = last_packet::short(tail);
            [load_words(&words), load_words(&[odd.into(), 0])]
        }
    }
}

/// Mixes in the last packet, which has `len` bytes of the message.
#[inline(always)]
fn absorb_last(state: [Half; 2], packet: [v128; 2], len: usize) -> [Half; 2] {
    let len = last_packet::length(len);
    let [mut low, mut high] = [state[0].mix_length(len), state[1].mix_length(len)];
    low.update_late(packet[0]);
    high.update_late(packet[1]);
    [low, high]
}

/// Computes the hash from the state before the last rounds.
///
/// Exchanging the halves takes no instruction, because they are separate variables.
#[inline(always)]
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
        let mut words = [0; 2];
        store_words(add(add(s.mul0, s.mul1), add(s.v0, s.v1)), &mut words);
        return [words[0]; W];
    }
    high.update_late(to_high);
    portable::hash_words(&store_state([low, high]))
}

pub(super) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
    let packet = [load_words(&[word, 0]), load_words(&[0; 2])];
    finish_rounds(absorb_last(initial(key), packet, 8))
}

pub(super) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
    let (packets, tail) = message.as_chunks();
    let mut state = absorb_packets(initial(key), packets);
    if !tail.is_empty() {
        state = absorb_last(state, load_last_packet(tail), tail.len());
    }
    finish_rounds(state)
}

pub(super) fn absorb(state: &mut State, packets: &[Packet]) {
    *state = store_state(absorb_packets(load_state(state), packets));
}

pub(super) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
    let mut state = load_state(state);
    if !tail.is_empty() {
        state = absorb_last(state, load_last_packet(tail), tail.len());
    }
    finish_rounds(state)
}

pub(super) fn hash_each<'m, const W: usize>(
    key: &[u64; 4],
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; W]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

pub(super) fn hash_u64s<const W: usize>(key: &[u64; 4], words: &[u64], out: &mut [[u64; W]]) {
    for (w, h) in words.iter().zip(out) {
        *h = word(key, *w);
    }
}
