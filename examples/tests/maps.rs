//! Tests the `RandomState`s in common tables: std's, `hashbrown`'s with its raw entries and its
//! `HashTable`, `indexmap`'s and `dashmap`'s. Each is compared with std's ordered map.

use dashmap::DashMap;
use hashbrown::HashTable;
use hashbrown::hash_map::RawEntryMut;
use indexmap::IndexMap;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

/// A key whose variants make different writes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Key {
    Nothing,
    Number(u64),
    Named { id: u32, name: String },
    Bytes(Vec<u8>, [u8; 6]),
}

fn key(i: u64) -> Key {
    match i % 4 {
        0 if i == 0 => Key::Nothing,
        0 | 1 => Key::Number(i),
        2 => Key::Named { id: (i % 64) as u32, name: "name".repeat((i / 64) as usize) },
        _ => Key::Bytes(vec![0; (i / 4) as usize % 40], i.to_le_bytes()[..6].try_into().unwrap()),
    }
}

/// Inserts, replaces, looks up and removes keys, which every table must do alike.
fn every_table<S: BuildHasher + Clone>(new: impl Fn() -> S) {
    let expected: BTreeMap<Key, u64> = (0..2000).map(|i| (key(i), i)).collect();
    assert_eq!(expected.len(), 2000, "the keys differ");
    let absent: Vec<_> = (2000..2100).map(key).collect();

    let mut std_map = HashMap::with_hasher(new());
    std_map.extend(expected.clone());
    let mut map = hashbrown::HashMap::with_hasher(new());
    map.extend(expected.clone());
    let mut ordered = IndexMap::with_hasher(new());
    ordered.extend(expected.clone());
    let concurrent = DashMap::with_hasher(new());
    let state = new();
    let mut table = HashTable::new();
    for (key, value) in &expected {
        concurrent.insert(key.clone(), *value);
        let entry = (key.clone(), *value);
        table.insert_unique(state.hash_one(key), entry, |(key, _)| state.hash_one(key));
    }
    for (key, value) in &expected {
        assert_eq!(std_map.get(key), Some(value));
        assert_eq!(map.get(key), Some(value));
        // A caller of raw entries computes the hash.
        let hash = map.hasher().hash_one(key);
        assert_eq!(map.raw_entry().from_key_hashed_nocheck(hash, key), Some((key, value)));
        assert_eq!(ordered.get(key), Some(value));
        assert_eq!(concurrent.get(key).as_deref(), Some(value));
        let found = table.find(state.hash_one(key), |entry| entry.0 == *key);
        assert_eq!(found.map(|entry| entry.1), Some(*value));
    }
    assert!(ordered.keys().eq(expected.keys()), "the order of insertion");
    for key in &absent {
        assert!(!std_map.contains_key(key) && !map.contains_key(key) && !ordered.contains_key(key));
        assert!(!concurrent.contains_key(key));
        assert!(table.find(state.hash_one(key), |entry| entry.0 == *key).is_none());
    }
    for (i, (key, value)) in expected.iter().enumerate() {
        if i % 3 == 0 {
            assert_eq!(std_map.remove(key), Some(*value));
            assert!(matches!(map.raw_entry_mut().from_key(key), RawEntryMut::Occupied(_)));
            assert_eq!(map.remove(key), Some(*value));
            assert_eq!(ordered.swap_remove(key), Some(*value));
            assert_eq!(concurrent.remove(key), Some((key.clone(), *value)));
            let entry = table.find_entry(state.hash_one(key), |entry| entry.0 == *key);
            assert_eq!(entry.expect("the key is present").remove().0.1, *value);
        }
    }
    let left: BTreeMap<_, _> = expected
        .iter()
        .enumerate()
        .filter_map(|(i, entry)| (i % 3 != 0).then_some(entry))
        .collect();
    assert_eq!(std_map.iter().collect::<BTreeMap<_, _>>(), left);
    assert_eq!(map.iter().collect::<BTreeMap<_, _>>(), left);
    assert_eq!(ordered.iter().collect::<BTreeMap<_, _>>(), left);
    assert_eq!(table.iter().map(|(key, value)| (key, value)).collect::<BTreeMap<_, _>>(), left);
    let concurrent: BTreeMap<_, _> = concurrent.into_iter().collect();
    assert!(concurrent.iter().eq(left));
}

/// Checks that a seeded state is the same in every run, that a random one differs from all others,
/// and that a clone keeps the order of the original.
fn every_state<S: BuildHasher + Clone>(new: impl Fn() -> S, with_seed: impl Fn(u64) -> S) {
    assert_eq!(with_seed(7).hash_one("key"), with_seed(7).hash_one("key"));
    assert_ne!(with_seed(7).hash_one("key"), with_seed(8).hash_one("key"));
    let states: Vec<_> = (0..100).map(|_| new()).collect();
    let hashes: HashSet<_> = states.iter().map(|state| state.hash_one("key")).collect();
    assert_eq!(hashes.len(), states.len());
    let order = |state: S| {
        let mut set = HashSet::with_hasher(state);
        set.extend(0..100);
        set.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(order(states[0].clone()), order(states[0].clone()));
    assert_ne!(order(states[0].clone()), order(states[1].clone()));
    let both: HashSet<_> = states.iter().map(|state| order(state.clone())).collect();
    assert_eq!(both.len(), states.len());
}

macro_rules! of_each {
    ($($krate:ident)*) => {
        $(mod $krate {
            use $krate::RandomState;

            #[test]
            fn tables() {
                super::every_table(RandomState::new);
                super::every_table(|| RandomState::from_seed(1));
            }

            #[test]
            fn states() {
                super::every_state(RandomState::new, RandomState::from_seed);
            }

            /// The extension traits provide `new` and `with_capacity` as std does.
            #[test]
            fn constructors() {
                use $krate::{HashMap, HashMapExt, HashSet, HashSetExt};
                let mut map = HashMap::new();
                map.insert("key", 1);
                assert_eq!(map["key"], 1);
                assert!(HashMap::<u8, u8>::with_capacity(9).capacity() >= 9);
                let mut set = HashSet::new();
                assert!(set.insert("key") && !set.insert("key"));
                assert!(HashSet::<u8>::with_capacity(9).capacity() >= 9);
            }
        })*
    };
}

of_each!(multilinear_hash clhash vhash siphash_fast highwayhash);

/// A table without std, under a key of its own: what `RandomState` does where there is std.
#[test]
fn tables_with_given_keys() {
    use ::multilinear_hash::map::RandomWords;
    use ::multilinear_hash::{FixedState, MapKey};
    let mut words = RandomWords::new(MapKey::WORDS);
    let mut random = || MapKey::from_words([(); MapKey::WORDS].map(|()| words.next_word()));
    let key = random();
    let mut map = hashbrown::HashMap::with_hasher(FixedState::new(&key));
    let mut other = hashbrown::HashMap::with_hasher(FixedState::new(random()));
    for i in 0..1000_u32 {
        map.insert(i.to_string(), i);
        other.insert(i, i);
    }
    assert!((0..1000).all(|i| map[&i.to_string()] == i && other[&i] == i));
    let order = |map: &hashbrown::HashMap<u32, u32, _>| map.keys().copied().collect::<Vec<_>>();
    assert_ne!(order(&other), (0..1000).collect::<Vec<_>>());
}
