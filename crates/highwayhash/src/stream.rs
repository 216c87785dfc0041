//! A message in pieces.

use crate::backend::{self, Backend, Packet, State};
use crate::key::Key;
use core::fmt;

/// Bytes of a packet.
const PACKET: usize = 32;

/// HighwayHash of a message that comes in pieces; any split gives the value of the one-shot
/// functions.
///
/// The state is 176 bytes and nothing is allocated. It depends on the key but does not refer to it.
/// The three lengths of hashes differ in the last rounds only, so one hasher gives all of them.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of what is written to 64 bits: integers
/// as their little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. So
/// the value of a key of a map is the same on every machine. Frozen.
///
/// ```
/// use highwayhash::{HighwayHasher, Key, hash64, hash256};
/// let key = Key::from_seed(1);
/// let mut hasher = HighwayHasher::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize64(), hash64(&key, b"in two pieces"));
/// assert_eq!(hasher.finalize256(), hash256(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct HighwayHasher {
    state: State,
    /// The bytes of the current packet, zeros behind them.
    tail: Packet,
    /// Bytes of the message, those of the tail included.
    len: u64,
    backend: Backend,
}

impl HighwayHasher {
    /// A hasher that has seen nothing.
    #[inline]
    #[must_use]
    pub fn new(key: &Key) -> Self {
        Self::from_parts(State::new(key.words()), [0; PACKET], 0, key.backend())
    }

    #[inline]
    pub(crate) const fn from_parts(state: State, tail: Packet, len: u64, backend: Backend) -> Self {
        Self { state, tail, len, backend }
    }

    pub(crate) const fn parts(&self) -> (&State, &Packet, u64) {
        (&self.state, &self.tail, self.len)
    }

    /// Goes on with another backend.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Bytes in the tail, less than a packet.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than 32")]
    const fn tail_len(&self) -> usize {
        self.len as usize % PACKET
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        let before = self.tail_len();
        if let Some(place) = self.tail.get_mut(before..before + bytes.len())
            && before + bytes.len() < PACKET
        {
            place.copy_from_slice(bytes);
            self.len += bytes.len() as u64;
        } else {
            self.append_long(bytes);
        }
    }

    /// Appends bytes that fill the current packet.
    #[inline(never)]
    fn append_long(&mut self, mut bytes: &[u8]) {
        let before = self.tail_len();
        self.len += bytes.len() as u64;
        if before > 0 {
            let (fill, rest) = bytes.split_at(PACKET - before);
            self.tail[before..].copy_from_slice(fill);
            backend::absorb(self.backend, &mut self.state, &[self.tail]);
            bytes = rest;
        }
        let (packets, rest) = bytes.as_chunks();
        if !packets.is_empty() {
            backend::absorb(self.backend, &mut self.state, packets);
        }
        self.tail = [0; PACKET];
        self.tail[..rest.len()].copy_from_slice(rest);
    }

    /// The hash of the message so far, as [`hash64`](crate::hash64). More can be appended
    /// afterwards.
    #[inline]
    #[must_use]
    pub fn finalize64(&self) -> u64 {
        let [hash] = self.finalize();
        hash
    }

    /// The hash of the message so far, as [`hash128`](crate::hash128).
    #[inline]
    #[must_use]
    pub fn finalize128(&self) -> [u64; 2] {
        self.finalize()
    }

    /// The hash of the message so far, as [`hash256`](crate::hash256).
    #[inline]
    #[must_use]
    pub fn finalize256(&self) -> [u64; 4] {
        self.finalize()
    }

    #[inline]
    fn finalize<const W: usize>(&self) -> [u64; W] {
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

impl fmt::Debug for HighwayHasher {
    /// Says how far it is and keeps the values, which are as good as the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HighwayHasher").field("len", &self.len).finish_non_exhaustive()
    }
}

/// Integers as their little-endian bytes.
macro_rules! integers {
    ($($write:ident($integer:ty))*) => {
        $(#[inline]
        fn $write(&mut self, i: $integer) {
            self.update(&i.to_le_bytes());
        })*
    };
}

impl core::hash::Hasher for HighwayHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    integers!(write_u8(u8) write_u16(u16) write_u32(u32) write_u64(u64) write_u128(u128)
        write_i8(i8) write_i16(i16) write_i32(i32) write_i64(i64) write_i128(i128));

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    #[inline]
    fn write_isize(&mut self, i: isize) {
        self.write_i64(i as i64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.finalize64()
    }
}

#[cfg(feature = "std")]
impl std::io::Write for HighwayHasher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl Drop for HighwayHasher {
    fn drop(&mut self) {
        use zeroize::Zeroize;
        for part in
            [&mut self.state.v0, &mut self.state.v1, &mut self.state.mul0, &mut self.state.mul1]
        {
            part.zeroize();
        }
        self.tail.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for HighwayHasher {}
