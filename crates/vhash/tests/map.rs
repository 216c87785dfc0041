//! Maps: what they hash, and how they spread.

use core::hash::{BuildHasher, Hash, Hasher};
use std::collections::HashSet as StdSet;
use testkit::on_every_backend;
use vhash::{Backend, FixedState, HashMap, HashSet, Key64, RandomState, hash64};

#[test]
fn fixed_states_hash_what_is_written() {
    on_every_backend!(Backend, "vhash: fixed state", |backend| {
        let key = Key64::from_seed(1).with_backend(backend);
        let state = FixedState::new(&key);
        assert_eq!(state.hash_one(7_u64), hash64(&key, &7_u64.to_le_bytes()));
        assert_eq!(state.hash_one(7_u128), hash64(&key, &7_u128.to_le_bytes()));
        assert_eq!(state.hash_one(()), hash64(&key, b""));
        let mut text = String::new();
        for len in 0..100 {
            let bytes = [text.as_bytes(), &[0xff]].concat();
            assert_eq!(state.hash_one(&text), hash64(&key, &bytes), "{len} bytes");
            text.push(char::from(b'a' + len % 26));
        }
        let bytes = [b"one\xfftwo\xff".as_slice(), &3_u32.to_le_bytes()].concat();
        assert_eq!(state.hash_one(("one", "two", 3_u32)), hash64(&key, &bytes));
    });
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
        assert_eq!(state.hash_one((&text, len)), copy.hash_one((&text, len)));
        let mut hasher = state.build_hasher();
        (&text, 7_u8, &text).hash(&mut hasher);
        let so_far = hasher.finish();
        assert_eq!(hasher.finish(), so_far, "asking changes nothing");
        3_u16.hash(&mut hasher);
        assert_eq!(hasher.finish(), state.hash_one((&text, 7_u8, &text, 3_u16)));
    }
}

/// Values that could be confused by what they write, all in one map.
#[test]
fn different_writes_give_different_hashes() {
    type Write = fn(&mut dyn Hasher);
    let writes: [Write; 24] = [
        |_| (),
        |h| h.write(b""),
        |h| h.write(b"a"),
        |h| h.write(b"ab"),
        |h| (h.write(b"a"), h.write(b"b")).1,
        |h| (h.write(b"ab"), h.write(b"")).1,
        |h| (h.write(b"a"), h.write_u8(0xff)).1,
        |h| (h.write(b"a"), h.write_u8(0xfe)).1,
        |h| (h.write(b"a"), h.write_u8(0xff), h.write_u8(0xff)).2,
        |h| (h.write(b""), h.write_u8(0xff)).1,
        |h| (h.write_u8(0xff), h.write(b"a")).1,
        |h| h.write_u8(0),
        |h| h.write_u8(5),
        |h| h.write_u16(5),
        |h| h.write_u32(5),
        |h| h.write_u64(5),
        |h| h.write_u64(5 | 1 << 56),
        |h| h.write_u128(5),
        |h| (h.write_u32(5), h.write_u32(0)).1,
        |h| (h.write_u64(5), h.write_u64(5)).1,
        |h| (h.write_u8(5), h.write_u8(0)).1,
        |h| h.write(&[7; 100]),
        |h| h.write(&[7; 2000]),
        |h| (h.write(&[7; 2000]), h.write_u8(0xff)).1,
    ];
    let state = RandomState::new();
    let mut seen = StdSet::new();
    for (i, write) in writes.iter().enumerate() {
        let mut hasher = state.build_hasher();
        write(&mut hasher);
        let new = seen.insert(hasher.finish());
        // Integers of one value are the same word, whatever their type, and one of 128 bits is two.
        assert_eq!(new, !matches!(i, 13..=15 | 18 | 20), "write {i}");
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
    // Multiplication puts regular keys at regular distances, which for a few multipliers are short:
    // the theorem is about averages. The best of eight maps is even.
    for step in [1, 3, 1 << 20, 1 << 40] {
        let best = (0..8)
            .map(|_| RandomState::new())
            .map(|state| fullest((0..1 << 16).map(|i: u64| state.hash_one(i * step))));
        let best = best.min().expect("eight");
        assert!(best.0 < 120, "integers, step {step}: {best:?}");
    }
}

/// Copying a map in its own order into a smaller one that grows: the keys must not crowd.
///
/// What is counted are the probes, after the first of each insertion, of an open-addressing table
/// with groups of 16, as hashbrown's is.
#[test]
fn filling_a_map_in_the_order_of_another_does_not_crowd() {
    fn probes(state: &RandomState, keys: &[u64], buckets: usize) -> usize {
        let mut full = vec![false; buckets];
        let further = keys.iter().map(|key| {
            let mut at = index(state.hash_one(key), buckets);
            for probe in 0.. {
                if let Some(free) = (0..16).map(|i| (at + i) % buckets).find(|&i| !full[i]) {
                    full[free] = true;
                    return probe;
                }
                at = (at + 16 * (probe + 1)) % buckets;
            }
            unreachable!("the table is never full")
        });
        further.sum()
    }
    let (mut crowded, mut spread) = (0, 0);
    for _ in 0..16 {
        let first = RandomState::new();
        let mut keys: Vec<u64> = (0..19_660).map(|i| i * i).collect();
        // The order of the first map, of 2^15 buckets: by bucket.
        keys.sort_by_key(|key| first.hash_one(key) % (1 << 15));
        // As many as a map of 2^14 buckets takes before it grows. Those of the second half of the
        // buckets come on top of those of the first, and begin where these began.
        let first_keys = &keys[..(1 << 14) * 7 / 8];
        crowded += probes(&first, first_keys, 1 << 14);
        spread += probes(&RandomState::new(), first_keys, 1 << 14);
    }
    // The same order does crowd, or this would prove nothing.
    assert!(crowded > 5 * spread, "{crowded} probes in the same order, {spread} in another");
}

#[test]
fn secrets_are_not_printed() {
    let state = RandomState::new();
    assert_eq!(format!("{state:?}"), "RandomState { .. }");
    assert_eq!(format!("{:?}", state.build_hasher()), "MapHasher { .. }");
}
