//! Hash tables.
//!
//! # The hash of a value
//! `RandomState` hashes under a key of the map's own, as follows:
//!
//! * A slice of bytes (a `str`, a `[u8]`) becomes a word, its HighwayHash-64. The `0xff` that a
//!   `str` writes after its bytes is XORed into the word.
//! * An integer becomes one word, or two words if it has 128 bits.
//! * The hash of a single slice is its word. The hash of any other value is the HighwayHash-64 of
//!   its words. If there are more than four, the first four become one word in the same way.
//!
//! So the hash of an integer or a string is one call, and never builds the state of a stream. The
//! hashes differ between processes and between maps, and none of these rules is frozen. Two types
//! that write the same bytes by different calls have different hashes. Use [`FixedState`] for
//! reproducible hashes.
//!
//! A `RandomState` has 40 bytes; a [`FixedState`] is as large as the key or the reference that it
//! holds.
//!
//! # Adversaries
//! An adversary may choose the values, see the order of the map and time its collisions. Making
//! values collide is as hard as distinguishing HighwayHash-64 from a random function. No better
//! attack than guessing the key has been published, but there is no proof. The keys of maps are
//! strongly universal hashes of their numbers, under 1,024 random bits of the operating system. Two
//! values agree in all 64 bits with probability about 2^-64, or a few times that if they consist of
//! several pieces.
//!
//! The keys of two maps are independent of each other, so filling a map in the iteration order of
//! another does not crowd its buckets.

use crate::{HighwayHasher, Key};
use core::borrow::Borrow;
use provenhash_map::state::{self, HasherKey};

impl HasherKey for Key {
    type Hasher<K: Borrow<Self> + Clone> = HighwayHasher;

    #[inline(always)]
    fn hasher<K: Borrow<Self> + Clone>(key: K) -> HighwayHasher {
        HighwayHasher::new(key.borrow())
    }

    fn from_seed(seed: u64) -> Self {
        Self::from_seed(seed)
    }
}

/// Builds hashers under one given key, for hashes that must be the same in every process.
///
/// The hash of a value is [`hash`](crate::hash) of the bytes that it writes, and is frozen. A state
/// has 8 bytes if it holds a reference to the key, and 40 bytes if it holds the key itself.
///
/// Maps that share a key have the same order, and filling one of them in the iteration order of
/// another can crowd its buckets: use `RandomState` where the hashes need not be reproducible.
///
/// ```
/// use core::hash::BuildHasher;
/// use highwayhash::{FixedState, Key, hash};
/// static KEY: Key = Key::from_seed(1);
/// const STATE: FixedState<&Key> = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
/// assert_eq!(FixedState::from_seed(1).hash_one("seven"), hash(&KEY, b"seven\xff"));
/// ```
///
/// # On other machines
/// The same writes have the same hash on every machine. Most keys write the same everywhere, but
/// std writes slices of wider integers and IP addresses in the byte order of the machine;
/// [`Portable`](crate::Portable), with the full list, makes them the same.
pub type FixedState<K = Key> = state::FixedState<Key, K>;

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use crate::{Backend, backend};
    use core::borrow::Borrow;
    use core::hash::Hasher;
    use hash_core::seed::SeedWords;
    use provenhash_map::MapWords;
    use provenhash_map::state::{HasherKey, OwnKey, OwnState};
    pub use provenhash_map::{HashMapExt, HashSetExt};

    /// The key of one map.
    #[derive(Clone, Copy)]
    pub struct MapKey {
        words: [u64; 4],
        // Stored here so that a hash does not look it up.
        backend: Backend,
    }

    hash_core::secret_debug!(impl[] MapKey, "MapKey");

    impl MapKey {
        // Not `#[inline]`, so that it is compiled with this crate. Where a map is used,
        // optimisation may be off.
        fn hash(&self, bytes: &[u8]) -> u64 {
            let [hash] = backend::hash(self.backend, &self.words, bytes);
            hash
        }

        fn hash_word(&self, word: u64) -> u64 {
            let [hash] = backend::word(self.backend, &self.words, word);
            hash
        }
    }

    impl HasherKey for MapKey {
        type Hasher<K: Borrow<Self> + Clone> = MapHasher<K>;

        #[inline]
        fn hasher<K: Borrow<Self> + Clone>(key: K) -> MapHasher<K> {
            MapHasher::new(key)
        }

        fn from_seed(seed: u64) -> Self {
            let mut words = SeedWords::new("highwayhash map", seed);
            let words = core::array::from_fn(|_| words.next_word());
            Self { words, backend: Backend::detect() }
        }
    }

    impl OwnKey for MapKey {
        #[inline]
        fn next() -> Self {
            static WORDS: MapWords<4> = MapWords::new();
            Self { words: WORDS.next_map(), backend: Backend::detect() }
        }
    }

    /// Builds hashers for one map, under a random key of its own. Has 40 bytes.
    ///
    /// ```
    /// use highwayhash::{HashMap, HashMapExt};
    /// let mut map = HashMap::new();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    pub type RandomState = OwnState<MapKey>;

    /// A [`std::collections::HashMap`] with its own [`RandomState`].
    pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

    /// A [`std::collections::HashSet`] with its own [`RandomState`].
    pub type HashSet<T> = std::collections::HashSet<T, RandomState>;

    /// The hasher of a [`RandomState`].
    #[derive(Clone, Copy)]
    pub struct MapHasher<K = MapKey> {
        key: K,
        words: [u64; 4],
        count: usize,
        /// The hash of the last slice written, kept until the next write shows whether `0xff`
        /// follows.
        slice: Option<u64>,
        /// Whether the first word is the hash of a slice. If it is the only word, it is not hashed
        /// again.
        starts_hashed: bool,
    }

    impl<K: Borrow<MapKey>> MapHasher<K> {
        #[inline]
        const fn new(key: K) -> Self {
            Self { key, words: [0; 4], count: 0, slice: None, starts_hashed: false }
        }

        #[inline]
        fn push(&mut self, word: u64) {
            if let Some(slice) = self.slice.take() {
                self.push_slice(slice);
            }
            self.push_word(word);
        }

        #[inline]
        fn push_slice(&mut self, slice: u64) {
            self.starts_hashed |= self.count == 0;
            self.push_word(slice);
        }

        #[inline]
        fn push_word(&mut self, word: u64) {
            if self.count == 4 {
                self.words = [self.hash_words(), 0, 0, 0];
                self.count = 1;
            }
            self.words[self.count] = word;
            self.count += 1;
        }

        /// Hashes the words so far.
        #[inline]
        fn hash_words(&self) -> u64 {
            let bytes = self.words.map(u64::to_le_bytes);
            self.key.borrow().hash(bytes[..self.count].as_flattened())
        }
    }

    impl<K: Borrow<MapKey> + Clone> Hasher for MapHasher<K> {
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            if let Some(slice) = self.slice.take() {
                self.push_slice(slice);
            }
            self.slice = Some(self.key.borrow().hash(bytes));
        }

        #[inline]
        fn write_u8(&mut self, i: u8) {
            match self.slice.take() {
                Some(slice) if i == 0xff => self.push_slice(slice ^ 0xff),
                slice => {
                    self.slice = slice;
                    self.push(i.into());
                }
            }
        }

        hash_core::integers_as_words!(push);

        // Always inlined, whatever its size: the writes are known at the call, so only one arm
        // remains.
        #[inline(always)]
        fn finish(&self) -> u64 {
            match (self.count, self.slice) {
                (0, Some(slice)) => slice,
                (1, None) if self.starts_hashed => self.words[0],
                (1, None) => self.key.borrow().hash_word(self.words[0]),
                (_, None) => self.hash_words(),
                (_, Some(slice)) => {
                    let mut all = self.clone();
                    all.slice = None;
                    all.push_word(slice);
                    all.hash_words()
                }
            }
        }
    }

    hash_core::secret_debug!(impl[K] MapHasher<K>, "MapHasher");

    #[cfg(test)]
    mod tests {
        use super::*;
        use core::hash::BuildHasher;
        use testkit::conformance::map::{confused, one_path};
        use testkit::on_every_backend;

        #[test]
        fn states_hash_alike_on_every_backend() {
            let state = RandomState::new();
            on_every_backend!(Backend, "highwayhash: random state", |backend| {
                let other = RandomState::with_key(MapKey { backend, ..*state.key() });
                assert_eq!(other.hash_one(7_u64), state.hash_one(7_u64));
                assert_eq!(other.hash_one("seven"), state.hash_one("seven"));
                let value = (1, -2_i8, "x", 3_i128);
                assert_eq!(other.hash_one(value), state.hash_one(value));
                assert_eq!(confused(&other), confused(&state));
                one_path(&other);
            });
        }

        testkit::keys_of_maps!(4, |state| state.key().words);
    }
}
