//! States of maps under given keys.

use hash_core::map::{End, Keys, SharedKey, Slices};
use multilinear_hash::MapKey;

/// The keys of a state of maps, which a crate draws at random, from given words.
pub(crate) struct StateKeys<S, E> {
    shared: SharedKey<S>,
    map: E,
}

impl<S: Slices, E: End> StateKeys<S, E> {
    /// Takes the words of a key of `multilinear_hash::FixedState`, and another hash of slices.
    pub(crate) fn new(key: &MapKey, slices: S) -> Self {
        let words = key.to_bytes();
        let mut words = words.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
        let map = E::from_map(core::array::from_fn(|_| words.next().expect("a word")));
        let shared = core::array::from_fn(|_| words.next().expect("a word"));
        Self { shared: SharedKey::new(&shared, slices), map }
    }
}

impl<S: Slices, E: End> Keys for StateKeys<S, E> {
    type Slices = S;
    type End = E;

    fn map(&self) -> &E {
        &self.map
    }

    fn shared(&self) -> &SharedKey<S> {
        &self.shared
    }
}
