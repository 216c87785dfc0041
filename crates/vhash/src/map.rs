//! Hash maps and sets.
//!
//! [`RandomState`] is the state of [`provenhash_map`] with VHASH-64 for slices of more than 16
//! bytes. Integers and short strings are hashed in registers, and a longer slice takes one call.
//! [`provenhash_map::bound`] describes the steps and proves the theorem: for two values of a type,
//! chosen without knowledge of the keys, any t bits of the hashes agree with probability at most
//! 2^-t + ε.
//!
//! | values                                                    | ε            |
//! |-----------------------------------------------------------|--------------|
//! | up to 16 bytes of integers, and a slice of up to 16 bytes | 0            |
//! | more of them                                              | 2^-63        |
//! | with slices of up to 128 bytes each                       | 1.26 · 2^-62 |
//! | with slices of up to 2^59 bytes each                      | 1.5 · 2^-62  |
//!
//! (This is for values of up to 16 terms; a term is a second or further slice, or a pack of up to
//! 16 bytes of integers. With n more terms, ε is larger by (3 n + 1) 2^-126.) The
//! [bound](crate::bound) of VHASH-64 gives the probability that two slices have the same hash. Coq
//! checks the table, with any number of terms, from the writes on (`apart_vhash`, in
//! `proofs/theories/MapWords.v`).
//!
//! The hashes of [`RandomState`] differ from process to process and from map to map, and none of
//! them is frozen. The hashes of [`FixedState`] are the same everywhere and frozen.
//!
//! [`FastState`] is the fastest for short keys, but proves less: the index and the tag, t bits,
//! agree with probability at most 4 · 2^-t + ε (`uneven_vhash`), and regular keys fill some maps
//! unevenly.
//!
//! # Limits of the guarantee
//! The bounds hold against an oblivious adversary, who chooses the values without knowledge of the
//! hashes. No universal hash is safe against an adaptive adversary, who observes the order of a
//! map, or times its collisions, and then chooses further values: use a pseudo-random function
//! there, such as SipHash. The maps of this crate are for long keys. For short strings, other
//! hashers of the family are as safe and faster.

use crate::{Key64, VHasher64, polynomial};
use core::borrow::Borrow;
use provenhash_map::state::HasherKey;
use provenhash_map::{Slices, state};

impl HasherKey for Key64 {
    type Hasher<K: Borrow<Self> + Clone> = VHasher64<K>;

    #[inline(always)]
    fn hasher<K: Borrow<Self> + Clone>(key: K) -> VHasher64<K> {
        VHasher64::new(key)
    }

    fn from_seed(seed: u64) -> Self {
        Self::from_seed(seed)
    }
}

/// Builds hashers under one given key, for hashes that must be the same in every process.
///
/// The hash of a value is [`hash`](crate::hash) of the bytes that it writes, and is frozen. A state
/// is as large as what holds the key: a reference has 8 bytes, and the key itself has 832 on x86
/// and 192 elsewhere.
///
/// Maps that share a key iterate in the same order, and filling one of them while iterating over
/// another can crowd its buckets. Use `RandomState` where the hashes need not be reproducible.
///
/// ```
/// use core::hash::BuildHasher;
/// use vhash::{FixedState, Key64, hash};
/// static KEY: Key64 = Key64::from_seed(1);
/// const STATE: FixedState<&Key64> = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
/// assert_eq!(FixedState::from_seed(1).hash_one("seven"), hash(&KEY, b"seven\xff"));
/// ```
///
/// # On other machines
/// The same writes have the same hash on every machine. Most keys write the same everywhere, but
/// std writes slices of wider integers and IP addresses in the byte order of the machine;
/// [`Portable`](crate::Portable), with the full list, makes them the same.
pub type FixedState<K = Key64> = state::FixedState<Key64, K>;

/// The hash of slices of more than 16 bytes in maps: VHASH-64, and a random word as the upper half.
/// So a hash is unlikely to equal a given slice of 16 bytes.
#[derive(Clone)]
pub struct LongSlices {
    key: Key64,
    high: u64,
}

impl LongSlices {
    /// Makes the hash from a key and a random word.
    #[must_use]
    pub const fn new(key: Key64, high: u64) -> Self {
        Self { key, high }
    }
}

impl Slices for LongSlices {
    #[inline]
    fn hash(&self, bytes: &[u8]) -> u128 {
        let [low] = polynomial::hash(&self.key, bytes);
        u128::from(low) | u128::from(self.high) << 64
    }
}

hash_core::secret_debug!(impl[] LongSlices, "LongSlices");

#[cfg(feature = "std")]
pub use random::{FastState, HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use super::LongSlices;
    use crate::{Backend, Key64};
    use hash_core::process::PerProcess;
    use hash_core::seed::SeedWords;
    pub use provenhash_map::{HashMapExt, HashSetExt};
    use provenhash_map::{Process, ProcessKey, RandomWords};

    impl LongSlices {
        /// The number of words that a hash is made of.
        const WORDS: usize = Key64::BYTES / 8 + 1;

        fn random(words: &mut RandomWords) -> Self {
            let key = Key64::draw(|_| [words.next_word(), words.next_word()]);
            // The backend is chosen here, so that a hash need not look it up.
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
                    Key64::from_seed(0),
                    SeedWords::new("vhash map slices", 0).next_word(),
                ),
            );
            &KEY
        }
    }

    /// Builds hashers for one map, under a word that no other map has. A state takes 16 bytes.
    ///
    /// ```
    /// use vhash::{HashMap, HashMapExt};
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
