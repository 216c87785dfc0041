//! HalfSipHash-c-d: SipHash of 32-bit words, for small machines.
//!
//! It is defined by the authors' code, not by a paper. The words are half as long, and the
//! rotations are 5, 16, 8, 7, 13, 16. The state starts as the key XORed with two constants, and the
//! hash is `v1 ^ v3`. The key has 64 bits, which is short enough for an exhaustive key search:
//! HalfSipHash withstands an attacker with a microcontroller and an hour, but not one with a
//! cluster.
//!
//! ```
//! use siphash_fast::{HalfKey, half};
//! let key = HalfKey::from_seed(1);
//! let hash = half::hash::<2, 4>(&key, b"one");
//! assert_ne!(hash as u32, half::hash32::<2, 4>(&key, b"one"));
//! ```

use crate::key::HalfKey;

/// The four state words.
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
            self.v1 = self.v1.rotate_left(5);
            self.v2 = self.v2.wrapping_add(self.v3);
            self.v1 ^= self.v0;
            self.v3 = self.v3.rotate_left(8) ^ self.v2;
            self.v0 = self.v0.rotate_left(16);
            self.v2 = self.v2.wrapping_add(self.v1);
            self.v0 = self.v0.wrapping_add(self.v3);
            self.v1 = self.v1.rotate_left(13) ^ self.v2;
            self.v3 = self.v3.rotate_left(7);
            self.v2 = self.v2.rotate_left(16);
            self.v3 ^= self.v0;
        }
    }

    #[inline(always)]
    fn absorb<const C: u8>(&mut self, m: u32) {
        self.v3 ^= m;
        self.rounds::<C>();
        self.v0 ^= m;
    }

    /// Absorbs the last word of a message of `len` bytes, whose tail has at most three of them, and
    /// computes the hash.
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

/// Loads at most three bytes as a little-endian number.
#[inline(always)]
fn load_partial(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// Hashes a message to W words.
#[inline(always)]
fn hash_words<const C: u8, const D: u8, const W: usize>(key: &HalfKey, message: &[u8]) -> [u32; W] {
    let mut state = State::new::<W>(key.to_words());
    let (words, tail) = message.as_chunks();
    for word in words {
        state.absorb::<C>(u32::from_le_bytes(*word));
    }
    state.finish::<C, D, W>(load_partial(tail), message.len() as u64)
}

/// Computes HalfSipHash-C-D of 64 bits.
///
/// The value is the integer whose little-endian bytes the authors' code writes.
#[inline]
#[must_use]
pub fn hash<const C: u8, const D: u8>(key: &HalfKey, message: &[u8]) -> u64 {
    join(hash_words::<C, D, 2>(key, message))
}

/// Computes HalfSipHash-C-D of 32 bits.
///
/// The value is the integer whose little-endian bytes the authors' code writes.
#[inline]
#[must_use]
pub fn hash32<const C: u8, const D: u8>(key: &HalfKey, message: &[u8]) -> u32 {
    let [hash] = hash_words::<C, D, 1>(key, message);
    hash
}

/// Joins the words of a hash, the lowest first. A single word is zero-extended.
#[inline(always)]
fn join<const W: usize>(words: [u32; W]) -> u64 {
    words.iter().rev().fold(0, |joined, word| joined << 32 | u64::from(*word))
}

/// Computes HalfSipHash-C-D of a message that arrives in pieces. Any split gives the value of the
/// one-shot function.
///
/// W is the number of 32-bit words of the hash: 1 (the default) or 2. The state has 32 bytes and
/// contains the key; nothing is allocated.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of all writes: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. `finish`
/// extends 32 bits with zeros. The values are frozen.
///
/// ```
/// use siphash_fast::{HalfKey, half};
/// let key = HalfKey::from_seed(1);
/// let mut hasher = half::HalfSipHasher::<2, 4>::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), half::hash32::<2, 4>(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct HalfSipHasher<const C: u8, const D: u8, const W: usize = 1> {
    state: State,
    /// The bytes of the current word, with zeros above them.
    tail: u32,
    /// The number of bytes of the message, including the tail.
    len: u64,
}

impl<const C: u8, const D: u8, const W: usize> HalfSipHasher<C, D, W> {
    /// Creates a hasher of the empty message.
    #[must_use]
    pub const fn new(key: &HalfKey) -> Self {
        Self { state: State::new::<W>(key.to_words()), tail: 0, len: 0 }
    }

    /// Returns the state as words, for a checkpoint.
    pub(crate) fn words(&self) -> [u64; 5] {
        let State { v0, v1, v2, v3 } = self.state;
        [v0, v1, v2, v3, self.tail].map(u64::from)
    }

    /// Restores the state from the words of [`words`](Self::words). Returns `None` if a word has
    /// more than 32 bits.
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

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the message is empty so far.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<const C: u8, const D: u8> HalfSipHasher<C, D> {
    /// Returns the hash of the message so far, as [`hash32`] does. More bytes can be appended
    /// afterwards.
    #[must_use]
    pub fn finalize(&self) -> u32 {
        let [hash] = self.state.finish::<C, D, 1>(self.tail, self.len);
        hash
    }
}

impl<const C: u8, const D: u8> HalfSipHasher<C, D, 2> {
    /// Returns the hash of the message so far, as [`hash`](fn@hash) does. More bytes can be
    /// appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        join(self.state.finish::<C, D, 2>(self.tail, self.len))
    }
}

hash_core::stream_traits!(
    impl[const C: u8, const D: u8, const W: usize] HalfSipHasher<C, D, W>,
    |hasher| join(hasher.state.finish::<C, D, W>(hasher.tail, hasher.len))
);
hash_core::secret_debug!(
    impl[const C: u8, const D: u8, const W: usize] HalfSipHasher<C, D, W>,
    "HalfSipHasher",
    len = |hasher| hasher.len
);
hash_core::wipe_on_drop!(
    impl[const C: u8, const D: u8, const W: usize] HalfSipHasher<C, D, W>,
    |hasher| {
        let Self { state: State { v0, v1, v2, v3 }, tail, .. } = hasher;
        for word in [v0, v1, v2, v3, tail] {
            word.zeroize();
        }
    }
);
