//! What the states of maps must do.

use core::hash::BuildHasher;
use provenhash_map::process::Mark;
use provenhash_map::{FastState, HashMap, HashMapExt, NhKey, Process, RandomState, RandomWords};
use std::collections::HashSet;
use testkit::conformance::random;

testkit::map_suite!(RandomState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: true, bytes: 16);

mod fast {
    use super::*;

    testkit::map_suite!(FastState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: false, bytes: 40);
}

/// Returns a word that corresponds one to one to the own word of the state's map: X of nothing is
/// v.
fn word(state: RandomState) -> Vec<u64> {
    vec![state.hash_one(())]
}

#[test]
fn words_of_maps_are_uniform() {
    random::uniform(&[u64::MAX], || word(RandomState::new()));
    random::different_in_threads(|| word(RandomState::new()));
    random::different_in_threads(|| vec![FastState::new().hash_one(1_u64)]);
}

#[test]
fn words_of_a_process_are_random() {
    let words = NhKey::process_key().to_words_before_slices();
    let seen: HashSet<u64> = words.into_iter().chain([0]).collect();
    assert_eq!(seen.len(), words.len() + 1, "a word is 0, or occurs twice");
    let mut words = RandomWords::new();
    random::uniform(&[u64::MAX; 8], || (0..8).map(|_| words.next_word()).collect());
    random::exchanges(&RandomState::new());
    random::exchanges(&FastState::new());
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no programs")]
fn processes_have_other_words() {
    let words = NhKey::process_key().to_words_before_slices();
    random::different_in_processes(concat!(module_path!(), "::processes_have_other_words"), &words);
}

/// A child has other words than its parent. The feature `getrandom` is on in these tests, because
/// their tools need it; without it, `src/process/mark/single.rs` and `src/std_words.rs` have tests.
#[test]
#[cfg_attr(miri, ignore = "Miri starts no programs")]
fn forks_have_other_words() {
    let test = concat!(module_path!(), "::forks_have_other_words");
    let mark = Mark::this();
    random::different_after_fork(test, || word(RandomState::new()));
    assert!(mark.is_this());
}

/// A copy has the same order, and a new state another one.
#[test]
fn copies_iterate_alike_and_others_do_not() {
    let mut map: HashMap<u64, ()> = HashMap::with_capacity(1000);
    map.extend((0..1000).map(|i| (i, ())));
    let order = |state: RandomState| -> Vec<u64> {
        let mut other = HashMap::with_capacity_and_hasher(1000, state);
        other.extend((0..1000).map(|i| (i, ())));
        other.into_keys().collect()
    };
    let state = *map.hasher();
    let expected: Vec<u64> = map.keys().copied().collect();
    assert_eq!(order(state), expected);
    assert_eq!(order(state), expected, "the state was moved, not copied");
    assert_eq!(map.clone().into_keys().collect::<Vec<_>>(), expected);
    assert_ne!(order(RandomState::new()), expected);
    // As many stay at their place as in a random order: one on average.
    let other = order(RandomState::new());
    assert!(other.iter().zip(&expected).filter(|(a, b)| a == b).count() < 15);
}

/// The hashes of one value in two maps are independent: the first bits of both take all pairs of
/// values equally often.
#[test]
fn hashes_in_two_maps_are_independent() {
    let mut counts = [0_i32; 256];
    let mut last = RandomState::new().hash_one("same") >> 60;
    for _ in 0..25_600 {
        let next = RandomState::new().hash_one("same") >> 60;
        counts[usize::try_from(last << 4 | next).expect("8 bits")] += 1;
        last = next;
    }
    // Each count has a deviation of 10.
    assert!(counts.iter().all(|count| (count - 100).abs() < 65), "{counts:?}");
}
