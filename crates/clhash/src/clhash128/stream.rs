//! Hashing of messages in pieces.

use super::backend;
use super::key::Key;
use super::partial::Partial;
use super::state::State;
use core::borrow::Borrow;
use hash_core::{load, mix128};

/// Hashes a message that comes in pieces. Any split gives the value of [`hash`](super::hash).
///
/// The state is 608 bytes plus the key, which the hasher owns, borrows or shares: `K` is a [`Key`],
/// a `&Key` or an `Arc<Key>`. Nothing is allocated. A message may have any length below 2^64 bytes.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of everything written, as
/// [`ClHasher`](crate::ClHasher) does, and returns the first word of the hash. Frozen.
///
/// ```
/// use clhash::clhash128::{ClHasher128, Key, hash};
/// let key = Key::from_seed(1);
/// let mut hasher = ClHasher128::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct ClHasher128<K> {
    key: K,
    state: State,
}

impl<K: Borrow<Key>> ClHasher128<K> {
    /// Returns a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self { key, state: State::new() }
    }

    pub(super) const fn from_state(key: K, state: State) -> Self {
        Self { key, state }
    }

    pub(super) const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the holder of the key.
    #[must_use]
    pub const fn holder(&self) -> &K {
        &self.key
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        if bytes.len() <= 16 {
            self.append(load::double_word(bytes), bytes.len());
        } else {
            self.state.append_bytes(self.key.borrow(), bytes);
        }
    }

    /// Appends `len <= 16` bytes, given as the little-endian, zero-extended `words`.
    #[inline]
    fn append(&mut self, words: u128, len: usize) {
        self.state.append(self.key.borrow(), words, len);
    }

    /// Returns the hash of the message so far. More can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> [u64; 2] {
        let key = self.key.borrow();
        match &self.state {
            State::Row { units: [unit, ..], len: len @ ..=16 } => {
                backend::unit(key.backend(), key, *unit, *len as u64)
            }
            state => state.finish(key),
        }
    }

    /// Returns [`hash_mixed`](super::hash_mixed) of the message so far.
    #[must_use]
    pub fn finalize_mixed(&self) -> [u64; 2] {
        mix128(self.finalize())
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.state.len()
    }

    /// Returns whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the message so far as a part that others can be joined to.
    #[must_use]
    pub fn partial(&self) -> Partial {
        Partial::from_state(self.key.borrow(), &self.state)
    }
}

hash_core::secret_debug!(impl[K] ClHasher128<K>, "ClHasher128", len = |hasher| hasher.state.len());
hash_core::io_write!(impl[K: Borrow<Key>] ClHasher128<K>);
hash_core::wipe_on_drop!(impl[K] ClHasher128<K>, |hasher| {
    match &mut hasher.state {
        State::Row { units, len } => {
            units.zeroize();
            len.zeroize();
        }
        State::Long(long) => {
            long.sums.zeroize();
            long.block.zeroize();
            long.buffer.zeroize();
            long.len.zeroize();
        }
    }
});

impl<K: Borrow<Key>> core::hash::Hasher for ClHasher128<K> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.append(u128::from(i), 1);
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.append(u128::from(i), 2);
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.append(u128::from(i), 4);
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.append(u128::from(i), 8);
    }

    #[inline]
    fn write_u128(&mut self, i: u128) {
        self.append(i, 16);
    }

    hash_core::integers_as_unsigned!();

    #[inline]
    fn finish(&self) -> u64 {
        self.finalize()[0]
    }
}
