//! Maps: what they hash, and how they spread.

use core::hash::{BuildHasher, Hash, Hasher};
use multilinear_hash::map::MAP_KEY_BYTES;
use multilinear_hash::{FixedState, HashMap, HashSet, MapKey, MultiplyShift, RandomState};
use proptest::prelude::*;
use reference::multilinear::{Write, map_hash};
use std::collections::HashSet as StdSet;
use testkit::Guarded;
use testkit::lengths::{ladder, placements};
use testkit::message::{NOISE, PAINT, splitmix64_bytes};

fn key_words(seed: u64) -> [u64; 32] {
    let bytes = splitmix64_bytes(seed, MAP_KEY_BYTES);
    std::array::from_fn(|i| u64::from_le_bytes(bytes.as_chunks().0[i]))
}

static KEY: MapKey = MapKey::from_seed(1);
const STATE: FixedState<'_> = FixedState::new(&KEY);

fn written(writes: &[Write]) -> u64 {
    let mut hasher = STATE.build_hasher();
    for write in writes {
        match write {
            Write::Integer(i) => hasher.write_u64(*i),
            Write::Slice(bytes, end) => {
                hasher.write(bytes);
                if *end {
                    hasher.write_u8(0xff);
                }
            }
        }
    }
    hasher.finish()
}

#[test]
fn slices_of_every_length_are_the_reference_s() {
    let words = key_words(1);
    let mut guarded = Guarded::new(2000);
    for len in ladder(400, 112, 12) {
        let bytes = NOISE.message(len);
        for end in [false, true] {
            let writes = [Write::Slice(bytes.clone(), end)];
            assert_eq!(written(&writes), map_hash(&words, &writes), "{len} bytes");
        }
        let hash = |m: &[u8]| {
            let mut hasher = STATE.build_hasher();
            hasher.write(m);
            hasher.finish()
        };
        let expected = hash(&bytes);
        assert_eq!([hash(guarded.end(&bytes)), hash(guarded.begin(&bytes))], [expected; 2]);
        placements(&bytes, 8, |m| assert_eq!(hash(m), expected));
    }
}

#[test]
fn integers_strings_and_tuples() {
    let words = key_words(1);
    let check = |found: u64, writes: &[Write]| {
        assert_eq!(found, map_hash(&words, writes), "{writes:?}");
    };
    let (int, text) = (Write::Integer, |t: &str| Write::Slice(t.into(), true));
    check(STATE.hash_one(()), &[]);
    check(STATE.hash_one(7_u8), &[int(7)]);
    check(STATE.hash_one(-7_i64), &[int(u64::MAX - 6)]);
    check(STATE.hash_one(-7_i8), &[int(0xf9)]);
    check(STATE.hash_one(7_usize), &[int(7)]);
    check(STATE.hash_one(-7_isize), &[int(u64::MAX - 6)]);
    check(STATE.hash_one(7_u128 << 64 | 5), &[int(5), int(7)]);
    check(STATE.hash_one((7_u64, 8_u32)), &[int(7), int(8)]);
    check(STATE.hash_one((7_u64, 8_u32, 9_u16, 10_u8)), &[int(7), int(8), int(9), int(10)]);
    check(STATE.hash_one("seven"), &[text("seven")]);
    check(STATE.hash_one(("one", "two")), &[text("one"), text("two")]);
    check(
        STATE.hash_one((1_u8, "one", "two", 3_u128)),
        &[int(1), text("one"), text("two"), int(3), int(0)],
    );
    check(STATE.hash_one(("one", 0xff_u8)), &[text("one"), int(0xff)]);
    check(STATE.hash_one(b"bytes".as_slice()), &[int(5), Write::Slice(b"bytes".to_vec(), false)]);
    check(
        STATE.hash_one(vec![1_u16, 2]),
        &[int(2), Write::Slice([1_u16, 2].map(u16::to_ne_bytes).concat(), false)],
    );
}

/// Values of the first release, by another implementation.
#[test]
fn frozen() {
    let strings = [
        "",
        "a",
        "seven",
        "eight by",
        "sixteen letters.",
        "a string that is a little longer than that",
    ];
    let found = strings.map(|text| STATE.hash_one(text));
    let expected = strings.map(|text| map_hash(&key_words(1), &[Write::Slice(text.into(), true)]));
    assert_eq!(found, expected);
    assert_eq!(STATE.hash_one(0x0123_4567_89ab_cdef_u64), FROZEN_INTEGER);
    assert_eq!(STATE.hash_one("seven"), FROZEN_STRING);
}

const FROZEN_INTEGER: u64 = 13_239_383_687_171_666_814;
const FROZEN_STRING: u64 = 8_458_632_406_816_201_954;

#[test]
fn keys_from_bytes() {
    let bytes: [u8; MAP_KEY_BYTES] =
        splitmix64_bytes(1, MAP_KEY_BYTES).try_into().expect("as many");
    let key = MapKey::from_bytes(&bytes);
    assert_eq!(FixedState::new(&key).hash_one("seven"), STATE.hash_one("seven"));
    assert!(size_of::<MapKey>() <= 256);
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
#[expect(clippy::manual_hash_one, reason = "the two are compared")]
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
        let mut hasher = state.build_hasher();
        text.hash(&mut hasher);
        assert_eq!(hasher.finish(), state.hash_one(&text), "hash_one is the hasher's value");
    }
}

/// Values that could be confused by what they write.
#[test]
fn different_writes_give_different_hashes() {
    type Write = fn(&mut dyn Hasher);
    let writes: [Write; 18] = [
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
        |h| h.write_u128(5),
        |h| (h.write_u64(5), h.write_u64(5)).1,
        |h| (0..4).for_each(|i| h.write_u64(i)),
        |h| (0..5).for_each(|i| h.write_u64(i)),
        |h| (0..9).for_each(|i| h.write_u64(i)),
    ];
    let state = RandomState::new();
    let mut seen = StdSet::new();
    for (i, write) in writes.iter().enumerate() {
        let mut hasher = state.build_hasher();
        write(&mut hasher);
        assert!(seen.insert(hasher.finish()), "write {i}");
    }
    // Repeated bytes, of which words do not show the number.
    let hashes: StdSet<u64> = (0..500).map(|len| state.hash_one("x".repeat(len))).collect();
    assert_eq!(hashes.len(), 500);
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

/// 2^16 keys are 64 a bucket and 512 a tag on average. Only pairs are independent, so single
/// buckets of regular keys may be several times as full under some factors: what is asked is that
/// in one of eight maps none is.
#[test]
fn buckets_and_tags_are_even() {
    fn even(what: &str, fill: impl Fn(&RandomState) -> (u32, u32)) {
        let found: Vec<_> = (0..8).map(|_| fill(&RandomState::new())).collect();
        assert!(found.iter().any(|f| f.0 < 140 && f.1 < 800), "{what}: {found:?}");
    }
    even("strings", |s| fullest((0..1 << 16).map(|i: u32| s.hash_one(format!("item {i}")))));
    even("pairs", |s| fullest((0..1 << 16).map(|i: u64| s.hash_one((i, i)))));
    for step in [1, 3, 1 << 20, 1 << 40] {
        even("integers", |s| fullest((0..1 << 16).map(|i: u64| s.hash_one(i * step))));
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
                let mut at = index(state.hash_one(key), buckets);
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
    assert_eq!(format!("{state:?}"), "RandomState { key: MapKey { .. } }");
    assert_eq!(format!("{:?}", state.build_hasher()), "MapHasher { .. }");
    assert_eq!(format!("{:?}", MultiplyShift::<1>::from_seed(1)), "MultiplyShift { .. }");
}

#[test]
fn multiply_shift_of_tuples() {
    let words = splitmix64_bytes(9, 16 * 5);
    let double = |i: usize| u128::from_le_bytes(words.as_chunks().0[i]);
    let oracle = |words: &[u64]| {
        let key: Vec<_> = (0..5).map(double).collect();
        reference::multilinear::ml64(&key, words)
    };
    assert_eq!(MultiplyShift::<1>::from_seed(9).hash(7_u64), oracle(&[7]));
    assert_eq!(MultiplyShift::<1>::from_seed(9).hash(7_u8), oracle(&[7]));
    assert_eq!(MultiplyShift::<2>::from_seed(9).hash(7_u128 << 64 | 5), oracle(&[5, 7]));
    assert_eq!(MultiplyShift::<2>::from_seed(9).hash((5_u64, 7_u32)), oracle(&[5, 7]));
    assert_eq!(MultiplyShift::<3>::from_seed(9).hash((5_u64, 7_u32, 9_u8)), oracle(&[5, 7, 9]));
    assert_eq!(
        MultiplyShift::<4>::from_seed(9).hash([1, 2, 3, u64::MAX]),
        oracle(&[1, 2, 3, u64::MAX])
    );
    assert_eq!(MultiplyShift::new([1 << 64], 5).hash(9_u64), 9);
}

fn any_writes() -> impl Strategy<Value = Vec<Write>> {
    let slice = (proptest::collection::vec(any::<u8>(), 0..300), any::<bool>());
    let write = prop_oneof![
        any::<u64>().prop_map(Write::Integer),
        slice.prop_map(|(bytes, end)| Write::Slice(bytes, end)),
    ];
    proptest::collection::vec(write, 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_writes_are_the_reference_s(writes in any_writes()) {
        prop_assert_eq!(written(&writes), map_hash(&key_words(1), &writes));
    }

    #[test]
    fn any_slice(len in 0_usize..5000) {
        let writes = [Write::Slice(PAINT.message(len), true)];
        prop_assert_eq!(written(&writes), map_hash(&key_words(1), &writes));
    }
}
