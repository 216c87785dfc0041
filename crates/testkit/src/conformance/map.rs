//! Tests of maps: what a `RandomState` and a `FixedState` of any function must do.

use crate::guard::{self, Guarded};
use core::hash::{BuildHasher, Hash, Hasher};
use provenhash_map::{HashMapExt, HashSetExt, Portable};
use std::collections::{HashMap, HashSet};

/// Checks that `FixedState` hashes the bytes that a value writes, in the encoding of the family.
pub fn fixed_state<S: BuildHasher>(state: &S, hash: impl Fn(&[u8]) -> u64) {
    assert_eq!(state.hash_one(7_u64), hash(&7_u64.to_le_bytes()));
    assert_eq!(state.hash_one(7_u128), hash(&7_u128.to_le_bytes()));
    assert_eq!(state.hash_one(-7_isize), hash(&(-7_i64).to_le_bytes()));
    assert_eq!(state.hash_one(()), hash(b""));
    let mut text = String::new();
    for len in 0..100 {
        let bytes = [text.as_bytes(), &[0xff]].concat();
        assert_eq!(state.hash_one(&text), hash(&bytes), "{len} bytes");
        text.push(char::from(b'a' + len % 26));
    }
    let bytes = [b"one\xfftwo\xff".as_slice(), &3_u32.to_le_bytes()].concat();
    assert_eq!(state.hash_one(("one", "two", 3_u32)), hash(&bytes));
    // On machines of either byte order and any width.
    let bytes = [&2_u64.to_le_bytes()[..], &1_u32.to_le_bytes(), &2_u32.to_le_bytes()].concat();
    assert_eq!(state.hash_one(Portable([1_u32, 2])), hash(&bytes));
    let bytes = [1, 3, 4].map(u64::to_le_bytes).concat();
    assert_eq!(state.hash_one((1_u64, 3_usize, 4_isize)), hash(&bytes));
    let bytes = [2, 3, 4].map(u64::to_le_bytes).concat();
    assert_eq!(state.hash_one(Portable([3_usize, 4])), hash(&bytes));
    let address = std::net::Ipv4Addr::new(192, 0, 2, 1);
    assert_eq!(state.hash_one(Portable(address)), hash(&[1, 2, 0, 192]));
    one_path(state);
}

/// Checks that `hash_one` agrees with the hasher for all kinds of values, and that `finish` changes
/// nothing.
pub fn one_path<S: BuildHasher>(state: &S) {
    fn same<S: BuildHasher, T: Hash + core::fmt::Debug>(state: &S, value: T) {
        let mut hasher = state.build_hasher();
        // One instance for each type of values makes the tests compile sooner.
        write(&mut hasher, &value);
        finished(&hasher, state.hash_one(&value), &value);
    }
    fn write<T: Hash>(mut hasher: &mut dyn Hasher, value: &T) {
        value.hash(&mut hasher);
    }
    fn finished(hasher: &dyn Hasher, hash: u64, value: &dyn core::fmt::Debug) {
        assert_eq!(hasher.finish(), hash, "{value:?}");
        assert_eq!(hasher.finish(), hash, "`finish` changed the hasher: {value:?}");
    }
    #[derive(Hash, Debug)]
    enum Kind {
        Unit,
        Tuple(u16, i64),
        Struct { name: &'static str, flag: bool },
    }
    same(state, 7_u8);
    same(state, -7_i8);
    same(state, 7_u16);
    same(state, -7_i32);
    same(state, 7_u64);
    same(state, -7_i128);
    same(state, 7_usize);
    same(state, 'x');
    same(state, true);
    same(state, ());
    same(state, (1_u32, 2_u32));
    same(state, (1_u64, 2_u64, 3_u64));
    same(state, (1_u32, "text"));
    same(state, ("text", 1_u32));
    same(state, ("one", "two"));
    same(state, [7_u8; 16]);
    same(state, [7_u32; 4]);
    same(state, vec![1_u32, 2, 3, 4, 5]);
    same(state, Some(7_u32));
    same(state, None::<u32>);
    same(state, Kind::Unit);
    same(state, Kind::Tuple(1, 2));
    same(state, Kind::Struct { name: "name", flag: true });
    same(state, std::net::IpAddr::from([127, 0, 0, 1]));
    same(state, (7_u64, 6_u32, 5_u16, true, -4_i64));
    same(state, vec![vec!["a", "b"], vec![], vec!["c"]]);
    for len in 0..300 {
        same(state, "x".repeat(len));
        same(state, ("x".repeat(len), len));
        same(state, vec![7_u8; len]);
    }
}

/// Checks that maps and sets contain what is inserted.
pub fn maps_and_sets<S: BuildHasher + Default>() {
    let mut map = <HashMap<String, u64, S> as HashMapExt>::new();
    let mut set = <HashSet<(u64, String), S> as HashSetExt>::with_capacity(100);
    assert!(set.capacity() >= 100);
    assert!(<HashMap<u8, u8, S> as HashMapExt>::with_capacity(100).capacity() >= 100);
    assert!(<HashSet<u8, S> as HashSetExt>::new().is_empty());
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

/// Checks that a copy of a state computes the same hashes.
pub fn copies<S: BuildHasher + Default + Clone>() {
    let state = S::default();
    let copy = state.clone();
    for len in 0..200 {
        let text = "x".repeat(len);
        assert_eq!(state.hash_one(&text), copy.hash_one(text.as_str()));
        assert_eq!(state.hash_one((&text, len)), copy.hash_one((&text, len)));
    }
    one_path(&state);
}

/// A sequence of writes to a hasher.
pub type Write = fn(&mut dyn Hasher);

/// Sequences of writes that a hasher could confuse.
pub const WRITES: [Write; 27] = [
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
    |h| (0..4).for_each(|i| h.write_u64(i)),
    |h| (0..5).for_each(|i| h.write_u64(i)),
    |h| (0..9).for_each(|i| h.write_u64(i)),
];

/// Returns the indices in [`WRITES`] of the sequences that have the hash of an earlier one. The
/// values of one type never write two such sequences.
#[must_use]
pub fn confused<S: BuildHasher>(state: &S) -> Vec<usize> {
    let mut seen = HashSet::new();
    let mut hash = |write: &Write| {
        let mut hasher = state.build_hasher();
        write(&mut hasher);
        seen.insert(hasher.finish())
    };
    (0..).zip(&WRITES).filter(|(_, write)| !hash(write)).map(|(i, _)| i).collect()
}

/// Checks that no two maps have the same order.
pub fn orders_differ<S: BuildHasher + Default>() {
    let hashes: HashSet<u64> = (0..1000).map(|_| S::default().hash_one("same")).collect();
    assert_eq!(hashes.len(), 1000);
    let hashes: HashSet<u64> = (0..1000).map(|_| S::default().hash_one(7_u64)).collect();
    assert_eq!(hashes.len(), 1000);
}

/// Returns the bucket of a hash.
fn index(hash: u64, buckets: usize) -> usize {
    usize::try_from(hash % buckets as u64).expect("the index is below the number of buckets")
}

/// Returns the number of keys in the fullest of 2^10 buckets (the low bits of the hash, which
/// hashbrown uses) and with the most frequent of 128 tags (its top bits).
fn fullest(hashes: impl Iterator<Item = u64>) -> (u32, u32) {
    let mut buckets = vec![0; 1 << 10];
    let mut tags = [0; 128];
    for h in hashes {
        buckets[index(h, 1 << 10)] += 1;
        tags[(h >> 57) as usize] += 1;
    }
    let most = |counts: &[u32]| *counts.iter().max().expect("there are counts");
    (most(&buckets), most(&tags))
}

/// Checks that keys are spread evenly over buckets and tags. There are 2^16 keys, on average 64 per
/// bucket and 512 per tag; random hashes stay below 120 and 700.
///
/// A strongly universal hash maps regular integers to regular distances, which are short under a
/// few keys, because its theorem is about averages: under one of some thousand if `regular` is
/// true, of some hundred otherwise. So of eight maps six must pass, or one.
pub fn buckets_and_tags<S: BuildHasher + Default>(regular: bool) {
    let needed = if regular { 6 } else { 1 };
    let check = |what: &str, fullest: &dyn Fn(&S) -> (u32, u32)| {
        let maps: Vec<_> = (0..8).map(|_| fullest(&S::default())).collect();
        let even = maps.iter().filter(|(bucket, tag)| *bucket < 120 && *tag < 700).count();
        assert!(even >= needed, "{what}: {maps:?}");
    };
    let strings: Vec<_> = (0..1 << 16).map(|i: u32| format!("item {i}")).collect();
    check("strings", &|state| fullest(strings.iter().map(|string| state.hash_one(string))));
    check("pairs", &|state| fullest((0..1 << 16).map(|i: u64| state.hash_one((i, i)))));
    for step in [1, 3, 1 << 20, 1 << 40] {
        let integers = |state: &S| fullest((0..1 << 16).map(|i: u64| state.hash_one(i * step)));
        check(&format!("integers, step {step}"), &integers);
    }
}

/// Checks that copying a map in its own order into a smaller one that grows does not crowd the
/// keys.
///
/// It counts the probes after the first of each insertion into an open-addressing table with groups
/// of 16, like hashbrown's.
pub fn filling_in_the_order_of_another<S: BuildHasher + Default>() {
    fn probes<S: BuildHasher>(state: &S, keys: &[u64], buckets: usize) -> usize {
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
        let first = S::default();
        let mut keys: Vec<u64> = (0..19_660).map(|i| i * i).collect();
        // The order of the first map, which has 2^15 buckets, is by bucket.
        keys.sort_by_key(|key| first.hash_one(key) % (1 << 15));
        // These are as many keys as a map of 2^14 buckets takes before it grows. In the same order,
        // the keys of the second half of the buckets fall onto those of the first half, from the
        // beginning.
        let first_keys = &keys[..(1 << 14) * 7 / 8];
        crowded += probes(&first, first_keys, 1 << 14);
        spread += probes(&S::default(), first_keys, 1 << 14);
    }
    // The same order must crowd, or else the test proves nothing.
    assert!(crowded > 5 * spread, "{crowded} probes in the same order, {spread} in another");
}

/// Checks that nothing before or after a slice or a string is read, whether it is the first write
/// or a later one, and nothing after the hasher.
pub fn no_read_outside<S: BuildHasher + Default>() {
    let state = S::default();
    let lengths = guard::lengths((0..300).chain((1..9).map(|n| 1024 * n - 3)).collect());
    let mut guarded = Guarded::new(lengths.last().copied().unwrap_or(0));
    guard::hold(state.build_hasher(), |hasher| {
        for len in lengths {
            let message = vec![b'x'; len];
            for before in [&[][..], &[1, 2, 3]] {
                let hash = |hasher: &mut S::Hasher, slice: &[u8]| {
                    *hasher = state.build_hasher();
                    before.iter().for_each(|word| hasher.write_u64(*word));
                    hasher.write(slice);
                    core::str::from_utf8(slice).expect("the bytes are letters").hash(hasher);
                    hasher.finish()
                };
                let expected = hash(hasher, &message);
                guarded.places(&message, |slice| assert_eq!(hash(hasher, slice), expected));
            }
        }
    });
}

/// Checks that `Debug` of a state of this name and of its hasher shows no secret.
pub fn hidden<S: BuildHasher<Hasher: core::fmt::Debug> + Default + core::fmt::Debug>(name: &str) {
    let state = S::default();
    assert_eq!(format!("{state:?}"), format!("{name} {{ .. }}"));
    assert_eq!(format!("{:?}", state.build_hasher()), "MapHasher { .. }");
}

/// Defines the tests of a `RandomState`. The arguments are its type, the indices of [`WRITES`] that
/// have the hash of an earlier one, whether regular integers spread like random ones in each map,
/// and its size in bytes.
#[macro_export]
macro_rules! map_suite {
    ($RandomState:ty, confused: $confused:expr, regular: $regular:expr, bytes: $bytes:expr) => {
        mod random_state {
            #[allow(unused_imports)]
            use super::*;
            use $crate::conformance::map;

            #[test]
            fn maps_and_sets() {
                map::maps_and_sets::<$RandomState>();
            }

            #[test]
            fn copies_hash_alike() {
                map::copies::<$RandomState>();
            }

            #[test]
            fn seeded_states_are_the_same_every_time() {
                let hashes = |seed| {
                    let state = <$RandomState>::from_seed(seed);
                    [
                        core::hash::BuildHasher::hash_one(&state, 7_u64),
                        core::hash::BuildHasher::hash_one(&state, (7_u64, "seven")),
                    ]
                };
                assert_eq!(hashes(1), hashes(1));
                let [one, two] = [1, 2].map(hashes);
                assert!(one[0] != two[0] && one[1] != two[1]);
            }

            #[test]
            fn different_writes_have_different_hashes() {
                let allowed: &[usize] = &$confused;
                assert_eq!(map::confused(&<$RandomState>::default()), allowed);
            }

            #[test]
            fn orders_differ() {
                map::orders_differ::<$RandomState>();
            }

            #[test]
            fn nothing_can_be_exchanged() {
                $crate::conformance::random::exchanges(&<$RandomState>::default());
            }

            #[test]
            fn buckets_and_tags_are_even() {
                map::buckets_and_tags::<$RandomState>($regular);
            }

            #[test]
            fn filling_a_map_in_the_order_of_another_does_not_crowd() {
                map::filling_in_the_order_of_another::<$RandomState>();
            }

            #[test]
            fn no_read_outside() {
                map::no_read_outside::<$RandomState>();
            }

            #[test]
            fn secrets_are_not_printed() {
                map::hidden::<$RandomState>(stringify!($RandomState));
            }

            /// The size in the docs. Other targets have smaller pointers or align `u128` to 8
            /// bytes.
            #[test]
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            fn size() {
                assert_eq!(size_of::<$RandomState>(), $bytes);
            }
        }
    };
}
