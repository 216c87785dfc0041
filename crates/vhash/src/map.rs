//! Hash tables.
//!
//! [`RandomState`] builds the map hasher of the family, [`hash_core::map`], with VHASH-64 for
//! slices (except those of 16 bytes). Integers are hashed in registers, a slice by one call. The
//! steps and the theorem are there: for two values of a type, chosen without knowledge of the keys,
//! any t bits of the hashes agree with probability at most 2^-t + ε.
//!
//! | values                                  | ε       |
//! |-----------------------------------------|---------|
//! | integers of up to 16 bytes in all       | 0       |
//! | integers                                | 2^-63   |
//! | with slices of up to 128 bytes each     | 1.26 · 2^-62 |
//! | with slices of up to 2^59 bytes each    | 1.5 · 2^-62 |
//!
//! (This is for values of up to 16 terms: slices, and packs of up to 16 bytes of integers. For up
//! to 2^40 terms, ε is larger by less than 2^-80.) With which probability two slices have the same
//! VHASH-64 says its [bound](crate::bound).
//!
//! The values differ from process to process and map to map: nothing of this is frozen.
//! [`FixedState`] has known values.
//!
//! # Against whom
//! The bounds hold for values that are chosen without knowledge of the hashes. Who can watch the
//! order of a map, or time its collisions, and then choose further values is not covered by any
//! universal hash: take a pseudo-random function, such as SipHash, there. A map of this crate is
//! for keys that are long: for short strings other hashes are as safe and faster.

use crate::{Key64, VHasher64};

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process.
    ///
    /// The hash of a value is [`hash`](crate::hash) of the bytes that it writes. Frozen. A state is
    /// as large as what holds the key: a reference 8 bytes, the key itself 832 on x86 and 192
    /// elsewhere.
    ///
    /// Maps that share a key have the same order, and filling one of them from the iteration of
    /// another can crowd its buckets: use `RandomState` where the values need not be known.
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
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use crate::{Backend, Key64, polynomial};
    pub use hash_core::map::{HashMapExt, HashSetExt};
    use hash_core::map::{WordHash, WordSlices};
    use hash_core::seed::{SeedWords, SystemWords};

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
        // The backend is chosen now, so that it need not be asked for at each hash.
        random: WordSlices::new(
            Key64::generate().with_backend(Backend::detect()),
            SystemWords::new().next_word(),
        ),
        seeded: WordSlices::new(
            Key64::from_seed(0),
            SeedWords::new("vhash map slices", 0).next_word(),
        )
    }

    /// The hasher of a [`RandomState`].
    pub type MapHasher = hash_core::map::MapHasher<RandomState>;
}
