//! Tests of random words: those of generated keys, and those of maps.

use super::key::relation;
use core::hash::{BuildHasher, Hasher};
use provenhash_map::{Process, ProcessKey, Slices, state};
use std::collections::HashSet;

/// Computes the rank over GF(2) of rows of words, whose first 64 · `words` bits count.
fn rank(mut rows: Vec<Vec<u64>>, words: usize) -> usize {
    let mut rank = 0;
    for bit in 0..64 * words {
        let (word, mask) = (bit / 64, 1 << (bit % 64));
        let Some(i) = (rank..rows.len()).find(|i| rows[*i][word] & mask != 0) else { continue };
        rows.swap(rank, i);
        let (done, rest) = rows.split_at_mut(rank + 1);
        let pivot = &done[rank];
        for row in rest.iter_mut().filter(|row| row[word] & mask != 0) {
            row[word..].iter_mut().zip(&pivot[word..]).for_each(|(a, b)| *a ^= b);
        }
        rank += 1;
    }
    rank
}

/// Checks that the words which `draw` returns look uniform and independent. Word i has random bits
/// where `used[i]` is 1. Uniform and independent words fail with probability below 2^-40.
///
/// * No word occurs twice, and no word is a small multiple of another.
/// * No bit is constant, and none is a sum of others modulo 2, in the same word or a neighbouring
///   one; in draws of at most seven words, in any of them.
/// * Each bit is 1 in about half of the words.
pub fn uniform(used: &[u64], mut draw: impl FnMut() -> Vec<u64>) {
    // One instance for all keys makes the tests compile sooner; so below.
    uniform_words(used, &mut draw);
}

fn uniform_words(used: &[u64], draw: &mut dyn FnMut() -> Vec<u64>) {
    let count = used.len();
    let at_once = if count <= 7 { count } else { 2 };
    let draws: Vec<Vec<u64>> =
        (0..(64 * at_once + 64).max(1024_usize.div_ceil(count))).map(|_| draw()).collect();
    let all = || draws.iter().flatten().zip(used.iter().cycle());
    let whole: Vec<u64> = all().filter(|(_, used)| **used == u64::MAX).map(|(w, _)| *w).collect();

    let mut seen = HashSet::new();
    assert!(whole.iter().take(2048).all(|word| seen.insert(word)), "a word occurs twice");
    assert_eq!(relation(&whole[..whole.len().min(64)]), None, "words are related");

    for start in (0..count).step_by(at_once) {
        let columns = start..(start + at_once).min(count);
        // The last word of a row is 1, so that a constant sum is a dependency too.
        let rows = draws.iter().map(|draw| {
            let bits = draw[columns.clone()].iter().zip(&used[columns.clone()]).map(|(w, u)| w & u);
            bits.chain([1]).collect()
        });
        let bits: u32 = used[columns.clone()].iter().map(|word| word.count_ones()).sum();
        let found = rank(rows.collect(), columns.len() + 1);
        assert_eq!(found, bits as usize + 1, "the bits of the words {columns:?} are dependent");
    }

    for bit in 0..64 {
        let has = |word: u64| word >> bit & 1 == 1;
        let total = all().filter(|(_, used)| has(**used)).count();
        let ones = all().filter(|(word, used)| has(**word & **used)).count();
        // Hoeffding's inequality: random bits fail with probability below 2 exp(-35) for 64 bits.
        assert!(
            (2 * ones).abs_diff(total).pow(2) <= 70 * total,
            "bit {bit} is 1 in {ones} of {total} words"
        );
    }
}

/// Checks that draws in several threads have no word in common.
pub fn different_in_threads(draw: impl Fn() -> Vec<u64> + Sync) {
    let draw: &(dyn Fn() -> Vec<u64> + Sync) = &draw;
    let draws: Vec<Vec<u64>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(draw)).collect();
        threads.into_iter().map(|thread| thread.join().expect("the thread draws words")).collect()
    });
    different(&draws);
}

/// Checks that copies of a process ([`fork::in_children`](crate::fork::in_children)) draw other
/// words than one another, and than their parent has drawn before. `test` is the full name of the
/// calling test, which is [`alone`](crate::fork::alone): there are no draws of other tests in
/// between.
///
/// # Panics
/// Panics if two processes draw a word in common, or if the program does not start.
pub fn different_after_fork(test: &str, draw: impl Fn() -> Vec<u64>) {
    words_after_fork(test, &draw);
}

fn words_after_fork(test: &str, draw: &dyn Fn() -> Vec<u64>) {
    crate::fork::alone(test, || {
        let before = draw();
        let mut draws = crate::fork::in_children(draw);
        assert!(draws.iter().all(|draw| draw.len() == before.len()), "a process draws fewer words");
        draws.push(before);
        different(&draws);
    });
}

/// Checks that no word occurs in two draws.
fn different(draws: &[Vec<u64>]) {
    let mut seen = HashSet::<u64>::new();
    for draw in draws {
        assert!(draw.iter().all(|word| !seen.contains(word)), "two draws have a word in common");
        seen.extend(draw);
    }
}

/// Checks that other processes draw other words. `test` is the full name of the calling test, which
/// starts its program twice for this one test. So both processes draw their first words, which
/// would be the same if a constant took the place of entropy.
pub fn different_in_processes(test: &str, words: &[u64]) {
    const MARK: &str = "words of a process:";
    if crate::fork::is_started() {
        return println!("\n{MARK}{}", words.iter().map(|w| format!(" {w:x}")).collect::<String>());
    }
    let start = || -> Vec<u64> {
        let output = crate::fork::start(test);
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find_map(|line| line.strip_prefix(MARK));
        let line = line.unwrap_or_else(|| panic!("the process does not run {test}: {text}"));
        let words = line.split_whitespace().map(|word| u64::from_str_radix(word, 16));
        words.map(|word| word.expect("a word in hexadecimal digits")).collect()
    };
    let draws = [words.to_vec(), start(), start()];
    assert!(draws.iter().all(|draw| draw.len() == words.len()), "a process draws fewer words");
    different(&draws);
}

/// Returns slices of many lengths, none of which is a term as it is. The empty one, whose CLHASH is
/// 0 under every key, is left out.
fn slices() -> impl Iterator<Item = Vec<u8>> {
    [1, 3, 7, 8, 15, 17, 48, 49, 112, 113, 300, 5000].into_iter().map(|len| vec![7; len])
}

/// Returns the key of the process behind a state.
#[must_use]
pub fn process_key<S: Process>(_: &state::RandomState<S>) -> &'static ProcessKey<S> {
    S::process_key()
}

/// Returns the key behind the states that are made from numbers.
#[must_use]
pub fn seeded_key<S: Process>(_: &state::RandomState<S>) -> &'static ProcessKey<S> {
    S::seeded_key()
}

/// Returns a word that corresponds one to one to the own word of the state's map: X of nothing is
/// v.
#[must_use]
pub fn own_word<S: Process>(state: &state::RandomState<S>) -> Vec<u64> {
    vec![state.hash_one(())]
}

/// Returns all words of a process, as far as they can be seen: those before the hash of slices, and
/// the halves of hashes of slices.
#[expect(clippy::cast_possible_truncation, reason = "the halves")]
#[must_use]
pub fn words_of_process<S: Slices>(key: &ProcessKey<S>) -> Vec<u64> {
    let hashes = slices().map(|slice| key.slices().hash(&slice));
    // One upper half, because some functions have one for all slices.
    let upper = (key.slices().hash(b"slice") >> 64) as u64;
    key.to_words_before_slices()
        .into_iter()
        .chain(hashes.map(|hash| hash as u64))
        .chain([upper])
        .collect()
}

/// Checks the words that maps share. Random words fail with probability below 2^-39.
pub fn shared_words<S: Slices>(key: &ProcessKey<S>) {
    let words = words_of_process(key);
    let seen: HashSet<u64> = words.iter().copied().collect();
    assert_eq!(seen.len(), words.len(), "a word occurs twice");
    assert!(!seen.contains(&0), "a word is 0");
    let before = &words[..key.to_words_before_slices().len()];
    assert_eq!(relation(before), None, "words are related");
    assert_eq!(before.iter().fold(0, |sum, word| sum | word), u64::MAX, "a bit is never 1");
    assert_eq!(before.iter().fold(u64::MAX, |sum, word| sum & word), 0, "a bit is never 0");
}

/// Checks that a state depends on the order of terms and of the words in a slice: keys that two of
/// them share would make values collide in all maps. Random keys fail with probability below 2^-40.
pub fn exchanges<S: BuildHasher>(state: &S) {
    let different = |what: &str, count: usize, hash: &dyn Fn(usize, usize) -> u64| {
        let mut seen = HashSet::from([hash(0, 0)]);
        for i in 0..count {
            for j in 0..i {
                assert!(seen.insert(hash(i, j)), "{what} {i} and {j} can be exchanged");
            }
        }
    };
    assert_ne!(state.hash_one(("one", "two")), state.hash_one(("two", "one")));
    different("slices", 20, &|i, j| {
        let mut value: [String; 20] = core::array::from_fn(|i| format!("slice {i}"));
        value.swap(i, j);
        state.hash_one(value)
    });
    different("slices of 16 bytes", 20, &|i, j| {
        let mut value: [[u8; 16]; 20] = core::array::from_fn(|i| [i.to_le_bytes()[0]; 16]);
        value.swap(i, j);
        state.hash_one(value)
    });
    different("integers", 20, &|i, j| {
        let mut value: [u128; 20] = core::array::from_fn(|i| u128::MAX / (i as u128 + 1));
        value.swap(i, j);
        // An array would write its bytes as one slice.
        let mut hasher = state.build_hasher();
        value.iter().for_each(|integer| hasher.write_u128(*integer));
        hasher.finish()
    });
    for words in [6, 14, 40] {
        different("words of a slice", words, &|i, j| {
            let mut value: Vec<_> = (0..words).map(|i| (0x0101 * i as u64).to_le_bytes()).collect();
            value.swap(i, j);
            state.hash_one(value.as_flattened())
        });
    }
}

/// Defines the tests of the words behind a `RandomState` of [`provenhash_map::state`]:
/// `process_map_suite!(RandomState)`.
#[macro_export]
macro_rules! process_map_suite {
    ($RandomState:ty) => {
        mod words_of_maps {
            #[allow(unused_imports)]
            use super::*;
            use $crate::conformance::random;

            fn word() -> Vec<u64> {
                random::own_word(&<$RandomState>::new())
            }

            fn words() -> Vec<u64> {
                random::words_of_process(random::process_key(&<$RandomState>::new()))
            }

            #[test]
            fn words_of_maps_are_uniform() {
                random::uniform(&[u64::MAX], word);
                random::different_in_threads(word);
            }

            /// All words of a process, and that of a map.
            #[test]
            #[cfg_attr(miri, ignore = "Miri starts no programs")]
            fn forks_have_other_words() {
                let test = concat!(module_path!(), "::forks_have_other_words");
                random::different_after_fork(test, || [words(), word()].concat());
            }

            #[test]
            fn shared_words_are_random() {
                random::shared_words(random::process_key(&<$RandomState>::new()));
            }

            #[test]
            #[cfg_attr(miri, ignore = "Miri starts no programs")]
            fn processes_have_other_words() {
                let test = concat!(module_path!(), "::processes_have_other_words");
                random::different_in_processes(test, &words());
            }

            #[test]
            fn seeded_words_differ() {
                let states = [0, 1].map(|seed| <$RandomState>::from_seed(seed));
                random::shared_words(random::seeded_key(&states[0]));
                random::exchanges(&states[0]);
                assert_ne!(random::own_word(&states[0]), random::own_word(&states[1]));
            }
        }
    };
}

/// Tests the keys of the states of maps that have a key of their own, in the module of
/// `RandomState`, of whose key the closure returns all words, of this number.
#[macro_export]
macro_rules! keys_of_maps {
    ($words:literal, |$state:ident| $key:expr) => {
        fn key_of_map() -> [u64; $words] {
            let $state = RandomState::new();
            $key
        }

        #[test]
        fn keys_of_maps_are_uniform() {
            use $crate::conformance::random::{different_in_threads, uniform};
            uniform(&[u64::MAX; $words], || key_of_map().to_vec());
            different_in_threads(|| key_of_map().to_vec());
        }

        #[test]
        #[cfg_attr(miri, ignore = "Miri starts no programs")]
        fn forks_have_other_keys_of_maps() {
            let test = concat!(module_path!(), "::forks_have_other_keys_of_maps");
            $crate::conformance::random::different_after_fork(test, || key_of_map().to_vec());
        }

        #[test]
        #[cfg_attr(miri, ignore = "Miri starts no programs")]
        fn processes_have_other_keys_of_maps() {
            let test = concat!(module_path!(), "::processes_have_other_keys_of_maps");
            $crate::conformance::random::different_in_processes(test, &key_of_map());
        }

        #[test]
        fn keys_of_seeded_maps_have_different_words() {
            let keys = [1, 2].map(|seed| {
                let $state = RandomState::from_seed(seed);
                $key
            });
            let words: std::collections::HashSet<u64> = keys.into_iter().flatten().collect();
            assert_eq!(words.len(), 2 * $words);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use hash_core::seed::{GOLDEN, SeedWords};
    use std::panic::catch_unwind;

    /// Returns whether draws of these words pass. `word` gets the index of the draw and two random
    /// words.
    fn passes(word: fn(u64, [u64; 2]) -> [u64; 2]) -> bool {
        let draws = || {
            let (mut random, mut i) = (SeedWords::new("words", 1), 0);
            uniform(&[u64::MAX; 2], || {
                i += 1;
                word(i, [random.next_word(), random.next_word()]).to_vec()
            });
        };
        catch_unwind(draws).is_ok()
    }

    #[test]
    fn words_that_are_not_uniform_are_found() {
        assert!(passes(|_, words| words));
        assert!(!passes(|_, [a, b]| [a, b >> 1]), "63 bits");
        assert!(!passes(|_, [a, b]| [a, b | 1 << 17]), "a constant bit");
        assert!(!passes(|_, [a, _]| [a, a.rotate_left(32)]), "the same word in another order");
        assert!(
            !passes(|_, [a, b]| [a, b & !0x80 | (b << 7 ^ a) & 0x80]),
            "a bit is the sum of others"
        );
        assert!(!passes(|_, [a, b]| [a, b & !(a & 0xff00)]), "a bit is seldom 1");
        assert!(!passes(|i, [a, _]| [a, i]), "a counter");
        assert!(!passes(|i, [a, _]| [a, GOLDEN.wrapping_mul(i)]), "the multiples of a number");
        assert!(!passes(|i, [a, b]| [a, if i == 9 { 1 } else { b.max(2) % 3 }]), "few values");
    }

    #[test]
    #[should_panic(expected = "a word in common")]
    fn threads_with_the_same_words_are_found() {
        different_in_threads(|| vec![1, 2]);
    }
}
