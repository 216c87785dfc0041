//! HalfSipHash-c-d: SipHash of 32-bit words, for small machines.
//!
//! It comes with the authors' code and has no paper. The words are half as long, the rotations are 5, 16,
//! 8, 7, 13, 16, the key has 64 bits, which can all be tried: what keeps somebody out on a
//! microcontroller for an hour does not do so against a cluster. The state starts as the key under
//! two constants, and the hash is `v1 ^ v3`.

use crate::key::HalfKey;
use core::fmt;

/// The four words.
#[derive(Clone, Copy)]
struct State {
    v0: u32,
    v1: u32,
    v2: u32,
    v3: u32,
}

impl State {
    #[inline(always)]
    const fn new<const W: usize>(key: [u32; 2]) -> Self {
        const { assert!(W == 1 || W == 2) };
        let [k0, k1] = key;
        let v1 = k1 ^ if W == 2 { 0xee } else { 0 };
        Self { v0: k0, v1, v2: k0 ^ 0x6c79_6765, v3: k1 ^ 0x7465_6462 }
    }

    #[inline(always)]
    fn rounds<const N: u8>(&mut self) {
        const { assert!(N > 0, "no rounds") };
        for _ in 0..N {
            self.v0 = self.v0.wrapping_add(self.v1);
            self.v2 = self.v2.wrapping_add(self.v3);
            self.v1 = self.v1.rotate_left(5) ^ self.v0;
            self.v3 = self.v3.rotate_left(8) ^ self.v2;
            self.v0 = self.v0.rotate_left(16).wrapping_add(self.v3);
            self.v2 = self.v2.wrapping_add(self.v1);
            self.v3 = self.v3.rotate_left(7) ^ self.v0;
            self.v1 = self.v1.rotate_left(13) ^ self.v2;
            self.v2 = self.v2.rotate_left(16);
        }
    }

    #[inline(always)]
    fn absorb<const C: u8>(&mut self, m: u32) {
        self.v3 ^= m;
        self.rounds::<C>();
        self.v0 ^= m;
    }

    /// Mixes in the last word of a message of `len` bytes, which end with these three or fewer; the hash.
    #[inline(always)]
    fn finish<const C: u8, const D: u8, const W: usize>(mut self, tail: u32, len: u64) -> [u32; W] {
        #[expect(clippy::cast_possible_truncation, reason = "modulo 256 is meant")]
        self.absorb::<C>(tail | (len as u32) << 24);
        self.v2 ^= if W == 2 { 0xee } else { 0xff };
        core::array::from_fn(|i| {
            if i == 1 {
                self.v1 ^= 0xdd;
            }
            self.rounds::<D>();
            self.v1 ^ self.v3
        })
    }
}

/// At most three bytes as a little-endian number.
#[inline(always)]
fn load_partial(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

#[inline(always)]
fn hash<const C: u8, const D: u8, const W: usize>(key: &HalfKey, message: &[u8]) -> [u32; W] {
    let mut state = State::new::<W>(key.to_words());
    let (words, tail) = message.as_chunks();
    for word in words {
        state.absorb::<C>(u32::from_le_bytes(*word));
    }
    state.finish::<C, D, W>(load_partial(tail), message.len() as u64)
}

/// HalfSipHash-C-D of 32 bits.
///
/// The value is the integer whose little-endian bytes the authors' code writes.
#[inline]
#[must_use]
pub fn hash32<const C: u8, const D: u8>(key: &HalfKey, message: &[u8]) -> u32 {
    let [hash] = hash::<C, D, 1>(key, message);
    hash
}

/// HalfSipHash-C-D of 64 bits.
///
/// The value is the integer whose little-endian bytes the authors' code writes.
#[inline]
#[must_use]
pub fn hash64<const C: u8, const D: u8>(key: &HalfKey, message: &[u8]) -> u64 {
    join(hash::<C, D, 2>(key, message))
}

#[inline(always)]
const fn join([low, high]: [u32; 2]) -> u64 {
    low as u64 | (high as u64) << 32
}

/// HalfSipHash-C-D of a message that comes in pieces; any split gives the value of the one-shot
/// function.
///
/// W is the number of 32-bit words of the hash: 1 (the default) or 2.
///
/// ```
/// use siphash_fast::{HalfKey, half};
/// let key = HalfKey::from_seed(1);
/// let mut hasher = half::HalfSipHasher::<2, 4>::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize32(), half::hash32::<2, 4>(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct HalfSipHasher<const C: u8, const D: u8, const W: usize = 1> {
    state: State,
    /// The bytes of the current word, zeros above them.
    tail: u32,
    /// Bytes of the message, those of the tail included.
    len: u64,
}

impl<const C: u8, const D: u8, const W: usize> HalfSipHasher<C, D, W> {
    /// A hasher that has seen nothing.
    #[must_use]
    pub fn new(key: &HalfKey) -> Self {
        Self { state: State::new::<W>(key.to_words()), tail: 0, len: 0 }
    }

    /// The state as words, for a checkpoint.
    pub(crate) fn words(&self) -> [u64; 5] {
        let State { v0, v1, v2, v3 } = self.state;
        [v0, v1, v2, v3, self.tail].map(u64::from)
    }

    /// What [`words`](Self::words) says, if they are 32-bit.
    pub(crate) fn from_words(words: [u64; 5], len: u64) -> Option<Self> {
        let [v0, v1, v2, v3, tail] = words.map(u32::try_from);
        let state = State { v0: v0.ok()?, v1: v1.ok()?, v2: v2.ok()?, v3: v3.ok()? };
        Some(Self { state, tail: tail.ok()?, len })
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, mut bytes: &[u8]) {
        #[expect(clippy::cast_possible_truncation, reason = "less than four")]
        let before = self.len as usize % 4;
        self.len += bytes.len() as u64;
        if before > 0 {
            let (fill, rest) = bytes.split_at(bytes.len().min(4 - before));
            self.tail |= load_partial(fill) << (8 * before);
            if before + fill.len() < 4 {
                return;
            }
            self.state.absorb::<C>(self.tail);
            bytes = rest;
        }
        let (words, tail) = bytes.as_chunks();
        for word in words {
            self.state.absorb::<C>(u32::from_le_bytes(*word));
        }
        self.tail = load_partial(tail);
    }

    /// The number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<const C: u8, const D: u8> HalfSipHasher<C, D> {
    /// The hash of the message so far, as [`hash32`]. More can be appended afterwards.
    #[must_use]
    pub fn finalize32(&self) -> u32 {
        let [hash] = self.state.finish::<C, D, 1>(self.tail, self.len);
        hash
    }
}

impl<const C: u8, const D: u8> HalfSipHasher<C, D, 2> {
    /// The hash of the message so far, as [`hash64`]. More can be appended afterwards.
    #[must_use]
    pub fn finalize64(&self) -> u64 {
        join(self.state.finish::<C, D, 2>(self.tail, self.len))
    }
}

impl<const C: u8, const D: u8, const W: usize> fmt::Debug for HalfSipHasher<C, D, W> {
    /// Says how far it is and keeps the values, which are as good as the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HalfSipHasher").field("len", &self.len).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<const C: u8, const D: u8, const W: usize> Drop for HalfSipHasher<C, D, W> {
    fn drop(&mut self) {
        use zeroize::Zeroize;
        let State { v0, v1, v2, v3 } = &mut self.state;
        for word in [v0, v1, v2, v3, &mut self.tail] {
            word.zeroize();
        }
    }
}

#[cfg(feature = "zeroize")]
impl<const C: u8, const D: u8, const W: usize> zeroize::ZeroizeOnDrop for HalfSipHasher<C, D, W> {}
