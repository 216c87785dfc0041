//! The portable backend: integers only, in constant time where integer multiplication is.

use super::generic::{self, Vector, Vector256};
use super::{Packet, State, rounds};

/// Four words in general-purpose registers. Every CPU has these, so the type proves nothing.
///
/// The functions of every round name the words, because closures take longer in builds without
/// optimisation.
#[derive(Clone, Copy)]
struct Words([u64; 4]);

impl Vector for Words {
    #[inline(always)]
    fn splat(self, half: u32) -> Self {
        Self([u64::from(half) << 32 | u64::from(half); 4])
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a.wrapping_add(e), b.wrapping_add(f), c.wrapping_add(g), d.wrapping_add(h)])
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a.wrapping_sub(e), b.wrapping_sub(f), c.wrapping_sub(g), d.wrapping_sub(h)])
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, other);
        Self([a ^ e, b ^ f, c ^ g, d ^ h])
    }

    #[inline(always)]
    fn high(self) -> Self {
        let Self([a, b, c, d]) = self;
        Self([a >> 32, b >> 32, c >> 32, d >> 32])
    }

    #[inline(always)]
    fn times(self, high: Self) -> Self {
        const LOW: u64 = 0xffff_ffff;
        let (Self([a, b, c, d]), Self([e, f, g, h])) = (self, high);
        Self([(a & LOW) * e, (b & LOW) * f, (c & LOW) * g, (d & LOW) * h])
    }

    #[inline(always)]
    fn zip(self) -> Self {
        let [a, b, c, d] = self.0;
        let ([a, b], [c, d]) = (zip(a, b), zip(c, d));
        Self([a, b, c, d])
    }

    #[inline(always)]
    fn swap(self) -> Self {
        let Self([a, b, c, d]) = self;
        Self([a.rotate_left(32), b.rotate_left(32), c.rotate_left(32), d.rotate_left(32)])
    }

    #[inline(always)]
    fn rotate(self, len: u32) -> Self {
        let Self([a, b, c, d]) = self;
        Self([
            rotate_halves(a, len),
            rotate_halves(b, len),
            rotate_halves(c, len),
            rotate_halves(d, len),
        ])
    }
}

impl Vector256 for Words {
    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn load_packet(self, packet: &Packet) -> Self {
        let (words, _) = packet.as_chunks();
        let (a, b) = (u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]));
        Self([a, b, u64::from_le_bytes(words[2]), u64::from_le_bytes(words[3])])
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn permute(self) -> Self {
        let Self([a, b, c, d]) = self.swap();
        Self([c, d, a, b])
    }

    #[inline(always)]
    fn last_packet(self, tail: &[u8]) -> Self {
        self.load_packet(&last_packet(tail))
    }
}

/// Computes zip of a pair of words with shifts. Each mask is the new position of a byte; see
/// [`ZIP`](super::ZIP).
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

/// Rotates both 32-bit halves of a word left by `len`, 1 to 31.
#[inline(always)]
const fn rotate_halves(word: u64, len: u32) -> u64 {
    // The bits that a half keeps if it is shifted left.
    let kept = (u32::MAX >> len) as u64 * 0x1_0000_0001;
    (word & kept) << len | (word & !kept) >> (32 - len)
}

/// Builds the packet of the last 1 to 31 bytes of a message; see [`super::last_packet`].
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

/// See [`generic::sums`]. Compiled once for streams and the wider hashes, because the code of a
/// packet is many times as large as that in vectors.
#[inline(never)]
fn sums(state: &State, packets: &[Packet], tail: &[u8], rounds: usize) -> [[u64; 4]; 2] {
    generic::sums(Words([0; 4]), state, packets, tail, rounds)
}

/// See [`super::hash`].
pub(crate) fn hash<const W: usize>(key: &[u64; 4], message: &[u8]) -> [u64; W] {
    if W == 1 {
        return generic::small_hash(Words([0; 4]), key, message);
    }
    let (packets, tail) = message.as_chunks();
    let [zero, one] = sums(&State::new(key), packets, tail, const { rounds(W) });
    generic::extract(zero, one)
}

/// See [`super::word`].
#[cfg(feature = "std")]
pub(crate) fn word<const W: usize>(key: &[u64; 4], word: u64) -> [u64; W] {
    generic::word(Words([0; 4]), key, word)
}

/// See [`super::absorb`].
pub(crate) fn absorb(state: &mut State, packets: &[Packet]) {
    generic::absorb(Words([0; 4]), state, packets);
}

/// See [`super::finish`].
pub(crate) fn finish<const W: usize>(state: &State, tail: &[u8]) -> [u64; W] {
    let [zero, one] = sums(state, &[], tail, const { rounds(W) });
    generic::extract(zero, one)
}

/// See [`super::hash_each`].
pub(crate) fn hash_each<'m, const W: usize>(
    key: &[u64; 4],
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u64; W]],
) {
    for (message, h) in messages.zip(out) {
        *h = hash(key, message);
    }
}

/// See [`super::hash_u64s`].
pub(crate) fn hash_u64s<const W: usize>(key: &[u64; 4], words: &[u64], out: &mut [[u64; W]]) {
    generic::hash_u64s(Words([0; 4]), key, words, out);
}
