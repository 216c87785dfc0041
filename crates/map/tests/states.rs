//! What the states of maps must do.

use core::hash::BuildHasher;
use provenhash_map::{
    FastState, HashMap, HashMapExt, MapWords, ProcessKey, RandomState, RandomWords,
};
use std::collections::HashSet;
use testkit::conformance::random;

testkit::map_suite!(RandomState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: true, bytes: 16);

mod fast {
    use super::*;

    testkit::map_suite!(FastState, confused: [10, 11, 13, 14, 15, 17, 18, 20], regular: false, bytes: 40);
}

testkit::process_map_suite!(RandomState);

#[test]
fn random_words_are_uniform() {
    let mut words = RandomWords::new(ProcessKey::WORDS);
    random::uniform(&[u64::MAX; 8], || (0..8).map(|_| words.next_word()).collect());
    random::exchanges(&RandomState::new());
    random::exchanges(&FastState::new());
    random::different_in_threads(|| vec![FastState::new().hash_one(1_u64)]);
}

/// Repeated bytes have different hashes, although their words do not show how many they are.
#[test]
fn repeated_bytes_have_different_hashes() {
    let state = RandomState::new();
    let hashes: HashSet<u64> = (0..500).map(|len| state.hash_one("x".repeat(len))).collect();
    assert_eq!(hashes.len(), 500);
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

/// Keys of N words, each for a map.
#[test]
fn keys_of_maps_are_uniform() {
    static WORDS: MapWords<3> = MapWords::new();
    random::uniform(&[u64::MAX; 3], || WORDS.next_map().to_vec());
    random::different_in_threads(|| WORDS.next_map().to_vec());
    // Numbers of n bits would repeat after about 2^(n/2) maps.
    let mut words: Vec<_> = (0..1 << 17).map(|_| WORDS.next_map()).collect();
    words.sort_unstable();
    assert!(words.windows(2).all(|pair| pair[0][0] != pair[1][0]), "two maps have the same word");
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
