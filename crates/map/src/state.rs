//! The states of maps: those of this crate with any keyed hash of slices of more than 16 bytes, and
//! states for hashes of values under other keys.

use crate::halves;
use crate::hasher::{Keys, MapHasher};
use crate::key::{finish, products, ProcessKey, SharedKey};
use crate::slices::Slices;
use core::hash::{BuildHasher, Hash, Hasher};

pub use crate::keyed::{FixedState, HasherKey};
#[cfg(feature = "std")]
pub use crate::own::{OwnKey, OwnState};

/// Builds hashers for one map, under a word that no other map has. A state takes 16 bytes.
/// [`provenhash_map::RandomState`](crate::RandomState) is that with the slices of this crate.
///
/// It replaces [`std::hash::RandomState`]. Hashes differ from map to map and from process to
/// process. A copy of a state has the same hashes and the same order: a map that is filled in the
/// order of another one under the same state gets crowded buckets, so give it room first, or a
/// state of its own.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use provenhash_map::{HashMap, HashMapExt};
/// let mut map = HashMap::new();
/// map.insert("key", 1);
/// assert_eq!(map["key"], 1);
/// # }
/// ```
pub struct RandomState<S: 'static> {
    key: &'static ProcessKey<S>,
    /// The upper half of v.
    word: u64,
}

/// The shortest hash, at a price: the theorem holds only for the index and the tag and is weaker,
/// regular keys fill some maps unevenly, and a state takes 40 bytes.
/// [`provenhash_map::FastState`](crate::FastState) is that with the slices of this crate.
///
/// [`bound`](crate::bound#the-fast-state) has the price in figures. Each map needs factors of its
/// own: a single word would only rotate the order of all maps.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use provenhash_map::{FastState, HashMapExt};
/// use std::collections::HashMap;
/// let mut map: HashMap<u64, &str, FastState> = HashMapExt::new();
/// map.insert(1, "one");
/// assert_eq!(map[&1], "one");
/// # }
/// ```
pub struct FastState<S: 'static> {
    key: &'static ProcessKey<S>,
    /// The factors of the halves of the sum, each lower half first.
    words: [u64; 4],
}

impl<S: Slices> RandomState<S> {
    /// Makes the state of the map with this number. States with the same key and number are copies
    /// of each other.
    #[inline]
    #[must_use]
    pub fn with_key(key: &'static ProcessKey<S>, number: u64) -> Self {
        Self { key, word: key.own(0, number) }
    }
}

impl<S: Slices> FastState<S> {
    /// Makes the state of the map with this number. States with the same key and number are copies
    /// of each other.
    #[inline]
    #[must_use]
    pub fn with_key(key: &'static ProcessKey<S>, number: u64) -> Self {
        Self { key, words: [0, 1, 2, 3].map(|i| key.own(i, number)) }
    }
}

impl<S: Slices> Keys for RandomState<S> {
    type Slices = S;
    const FIRST_APART: bool = true;

    #[inline(always)]
    fn shared(&self) -> &SharedKey<S> {
        self.key.shared()
    }

    #[inline(always)]
    fn first(&self, bytes: &[u8]) -> [u64; 2] {
        self.key.first(bytes)
    }

    #[inline(always)]
    fn end(&self, first: Option<([u64; 2], usize)>, x: u128) -> u64 {
        finish(halves(self.key.end(self.word, first, x))[1])
    }
}

impl<S: Slices> Keys for FastState<S> {
    type Slices = S;
    const FIRST_APART: bool = false;

    #[inline(always)]
    fn shared(&self) -> &SharedKey<S> {
        self.key.shared()
    }

    #[inline(always)]
    fn first(&self, _: &[u8]) -> [u64; 2] {
        [0; 2]
    }

    #[inline(always)]
    fn end(&self, _: Option<([u64; 2], usize)>, x: u128) -> u64 {
        halves(products(self.words, x, 0))[1]
    }
}

/// Implements what both states have: they are copied, print no secret, and build hashers.
macro_rules! state {
    ($State:ident, $name:literal, |$words:ident| $own:ident: $value:expr) => {
        impl<S> Clone for $State<S> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<S> Copy for $State<S> {}

        crate::hidden!(impl[S] $State<S>, $name);

        impl<S: Slices> BuildHasher for $State<S> {
            type Hasher = MapHasher<Self>;

            #[inline]
            fn build_hasher(&self) -> MapHasher<Self> {
                MapHasher::new(*self)
            }

            /// Hashes a value as the hasher does, without copying the state.
            // Without `inline`, so that rustc makes no copies of it: compiled once per key type,
            // this function is the only caller of the type's `Hash`, so LLVM inlines that `Hash`
            // whatever its size. Copies would each call `Hash` with the state in memory, which
            // takes longer. LLVM still inlines it where it is small.
            fn hash_one<T: Hash>(&self, value: T) -> u64 {
                let mut hasher = MapHasher::new(self);
                value.hash(&mut hasher);
                hasher.finish()
            }
        }

        #[cfg(feature = "std")]
        impl<S: crate::Process> $State<S> {
            /// Makes a state that differs from all others of the process.
            ///
            /// # Panics
            /// The first state of a process panics where the system has no randomness, as that of
            /// std's maps does; see [`RandomWords`](crate::RandomWords).
            #[inline]
            #[must_use]
            pub fn new() -> Self {
                Self::with_key(S::process_key(), crate::words::next_number())
            }

            /// Makes a state from a number, for tests that must be reproducible. Anyone who knows
            /// the number knows the state.
            #[must_use]
            pub fn from_seed(seed: u64) -> Self {
                let $words: [u64; 4] = crate::seed::words("states of maps", seed);
                Self { key: S::seeded_key(), $own: $value }
            }
        }

        #[cfg(feature = "std")]
        impl<S: crate::Process> Default for $State<S> {
            #[inline]
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

state!(RandomState, "RandomState", |words| word: words[0]);
state!(FastState, "FastState", |words| words: words);
