//! Hashing a message in pieces.

use crate::backend::Block;
use crate::key::{BLOCK_BYTES, Key, Key64, Key128};
use crate::partial::Partial;
use crate::polynomial;
use core::borrow::Borrow;
use core::slice;
use hash_core::mix;

/// VHASH-64 of a message that comes in pieces.
pub type VHasher64<K> = VHasher<K, 1>;
/// VHASH-128 of a message that comes in pieces.
pub type VHasher128<K> = VHasher<K, 2>;

/// VHASH of a message that comes in pieces. Any split gives the value of the one-shot functions.
///
/// The state consists of a block, 16 bytes per iteration and the length, beside the key, which the
/// hasher owns, borrows or shares: `K` is a [`Key`], a `&Key` or an `Arc<Key>`. Nothing is
/// allocated. A message may have any length below 2^64 bytes. The crate states its bound in round
/// figures up to 2^59 bytes, but nothing wraps there: [`bound`](crate::bound) holds for every
/// length.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of what is written: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes and `0xff`. The same
/// writes have the same hash on every machine; see [`Portable`](crate::Portable) for the keys that
/// write the same. `finish` returns the first word of the hash. These values are frozen.
///
/// ```
/// use vhash::{Key64, VHasher64, hash};
/// let key = Key64::from_seed(1);
/// let mut hasher = VHasher64::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct VHasher<K, const T: usize> {
    key: K,
    state: State<T>,
}

/// The state of a stream.
#[derive(Clone)]
pub(crate) struct State<const T: usize> {
    /// The values of the polynomials over the whole blocks.
    pub(crate) y: [u128; T],
    /// The bytes of the current block, followed by arbitrary bytes.
    pub(crate) tail: Block,
    /// The length of the message in bytes, including the tail.
    pub(crate) len: u64,
}

/// Returns the number of bytes in the tail of a message of `len` bytes, fewer than a block.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "less than a block")]
pub(crate) const fn tail_len(len: u64) -> usize {
    (len % BLOCK_BYTES as u64) as usize
}

impl<const T: usize> State<T> {
    /// Makes the state before the first byte.
    #[inline(always)]
    const fn new() -> Self {
        Self { y: [1; T], tail: [0; BLOCK_BYTES], len: 0 }
    }

    /// Returns the bytes of the current block.
    #[inline]
    pub(crate) fn tail(&self) -> &[u8] {
        &self.tail[..tail_len(self.len)]
    }
}

impl<K: Borrow<Key<T>>, const T: usize> VHasher<K, T> {
    /// Makes a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self { key, state: State::new() }
    }

    pub(crate) const fn from_state(key: K, state: State<T>) -> Self {
        Self { key, state }
    }

    pub(crate) const fn state(&self) -> &State<T> {
        &self.state
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        let before = tail_len(self.state.len);
        if let Some(slot) = self.state.tail.get_mut(before..before + bytes.len())
            && before + bytes.len() < BLOCK_BYTES
        {
            slot.copy_from_slice(bytes);
            self.state.len += bytes.len() as u64;
        } else {
            append_long(self.key.borrow(), &mut self.state, bytes);
        }
    }

    /// Returns the hash of the message so far, one word per iteration.
    #[inline]
    pub(crate) fn words(&self) -> [u64; T] {
        polynomial::finish(self.key.borrow(), self.state.y, self.state.tail(), self.state.len)
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.state.len
    }

    /// Returns whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.state.len == 0
    }

    /// Returns the message so far as a part to which others can be joined.
    #[must_use]
    pub fn partial(&self) -> Partial<T> {
        Partial::from_state(self.key.borrow(), &self.state)
    }
}

impl<K: Borrow<Key64>> VHasher64<K> {
    /// Returns the [`hash`](crate::hash) of the message so far. More can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> u64 {
        let [hash] = self.words();
        hash
    }

    /// Returns the [`hash_mixed`](crate::hash_mixed) of the message so far.
    #[must_use]
    pub fn finalize_mixed(&self) -> u64 {
        mix(self.finalize())
    }
}

impl<K: Borrow<Key128>> VHasher128<K> {
    /// Returns the [`hash128`](crate::hash128) of the message so far. More can be appended
    /// afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> [u64; 2] {
        self.words()
    }
}

/// Appends bytes that complete the current block.
#[inline(never)]
fn append_long<const T: usize>(key: &Key<T>, state: &mut State<T>, mut bytes: &[u8]) {
    let before = tail_len(state.len);
    state.len += bytes.len() as u64;
    if before > 0 {
        let (fill, rest) = bytes.split_at(BLOCK_BYTES - before);
        state.tail[before..].copy_from_slice(fill);
        state.y = polynomial::absorb(key, state.y, slice::from_ref(&state.tail));
        bytes = rest;
    }
    let (blocks, rest) = bytes.as_chunks();
    state.y = polynomial::absorb(key, state.y, blocks);
    state.tail[..rest.len()].copy_from_slice(rest);
}

hash_core::stream_traits!(impl[K: Borrow<Key<T>>, const T: usize] VHasher<K, T>, |hasher| {
    hasher.words()[0]
});
hash_core::secret_debug!(impl[K, const T: usize] VHasher<K, T>, "VHasher", len = |h| h.state.len);
hash_core::wipe_on_drop!(impl[K, const T: usize] VHasher<K, T>, |hasher| {
    hasher.state.y.zeroize();
    hasher.state.tail.zeroize();
    // A wiped stream is one of the empty message.
    hasher.state = State::new();
});
