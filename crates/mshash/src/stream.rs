//! Hashing of messages in pieces.

use crate::key::Key;
use crate::oneshot::{SHORT_BYTES, hash};
use clhash::ClHasher;
use core::borrow::Borrow;

/// Hashes a message that comes in pieces. Any split gives the value of [`hash`].
///
/// Which words of the message are hashed depends on its length, so the first 256 bytes are kept
/// until more follow. The state is 336 bytes plus the key, which the hasher owns, borrows or
/// shares: `K` is a [`Key`], a `&Key` or an `Arc<Key>`. Nothing is allocated. A message may have
/// any length below 2^64 bytes.
///
/// As a [`core::hash::Hasher`] it hashes the concatenation of everything written: integers as their
/// little-endian bytes, `usize` and `isize` as 64 bits, a `str` as its bytes followed by `0xff`.
/// The same writes have the same hash on every machine; see [`Portable`](crate::Portable) for the
/// keys that write the same. Frozen.
///
/// ```
/// use mshash::{Key, MsHasher, hash};
/// let key = Key::from_seed(1);
/// let mut hasher = MsHasher::new(&key);
/// hasher.update(b"in two ");
/// hasher.update(b"pieces");
/// assert_eq!(hasher.finalize(), hash(&key, b"in two pieces"));
/// ```
#[derive(Clone)]
pub struct MsHasher<K> {
    /// The message if it has more than 256 bytes. Holds the key.
    pub(crate) long: ClHasher<Holder<K>>,
    /// The bytes of a message of at most 256 bytes.
    pub(crate) short: [u8; SHORT_BYTES],
    /// The number of bytes of the message.
    pub(crate) len: u64,
}

/// The holder of a key, as the holder of its key of CLHASH.
#[derive(Clone)]
pub(crate) struct Holder<K>(pub(crate) K);

impl<K: Borrow<Key>> Borrow<clhash::Key> for Holder<K> {
    #[inline(always)]
    fn borrow(&self) -> &clhash::Key {
        self.0.borrow().long()
    }
}

impl<K: Borrow<Key>> MsHasher<K> {
    /// Returns a hasher of the empty message.
    #[inline]
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self { long: ClHasher::new(Holder(key)), short: [0; SHORT_BYTES], len: 0 }
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        match short_len(self.len).and_then(|at| self.short.get_mut(at..)?.get_mut(..bytes.len())) {
            Some(place) => place.copy_from_slice(bytes),
            None => self.append_long(bytes),
        }
        self.len += bytes.len() as u64;
    }

    /// Appends bytes to a message that they make longer than 256 bytes, or that is so already.
    #[inline(never)]
    fn append_long(&mut self, bytes: &[u8]) {
        if let Some(len) = short_len(self.len) {
            self.long.update(&self.short[..len]);
        }
        self.long.update(bytes);
    }

    /// Returns the hash of the message so far. More can be appended afterwards.
    #[inline]
    #[must_use]
    pub fn finalize(&self) -> u64 {
        match short_len(self.len) {
            Some(len) => hash(self.long.holder().0.borrow(), &self.short[..len]),
            None => self.long.finalize(),
        }
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Returns the length of a message that a stream keeps.
#[inline]
pub(crate) fn short_len(len: u64) -> Option<usize> {
    usize::try_from(len).ok().filter(|len| *len <= SHORT_BYTES)
}

hash_core::stream_traits!(impl[K: Borrow<Key>] MsHasher<K>, |hasher| hasher.finalize());
hash_core::secret_debug!(impl[K] MsHasher<K>, "MsHasher", len = |hasher| hasher.len);
