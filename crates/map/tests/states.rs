//! What the states of maps must do.

use core::hash::{BuildHasher, Hash, Hasher};
use provenhash_map::{
    Checking, FastState, HashMap, HashMapExt, MapWords, ProcessKey, RandomState, RandomWords,
};
use std::collections::HashSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
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

/// dashmap takes the shard from the bits below the tag of hashbrown, which it uses within a shard;
/// both have as many low bits of the hash as a pointer has. Regular keys that share one of sixteen
/// shards, one of sixteen buckets and one of sixteen tags are as rare as under a random function.
#[test]
fn shards_buckets_and_tags_are_even_together() {
    const KEYS: u64 = 1 << 16;
    let part = |hash: u64, from: u32| usize::try_from(hash >> from & 15).expect("four bits");
    let place = |hash| {
        let [shard, tag] = [usize::BITS - 11, usize::BITS - 4].map(|from| part(hash, from));
        shard << 8 | part(hash, 0) << 4 | tag
    };
    let expected = (KEYS * (KEYS - 1) / 2) as f64 / 4096.0;
    for (what, key) in [("i", 1), ("i << 20", 1 << 20), ("i << 48", 1 << 48)] {
        for seed in 0..4 {
            let state = RandomState::from_seed(seed);
            let mut counts = vec![0_u64; 4096];
            (0..KEYS).for_each(|i| counts[place(state.hash_one(i.wrapping_mul(key)))] += 1);
            let pairs = counts.iter().map(|n| n * n.saturating_sub(1) / 2).sum::<u64>() as f64;
            let ratio = pairs / expected;
            assert!((0.9..1.1).contains(&ratio), "{what}, seed {seed}: {ratio} of the pairs");
        }
    }
}

/// A value that writes its bytes in the pieces that it was made of, as those of ropey 1.5 did.
struct Rope(&'static [&'static str]);

impl Hash for Rope {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|piece| state.write(piece.as_bytes()));
        state.write_u8(0xff);
    }
}

/// Returns whether the second value panics under a state that has seen the first.
fn panics(state: &impl BuildHasher, first: impl Hash, second: impl Hash) -> bool {
    state.hash_one(first);
    catch_unwind(AssertUnwindSafe(|| state.hash_one(second))).is_err()
}

#[test]
fn equal_values_that_write_different_pieces_are_found() {
    let state = Checking::<RandomState>::default;
    let [one, two] = [Rope(&["he", "llo"]), Rope(&["hel", "lo"])];
    let std = std::hash::RandomState::new();
    assert_eq!(std.hash_one(&one), std.hash_one(&two), "std tells them apart");
    let random = RandomState::new();
    assert_ne!(random.hash_one(&one), random.hash_one(&two), "there is nothing to find");
    assert!(panics(&state(), &one, &two));
    assert!(panics(&state(), &one, Rope(&["hello"])));
    assert!(panics(&state(), &one, Rope(&["he", "", "llo"])));
    assert!(!panics(&state(), &one, Rope(&["he", "llo"])));
    assert!(!panics(&state(), &one, Rope(&["he", "l"])));
    // The kinds of writes, and the widths of integers.
    assert!(panics(&state(), 0x0201_u16, (1_u8, 2_u8)));
    assert!(panics(&state(), Rope(&["\u{1}"]), (1_u8, 0xff_u8)));
    assert!(!panics(&state(), 7_usize, 7_u64));
    assert!(!panics(&state(), -7_isize, -7_i64));
    // Clones share what they have seen, and a panic does not end it.
    let first = state();
    let copy = first.clone();
    assert!(panics(&first, &one, &two));
    assert!(panics(&copy, 0_u8, &two));
    assert!(!panics(&state(), 0_u8, &two));
}

/// Maps under a checking state work, and have the hashes of its state.
#[test]
fn checking_states_have_the_hashes_of_their_state() {
    let state = RandomState::new();
    let value = (7_u8, -7_i16, 'x', [1_u8, 2], "seven", (1_u128, 2_usize), (-1_i8, -2_i128));
    assert_eq!(Checking::new(state).hash_one(value), state.hash_one(value));
    let mut map: std::collections::HashMap<String, usize, Checking> = HashMapExt::new();
    map.extend((0..1000).map(|i| (i.to_string(), i)));
    assert!((0..1000).all(|i| map[i.to_string().as_str()] == i));
    assert_eq!(format!("{:?}", map.hasher()), "Checking { .. }");
    assert_eq!(format!("{:?}", map.hasher().build_hasher()), "CheckingHasher { .. }");
}
