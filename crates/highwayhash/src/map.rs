//! Hash tables.
//!
//! # What a map computes
//! `RandomState` hashes under a key of the map's own:
//!
//! * A slice of bytes (a `str`, a `[u8]`) becomes a word, its HighwayHash-64. The `0xff` that a
//!   `str` writes behind itself is added to it, by exclusive or.
//! * An integer becomes a word, one of 128 bits two.
//! * The hash of one slice alone is its word. Everything else is the HighwayHash-64 of its words;
//!   of more than four words, the first four become one in the same way.
//!
//! So the hash of an integer or a string is one call, and no state of a stream is ever built. The
//! values differ from process to process and map to map: nothing of this is frozen, and two types
//! that write the same bytes by other calls have other hashes. [`FixedState`] has known values.
//!
//! # Against whom
//! Values that somebody chooses who sees the order of the map or times its collisions are as hard
//! to make collide as HighwayHash-64 is to tell from a random function, for which no better way than
//! guessing the key has been published; no proof exists. The key comes from 128 bits of the operating
//! system. Two keys agree in all 64 bits with probability about 2^-64, a few times that if
//! they are of several pieces.
//!
//! The keys of two maps are unrelated, so filling one in the order of another does not crowd its
//! buckets.

use crate::{HighwayHasher, Key};
use core::hash::BuildHasher;

/// Builds hashers under one given key, for hashes that have to be the same in every process.
///
/// The hash of a value is [`hash64`](crate::hash64) of the bytes that it writes. Frozen.
///
/// Maps that share a key have the same order, and filling one of them from the iteration of another
/// can crowd its buckets: use `RandomState` where the values need not be known.
///
/// ```
/// use core::hash::BuildHasher;
/// use highwayhash::{FixedState, Key, hash64};
/// static KEY: Key = Key::from_seed(1);
/// const STATE: FixedState = FixedState::new(&KEY);
/// assert_eq!(STATE.hash_one(7_u32), hash64(&KEY, &[7, 0, 0, 0]));
/// assert_eq!(STATE.hash_one("seven"), hash64(&KEY, b"seven\xff"));
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
    type Hasher = HighwayHasher;

    #[inline]
    fn build_hasher(&self) -> HighwayHasher {
        HighwayHasher::new(self.key)
    }
}

#[cfg(feature = "std")]
pub use random::{HashMap, HashSet, MapHasher, RandomState};

#[cfg(feature = "std")]
mod random {
    use crate::key::splitmix64;
    use crate::{Backend, Key, backend};
    use core::borrow::Borrow;
    use core::fmt;
    use core::hash::{BuildHasher, Hash, Hasher};
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::sync::LazyLock;

    /// What all maps of the process share.
    struct Shared {
        words: [u64; 4],
        /// The state of a generator of what the maps do not share.
        counter: AtomicU64,
    }

    static SHARED: LazyLock<Shared> = LazyLock::new(|| {
        let counter = AtomicU64::new(std::hash::RandomState::new().hash_one("maps"));
        Shared { words: Key::generate().to_words(), counter }
    });

    /// Builds hashers for one map, under a random key that no other map has.
    ///
    /// ```
    /// let mut map = highwayhash::HashMap::default();
    /// map.insert("key", 1);
    /// assert_eq!(map["key"], 1);
    /// ```
    #[derive(Clone, Copy)]
    pub struct RandomState {
        words: [u64; 4],
        // Chosen now, it need not be asked for at each hash.
        backend: Backend,
    }

    impl RandomState {
        /// A state that differs from all others. Takes nanoseconds, but for the first of the
        /// process, which asks the operating system.
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
            let shared = &*SHARED;
            let mut state = shared.counter.fetch_add(STEP.wrapping_mul(4), Relaxed);
            let words = shared.words.map(|word| {
                state = state.wrapping_add(STEP);
                word ^ splitmix64(state)
            });
            Self { words, backend: Backend::detect() }
        }

        /// The same state on another backend.
        #[must_use]
        pub const fn with_backend(mut self, backend: Backend) -> Self {
            self.backend = backend;
            self
        }

        #[inline]
        fn hash(&self, bytes: &[u8]) -> u64 {
            let [hash] = backend::hash(self.backend, &self.words, bytes);
            hash
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
            MapHasher::new(*self)
        }

        /// As the hasher does it, without a copy of the key.
        #[inline]
        fn hash_one<T: Hash>(&self, value: T) -> u64 {
            let mut hasher = MapHasher::new(self);
            value.hash(&mut hasher);
            hasher.finish()
        }
    }

    impl fmt::Debug for RandomState {
        /// Shows nothing: all of it is secret.
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("RandomState").finish_non_exhaustive()
        }
    }

    /// The hasher of a [`RandomState`].
    #[derive(Clone, Copy)]
    pub struct MapHasher<S = RandomState> {
        state: S,
        words: [u64; 4],
        count: usize,
        /// The hash of the slice that was written last, until it is known whether `0xff` follows.
        slice: Option<u64>,
        /// Whether the first word is the hash of a slice, so that alone it is not hashed again.
        starts_hashed: bool,
    }

    impl<S: Borrow<RandomState>> MapHasher<S> {
        #[inline]
        const fn new(state: S) -> Self {
            Self { state, words: [0; 4], count: 0, slice: None, starts_hashed: false }
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

        /// The hash of the words so far.
        #[inline]
        fn hash_words(&self) -> u64 {
            let bytes = self.words.map(u64::to_le_bytes);
            self.state.borrow().hash(bytes[..self.count].as_flattened())
        }
    }

    /// Integers of at most 64 bits are words.
    macro_rules! integers {
        ($($write:ident($integer:ty))*) => {
            $(#[inline]
            fn $write(&mut self, i: $integer) {
                self.push(u64::from(i));
            })*
        };
    }

    impl<S: Borrow<RandomState> + Clone> Hasher for MapHasher<S> {
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            if let Some(slice) = self.slice.take() {
                self.push_slice(slice);
            }
            self.slice = Some(self.state.borrow().hash(bytes));
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

        integers!(write_u16(u16) write_u32(u32) write_u64(u64));

        #[inline]
        fn write_usize(&mut self, i: usize) {
            self.push(i as u64);
        }

        #[inline]
        fn write_u128(&mut self, i: u128) {
            #[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
            let halves = [i as u64, (i >> 64) as u64];
            self.push(halves[0]);
            self.push(halves[1]);
        }

        #[inline]
        fn write_i8(&mut self, i: i8) {
            self.write_u8(i.cast_unsigned());
        }

        #[inline]
        fn write_i16(&mut self, i: i16) {
            self.write_u16(i.cast_unsigned());
        }

        #[inline]
        fn write_i32(&mut self, i: i32) {
            self.write_u32(i.cast_unsigned());
        }

        #[inline]
        fn write_i64(&mut self, i: i64) {
            self.write_u64(i.cast_unsigned());
        }

        #[inline]
        fn write_i128(&mut self, i: i128) {
            self.write_u128(i.cast_unsigned());
        }

        #[inline]
        fn write_isize(&mut self, i: isize) {
            self.write_usize(i.cast_unsigned());
        }

        // Inlined whatever its size: where it is called the writes are known, and one arm is left.
        #[inline(always)]
        fn finish(&self) -> u64 {
            match (self.count, self.slice) {
                (0, Some(slice)) => slice,
                (1, None) if self.starts_hashed => self.words[0],
                (1, None) => {
                    let state = self.state.borrow();
                    let [hash] = backend::word(state.backend, &state.words, self.words[0]);
                    hash
                }
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

    impl<S> fmt::Debug for MapHasher<S> {
        /// Shows nothing: what it holds is secret.
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("MapHasher").finish_non_exhaustive()
        }
    }

    /// A [`std::collections::HashMap`] with a [`RandomState`]; make one with `HashMap::default()`.
    pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

    /// A [`std::collections::HashSet`] with a [`RandomState`]; make one with `HashSet::default()`.
    pub type HashSet<T> = std::collections::HashSet<T, RandomState>;
}
