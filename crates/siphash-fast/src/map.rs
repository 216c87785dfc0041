//! Hash tables.
//!
//! # What a map computes
//! [`FixedState`] and `RandomState` hash the concatenation of the bytes that a value writes by
//! SipHash-1-3: integers as their little-endian bytes, `usize` and `isize` as 64 bits, a `str` as
//! its bytes and `0xff`. Under the same key that is the value of [`std::hash::DefaultHasher`] on
//! 64-bit little-endian machines in Rust 1.95. Std promises neither its function nor the writes: it takes integers
//! in the machine's byte order and `usize` with the machine's bits, so on other machines its
//! values differ from these, which are the same everywhere.
//!
//! Where a key's `Hash` is inlined, everything but two keyed words and the rounds is computed when
//! the program is compiled: the hash of a `u64` is five rounds in registers.
//!
//! # Against whom
//! Nobody has published a way to tell SipHash-1-3 from a random function; its authors propose 2-4,
//! and std, Python, Ruby and others take 1-3 for tables, whose hashes are not shown. The keys of two
//! `RandomState`s are unrelated, so filling a map in the order of another does not crowd its buckets.

use crate::Key;
use crate::stream::{Core, write_to_core};
use core::fmt;
use core::hash::{BuildHasher, Hasher};

/// Builds hashers under one given key, for hashes that have to be the same in every process.
///
/// The hash of a value is [`siphash13`](crate::siphash13) of the bytes that it writes. Frozen.
///
/// Maps that share a key have the same order, and filling one of them from the iteration of another
/// can crowd its buckets: use `RandomState` where the values need not be known.
///
/// ```
/// use core::hash::BuildHasher;
/// use siphash_fast::{FixedState, Key, siphash13};
/// static KEY: Key = Key::from_seed(1);
/// const STATE: FixedState = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), siphash13(&KEY, &[7, 0, 0, 0]));
/// assert_eq!(STATE.hash_one("seven"), siphash13(&KEY, b"seven\xff"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FixedState<'k> {
    key: &'k Key,
}

impl<'k> FixedState<'k> {
    /// Hashers under this key.
    #[must_use]
    pub const fn new(key: &'k Key) -> Self {
        Self { key }
    }
}

impl BuildHasher for FixedState<'_> {
    type Hasher = MapHasher;

    #[inline]
    fn build_hasher(&self) -> MapHasher {
        MapHasher { core: Core::new::<1>(self.key.to_words()) }
    }
}

/// The hasher of maps: SipHash-1-3 of what is written.
///
/// It is a [`SipHasher13`](crate::SipHasher13) that is not wiped, so that it never has to be in memory.
#[derive(Clone, Copy)]
pub struct MapHasher {
    core: Core<1>,
}

impl Hasher for MapHasher {
    write_to_core!();

    #[inline]
    fn finish(&self) -> u64 {
        let [hash] = self.core.finish::<3, 1>();
        hash
    }
}

impl fmt::Debug for MapHasher {
    /// Shows nothing: what it holds is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapHasher").finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashSet, RandomState};

#[cfg(feature = "std")]
mod random {
    use super::MapHasher;
    use crate::Key;
    use crate::key::{GOLDEN, splitmix64};
    use crate::stream::Core;
    use core::fmt;
    use core::hash::BuildHasher;
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::sync::LazyLock;

    /// What all maps of the process share.
    struct Shared {
        words: [u64; 2],
        /// The state of a generator of what the maps do not share.
        counter: AtomicU64,
    }

    static SHARED: LazyLock<Shared> = LazyLock::new(|| {
        let counter = AtomicU64::new(std::hash::RandomState::new().hash_one("maps"));
        Shared { words: Key::generate().to_words(), counter }
    });

    /// Builds hashers for one map, under a random key that no other map has: takes the place of
    /// [`std::hash::RandomState`].
    ///
    /// ```
    /// let mut map = siphash_fast::HashMap::default();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy)]
    pub struct RandomState {
        words: [u64; 2],
    }

    impl RandomState {
        /// A state that differs from all others. Takes nanoseconds, but for the first of the
        /// process, which asks the operating system.
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            let shared = &*SHARED;
            let mut state = shared.counter.fetch_add(GOLDEN.wrapping_mul(2), Relaxed);
            let words = shared.words.map(|word| {
                state = state.wrapping_add(GOLDEN);
                word ^ splitmix64(state)
            });
            Self { words }
        }
    }

    impl Default for RandomState {
        #[inline]
        fn default() -> Self {
            Self::new()
        }
    }

    impl BuildHasher for RandomState {
        type Hasher = MapHasher;

        #[inline]
        fn build_hasher(&self) -> MapHasher {
            MapHasher { core: Core::new::<1>(self.words) }
        }
    }

    impl fmt::Debug for RandomState {
        /// Shows nothing: all of it is secret.
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("RandomState").finish_non_exhaustive()
        }
    }

    /// A [`std::collections::HashMap`] with a [`RandomState`]; make one with `HashMap::default()`.
    pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

    /// A [`std::collections::HashSet`] with a [`RandomState`]; make one with `HashSet::default()`.
    pub type HashSet<T> = std::collections::HashSet<T, RandomState>;
}
