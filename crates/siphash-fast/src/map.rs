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
use provenhash_map::state::{self, HasherKey};

impl HasherKey for Key {
    type Hasher<K: Borrow<Self> + Clone> = MapHasher;

    #[inline(always)]
    fn hasher<K: Borrow<Self> + Clone>(key: K) -> MapHasher {
        MapHasher::new(key.borrow().to_words())
    }

    fn from_seed(seed: u64) -> Self {
        Self::from_seed(seed)
    }
}

/// Builds hashers under one given key, for hashes that must be the same in every process.
///
/// The hash of a value is [`siphash_1_3`](crate::siphash_1_3) of the bytes that it writes, and is
/// frozen. A state has 8 bytes if it holds a reference to the key, and 24 bytes if it holds the key
/// itself.
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
///
/// # On other machines
/// The same writes have the same hash on every machine. Most keys write the same everywhere, but
/// std writes slices of wider integers and IP addresses in the byte order of the machine;
/// [`Portable`](crate::Portable), with the full list, makes them the same.
pub type FixedState<K = Key> = state::FixedState<Key, K>;

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
    use core::borrow::Borrow;
    use hash_core::seed::SeedWords;
    use provenhash_map::MapWords;
    use provenhash_map::state::{HasherKey, OwnKey, OwnState};
    pub use provenhash_map::{HashMapExt, HashSetExt};

    /// The key of one map.
    #[derive(Clone, Copy)]
    pub struct MapKey {
        words: [u64; 2],
    }

    hash_core::secret_debug!(impl[] MapKey, "MapKey");

    impl HasherKey for MapKey {
        type Hasher<K: Borrow<Self> + Clone> = MapHasher;

        #[inline(always)]
        fn hasher<K: Borrow<Self> + Clone>(key: K) -> MapHasher {
            MapHasher::new(key.borrow().words)
        }

        fn from_seed(seed: u64) -> Self {
            let mut words = SeedWords::new("siphash map", seed);
            Self { words: core::array::from_fn(|_| words.next_word()) }
        }
    }

    impl OwnKey for MapKey {
        #[inline]
        fn next() -> Self {
            static WORDS: MapWords<2> = MapWords::new();
            Self { words: WORDS.next_map() }
        }
    }

    /// Builds hashers for one map, under a random key of its own. Replaces
    /// [`std::hash::RandomState`]; has 16 bytes.
    ///
    /// ```
    /// use siphash_fast::{HashMap, HashMapExt};
    /// let mut map = HashMap::new();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    pub type RandomState = OwnState<MapKey>;

    /// A [`std::collections::HashMap`] with its own [`RandomState`].
    pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

    /// A [`std::collections::HashSet`] with its own [`RandomState`].
    pub type HashSet<T> = std::collections::HashSet<T, RandomState>;

    #[cfg(test)]
    mod tests {
        use super::*;

        testkit::keys_of_maps!(2, |state| state.key().words);
    }
}
