//! Maps: what they hash, that it is what std hashes, and how it spreads.

use core::hash::{BuildHasher, Hash, Hasher};
use siphash_fast::{FixedState, HashMap, HashSet, Key, RandomState, SipHasher13, siphash13};
use std::collections::HashSet as StdSet;

#[test]
fn fixed_states_hash_what_is_written() {
    let key = Key::from_seed(1);
    let state = FixedState::new(&key);
    assert_eq!(state.hash_one(7_u64), siphash13(&key, &7_u64.to_le_bytes()));
    assert_eq!(state.hash_one(7_u128), siphash13(&key, &7_u128.to_le_bytes()));
    assert_eq!(state.hash_one(7_usize), siphash13(&key, &7_u64.to_le_bytes()));
    assert_eq!(state.hash_one(()), siphash13(&key, b""));
    let mut text = String::new();
    for len in 0..100 {
        let bytes = [text.as_bytes(), &[0xff]].concat();
        assert_eq!(state.hash_one(&text), siphash13(&key, &bytes), "{len} bytes");
        text.push(char::from(b'a' + len % 26));
    }
    let bytes = [b"one\xfftwo\xff".as_slice(), &3_u32.to_le_bytes()].concat();
    assert_eq!(state.hash_one(("one", "two", 3_u32)), siphash13(&key, &bytes));
}

/// `DefaultHasher::new` is SipHash-1-3 under the key 0, of integers as the machine has them.
#[test]
#[cfg(all(target_endian = "little", target_pointer_width = "64"))]
fn std_hashes_the_same() {
    use std::hash::{BuildHasherDefault, DefaultHasher};
    #[derive(Hash)]
    enum Either {
        Left(u8, Vec<u16>),
        Right { text: String, number: Option<i64> },
    }
    let std = BuildHasherDefault::<DefaultHasher>::default();
    let key = Key::from_words([0, 0]);
    let ours = FixedState::new(&key);
    macro_rules! same {
        ($($value:expr),* $(,)?) => {
            $(assert_eq!(ours.hash_one($value), std.hash_one($value), "{}", stringify!($value));)*
        };
    }
    same!(
        (),
        true,
        'x',
        1_u8,
        -1_i8,
        2_u16,
        -2_i16,
        3_u32,
        -3_i32,
        4_u64,
        -4_i64,
        5_u128,
        -5_i128,
        6_usize,
        -6_isize,
        "",
        "text",
        String::from("a longer text, of several words"),
        (1_u8, 2_u16, 3_u32, 4_u64, 5_u128),
        (1_u64, "text", 2_u8, "another"),
        [1_u8, 2, 3],
        [1_u32, 2, 3].as_slice(),
        vec![String::from("one"), String::from("two")],
        Some(Box::new(7_u16)),
        None::<u64>,
        Either::Left(1, vec![2, 3]),
        Either::Right { text: "x".to_owned(), number: Some(-1) },
        std::time::Duration::from_millis(1234),
        std::net::IpAddr::from([127, 0, 0, 1]),
    );
    for len in 0..70 {
        let text = "y".repeat(len);
        same!(&text, (len, &text, 1_u8), (1_u8, &text), (1_u32, &text, &text));
    }
}

#[test]
fn all_hashers_of_this_crate_agree() {
    let key = Key::from_seed(2);
    let mut of_maps = FixedState::new(&key).build_hasher();
    let mut stream = SipHasher13::new(&key);
    for i in 0..50_u8 {
        let text = "z".repeat(usize::from(i) * 5 % 23);
        (i, &text, u64::from(i) << 40).hash(&mut of_maps);
        (i, &text, u64::from(i) << 40).hash(&mut stream);
        assert_eq!(of_maps.finish(), stream.finish());
    }
}

#[test]
fn maps_and_sets_work() {
    let mut map = HashMap::default();
    let mut set = HashSet::default();
    for i in 0..10_000_u64 {
        assert_eq!(map.insert(format!("key {i}"), i), None);
        assert!(set.insert((i, i.to_string())));
    }
    for i in 0..10_000 {
        assert_eq!(map.get(&format!("key {i}")), Some(&i));
        assert!(set.contains(&(i, i.to_string())));
        assert!(!map.contains_key(&format!("no key {i}")));
    }
    assert_eq!(map.len(), 10_000);
}

#[test]
fn one_state_hashes_equal_values_alike() {
    let state = RandomState::new();
    let copy = state;
    for len in 0..200 {
        let text = "x".repeat(len);
        assert_eq!(state.hash_one(&text), copy.hash_one(text.as_str()));
        let mut hasher = state.build_hasher();
        (&text, 7_u8, &text).hash(&mut hasher);
        let so_far = hasher.finish();
        assert_eq!(hasher.finish(), so_far, "asking changes nothing");
        3_u16.hash(&mut hasher);
        assert_eq!(hasher.finish(), state.hash_one((&text, 7_u8, &text, 3_u16)));
    }
}

#[test]
fn no_two_maps_have_the_same_order() {
    let hashes: StdSet<u64> = (0..1000).map(|_| RandomState::new().hash_one("same")).collect();
    assert_eq!(hashes.len(), 1000);
    let hashes: StdSet<u64> = (0..1000).map(|_| RandomState::new().hash_one(7_u64)).collect();
    assert_eq!(hashes.len(), 1000);
}

/// The bucket of a hash.
fn index(hash: u64, buckets: usize) -> usize {
    usize::try_from(hash % buckets as u64).expect("less than the buckets")
}

/// The keys in the fullest of 2^10 buckets (the low bits of the hash, as hashbrown takes them) and
/// under the most frequent of 128 tags (its top bits).
fn fullest(hashes: impl Iterator<Item = u64>) -> (u32, u32) {
    let mut buckets = vec![0; 1 << 10];
    let mut tags = [0; 128];
    for h in hashes {
        buckets[index(h, 1 << 10)] += 1;
        tags[(h >> 57) as usize] += 1;
    }
    let most = |counts: &[u32]| *counts.iter().max().expect("counts");
    (most(&buckets), most(&tags))
}

/// 2^16 keys are 64 a bucket and 512 a tag on average; chance alone stays below 120 and 700.
#[test]
fn buckets_and_tags_are_even() {
    let state = RandomState::new();
    let strings = fullest((0..1 << 16).map(|i: u32| state.hash_one(format!("item {i}"))));
    assert!(strings.0 < 120 && strings.1 < 700, "strings: {strings:?}");
    let pairs = fullest((0..1 << 16).map(|i: u64| state.hash_one((i, i))));
    assert!(pairs.0 < 120 && pairs.1 < 700, "pairs: {pairs:?}");
    for step in [1, 3, 1 << 20, 1 << 40] {
        let integers = fullest((0..1 << 16).map(|i: u64| state.hash_one(i * step)));
        assert!(integers.0 < 120 && integers.1 < 700, "integers, step {step}: {integers:?}");
    }
}

/// Copying a map in its own order into a smaller one that grows: the keys must not crowd.
///
/// What is counted is the longest run of probes that an open-addressing table with groups of 16, as
/// hashbrown's, needs for an insertion.
#[test]
fn filling_a_map_in_the_order_of_another_does_not_crowd() {
    const KEYS: usize = 19_660;
    fn longest_probe(state: &RandomState, keys: &[u64], buckets: usize) -> usize {
        let mut full = vec![false; buckets];
        keys.iter()
            .map(|key| {
                let start = index(state.hash_one(key), buckets);
                let mut at = start;
                for probe in 1.. {
                    let group = (0..16).map(|i| (at + i) % buckets).find(|&i| !full[i]);
                    if let Some(free) = group {
                        full[free] = true;
                        return probe;
                    }
                    at = (at + 16 * probe) % buckets;
                }
                unreachable!("the table is never full")
            })
            .max()
            .expect("keys")
    }
    let first = RandomState::new();
    let mut keys: Vec<u64> = (0..KEYS as u64).map(|i| i * i).collect();
    // The order of the first map, of 2^15 buckets: by bucket.
    keys.sort_by_key(|key| first.hash_one(key) % (1 << 15));
    // As many as a map of 2^14 buckets takes before it grows. Those of the second half of the
    // buckets come on top of those of the first, and begin where these began.
    let first_keys = &keys[..(1 << 14) * 7 / 8];
    let crowded = longest_probe(&first, first_keys, 1 << 14);
    // Chance alone makes a long run now and then, but not in all of eight maps.
    let spread = (0..8).map(|_| longest_probe(&RandomState::new(), first_keys, 1 << 14));
    let spread = spread.min().expect("eight");
    assert!(crowded > spread + 3, "the same order does crowd: {crowded} probes");
    assert!(spread < 12, "{spread} probes");
}

#[test]
fn secrets_are_not_printed() {
    let state = RandomState::new();
    assert_eq!(format!("{state:?}"), "RandomState { .. }");
    assert_eq!(format!("{:?}", state.build_hasher()), "MapHasher { .. }");
}
