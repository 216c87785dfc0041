//! Hash maps and sets.
//!
//! [`RandomState`] builds the map hasher of the family, [`hash_core::map`], with VHASH-64 for
//! slices of more than 16 bytes. Integers are hashed in registers, and a slice by one call.
//! The docs of [`hash_core::map`] have the steps and the theorem: for two values of a type, chosen
//! without knowledge of the keys, any t bits of the hashes agree with probability at most 2^-t + ε.
//!
//! | values                               | ε            |
//! |--------------------------------------|--------------|
//! | integers of up to 16 bytes in all    | 0            |
//! | integers, slices of up to 16 bytes   | 2^-63        |
//! | with slices of up to 128 bytes each  | 1.26 · 2^-62 |
//! | with slices of up to 2^59 bytes each | 1.5 · 2^-62  |
//!
//! (This is for values of up to 16 terms; a term is a slice, or a pack of up to 16 bytes of
//! integers. With n more terms, ε is larger by (3 n + 1) 2^-126.) The [bound](crate::bound) of
//! VHASH-64 gives the probability that two slices have the same hash. Coq checks the table, with
//! any number of terms, from the writes on (`map_vhash`, in `proofs/theories/MapWords.v`).
//!
//! The hashes of [`RandomState`] differ from process to process and from map to map, and none of
//! them is frozen. The hashes of [`FixedState`] are the same everywhere and frozen.
//!
//! `UnevenState` is the fastest for short keys, but proves less: the index and the tag, t bits,
//! agree with probability at most 4 · 2^-t + ε, and regular keys fill some maps unevenly.
//!
//! # Limits of the guarantee
//! The bounds hold against an oblivious adversary, who chooses the values without knowledge of the
//! hashes. No universal hash is safe against an adaptive adversary, who observes the order of a
//! map, or times its collisions, and then chooses further values: use a pseudo-random function
//! there, such as SipHash. The maps of this crate are for long keys. For short strings, other
//! hashers of the family are as safe and faster.

use crate::{Key64, VHasher64};

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process.
    ///
    /// The hash of a value is [`hash`](crate::hash) of the bytes that it writes, and is frozen. A
    /// state is as large as what holds the key: a reference has 8 bytes, and the key itself has 832
    /// on x86 and 192 elsewhere.
    ///
    /// Maps that share a key iterate in the same order, and filling one of them while iterating
    /// over another can crowd its buckets. Use `RandomState` where the hashes need not be
    /// reproducible.
    ///
    /// ```
    /// use core::hash::BuildHasher;
    /// use vhash::{FixedState, Key64, hash};
    /// static KEY: Key64 = Key64::from_seed(1);
    /// const STATE: FixedState<&Key64> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
    /// assert_eq!(FixedState::from_seed(1).hash_one("seven"), hash(&KEY, b"seven\xff"));
    /// ```
    FixedState, Key64, VHasher64<K>, |key| VHasher64::new(key)
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState, UnevenState};

#[cfg(feature = "std")]
mod random {
    use crate::{Backend, Key64, polynomial};
    pub use hash_core::map::{HashMapExt, HashSetExt};
    use hash_core::map::{RandomWords, WordHash, WordSlices};
    use hash_core::seed::SeedWords;

    fn random_key(words: &mut RandomWords) -> Key64 {
        // The backend is chosen here, so that a hash need not look it up.
        Key64::draw(|_| [words.next_word(), words.next_word()]).with_backend(Backend::detect())
    }

    impl WordHash for Key64 {
        #[inline]
        fn hash_word(&self, bytes: &[u8]) -> u64 {
            let [hash] = polynomial::hash(self, bytes);
            hash
        }
    }

    hash_core::process_maps! {
        /// ```
        /// use vhash::{HashMap, HashMapExt};
        /// let mut map = HashMap::new();
        /// map.insert("key", 1);
        /// assert_eq!(map["key"], 1);
        /// ```
        Key64, WordSlices<Key64>, "vhash map",
        random: Key64::BYTES / 8 + 1, |words| WordSlices::with_random_word(random_key(words), words),
        seeded: WordSlices::new(
            Key64::from_seed(0),
            SeedWords::new("vhash map slices", 0).next_word(),
        )
    }

    /// The hasher of a [`RandomState`].
    pub type MapHasher = hash_core::map::MapHasher<RandomState>;
}
