//! SipTreeHash: one long message in four lanes.
//!
//! Published with Google's HighwayHash library (Alakuijala, Cox, Wassenberg, 2016, who call it j-lanes
//! SipHash), frozen there, and replaced by HighwayHash. Lane l of four starts from the word K\[l\] of the
//! key, exclusive or 4 + l, in place of *all* four words under the constants. A packet is 32 bytes, a word for
//! each lane. The last one, always there, has the r < 32 bytes that are left: those but the last
//! r mod 4 at its beginning, these from byte 28 on, and r in byte 31. So the length enters modulo 32
//! only. Each lane's hash, d rounds after `v2 ^= 0xff`, is a word of a last SipHash under (K\[0\],
//! K\[1\]), which has no word for the length.
//!
//! # Strength
//! If SipHash-c-d is a pseudo-random function, so is j-lanes hashing by it under independent keys, as the
//! authors argue. But these lanes have 64 bits of key each, not 128, and the root shares its key with
//! two of them. Take it for the speed where its values are wanted, and else HighwayHash.

use crate::backend::{self, Backend, Leaves};
use crate::key::TreeKey;
use crate::single::{State, load_partial};
use core::fmt;

/// Bytes of a packet.
pub(crate) const PACKET: usize = 32;

/// SipTreeHash of C-D rounds under a key, on a backend.
///
/// ```
/// use siphash_fast::{Backend, Tree, TreeKey, siptreehash};
/// let key = TreeKey::from_seed(1);
/// for backend in Backend::available() {
///     let tree = Tree::<2, 4>::new(&key).with_backend(backend);
///     assert_eq!(tree.hash(b"same"), siptreehash(&key, b"same"));
/// }
/// ```
#[derive(Clone)]
pub struct Tree<const C: u8, const D: u8> {
    key: TreeKey,
    backend: Backend,
}

impl<const C: u8, const D: u8> Tree<C, D> {
    /// The function of this key, on the best backend.
    #[inline]
    #[must_use]
    pub fn new(key: &TreeKey) -> Self {
        Self { key: key.clone(), backend: Backend::detect() }
    }

    /// The same on another backend.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// The hash of a message.
    #[inline]
    #[must_use]
    pub fn hash(&self, message: &[u8]) -> u64 {
        let key = self.key.to_words();
        let leaves = backend::leaves::<C, D>(self.backend, &new_leaves(key), message);
        root::<C, D>([key[0], key[1]], leaves)
    }

    /// A hasher for a message that comes in pieces.
    #[must_use]
    pub fn hasher(&self) -> TreeHasher<C, D> {
        let key = self.key.to_words();
        TreeHasher {
            key: [key[0], key[1]],
            leaves: new_leaves(key),
            tail: [0; PACKET],
            len: 0,
            backend: self.backend,
        }
    }
}

impl<const C: u8, const D: u8> fmt::Debug for Tree<C, D> {
    /// Names the backend and keeps the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("backend", &self.backend.name()).finish_non_exhaustive()
    }
}

/// The lanes before the first packet.
#[inline(always)]
fn new_leaves(key: [u64; 4]) -> Leaves {
    let lane: [u64; 4] = core::array::from_fn(|l| key[l] ^ (4 | l as u64));
    crate::single::INITIAL.map(|constant| lane.map(|word| word ^ constant))
}

/// The hash over those of the lanes.
#[inline(always)]
fn root<const C: u8, const D: u8>(key: [u64; 2], leaves: [u64; 4]) -> u64 {
    let mut state = State::new::<1>(key);
    for leaf in leaves {
        state.absorb::<C>(leaf);
    }
    let [hash] = state.finish::<D, 1>();
    hash
}

/// The words of the last packet of a message, from the bytes behind the whole ones.
#[inline(always)]
pub(crate) fn last_packet(rest: &[u8]) -> [u64; 4] {
    debug_assert!(rest.len() < PACKET);
    let (r, q) = (rest.len(), rest.len() % 4);
    let (words, behind) = rest[..r - q].as_chunks();
    let mut packet: [u64; 4] =
        core::array::from_fn(|i| words.get(i).map_or(0, |word| u64::from_le_bytes(*word)));
    if let Some(half) = behind.first_chunk() {
        packet[r / 8] = u64::from(u32::from_le_bytes(*half));
    }
    packet[3] |= load_partial(&rest[r - q..]) << 32 | (r as u64) << 56;
    packet
}

/// SipTreeHash of a message that comes in pieces; any split gives the value of [`Tree::hash`].
///
/// The state is 200 bytes and nothing is allocated. The key is in it.
#[derive(Clone)]
pub struct TreeHasher<const C: u8, const D: u8> {
    /// The key of the root.
    key: [u64; 2],
    leaves: Leaves,
    /// The bytes of the current packet.
    tail: [u8; PACKET],
    /// Bytes of the message, those of the tail included.
    len: u64,
    backend: Backend,
}

impl<const C: u8, const D: u8> TreeHasher<C, D> {
    pub(crate) const fn parts(&self) -> ([u64; 2], &Leaves, &[u8; PACKET], u64) {
        (self.key, &self.leaves, &self.tail, self.len)
    }

    pub(crate) fn from_parts(key: [u64; 2], leaves: Leaves, tail: [u8; PACKET], len: u64) -> Self {
        Self { key, leaves, tail, len, backend: Backend::detect() }
    }

    /// Goes on with another backend.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Bytes in the tail.
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

    /// The hash of the message so far. More can be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let tail = &self.tail[..self.tail_len()];
        let leaves = backend::leaves::<C, D>(self.backend, &self.leaves, tail);
        root::<C, D>(self.key, leaves)
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

impl<const C: u8, const D: u8> fmt::Debug for TreeHasher<C, D> {
    /// Says how far it is and keeps the values, which are as good as the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeHasher").field("len", &self.len).finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl<const C: u8, const D: u8> std::io::Write for TreeHasher<C, D> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl<const C: u8, const D: u8> Drop for TreeHasher<C, D> {
    fn drop(&mut self) {
        use zeroize::Zeroize;
        self.key.zeroize();
        self.leaves.as_flattened_mut().zeroize();
        self.tail.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl<const C: u8, const D: u8> zeroize::ZeroizeOnDrop for TreeHasher<C, D> {}
