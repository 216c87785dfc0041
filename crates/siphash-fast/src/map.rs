//! Hash tables.
//!
//! # The hash of a value
//! [`FixedState`] and `RandomState` hash the concatenation of the bytes that a value writes with
//! SipHash-1-3: integers as their little-endian bytes, `usize` and `isize` as 64 bits, a `str` as
//! its bytes and `0xff`. Under the same key, [`std::hash::DefaultHasher`] computes the same value
//! on 64-bit little-endian machines in Rust 1.95. Std guarantees neither its function nor the
//! writes. It hashes integers in the machine's byte order and `usize` with the machine's width, so
//! its values differ on other machines; those of this crate are the same everywhere.
//!
//! Where the `Hash` of a type is inlined, everything except two keyed words and the rounds is
//! computed at compile time: the hash of a `u64` is five rounds in registers.
//!
//! # Adversaries
//! No way to distinguish SipHash-1-3 from a random function has been published. Its authors propose
//! 2-4; std, Python, Ruby and others use 1-3 for tables, which do not show their hashes.
//!
//! The keys of any two `RandomState`s are independent of each other: a key is a strongly universal
//! hash of the map's number under random words of the operating system. So filling a map in the
//! iteration order of another map does not crowd its buckets.

use crate::Key;
use crate::stream::{Core, write_to_core};
use core::borrow::Borrow;
use core::hash::Hasher;

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process.
    ///
    /// The hash of a value is [`siphash_1_3`](crate::siphash_1_3) of the bytes that it writes, and
    /// is frozen. A state has 8 bytes if it holds a reference to the key, and 24 bytes if it holds
    /// the key itself.
    ///
    /// Maps that share a key have the same order, and filling one of them in the iteration order of
    /// another can crowd its buckets: use `RandomState` where the hashes need not be reproducible.
    ///
    /// ```
    /// use core::hash::BuildHasher;
    /// use siphash_fast::{FixedState, Key, siphash_1_3};
    /// static KEY: Key = Key::from_seed(1);
    /// const STATE: FixedState<&Key> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), siphash_1_3(&KEY, &[7, 0, 0, 0]));
    /// assert_eq!(FixedState::from_seed(1).hash_one("seven"), siphash_1_3(&KEY, b"seven\xff"));
    /// ```
    FixedState, Key, MapHasher, |key| MapHasher::new(Borrow::<Key>::borrow(&key).to_words())
}

/// The hasher of maps: SipHash-1-3 of all bytes written.
///
/// It is a [`SipHasher13`](crate::SipHasher13) that is not wiped, so it never needs to be in
/// memory. Its state contains the key.
#[derive(Clone, Copy)]
pub struct MapHasher {
    core: Core<1>,
}

impl MapHasher {
    #[inline(always)]
    const fn new(key: [u64; 2]) -> Self {
        Self { core: Core::new::<1>(key) }
    }
}

impl Hasher for MapHasher {
    write_to_core!();

    #[inline]
    fn finish(&self) -> u64 {
        let [hash] = self.core.finish::<3, 1>();
        hash
    }
}

hash_core::secret_debug!(impl[] MapHasher, "MapHasher");

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState};

#[cfg(feature = "std")]
mod random {
    use super::MapHasher;
    use core::hash::BuildHasher;
    use hash_core::map::MapWords;
    pub use hash_core::map::{HashMapExt, HashSetExt};
    use hash_core::process::PerProcess;
    use hash_core::seed::SeedWords;

    static KEYS: PerProcess<MapWords<2>> = PerProcess::new();

    /// Builds hashers for one map, under a random key of its own. Replaces
    /// [`std::hash::RandomState`]; has 16 bytes.
    ///
    /// ```
    /// use siphash_fast::{HashMap, HashMapExt};
    /// let mut map = HashMap::new();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy)]
    pub struct RandomState {
        key: [u64; 2],
    }

    impl RandomState {
        /// Creates a state with a key of its own. Takes nanoseconds, except for the first state of
        /// a process, which asks the operating system for entropy.
        ///
        /// A clone has the same key, so it produces the same hashes and orders. After `fork`, new
        /// states of the child have other keys than those of the parent, and the child's copies of
        /// the parent's maps keep theirs; [`Mark`](hash_core::process::Mark) lists the copies of a
        /// process that are not detected. On targets without entropy, keys are predictable.
        ///
        /// # Panics
        /// The first state of a process panics where neither the operating system nor std's maps
        /// have randomness; see [`RandomWords`](hash_core::map::RandomWords).
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            Self { key: KEYS.get(MapWords::new).next_map() }
        }

        /// Creates a state from a number, for tests that must be the same in every run. Anyone who
        /// knows the number knows the key.
        #[must_use]
        pub fn from_seed(seed: u64) -> Self {
            let mut words = SeedWords::new("siphash map", seed);
            Self { key: core::array::from_fn(|_| words.next_word()) }
        }
    }

    hash_core::random_state!(RandomState);

    impl BuildHasher for RandomState {
        type Hasher = MapHasher;

        #[inline]
        fn build_hasher(&self) -> MapHasher {
            MapHasher::new(self.key)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        testkit::keys_of_maps!(2);
    }
}
