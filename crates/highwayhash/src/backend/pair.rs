//! Four words in two registers of two words each.
//!
//! The two halves of a state do not interact before the last rounds, and to exchange them there
//! takes no instruction.

use super::generic::{Vector, Vector256};
use super::{Packet, last_packet};

/// A vector of two words.
pub(super) trait Vector128: Vector {
    fn load(self, words: &[u64; 2]) -> Self;
    fn load_bytes(self, bytes: &[u8; 16]) -> Self;
    fn to_words(self) -> [u64; 2];
    /// Permutes bytes by their indices. An index of 0x80 gives zero.
    fn shuffle(self, indices: &[u8; 16]) -> Self;
}

/// Two vectors of two words.
#[derive(Clone, Copy)]
pub(super) struct Pair<V>(pub(super) V, pub(super) V);

impl<V: Vector> Vector for Pair<V> {
    const ORDERED_LATE: bool = V::ORDERED_LATE;

    #[inline(always)]
    fn splat(self, half: u32) -> Self {
        Self(self.0.splat(half), self.1.splat(half))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0), self.1.add(other.1))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0), self.1.sub(other.1))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0), self.1.xor(other.1))
    }

    #[inline(always)]
    fn high(self) -> Self {
        Self(self.0.high(), self.1.high())
    }

    #[inline(always)]
    fn times(self, high: Self) -> Self {
        Self(self.0.times(high.0), self.1.times(high.1))
    }

    #[inline(always)]
    fn zip(self) -> Self {
        Self(self.0.zip(), self.1.zip())
    }

    #[inline(always)]
    fn swap(self) -> Self {
        Self(self.0.swap(), self.1.swap())
    }

    #[inline(always)]
    fn rotate(self, len: u32) -> Self {
        Self(self.0.rotate(len), self.1.rotate(len))
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        Self(self.0.opaque(), self.1.opaque())
    }
}

impl<V: Vector128> Vector256 for Pair<V> {
    #[inline(always)]
    fn load(self, &[a, b, c, d]: &[u64; 4]) -> Self {
        Self(self.0.load(&[a, b]), self.0.load(&[c, d]))
    }

    #[inline(always)]
    fn load_packet(self, packet: &Packet) -> Self {
        let (halves, _) = packet.as_chunks();
        Self(self.0.load_bytes(&halves[0]), self.0.load_bytes(&halves[1]))
    }

    #[inline(always)]
    fn to_words(self) -> [u64; 4] {
        let ([a, b], [c, d]) = (self.0.to_words(), self.1.to_words());
        [a, b, c, d]
    }

    #[inline(always)]
    fn permute(self) -> Self {
        Self(self.1.swap(), self.0.swap())
    }

    #[inline(always)]
    fn last_packet(self, tail: &[u8]) -> Self {
        match (tail.first_chunk(), tail.last_chunk()) {
            (Some(first), Some(last)) => {
                // Less than 16 bytes follow the first 16.
                let indices = &last_packet::SECOND_HALF[(tail.len() - 16) % 16];
                Self(self.0.load_bytes(first), self.0.load_bytes(last).shuffle(indices))
            }
            _ => {
                let (words, odd) = last_packet::short(tail);
                Self(self.0.load(&words), self.0.load(&[odd.into(), 0]))
            }
        }
    }
}
