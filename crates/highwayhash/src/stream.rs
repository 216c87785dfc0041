//! Hashes a message that arrives in pieces.

use crate::backend::{self, Backend, Packet, State};
use crate::key::Key;

/// The length of a packet in bytes.
const PACKET_BYTES: usize = size_of::<Packet>();

/// Computes HighwayHash of a message that arrives in pieces. Any split gives the values of the
/// one-shot functions.
///
/// The state has 192 bytes and contains the key; nothing is borrowed or allocated. A message may
/// have any length below 2^64 bytes; the length enters the hash modulo 32. The three widths differ
/// in the last rounds only, so one hasher can compute all of them.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of all writes to 64 bits: integers as
/// their little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. The
/// same writes have the same hash on every machine; see [`Portable`](crate::Portable) for the keys
/// that write the same. The values are frozen.
///
/// ```
/// use highwayhash::{HighwayHasher, Key, hash, hash256};
/// let key = Key::from_seed(1);
/// let mut hasher = HighwayHasher::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// assert_eq!(hasher.finalize256(), hash256(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct HighwayHasher {
    state: State,
    /// The bytes of the current packet, then zeros.
    tail: Packet,
    /// The number of bytes of the message, including the tail.
    len: u64,
    backend: Backend,
}

impl HighwayHasher {
    /// Creates a hasher of the empty message, on the key's backend.
    #[inline]
    #[must_use]
    pub fn new(key: &Key) -> Self {
        Self::from_parts(State::new(key.words()), [0; PACKET_BYTES], 0, key.backend())
    }

    #[inline]
    pub(crate) const fn from_parts(state: State, tail: Packet, len: u64, backend: Backend) -> Self {
        Self { state, tail, len, backend }
    }

    pub(crate) const fn parts(&self) -> (&State, &Packet, u64) {
        (&self.state, &self.tail, self.len)
    }

    /// Moves the hasher to another backend. A hasher that resumes from a checkpoint has no key that
    /// names one.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Returns the number of bytes in the tail, which is less than a packet.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than 32")]
    const fn tail_len(&self) -> usize {
        self.len as usize % PACKET_BYTES
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        let before = self.tail_len();
        if let Some(slot) = self.tail.get_mut(before..before + bytes.len())
            && before + bytes.len() < PACKET_BYTES
        {
            slot.copy_from_slice(bytes);
            self.len += bytes.len() as u64;
        } else {
            self.append_packets(bytes);
        }
    }

    /// Appends bytes that complete the current packet.
    #[inline(never)]
    fn append_packets(&mut self, bytes: &[u8]) {
        let before = self.tail_len();
        let mut rest = bytes;
        self.len += bytes.len() as u64;
        if before > 0 {
            let (fill, after) = bytes.split_at(PACKET_BYTES - before);
            self.tail[before..].copy_from_slice(fill);
            backend::absorb(self.backend, &mut self.state, &[self.tail]);
            rest = after;
        }
        let (packets, rest) = rest.as_chunks();
        if !packets.is_empty() {
            backend::absorb(self.backend, &mut self.state, packets);
        }
        self.tail = [0; PACKET_BYTES];
        self.tail[..rest.len()].copy_from_slice(rest);
    }

    /// Returns the 64-bit hash of the message so far, as [`hash`](crate::hash) does. More bytes can
    /// be appended afterwards.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let [hash] = self.finalize_words();
        hash
    }

    /// Returns the 128-bit hash of the message so far, as [`hash128`](crate::hash128) does.
    #[must_use]
    pub fn finalize128(&self) -> [u64; 2] {
        self.finalize_words()
    }

    /// Returns the 256-bit hash of the message so far, as [`hash256`](crate::hash256) does.
    #[must_use]
    pub fn finalize256(&self) -> [u64; 4] {
        self.finalize_words()
    }

    #[inline]
    fn finalize_words<const W: usize>(&self) -> [u64; W] {
        backend::finish(self.backend, &self.state, &self.tail[..self.tail_len()])
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

hash_core::stream_traits!(impl[] HighwayHasher, |hasher| hasher.finalize());
// The state must be as secret as the key.
hash_core::secret_debug!(impl[] HighwayHasher, "HighwayHasher", len = |hasher| hasher.len);
hash_core::wipe_on_drop!(impl[] HighwayHasher, |hasher| {
    let State { v0, v1, mul0, mul1 } = &mut hasher.state;
    for words in [v0, v1, mul0, mul1] {
        words.zeroize();
    }
    hasher.tail.zeroize();
});
