//! The words of a process, and constructors of maps.

use crate::process::PerProcess;
use crate::seed::{splitmix64, GOLDEN};
use crate::{NhKey, ProcessKey, RandomWords, Slices};
use core::hash::BuildHasher;
use std::collections::{HashMap, HashSet};

/// A hash of slices for which each process has a key, from which states are made by default.
pub trait Process: Slices + Sized + Send + Sync + 'static {
    /// Returns the key of this process, which is the same one until the process ends. With the
    /// feature `getrandom`, a [copy of the process](crate::process::Mark) has another one.
    ///
    /// # Panics
    /// Panics where the system has no randomness; see [`RandomWords`].
    #[must_use]
    fn process_key() -> &'static ProcessKey<Self>;

    /// Returns the key of the states that are made from numbers, always the same one.
    #[must_use]
    fn seeded_key() -> &'static ProcessKey<Self>;
}

impl Process for NhKey {
    #[inline]
    fn process_key() -> &'static ProcessKey {
        static KEY: PerProcess<ProcessKey> = PerProcess::new();
        KEY.get(|| {
            let mut words = RandomWords::new();
            ProcessKey::from_words(&[0; ProcessKey::WORDS].map(|_: u64| words.next_word()))
        })
    }

    fn seeded_key() -> &'static ProcessKey {
        static KEY: PerProcess<ProcessKey> = PerProcess::new();
        KEY.get(|| ProcessKey::from_seed(0))
    }
}

/// Returns a number that no other map of the process has, 2^64 of them. Numbers are scattered so
/// that the words of maps are not nearly linear in the order in which the maps are made.
#[inline]
pub(crate) fn next_number() -> u64 {
    #[cfg(target_has_atomic = "64")]
    {
        use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
        static COUNT: AtomicU64 = AtomicU64::new(0);
        splitmix64(COUNT.fetch_add(GOLDEN, Relaxed))
    }
    #[cfg(not(target_has_atomic = "64"))]
    {
        use std::sync::{Mutex, PoisonError};
        static COUNT: Mutex<u64> = Mutex::new(0);
        let mut count = COUNT.lock().unwrap_or_else(PoisonError::into_inner);
        *count = count.wrapping_add(GOLDEN);
        splitmix64(*count)
    }
}

/// Constructors `new` and `with_capacity` for a [`std::collections::HashMap`] with another hasher
/// than std's. They panic where the `default` of the state does.
pub trait HashMapExt {
    /// Makes an empty map.
    fn new() -> Self;

    /// Makes an empty map with room for at least `capacity` entries.
    fn with_capacity(capacity: usize) -> Self;
}

impl<K, V, S: BuildHasher + Default> HashMapExt for HashMap<K, V, S> {
    fn new() -> Self {
        Self::with_hasher(S::default())
    }

    fn with_capacity(capacity: usize) -> Self {
        Self::with_capacity_and_hasher(capacity, S::default())
    }
}

/// Constructors `new` and `with_capacity` for a [`std::collections::HashSet`] with another hasher
/// than std's. They panic as those of [`HashMapExt`].
pub trait HashSetExt {
    /// Makes an empty set.
    fn new() -> Self;

    /// Makes an empty set with room for at least `capacity` values.
    fn with_capacity(capacity: usize) -> Self;
}

impl<T, S: BuildHasher + Default> HashSetExt for HashSet<T, S> {
    fn new() -> Self {
        Self::with_hasher(S::default())
    }

    fn with_capacity(capacity: usize) -> Self {
        Self::with_capacity_and_hasher(capacity, S::default())
    }
}
