//! Hash tables.
//!
//! # What a map computes
//! [`FixedState`] and `RandomState` hash the concatenation of the bytes that a value writes by
//! SipHash-1-3: integers as their little-endian bytes, `usize` and `isize` as 64 bits, a `str` as
//! its bytes and `0xff`. Under the same key that is the value of [`std::hash::DefaultHasher`] on
//! 64-bit little-endian machines in Rust 1.95. Std promises neither its function nor the writes: it
//! takes integers in the machine's byte order and `usize` with the machine's bits, so on other
//! machines its values differ from these, which are the same everywhere.
//!
//! Where the `Hash` of a type is inlined, everything but two keyed words and the rounds is computed
//! at compile time: the hash of a `u64` is five rounds in registers.
//!
//! # Against whom
//! Nobody has published a way to tell SipHash-1-3 from a random function. Its authors propose 2-4;
//! std, Python, Ruby and others use 1-3 for tables, whose hashes are not shown.
//!
//! The keys of any two `RandomState`s are independent of one another, by a strongly universal hash
//! of the map's number under words from the operating system. So filling a map in the order of
//! another does not crowd its buckets.

use crate::Key;
use crate::stream::{Core, write_to_core};
use core::borrow::Borrow;
use core::hash::Hasher;

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process.
    ///
    /// The hash of a value is [`siphash13`](crate::siphash13) of the bytes that it writes. Frozen.
    /// A state is as large as what holds the key: a reference 8 bytes, the key itself 24.
    ///
    /// Maps that share a key have the same order, and filling one of them from the iteration of
    /// another can crowd its buckets: use `RandomState` where the values need not be known.
    ///
    /// ```
    /// use core::hash::BuildHasher;
    /// use siphash_fast::{FixedState, Key, siphash13};
    /// static KEY: Key = Key::from_seed(1);
    /// const STATE: FixedState<&Key> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), siphash13(&KEY, &[7, 0, 0, 0]));
    /// assert_eq!(FixedState::from_seed(1).hash_one("seven"), siphash13(&KEY, b"seven\xff"));
    /// ```
    FixedState, Key, MapHasher, |key| MapHasher::new(Borrow::<Key>::borrow(&key).to_words())
}

/// The hasher of maps: SipHash-1-3 of what is written.
///
/// It is a [`SipHasher13`](crate::SipHasher13) that is not wiped, so that it never has to be in
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
    use hash_core::seed::SeedWords;
    use std::sync::LazyLock;

    static KEYS: LazyLock<MapWords<2>> = LazyLock::new(MapWords::new);

    /// Builds hashers for one map, under a random key that no other map has: replaces
    /// [`std::hash::RandomState`]. 16 bytes.
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
        /// A state that differs from all others. Takes nanoseconds, except for the first of the
        /// process, which asks the operating system.
        ///
        /// A clone has the same key, so that it gives the same hashes and orders.
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            Self { key: KEYS.next_map() }
        }

        /// Makes the state of a number, for tests that must be the same in every run. The number
        /// gives the key away.
        #[must_use]
        pub fn with_seed(seed: u64) -> Self {
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
}
