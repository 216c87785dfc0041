//! Hash maps and sets: a hasher with a proven bound, for keys of every type.
//!
//! [`MapHasher`] packs integers into 128 bits, adds slices by NH, and ends with multiply-shift
//! under words that are different for each map. It uses only scalar arithmetic, the same in every
//! build. [`hash_core::map`] defines the hash step by step and proves the theorem: for two values
//! of a type, chosen without knowledge of the keys, any t bits of the hashes agree with probability
//! at most 2^-t + ε.
//!
//! | values                                             | ε                             |
//! |----------------------------------------------------|-------------------------------|
//! | integers of up to 16 bytes in all                  | 0                             |
//! | integers, slices of up to 16 bytes                 | 2^-63                         |
//! | with slices of up to 112 bytes each                | 2^-62                         |
//! | with slices of up to n bytes each                  | 2^-62 + (n/112 + 3) 2^-126    |
//!
//! (This is for values of up to 16 terms; a term is a slice, or a pack of up to 16 bytes of
//! integers. With m more terms, ε is larger by (3 m + 1) 2^-126.)
//!
//! # Slices
//! The 128 bits of a slice of more than 16 bytes are the sum modulo 2^128 of its length and of (a +
//! k₂ᵢ) (b + k₂ᵢ₊₁) over pairs of 64-bit words a, b that cover it (**NH**). A slice of more than
//! 112 bytes is cut into parts of 112 bytes, whose sums modulo 2^126 are the coefficients of a
//! polynomial modulo 2^127 − 1. The polynomial begins with 1 and ends with the length.
//! [`slice_collision_bound`] computes the logarithm of the probability that two slices have the
//! same 128 bits, and [`crate::bound`] has the proof. Coq checks the table above, with any number
//! of terms, from the bytes of the slices on (`map_slices`, in `proofs/theories/MapSlices.v`).
//!
//! [`slice_collision_bound`]: crate::bound::slice_collision_bound
//!
//! `UnevenState` is the fastest for short keys, but proves less: the index and the tag, t bits,
//! agree with probability at most 4 · 2^-t + ε, and regular keys fill some maps unevenly.
//!
//! # Limits of the guarantee
//! The bound holds for values that are chosen without knowledge of the hashes, by an **oblivious**
//! adversary. So a list of keys that was prepared to collide in some hash function does not collide
//! in this one. No universal hash is safe against an **adaptive** adversary, who observes the order
//! of a map, or times its collisions, and then chooses further values, because the functions are
//! linear in their keys. Use a pseudo-random function there, such as SipHash.

mod key;

pub use key::{MapKey, NhKey};

use core::borrow::Borrow;
use hash_core::map::{Keys, MapKey as MapWordsKey, SharedKey};

/// The hasher of a [`RandomState`] or a [`FixedState`], with the type that holds its keys.
pub type MapHasher<K> = hash_core::map::MapHasher<K>;

/// The holder of the key in a [`FixedState`]: a [`MapKey`], a reference to one, or an `Arc` of one.
#[derive(Clone, Copy)]
pub struct Held<K>(K);

impl<K: Borrow<MapKey>> Keys for Held<K> {
    type Slices = NhKey;
    type End = MapWordsKey;

    #[inline(always)]
    fn map(&self) -> &MapWordsKey {
        self.0.borrow().map()
    }

    #[inline(always)]
    fn shared(&self) -> &SharedKey<NhKey> {
        self.0.borrow().shared()
    }
}

hash_core::secret_debug!(impl[K] Held<K>, "Held");

hash_core::fixed_state! {
    /// Builds hashers under one given key, for hashes that must be the same in every process. The
    /// hashes are frozen. A state is as large as what holds the key: a reference
    /// has 8 bytes, and the key itself has 960.
    ///
    /// Maps that share a key iterate in the same order, and filling one of them while iterating
    /// over another can crowd its buckets. Use `RandomState` where the hashes need not be
    /// reproducible.
    ///
    /// ```
    /// use core::hash::BuildHasher;
    /// use multilinear_hash::{FixedState, MapKey};
    /// static KEY: MapKey = MapKey::from_seed(1);
    /// const STATE: FixedState<&MapKey> = FixedState::new(&KEY);
    /// assert_eq!(STATE.hash_one(7_u32), STATE.hash_one(7_u64));
    /// assert_eq!(STATE.hash_one("seven"), FixedState::from_seed(1).hash_one("seven"));
    /// ```
    FixedState, MapKey, MapHasher<Held<K>>, |key| MapHasher::new(Held(key))
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState, UnevenState};

#[cfg(feature = "std")]
mod random {
    use super::NhKey;
    pub use hash_core::map::{HashMapExt, HashSetExt};

    hash_core::process_maps! {
        /// ```
        /// use multilinear_hash::{HashMap, HashMapExt};
        /// let mut map = HashMap::new();
        /// map.insert("key", 1);
        /// assert_eq!(map["key"], 1);
        /// ```
        NhKey, NhKey, "multilinear map",
        random: NhKey::WORDS, |words| NhKey::random(words),
        seeded: NhKey::from_seed(0)
    }
}
