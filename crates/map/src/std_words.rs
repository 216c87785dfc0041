//! Random words of std.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// The words of keys that a process makes for its maps: the hashes of 1, 2, … under a
/// [`RandomState`] of std, which has 128 bits. With the feature `getrandom` they are entropy of the
/// operating system.
///
/// The bounds then also depend on three hypotheses about std:
///
/// * Its hash, SipHash-1-3 today, is pseudo-random; std does not promise which one it is.
/// * The keys of other states of the thread are this key plus small numbers. Nobody sees the hashes
///   of maps under them.
/// * The system has randomness. On WebAssembly without an operating system, std's key is a
///   constant, and **the hashes of maps are predictable**.
pub struct RandomWords {
    state: RandomState,
    count: u64,
}

impl RandomWords {
    /// Makes a source.
    ///
    /// # Panics
    /// Panics where [`RandomState::new`] does, because the system has no randomness.
    #[must_use]
    #[allow(clippy::new_without_default)] // a source is no value
    pub fn new() -> Self {
        Self { state: RandomState::new(), count: 0 }
    }

    /// Returns the next word.
    pub fn next_word(&mut self) -> u64 {
        self.count += 1;
        self.state.hash_one(self.count)
    }
}

crate::hidden!(impl[] RandomWords, "RandomWords");

/// These run on the package alone: beside the other crates of the workspace, the feature
/// `getrandom` is on.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FastState, NhKey, Process, RandomState as MapState};
    use std::collections::HashSet;

    #[test]
    fn words_differ_and_have_64_bits() {
        let words = || {
            let mut words = RandomWords::new();
            [0; 512].map(|_: u64| words.next_word())
        };
        let all: HashSet<u64> = words().into_iter().chain(words()).collect();
        assert_eq!(all.len(), 1024);
        assert_eq!(all.iter().fold(0, |or, word| or | word), u64::MAX);
        assert_eq!(all.iter().fold(u64::MAX, |and, word| and & word), 0);
        let key: HashSet<u64> = NhKey::process_key().to_words_before_slices().into_iter().collect();
        assert_eq!(key.len(), NhKey::process_key().to_words_before_slices().len());
    }

    #[test]
    fn states_differ() {
        let hashes: HashSet<u64> = (0..1000)
            .flat_map(|_| [MapState::new().hash_one(7), FastState::new().hash_one(7)])
            .collect();
        assert_eq!(hashes.len(), 2000);
        assert_eq!(MapState::from_seed(1).hash_one("a"), MapState::from_seed(1).hash_one("a"));
        assert_ne!(MapState::from_seed(1).hash_one("a"), MapState::from_seed(2).hash_one("a"));
    }
}
