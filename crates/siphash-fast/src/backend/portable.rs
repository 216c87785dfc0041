//! The portable backend: integers only, in constant time.

use super::lanes::Lanes;
use super::lanes::leaves::{self, Four};
use super::{Leaves, Messages, Packet};
use crate::single;
use crate::tree::{new_leaves, root};

/// Four lanes of SipTreeHash in general-purpose registers. Every CPU has these, so the type proves
/// nothing.
#[derive(Clone, Copy)]
struct Words([u64; 4]);

impl Words {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let (Self([a, b, c, d]), Self([e, g, h, i])) = (self, other);
        Self([f(a, e), f(b, g), f(c, h), f(d, i)])
    }
}

impl Lanes<4> for Words {
    type Mask = [bool; 4];

    #[inline(always)]
    fn set(self, words: [u64; 4]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[[u8; 8]; 4]) -> Self {
        let [a, b, c, d] = *bytes;
        let (a, b) = (u64::from_le_bytes(a), u64::from_le_bytes(b));
        Self([a, b, u64::from_le_bytes(c), u64::from_le_bytes(d)])
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 4]) {
        *words = self.0;
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn rotate<const LEFT: i32>(self) -> Self {
        let Self([a, b, c, d]) = self;
        let by = LEFT.unsigned_abs();
        Self([a.rotate_left(by), b.rotate_left(by), c.rotate_left(by), d.rotate_left(by)])
    }

    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }

    #[inline(always)]
    fn greater(self, other: Self) -> [bool; 4] {
        core::array::from_fn(|i| self.0[i] > other.0[i])
    }

    #[inline(always)]
    fn select(mask: [bool; 4], a: Self, b: Self) -> Self {
        Self(core::array::from_fn(|i| if mask[i] { a.0[i] } else { b.0[i] }))
    }

    #[inline(always)]
    fn transpose(rows: [Self; 4]) -> [Self; 4] {
        core::array::from_fn(|i| Self(rows.map(|row| row.0[i])))
    }
}

impl Four for Words {}

pub(super) fn hash_u64s<const C: u8, const D: u8>(key: [u64; 2], words: &[u64], out: &mut [u64]) {
    for (word, hash) in words.iter().zip(out) {
        *hash = single::hash_word::<C, D>(key, *word);
    }
}

pub(super) fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
    key: [u64; 2],
    messages: &M,
    out: &mut [u64],
) {
    for (i, hash) in out.iter_mut().enumerate().take(messages.count()) {
        [*hash] = single::hash::<C, D, 1>(key, messages.get(i));
    }
}

pub(super) fn tree<const C: u8, const D: u8>(key: &[u64; 4], message: &[u8]) -> u64 {
    // Kept out of line so that the loop has all registers for itself.
    #[inline(never)]
    fn hashes<const C: u8, const D: u8>(key: &[u64; 4], message: &[u8]) -> [u64; 4] {
        leaves::<C, D>(&new_leaves(key), message)
    }
    root::<C, D>([key[0], key[1]], hashes::<C, D>(key, message))
}

pub(super) fn absorb_leaves<const C: u8>(leaves: &mut Leaves, packets: &[Packet]) {
    leaves::absorb_leaves::<_, C>(Words([0; 4]), leaves, packets);
}

pub(super) fn leaves<const C: u8, const D: u8>(leaves: &Leaves, message: &[u8]) -> [u64; 4] {
    leaves::leaves::<_, C, D>(Words([0; 4]), leaves, message)
}
