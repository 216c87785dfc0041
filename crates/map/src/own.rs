//! States for hashes of values under a key of which each map has one of its own.

use crate::keyed::HasherKey;
use core::hash::{BuildHasher, Hash, Hasher};

/// A key of which each map of a process has one of its own.
pub trait OwnKey: HasherKey + Copy {
    /// Makes a key that no other map of the process has, by [`MapWords`](crate::MapWords).
    ///
    /// # Panics
    /// Panics where the system has no randomness; see [`RandomWords`](crate::RandomWords).
    #[must_use]
    fn next() -> Self;
}

/// Builds hashers for one map, under a random key of its own. It is as large as the key.
///
/// A copy has the same key, so it produces the same hashes and orders. After `fork`, new states of
/// the child have other keys than those of the parent, and the child's copies of the parent's maps
/// keep theirs; [`Mark`](crate::process::Mark) lists the copies of a process that are not detected.
/// Where the system has no entropy, keys are those of [`RandomWords`](crate::RandomWords).
#[derive(Clone, Copy)]
pub struct OwnState<Key> {
    key: Key,
}

impl<Key: OwnKey> OwnState<Key> {
    /// Makes a state with a key of its own. Takes nanoseconds, except for the first state of a
    /// process, which asks the operating system for entropy.
    ///
    /// # Panics
    /// The first state of a process panics where neither the operating system nor std's maps have
    /// randomness; see [`RandomWords`](crate::RandomWords).
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self { key: Key::next() }
    }

    /// Makes a state from a number, for tests that must be the same in every run. Anyone who knows
    /// the number knows the key.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self { key: Key::from_seed(seed) }
    }
}

impl<Key> OwnState<Key> {
    /// Makes a state from a key.
    #[must_use]
    pub const fn with_key(key: Key) -> Self {
        Self { key }
    }

    /// Returns the key of the map.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> &Key {
        &self.key
    }
}

impl<Key: OwnKey> Default for OwnState<Key> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

crate::hidden!(impl[Key] OwnState<Key>, "RandomState");

impl<Key: OwnKey> BuildHasher for OwnState<Key> {
    type Hasher = Key::Hasher<Key>;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        Key::hasher(self.key)
    }

    /// Hashes a value as the hasher does, without copying the key.
    #[inline]
    fn hash_one<T: Hash>(&self, value: T) -> u64 {
        let mut hasher = Key::hasher(&self.key);
        value.hash(&mut hasher);
        hasher.finish()
    }
}
