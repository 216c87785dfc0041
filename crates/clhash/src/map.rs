//! Hash maps and sets.
//!
//! [`RandomState`] builds the family's map hasher, [`hash_core::map`], with CLHASH for slices
//! of more than 16 bytes. Integers are hashed in registers, and a slice takes one call.
//! [`hash_core::map`] describes the steps and proves the theorem: for two values of a type, chosen
//! without knowledge of the keys, any t bits of the hashes agree with probability at most 2^-t + ε.
//!
//! | values                                | ε             |
//! |---------------------------------------|---------------|
//! | integers of up to 16 bytes in all     | 0             |
//! | integers, slices of up to 16 bytes    | 2^-63         |
//! | with longer slices                    | 2.003 · 2^-63 |
//!
//! (This is for values of up to 16 terms, where a term is a slice or a pack of up to 16 bytes of
//! integers. With n more terms, ε is larger by (3 n + 1) 2^-126.) Two slices have the same CLHASH
//! with probability at most 2.004 · 2^-64, by its [bound](crate::bound). Coq checks the table, with
//! any number of terms, from the writes on (`map_clhash`, in `proofs/theories/MapWords.v`).
//!
//! The hashes differ from process to process and from map to map, and none of this is frozen.
//! [`FixedState`] has reproducible hashes.
//!
//! `UnevenState` is the fastest for short keys, but proves less: the index and the tag, t bits,
//! agree with probability at most 4 · 2^-t + ε, and regular keys fill some maps unevenly.
//!
//! # Limits of the guarantee
//! The bounds hold against an oblivious adversary, who chooses the values without knowledge of the
//! hashes. No universal hash protects against an adaptive adversary, who observes the order of a
//! map, or times its collisions, and then chooses further values. Against such an adversary, use a
//! pseudo-random function such as SipHash.

use crate::{ClHasher, Key};

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process.
    ///
    /// The hash of a value is [`hash`](crate::hash) of the bytes that it writes. Frozen. A state is
    /// as large as its handle of the key: 8 bytes for a reference, 1,344 for the key itself.
    ///
    /// Maps that share a key have the same order, and filling one of them from the iteration of
    /// another can crowd its buckets. Use `RandomState` where the hashes need not be reproducible.
    ///
    /// ```
    /// use clhash::{FixedState, Key, hash};
    /// use core::hash::BuildHasher;
    /// static KEY: Key = Key::from_seed(1);
    /// const STATE: FixedState<&Key> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), hash(&KEY, &[7, 0, 0, 0]));
    /// assert_eq!(FixedState::from_seed(1).hash_one("seven"), hash(&KEY, b"seven\xff"));
    /// ```
    FixedState, Key, ClHasher<K>, |key| ClHasher::new(key)
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState, UnevenState};

#[cfg(feature = "std")]
mod random {
    use crate::{Backend, Key, backend};
    pub use hash_core::map::{HashMapExt, HashSetExt};
    use hash_core::map::{RandomWords, WordHash, WordSlices};
    use hash_core::seed::SeedWords;

    fn random_key(words: &mut RandomWords) -> Key {
        // The backend is chosen once, so that no hash has to look it up.
        Key::from_words(core::array::from_fn(|_| words.next_word())).with_backend(Backend::detect())
    }

    impl WordHash for Key {
        #[inline]
        fn hash_word(&self, bytes: &[u8]) -> u64 {
            match self.backend {
                Some(backend) => backend::hash(backend, self, bytes),
                None => hash_seeded(self, bytes),
            }
        }
    }

    /// Hashes with the key of a seeded state, which was made at compile time. Out of line, because
    /// `hash_word` would save registers for every key around the call that detects the backend.
    #[cold]
    #[inline(never)]
    fn hash_seeded(key: &Key, bytes: &[u8]) -> u64 {
        crate::hash(key, bytes)
    }

    hash_core::process_maps! {
        /// ```
        /// use clhash::{HashMap, HashMapExt};
        /// let mut map = HashMap::new();
        /// map.insert("key", 1);
        /// assert_eq!(map["key"], 1);
        /// ```
        Key, WordSlices<Key>, "clhash map",
        random: Key::BYTES / 8 + 1, |words| WordSlices::with_random_word(random_key(words), words),
        seeded: WordSlices::new(
            Key::from_seed(0),
            SeedWords::new("clhash map slices", 0).next_word(),
        )
    }

    /// The hasher of a [`RandomState`].
    pub type MapHasher = hash_core::map::MapHasher<RandomState>;
}
