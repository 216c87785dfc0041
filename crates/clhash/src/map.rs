//! Hash maps and sets.
//!
//! [`RandomState`] is the state of [`provenhash_map`] with CLHASH for slices of more than 16 bytes.
//! Integers and short strings are hashed in registers, and a longer slice takes one call.
//! [`provenhash_map::bound`] describes the steps and proves the theorem: for two values of a type,
//! chosen without knowledge of the keys, any t bits of the hashes agree with probability at most
//! 2^-t + ε.
//!
//! | values                                                     | ε             |
//! |------------------------------------------------------------|---------------|
//! | up to 16 bytes of integers, and a slice of up to 16 bytes  | 0             |
//! | more of them                                               | 2^-63         |
//! | with longer slices                                         | 2.003 · 2^-63 |
//!
//! (This is for values of up to 16 terms, where a term is a second or further slice, or a pack of
//! up to 16 bytes of integers. With n more terms, ε is larger by (3 n + 1) 2^-126.) Two slices have
//! the same CLHASH with probability at most 2.004 · 2^-64, by its [bound](crate::bound). Coq checks
//! the table, with any number of terms, from the writes on (`apart_clhash`, in
//! `proofs/theories/MapWords.v`).
//!
//! The hashes differ from process to process and from map to map, and none of this is frozen.
//! [`FixedState`] has reproducible hashes.
//!
//! [`FastState`] is the fastest for short keys, but proves less: the index and the tag, t bits,
//! agree with probability at most 4 · 2^-t + ε (`uneven_clhash`), and regular keys fill some maps
//! unevenly.
//!
//! # Limits of the guarantee
//! The bounds hold against an oblivious adversary, who chooses the values without knowledge of the
//! hashes. No universal hash protects against an adaptive adversary, who observes the order of a
//! map, or times its collisions, and then chooses further values. Against such an adversary, use a
//! pseudo-random function such as SipHash.

use crate::{ClHasher, Key, backend};
use core::borrow::Borrow;
use provenhash_map::state::HasherKey;
use provenhash_map::{Slices, state};

impl HasherKey for Key {
    type Hasher<K: Borrow<Self> + Clone> = ClHasher<K>;

    #[inline(always)]
    fn hasher<K: Borrow<Self> + Clone>(key: K) -> ClHasher<K> {
        ClHasher::new(key)
    }

    fn from_seed(seed: u64) -> Self {
        Self::from_seed(seed)
    }
}

/// Builds hashers under one given key, for hashes that must be the same in every process.
///
/// The hash of a value is [`hash`](crate::hash) of the bytes that it writes. Frozen. A state is as
/// large as its handle of the key: 8 bytes for a reference, 1,344 for the key itself.
///
/// Maps that share a key have the same order, and filling one of them from the iteration of another
/// can crowd its buckets. Use `RandomState` where the hashes need not be reproducible.
///
/// ```
/// use clhash::{FixedState, Key, hash};
/// use core::hash::BuildHasher;
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

/// The hash of slices of more than 16 bytes in maps: CLHASH, and a random word as the upper half.
/// So a hash is unlikely to equal a given slice of 16 bytes.
#[derive(Clone)]
pub struct LongSlices {
    key: Key,
    high: u64,
}

impl LongSlices {
    /// Makes the hash from a key and a random word.
    #[must_use]
    pub const fn new(key: Key, high: u64) -> Self {
        Self { key, high }
    }
}

impl Slices for LongSlices {
    #[inline]
    fn hash(&self, bytes: &[u8]) -> u128 {
        let low = match self.key.backend {
            Some(backend) => backend::hash(backend, &self.key, bytes),
            None => hash_without_backend(&self.key, bytes),
        };
        u128::from(low) | u128::from(self.high) << 64
    }
}

/// Hashes under a key whose backend is not known yet, such as that of a seeded state. Out of line,
/// because [`LongSlices::hash`] would save registers for every key around the call that detects
/// the backend.
#[cold]
#[inline(never)]
fn hash_without_backend(key: &Key, bytes: &[u8]) -> u64 {
    crate::hash(key, bytes)
}

hash_core::secret_debug!(impl[] LongSlices, "LongSlices");

#[cfg(feature = "std")]
pub use random::{FastState, HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use super::LongSlices;
    use crate::{Backend, Key};
    use hash_core::process::PerProcess;
    use hash_core::seed::SeedWords;
    pub use provenhash_map::{HashMapExt, HashSetExt};
    use provenhash_map::{Process, ProcessKey, RandomWords};

    impl LongSlices {
        /// The number of words that a hash is made of.
        const WORDS: usize = Key::BYTES / 8 + 1;

        fn random(words: &mut RandomWords) -> Self {
            let key = Key::from_words(core::array::from_fn(|_| words.next_word()));
            // The backend is chosen once, so that no hash has to look it up.
            Self::new(key.with_backend(Backend::detect()), words.next_word())
        }
    }

    impl Process for LongSlices {
        #[inline]
        fn process_key() -> &'static ProcessKey<Self> {
            static KEY: PerProcess<ProcessKey<LongSlices>> = PerProcess::new();
            KEY.get(|| ProcessKey::random(Self::WORDS, Self::random))
        }

        fn seeded_key() -> &'static ProcessKey<Self> {
            static KEY: ProcessKey<LongSlices> = ProcessKey::seeded(
                0,
                LongSlices::new(
                    Key::from_seed(0),
                    SeedWords::new("clhash map slices", 0).next_word(),
                ),
            );
            &KEY
        }
    }

    /// Builds hashers for one map, under a word that no other map has. A state takes 16 bytes.
    ///
    /// ```
    /// use clhash::{HashMap, HashMapExt};
    /// let mut map = HashMap::new();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    pub type RandomState = provenhash_map::state::RandomState<LongSlices>;

    /// The [fast state](provenhash_map::state::FastState): the shortest hash, at the price of a
    /// weaker theorem, uneven maps of regular keys, and 40 bytes.
    pub type FastState = provenhash_map::state::FastState<LongSlices>;

    /// The hasher of a [`RandomState`].
    pub type MapHasher = provenhash_map::MapHasher<RandomState>;

    /// A [`std::collections::HashMap`] with its own [`RandomState`].
    pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

    /// A [`std::collections::HashSet`] with its own [`RandomState`].
    pub type HashSet<T> = std::collections::HashSet<T, RandomState>;
}
