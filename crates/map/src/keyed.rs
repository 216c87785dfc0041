//! States for hashes of values under a key of the caller's.

use core::borrow::Borrow;
use core::fmt;
use core::hash::{BuildHasher, Hash, Hasher};
use core::marker::PhantomData;

/// A key under which values are hashed, for the states of maps under such keys.
pub trait HasherKey: Sized {
    /// The hasher, with the key or what holds it: a reference, or an `Arc`.
    type Hasher<K: Borrow<Self> + Clone>: Hasher;

    /// Makes a hasher for one value.
    #[must_use]
    fn hasher<K: Borrow<Self> + Clone>(key: K) -> Self::Hasher<K>;

    /// Derives a key from a number. Anyone who knows the number knows the key.
    #[must_use]
    fn from_seed(seed: u64) -> Self;
}

/// Builds hashers under one given key, for hashes that must be the same in every process. `Key` is
/// the type of the key, and K that of what holds it: the key itself, a reference to it, or an `Arc`
/// of it.
pub struct FixedState<Key, K = Key> {
    key: K,
    of: PhantomData<fn() -> Key>,
}

impl<Key, K: Borrow<Key>> FixedState<Key, K> {
    /// Makes a state from a key: a reference, an `Arc`, or the key itself.
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self { key, of: PhantomData }
    }
}

impl<Key: HasherKey> FixedState<Key> {
    /// Makes a state with a key derived from a number; see the key's `from_seed`.
    #[inline]
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self::new(Key::from_seed(seed))
    }
}

impl<Key, K: Clone> Clone for FixedState<Key, K> {
    #[inline]
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), of: PhantomData }
    }
}

impl<Key, K: Copy> Copy for FixedState<Key, K> {}

impl<Key, K: fmt::Debug> fmt::Debug for FixedState<Key, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedState").field("key", &self.key).finish()
    }
}

impl<Key: HasherKey, K: Borrow<Key> + Clone> BuildHasher for FixedState<Key, K> {
    type Hasher = Key::Hasher<K>;

    #[inline(always)]
    fn build_hasher(&self) -> Self::Hasher {
        Key::hasher(self.key.clone())
    }

    /// Hashes a value as the hasher does, without cloning the key.
    #[inline(always)]
    fn hash_one<T: Hash>(&self, value: T) -> u64 {
        let key: &Key = self.key.borrow();
        let mut hasher = Key::hasher(key);
        value.hash(&mut hasher);
        hasher.finish()
    }
}
