//! Builders of hashers.

use super::hasher::{Keys, MapHasher};
use super::key::{End, MapKey, SharedKey, Slices, UnevenKey};
use super::words::{MapWords, RandomWords};
use crate::seed::SeedWords;
use core::hash::{BuildHasher, Hash, Hasher};

/// The keys that all maps of a process share, and the source of their own words.
#[derive(Debug)]
pub struct Source<S> {
    shared: SharedKey<S>,
    words: MapWords<{ MapKey::WORDS }>,
}

impl<S> Source<S> {
    /// The number of random words in a source, without those of the hash of slices.
    const WORDS: usize = SharedKey::WORDS + MapWords::<{ MapKey::WORDS }>::WORDS;

    /// Makes a source from [`RandomWords`], and a keyed hash of slices that takes this many of
    /// them.
    ///
    /// # Panics
    /// Panics if the system provides no randomness; see [`RandomWords`].
    #[must_use]
    pub fn new(words: usize, hash: impl FnOnce(&mut RandomWords) -> S) -> Self {
        let mut random = RandomWords::new(Self::WORDS + words);
        let hash = hash(&mut random);
        let words = core::array::from_fn(|_| random.next_word());
        Self { shared: SharedKey::new(&words, hash), words: MapWords::from_random(&mut random) }
    }
}

/// A family of hash functions with one key for all maps of the process.
pub trait Process: 'static {
    /// The hash of slices.
    type Slices: Slices;

    /// The name from which the words of seeded states are derived.
    const NAME: &'static str;

    /// Returns the source of the maps' keys, which is the same one until the process ends or forks.
    fn source() -> &'static Source<Self::Slices>;

    /// Returns the shared part of the key of every seeded state.
    fn seeded() -> &'static SharedKey<Self::Slices>;
}

/// Builds hashers for one map, under words that no other map has.
pub struct State<P: Process, E> {
    map: E,
    shared: &'static SharedKey<P::Slices>,
}

/// The state whose hashes are independent and even. It takes 56 bytes.
pub type RandomState<P> = State<P, MapKey>;

/// The state with the shortest [end](super#the-uneven-end), whose hashes are neither. It takes 40
/// bytes.
pub type UnevenState<P> = State<P, UnevenKey>;

impl<P: Process, E: End> Clone for State<P, E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Process, E: End> Copy for State<P, E> {}

impl<P: Process, E: End> State<P, E> {
    /// Makes a state that differs from all others. Takes nanoseconds, except for the first state of
    /// the process, for which the operating system provides entropy.
    ///
    /// A clone has the same words, so it gives the same hashes and the same order. After `fork`,
    /// new states of the child are unrelated to those of the parent, and the child's copies of the
    /// parent's maps keep their words; [`Mark`](crate::process::Mark) lists the copies of a process
    /// that are not detected. On targets without entropy, the words are predictable.
    ///
    /// # Panics
    /// The first state of a process panics where neither the operating system nor std's maps have
    /// randomness; see [`RandomWords`].
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        let source = P::source();
        Self { map: E::from_map(source.words.next_map()), shared: &source.shared }
    }

    /// Makes a state from a seed, for tests that must be reproducible. Anyone who knows the seed
    /// knows the key.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut words = SeedWords::new(P::NAME, seed);
        let map = E::from_map(core::array::from_fn(|_| words.next_word()));
        Self { map, shared: P::seeded() }
    }
}

impl<P: Process, E: End> Default for State<P, E> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

crate::secret_debug!(impl[P: Process, E: End] State<P, E>, E::STATE);

impl<P: Process, E: End> Keys for State<P, E> {
    type Slices = P::Slices;
    type End = E;

    #[inline(always)]
    fn map(&self) -> &E {
        &self.map
    }

    #[inline(always)]
    fn shared(&self) -> &SharedKey<P::Slices> {
        self.shared
    }
}

impl<P: Process, E: End> BuildHasher for State<P, E> {
    type Hasher = MapHasher<Self>;

    #[inline]
    fn build_hasher(&self) -> MapHasher<Self> {
        MapHasher::new(*self)
    }

    /// Hashes a value as the hasher does, without copying the key.
    // Without `inline`, so that rustc makes no copies of it: compiled once per key type, this
    // function is the only caller of the type's `Hash`, so LLVM inlines that `Hash` whatever its
    // size. Copies would each call `Hash` with the state in memory, which takes longer. LLVM still
    // inlines it where it is small.
    fn hash_one<T: Hash>(&self, value: T) -> u64 {
        let mut hasher = MapHasher::new(self);
        value.hash(&mut hasher);
        hasher.finish()
    }
}
