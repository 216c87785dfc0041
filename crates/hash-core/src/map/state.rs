//! What builds hashers.

use super::hasher::Keys;
use super::key::{MapKey, SharedKey, Slices};

/// A whole key: that of one map, with the part that maps may share.
#[derive(Clone, Copy)]
pub struct WholeKey<S> {
    /// The words of the map.
    pub map: MapKey,
    /// The rest.
    pub shared: SharedKey<S>,
}

crate::secret_debug!(impl[S] WholeKey<S>, "WholeKey");

impl<S: Slices> Keys for WholeKey<S> {
    type Slices = S;

    #[inline(always)]
    fn map(&self) -> &MapKey {
        &self.map
    }

    #[inline(always)]
    fn shared(&self) -> &SharedKey<S> {
        &self.shared
    }
}

#[cfg(feature = "std")]
pub use random::{Process, RandomState, Source};

#[cfg(feature = "std")]
mod random {
    use super::{Keys, MapKey, SharedKey, Slices};
    use crate::map::{MapHasher, MapWords};
    use crate::seed::{SeedWords, SystemWords};
    use core::hash::{BuildHasher, Hash, Hasher};

    /// What all maps of a process have in common.
    #[derive(Debug)]
    pub struct Source<S> {
        shared: SharedKey<S>,
        words: MapWords<{ MapKey::WORDS }>,
    }

    impl<S> Source<S> {
        /// A source with the operating system's entropy, and this keyed hash of slices.
        #[must_use]
        pub fn new(hash: S) -> Self {
            let mut random = SystemWords::new();
            let words = core::array::from_fn(|_| random.next_word());
            Self { shared: SharedKey::new(&words, hash), words: MapWords::new() }
        }
    }

    /// A hash of slices that has a key for all maps of the process.
    pub trait Process: Slices + Sized + 'static {
        /// The name from which the words of seeded states are derived.
        const NAME: &'static str;

        /// The source of the maps' keys, the same in every call.
        fn source() -> &'static Source<Self>;

        /// The shared part of the key of every seeded state.
        fn seeded() -> &'static SharedKey<Self>;
    }

    /// Builds hashers for one map, under words that no other map has. 64 bytes.
    pub struct RandomState<S: 'static> {
        map: MapKey,
        shared: &'static SharedKey<S>,
    }

    impl<S> Clone for RandomState<S> {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }

    impl<S> Copy for RandomState<S> {}

    impl<S: Process> RandomState<S> {
        /// A state that differs from all others. Takes nanoseconds, except for the first of the
        /// process, which asks the operating system.
        ///
        /// A clone has the same words, so that it gives the same hashes and orders.
        #[inline]
        #[must_use]
        pub fn new() -> Self {
            let source = S::source();
            Self { map: MapKey::from_words(source.words.next_map()), shared: &source.shared }
        }

        /// The state of a number, for tests that must be the same in every run. Whoever knows the
        /// number knows the key.
        #[must_use]
        pub fn with_seed(seed: u64) -> Self {
            let mut words = SeedWords::new(S::NAME, seed);
            let map = MapKey::from_words(core::array::from_fn(|_| words.next_word()));
            Self { map, shared: S::seeded() }
        }
    }

    impl<S: Process> Default for RandomState<S> {
        #[inline]
        fn default() -> Self {
            Self::new()
        }
    }

    crate::secret_debug!(impl[S] RandomState<S>, "RandomState");

    impl<S: Slices> Keys for RandomState<S> {
        type Slices = S;

        #[inline(always)]
        fn map(&self) -> &MapKey {
            &self.map
        }

        #[inline(always)]
        fn shared(&self) -> &SharedKey<S> {
            self.shared
        }
    }

    impl<S: Slices> BuildHasher for RandomState<S> {
        type Hasher = MapHasher<Self>;

        #[inline]
        fn build_hasher(&self) -> MapHasher<Self> {
            MapHasher::new(*self)
        }

        /// Hashes a value as the hasher does, without a copy of the key.
        #[inline]
        fn hash_one<T: Hash>(&self, value: T) -> u64 {
            let mut hasher = MapHasher::new(self);
            value.hash(&mut hasher);
            hasher.finish()
        }
    }
}
