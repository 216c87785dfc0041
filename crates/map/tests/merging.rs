//! What filling a map in the order of another one costs, in comparisons of keys.

use core::cell::Cell;
use core::hash::{BuildHasher, Hash, Hasher};
use provenhash_map::{FastState, RandomState};
use std::collections::HashMap;

thread_local! {
    static COMPARISONS: Cell<u64> = const { Cell::new(0) };
}

/// A key that counts its comparisons.
#[derive(Clone, Copy, Eq)]
struct Counted(u64);

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        COMPARISONS.set(COMPARISONS.get() + 1);
        self.0 == other.0
    }
}

impl Hash for Counted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
    }
}

const ENTRIES: u64 = 300_000;

/// Fills a map that grows in the order of another one, and returns the comparisons an insertion, of
/// which none finds its key.
fn comparisons<S: BuildHasher>(key: impl Fn(u64) -> u64, first: S, second: S) -> f64 {
    let mut map = HashMap::with_hasher(first);
    map.extend((0..ENTRIES).map(|i| (Counted(key(i)), ())));
    let mut other = HashMap::with_hasher(second);
    COMPARISONS.set(0);
    for key in map.keys() {
        other.insert(*key, ());
    }
    assert_eq!(other.len(), map.len());
    COMPARISONS.get() as f64 / ENTRIES as f64
}

/// Every insertion into a map in random order compares with 0.1 keys, those of its groups that have
/// its tag. In the order of another map of the process there are no more.
#[test]
fn merging_compares_with_few_keys() {
    for key in [|i| i, |i: u64| i << 32, |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)] {
        let random = comparisons(key, RandomState::new(), RandomState::new());
        let fast = comparisons(key, FastState::new(), FastState::new());
        let std = comparisons(key, std::hash::RandomState::new(), std::hash::RandomState::new());
        println!("comparisons an insertion: {random:.3}; fast {fast:.3}; std {std:.3}");
        assert!(random < 2.0 * std + 0.1, "{random} comparisons an insertion, under std {std}");
    }
}

/// In the order of a map with the same state there are many more: the docs demand room, with which
/// there are few again.
#[test]
fn the_same_state_needs_room() {
    let state = RandomState::new();
    let crowded = comparisons(|i| i, state, state);
    let spread = comparisons(|i| i, state, RandomState::new());
    println!("{crowded} comparisons an insertion in the same order, {spread} in another");
    assert!(crowded > 5.0 * spread, "the docs warn of nothing");
    let mut room = HashMap::with_capacity_and_hasher(300_000, state);
    let mut map = HashMap::with_hasher(state);
    map.extend((0..ENTRIES).map(|i| (Counted(i), ())));
    COMPARISONS.set(0);
    room.extend(map.keys().map(|key| (*key, ())));
    let found = COMPARISONS.get() as f64 / ENTRIES as f64;
    assert!(found < 2.0 * spread + 0.1, "{found} comparisons with room");
}
