//! A message in pieces.

use crate::backend::{self, Backend, Packet, State};
use crate::key::Key;

/// Bytes of a packet.
const PACKET_BYTES: usize = size_of::<Packet>();

/// HighwayHash of a message that comes in pieces; any split gives the value of the one-shot
/// functions.
///
/// The state is 192 bytes and nothing is allocated. It contains the key and does not refer to it. A
/// message may have any length below 2^64 bytes; of the length, the rest modulo 32 enters the hash.
/// The three widths of hashes differ in the last rounds only, so one hasher gives all of them.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of what is written to 64 bits: integers
/// as their little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`.
/// So the value of a key of a map is the same on every machine. Frozen.
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
    /// The bytes of the current packet, zeros after them.
    tail: Packet,
    /// Bytes of the message, those of the tail included.
    len: u64,
    backend: Backend,
}

impl HighwayHasher {
    /// A hasher that has seen nothing, on the backend of the key.
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

    /// The same hasher on another backend: a checkpoint resumes without a key that names one.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Bytes in the tail, less than a packet.
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

    /// Appends bytes that fill the current packet.
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

    /// The 64-bit hash of the message so far, as [`hash`](crate::hash). More can be appended
    /// afterwards.
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let [hash] = self.finalize_words();
        hash
    }

    /// The 128-bit hash of the message so far, as [`hash128`](crate::hash128).
    #[must_use]
    pub fn finalize128(&self) -> [u64; 2] {
        self.finalize_words()
    }

    /// The 256-bit hash of the message so far, as [`hash256`](crate::hash256).
    #[must_use]
    pub fn finalize256(&self) -> [u64; 4] {
        self.finalize_words()
    }

    #[inline]
    fn finalize_words<const W: usize>(&self) -> [u64; W] {
        backend::finish(self.backend, &self.state, &self.tail[..self.tail_len()])
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

hash_core::stream_traits!(impl[] HighwayHasher, |hasher| hasher.finalize());
// What it holds is as good as the key.
hash_core::secret_debug!(impl[] HighwayHasher, "HighwayHasher", len = |hasher| hasher.len);
hash_core::wipe_on_drop!(impl[] HighwayHasher, |hasher| {
    let State { v0, v1, mul0, mul1 } = &mut hasher.state;
    for words in [v0, v1, mul0, mul1] {
        words.zeroize();
    }
    hasher.tail.zeroize();
});
