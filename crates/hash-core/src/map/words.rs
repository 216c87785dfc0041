//! The words of maps, and constructors of maps.

use crate::seed::{GOLDEN, SystemWords, splitmix64};
use core::hash::BuildHasher;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::{HashMap, HashSet};

/// The source of the N words that make the hash function of each map differ from that of every
/// other map of the process.
///
/// Each map has a number that no other map of the process has. Word i is the upper half of
/// a·number + b modulo 2^128, with a and b of 128 random bits for each i. This is
/// **multiply-shift**, which is strongly universal (Dietzfelbinger, "Universal hashing and k-wise
/// independent random variables via integer arithmetic without primes", 1996). So, over a and b,
/// the words of any two maps are uniform and independent of each other. No theorem says this of
/// three maps.
///
/// The words a and b come from the operating system's entropy through SipHash-1-3, once per
/// process. The statement therefore holds against adversaries who cannot tell SipHash-1-3 from a
/// random function.
pub struct MapWords<const N: usize> {
    hashes: [[u128; 2]; N],
    counter: AtomicU64,
}

impl<const N: usize> MapWords<N> {
    /// Makes a new source.
    #[must_use]
    pub fn new() -> Self {
        let mut random = SystemWords::new();
        let counter = AtomicU64::new(random.next_word());
        let hashes =
            core::array::from_fn(|_| [random.next_double_word(), random.next_double_word()]);
        Self { hashes, counter }
    }

    /// Returns the words of the next map.
    #[inline]
    pub fn next_map(&self) -> [u64; N] {
        // The counter yields 2^64 different values. They are scattered so that no word is nearly
        // linear in the order in which maps are made.
        let number = splitmix64(self.counter.fetch_add(GOLDEN, Relaxed));
        self.hashes
            .each_ref()
            .map(|[a, b]| (a.wrapping_mul(number.into()).wrapping_add(*b) >> 64) as u64)
    }
}

impl<const N: usize> Default for MapWords<N> {
    fn default() -> Self {
        Self::new()
    }
}

crate::secret_debug!(impl[const N: usize] MapWords<N>, "MapWords");

/// Constructors `new` and `with_capacity` for a [`std::collections::HashMap`] with another hasher
/// than std's.
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
/// than std's.
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
