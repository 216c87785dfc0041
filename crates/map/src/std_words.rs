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
