//! What builds hashers.

use super::hasher::{Keys, MapHasher};
use super::key::{MapKey, SharedKey, Slices};
use super::words::MapWords;
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

/// A family of hash functions with a key for all maps of the process.
pub trait Process: 'static {
    /// The hash of slices.
    type Slices: Slices;

    /// The name from which the words of seeded states are derived.
    const NAME: &'static str;

    /// The source of the maps' keys, the same in every call.
    fn source() -> &'static Source<Self::Slices>;

    /// The shared part of the key of every seeded state.
    fn seeded() -> &'static SharedKey<Self::Slices>;
}

/// Builds hashers for one map, under words that no other map has. 64 bytes.
pub struct RandomState<P: Process> {
    map: MapKey,
    shared: &'static SharedKey<P::Slices>,
}

impl<P: Process> Clone for RandomState<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Process> Copy for RandomState<P> {}

impl<P: Process> RandomState<P> {
    /// A state that differs from all others. Takes nanoseconds, except for the first of the
    /// process, which asks the operating system.
    ///
    /// A clone has the same words, so that it gives the same hashes and orders.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        let source = P::source();
        Self { map: MapKey::from_words(source.words.next_map()), shared: &source.shared }
    }

    /// Makes the state of a number, for tests that must be the same in every run. The number gives
    /// the key away.
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        let mut words = SeedWords::new(P::NAME, seed);
        let map = MapKey::from_words(core::array::from_fn(|_| words.next_word()));
        Self { map, shared: P::seeded() }
    }
}

impl<P: Process> Default for RandomState<P> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

crate::secret_debug!(impl[P: Process] RandomState<P>, "RandomState");

impl<P: Process> Keys for RandomState<P> {
    type Slices = P::Slices;

    #[inline(always)]
    fn map(&self) -> &MapKey {
        &self.map
    }

    #[inline(always)]
    fn shared(&self) -> &SharedKey<P::Slices> {
        self.shared
    }
}

impl<P: Process> BuildHasher for RandomState<P> {
    type Hasher = MapHasher<Self>;

    #[inline]
    fn build_hasher(&self) -> MapHasher<Self> {
        MapHasher::new(*self)
    }

    /// Hashes a value as the hasher does, without a copy of the key.
    // Not `inline(always)`: where this is compiled once for a type of keys, it is the only caller
    // of the type's `Hash`, which LLVM therefore inlines whatever its size. Copies of this would
    // each call it, with the state in memory, and a tuple of three integers took 6.4 ns for 1.8.
    #[inline]
    fn hash_one<T: Hash>(&self, value: T) -> u64 {
        let mut hasher = MapHasher::new(self);
        value.hash(&mut hasher);
        hasher.finish()
    }
}
