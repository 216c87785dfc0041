//! Random words for the keys of maps.

use crate::entropy::Words;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// The words of keys that a process makes for its maps. With the feature `getrandom` they are
/// entropy of the operating system, which is asked once for all of them.
///
/// Without that feature, and where the system has no entropy, they are the hashes of 1, 2, … under
/// a [`RandomState`] of std, which has 128 bits and sources of its own. The bounds then also depend
/// on three hypotheses about std:
///
/// * Its hash, SipHash-1-3 today, is pseudo-random; std does not promise which one it is.
/// * The keys of other states of the thread are this key plus small numbers. Nobody sees the hashes
///   of maps under them.
/// * The system has randomness. On WebAssembly without an operating system, std's key is a
///   constant, and **the hashes of maps are predictable**.
pub struct RandomWords {
    entropy: Words,
    /// The source of words where there is no entropy, and the number of its words.
    std: Option<(RandomState, u64)>,
}

impl RandomWords {
    /// Makes a source of `count` words, which are read together when the first one is needed. If
    /// more are needed, as many are read again.
    ///
    /// # Panics
    /// Panics if the count is 0.
    #[must_use]
    pub fn new(count: usize) -> Self {
        assert!(count > 0, "a source of no words");
        Self { entropy: Words::new(count), std: None }
    }

    /// Returns the next word.
    ///
    /// # Panics
    /// Panics where neither the operating system nor std has randomness. The panic is that of
    /// [`RandomState::new`], with which every map of std panics there too.
    #[must_use]
    pub fn next_word(&mut self) -> u64 {
        if self.std.is_none() {
            if let Some(word) = self.entropy.next_word() {
                return word;
            }
        }
        let (state, count) = self.std.get_or_insert_with(|| (RandomState::new(), 0));
        *count += 1;
        state.hash_one(*count)
    }

    /// Returns the next N words.
    ///
    /// # Panics
    /// Panics where [`next_word`](Self::next_word) does.
    #[inline]
    #[must_use]
    pub fn next_words<const N: usize>(&mut self) -> [u64; N] {
        [0; N].map(|_: u64| self.next_word())
    }
}

crate::hidden!(impl[] RandomWords, "RandomWords");

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn of_std() -> RandomWords {
        RandomWords { std: Some((RandomState::new(), 0)), ..RandomWords::new(1) }
    }

    /// Whatever the source is: beside other crates of the workspace, the feature `getrandom` is on,
    /// and these tests run on the package alone too.
    #[test]
    fn words_differ_and_have_64_bits() {
        for source in [|| RandomWords::new(100), of_std] {
            let words = || {
                let mut words = source();
                words.next_words::<512>()
            };
            let all: HashSet<u64> = words().into_iter().chain(words()).collect();
            assert_eq!(all.len(), 1024);
            assert_eq!(all.iter().fold(0, |or, word| or | word), u64::MAX);
            assert_eq!(all.iter().fold(u64::MAX, |and, word| and & word), 0);
            // Neighbours share no bytes of entropy.
            let halves = |word: u64| [word >> 32, word & 0xffff_ffff];
            for pair in words().windows(2) {
                let [before, next] = [halves(pair[0]), halves(pair[1])];
                assert!(before.iter().all(|half| !next.contains(half)), "{pair:x?}");
            }
        }
    }

    #[test]
    fn a_source_of_no_words_panics() {
        assert!(std::panic::catch_unwind(|| RandomWords::new(0)).is_err());
    }
}
