//! SipTreeHash: one long message in four lanes.
//!
//! It was published with Google's HighwayHash library (Alakuijala, Cox, Wassenberg, 2016, who call
//! it j-lanes SipHash), is frozen there, and was replaced by HighwayHash. *All* four state words of
//! lane l of four start as the word Kₗ of the key XORed with 4 + l and with the constants. A packet
//! has 32 bytes, one word for each lane. The last packet, which is never left out, contains the r <
//! 32 bytes that remain: all except the last r mod 4 at its beginning, the last r mod 4 from byte
//! 28 on, and r in byte 31. So the length enters modulo 32 only. The hash of a lane is computed by
//! `v2 ^= 0xff` and d rounds. The four hashes are the words of a last SipHash under (K₀, K₁), the
//! root, which has no word for the length.
//!
//! # Strength
//! If SipHash-c-d is a pseudo-random function, so is j-lanes hashing with it under independent
//! keys, as the authors argue. But these lanes have keys of 64 bits each, not 128, and the root
//! shares its key with two of them. Use SipTreeHash where its values are required, and HighwayHash
//! elsewhere.

use crate::backend::{self, Backend, Leaves};
use crate::key::TreeKey;
use crate::single::State;
use hash_core::load;

/// The length of a packet in bytes.
pub(crate) const PACKET: usize = 32;

/// Computes SipTreeHash with C-D rounds.
///
/// ```
/// use siphash_fast::{Backend, TreeKey, siptreehash, tree};
/// for backend in Backend::available() {
///     let key = TreeKey::from_seed(1).with_backend(backend);
///     assert_eq!(tree::hash::<2, 4>(&key, b"same"), siptreehash(&key, b"same"));
/// }
/// ```
#[inline]
#[must_use]
pub fn hash<const C: u8, const D: u8>(key: &TreeKey, message: &[u8]) -> u64 {
    backend::tree::<C, D>(key.backend(), key.words(), message)
}

/// The constant that each lane XORs with its word of the key.
pub(crate) const LANES: [u64; 4] = [4, 5, 6, 7];

/// Creates the state of the lanes before the first packet.
pub(crate) fn new_leaves(key: &[u64; 4]) -> Leaves {
    let mut leaves = [*key; 4];
    for (words, constant) in leaves.iter_mut().zip(crate::single::INITIAL) {
        for (word, lane) in words.iter_mut().zip(LANES) {
            *word ^= lane ^ constant;
        }
    }
    leaves
}

/// Hashes the hashes of the lanes.
#[inline(always)]
pub(crate) fn root<const C: u8, const D: u8>(key: [u64; 2], [a, b, c, d]: [u64; 4]) -> u64 {
    let mut state = State::new::<1>(key);
    state.absorb_all::<C>(&[a.to_le_bytes(), b.to_le_bytes(), c.to_le_bytes()], d);
    let [hash] = state.finish::<D, 1>();
    hash
}

/// Builds the last packet of a message from the bytes after its whole packets.
#[inline(always)]
pub(crate) fn last_packet(rest: &[u8]) -> [u64; 4] {
    let (words, half) = rest[..rest.len() & !3].as_chunks();
    let mut packet = [0; 4];
    for (slot, word) in packet.iter_mut().zip(words) {
        *slot = u64::from_le_bytes(*word);
    }
    if let Some(half) = half.first_chunk() {
        packet[rest.len() / 8] = u64::from(u32::from_le_bytes(*half));
    }
    packet[3] |= u64::from(last_half(rest)) << 32;
    packet
}

/// Builds the last four bytes of that packet: the last `rest.len() % 4` bytes, and the number of
/// all remaining bytes.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "less than 4 bytes, and less than 32")]
pub(crate) fn last_half(rest: &[u8]) -> u32 {
    debug_assert!(rest.len() < PACKET);
    let (r, q) = (rest.len(), rest.len() % 4);
    let bytes = match rest.last_chunk() {
        Some(last) => (u64::from(u32::from_le_bytes(*last)) >> (32 - 8 * q)) as u32,
        None => load::short_word(rest) as u32,
    };
    bytes | (r as u32) << 24
}

/// Computes SipTreeHash of a message that arrives in pieces. Any split gives the value of
/// [`hash`](fn@hash).
///
/// The state has 192 bytes and contains the key and its backend; nothing is allocated.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of all writes: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. The values
/// are frozen.
///
/// ```
/// use siphash_fast::{TreeHasher, TreeKey, tree};
/// let key = TreeKey::from_seed(1);
/// let mut hasher = TreeHasher::<2, 4>::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), tree::hash::<2, 4>(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct TreeHasher<const C: u8, const D: u8> {
    /// The key of the root.
    key: [u64; 2],
    leaves: Leaves,
    /// The bytes of the current packet.
    tail: [u8; PACKET],
    /// The number of bytes of the message, including the tail.
    len: u64,
    backend: Backend,
}

impl<const C: u8, const D: u8> TreeHasher<C, D> {
    /// Creates a hasher of the empty message, on the key's backend.
    #[must_use]
    pub fn new(key: &TreeKey) -> Self {
        let words = key.words();
        let leaves = new_leaves(words);
        let backend = key.backend();
        Self { key: [words[0], words[1]], leaves, tail: [0; PACKET], len: 0, backend }
    }

    pub(crate) const fn parts(&self) -> ([u64; 2], &Leaves, &[u8; PACKET], u64) {
        (self.key, &self.leaves, &self.tail, self.len)
    }

    pub(crate) fn from_parts(key: [u64; 2], leaves: Leaves, tail: [u8; PACKET], len: u64) -> Self {
        Self { key, leaves, tail, len, backend: Backend::detect() }
    }

    /// Moves the hasher to this backend.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Returns the number of bytes in the tail.
    #[expect(clippy::cast_possible_truncation, reason = "less than 32")]
    const fn tail_len(&self) -> usize {
        self.len as usize % PACKET
    }

    /// Appends bytes to the message.
    pub fn update(&mut self, mut bytes: &[u8]) {
        let before = self.tail_len();
        self.len += bytes.len() as u64;
        if before > 0 {
            let (fill, rest) = bytes.split_at(bytes.len().min(PACKET - before));
            self.tail[before..before + fill.len()].copy_from_slice(fill);
            if before + fill.len() < PACKET {
                return;
            }
            backend::absorb_leaves::<C>(self.backend, &mut self.leaves, &[self.tail]);
            bytes = rest;
        }
        let (packets, rest) = bytes.as_chunks();
        if !packets.is_empty() {
            backend::absorb_leaves::<C>(self.backend, &mut self.leaves, packets);
        }
        self.tail = [0; PACKET];
        self.tail[..rest.len()].copy_from_slice(rest);
    }

    /// Returns the hash of the message so far. More bytes can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let tail = &self.tail[..self.tail_len()];
        let leaves = backend::leaves::<C, D>(self.backend, &self.leaves, tail);
        root::<C, D>(self.key, leaves)
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

hash_core::stream_traits!(
    impl[const C: u8, const D: u8] TreeHasher<C, D>,
    |hasher| hasher.finalize()
);
hash_core::secret_debug!(
    impl[const C: u8, const D: u8] TreeHasher<C, D>,
    "TreeHasher",
    len = |hasher| hasher.len
);
hash_core::wipe_on_drop!(impl[const C: u8, const D: u8] TreeHasher<C, D>, |hasher| {
    hasher.key.zeroize();
    hasher.leaves.as_flattened_mut().zeroize();
    hasher.tail.zeroize();
});
