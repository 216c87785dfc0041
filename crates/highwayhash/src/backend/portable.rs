//! The portable backend: integers only, in constant time where integer multiplication is.

use super::{Packet, State, rounds};

/// Computes zip of a pair of words with shifts. Each mask is the new position of a byte; see
/// `super::ZIP`.
#[inline(always)]
const fn zip(low: u64, high: u64) -> [u64; 2] {
    let first = ((low >> 24) & 0xff)
        | ((high >> 24) & 0xff00)
        | (low & 0xff_0000)
        | ((low >> 16) & 0xff00_0000)
        | ((high >> 16) & 0xff_0000_0000)
        | ((low << 32) & 0xff00_0000_0000)
        | ((high >> 8) & 0x00ff_0000_0000_0000)
        | (low << 56);
    let second = ((high >> 24) & 0xff)
        | ((low >> 24) & 0xff00)
        | (high & 0xff_0000)
        | ((high >> 16) & 0xff00_0000)
        | ((high << 24) & 0xff_0000_0000)
        | ((low >> 8) & 0xff00_0000_0000)
        | ((high << 48) & 0x00ff_0000_0000_0000)
        | (low & 0xff00_0000_0000_0000);
    [first, second]
}

/// Adds zip(from) to `to`.
#[inline(always)]
const fn add_zipped(to: &mut [u64; 4], from: &[u64; 4]) {
    let [a, b] = zip(from[0], from[1]);
    let [c, d] = zip(from[2], from[3]);
    to[0] = to[0].wrapping_add(a);
    to[1] = to[1].wrapping_add(b);
    to[2] = to[2].wrapping_add(c);
    to[3] = to[3].wrapping_add(d);
}

impl State {
    /// Mixes in a packet.
    #[inline(always)]
    const fn update(&mut self, packet: [u64; 4]) {
        const LOW: u64 = 0xffff_ffff;
        let mut i = 0;
        while i < 4 {
            self.v1[i] = self.v1[i].wrapping_add(self.mul0[i]).wrapping_add(packet[i]);
            self.mul0[i] ^= (self.v1[i] & LOW) * (self.v0[i] >> 32);
            self.v0[i] = self.v0[i].wrapping_add(self.mul1[i]);
            self.mul1[i] ^= (self.v0[i] & LOW) * (self.v1[i] >> 32);
            i += 1;
        }
        add_zipped(&mut self.v0, &self.v1);
        add_zipped(&mut self.v1, &self.v0);
    }
}

/// Reads a packet as little-endian words.
#[inline(always)]
fn words(packet: &Packet) -> [u64; 4] {
    let (words, _) = packet.as_chunks();
    core::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

/// Builds the packet of the last 1 to 31 bytes of a message; see `super::last_packet`.
#[inline]
fn last_packet(tail: &[u8]) -> Packet {
    let (len, odd) = (tail.len(), tail.len() % 4);
    let mut packet = [0; 32];
    packet[..len - odd].copy_from_slice(&tail[..len - odd]);
    if len >= 16 {
        packet[28..].copy_from_slice(&tail[len - 4..]);
    } else if odd != 0 {
        packet[16] = tail[len - odd];
        packet[17] = tail[len - odd + odd / 2];
        packet[18] = tail[len - 1];
    }
    packet
}

/// Mixes in the last 1 to 31 bytes of a message. Does nothing if the message ends with a whole
/// packet.
#[inline]
fn absorb_last(state: &mut State, tail: &[u8]) {
    if tail.is_empty() {
        return;
    }
    let len = super::last_packet::length(tail.len());
    let both = u64::from(len) << 32 | u64::from(len);
    state.v0 = state.v0.map(|v| v.wrapping_add(both));
    state.v1 = state.v1.map(rotate_halves(len));
    state.update(words(&last_packet(tail)));
}

/// Returns a function that rotates both 32-bit halves of a word to the left.
#[expect(clippy::cast_possible_truncation, reason = "the two halves are split")]
fn rotate_halves(by: u32) -> impl Fn(u64) -> u64 {
    move |v| {
        u64::from((v as u32).rotate_left(by)) | u64::from(((v >> 32) as u32).rotate_left(by)) << 32
    }
}

/// Computes the hash from the state before the last rounds.
#[inline]
fn finish_rounds<const W: usize>(mut state: State) -> [u64; W] {
    for _ in 0..const { rounds(W) } {
        let [a, b, c, d] = state.v0.map(|v| v.rotate_left(32));
        state.update([c, d, a, b]);
    }
    hash_words(&state)
}

/// Computes the hash from the state after the last rounds.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the two halves are split")]
pub(super) fn hash_words<const W: usize>(s: &State) -> [u64; W] {
    let zero = |i: usize| s.v0[i].wrapping_add(s.mul0[i]);
    let one = |i: usize| s.v1[i].wrapping_add(s.mul1[i]);
    core::array::from_fn(|i| match W {
        1 => zero(0).wrapping_add(one(0)),
        2 => zero(i).wrapping_add(one(i + 2)),
        _ => {
            // Reduces the 256 bits of each pair, without the upper two, modulo x^128 + x^2 + x.
            let even = i & 2;
            let low = u128::from(zero(even)) | u128::from(zero(even + 1)) << 64;
            let high = u128::from(one(even)) | u128::from(one(even + 1) & (u64::MAX >> 2)) << 64;
            ((low ^ high << 1 ^ high << 2) >> (64 * (i & 1))) as u64
        }
    })
}

pub(super) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
    hash(key, &word.to_le_bytes())
}

pub(super) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
    let mut state = State::new(key);
    let (packets, tail) = message.as_chunks();
    absorb(&mut state, packets);
    finish(&state, tail)
}

pub(super) fn absorb(state: &mut State, packets: &[Packet]) {
    let mut s = *state;
    for packet in packets {
        s.update(words(packet));
    }
    *state = s;
}

pub(super) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
    let mut state = *state;
    absorb_last(&mut state, tail);
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
