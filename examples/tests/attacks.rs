//! Known attacks on hash tables, each against a rival on which it works and against every map of
//! the family. Nothing is timed: the tests count how often a table compares keys or inspects a
//! slot.
//!
//! The rival is `rustc-hash` 2, a polynomial of words in a constant that its seeds do not hide. It
//! claims no resistance, and is here to show that the attacks are implemented correctly. They use
//! its constants for 64-bit machines.

#![cfg(target_pointer_width = "64")]

use rustc_hash::{FxBuildHasher, FxSeededState};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher};

/// The constant of rustc-hash.
const K: u64 = 0xf135_7aea_2e62_a9c5;
/// The seeds under which each attack is tried.
const SEEDS: [u64; 3] = [1, 2, 3];

/// Calls `attack(name, seeded state)` for every map of the family, and for the states that hash
/// under a given key.
macro_rules! on_ours {
    ($attack:expr) => {
        $attack("multilinear-hash", multilinear_hash::RandomState::from_seed);
        $attack("clhash", clhash::RandomState::from_seed);
        $attack("vhash", vhash::RandomState::from_seed);
        $attack("siphash-fast", siphash_fast::RandomState::from_seed);
        $attack("highwayhash", highwayhash::RandomState::from_seed);
        $attack("clhash, one key", clhash::FixedState::from_seed);
        $attack("vhash, one key", vhash::FixedState::from_seed);
        $attack("siphash-fast, one key", siphash_fast::FixedState::from_seed);
        $attack("highwayhash, one key", highwayhash::FixedState::from_seed);
    };
}

thread_local! {
    /// The number of comparisons of [`Counted`] keys.
    static COMPARISONS: Cell<usize> = const { Cell::new(0) };
}

/// A key whose comparisons are counted.
#[derive(Eq)]
struct Counted<T>(T);

impl<T: Hash> Hash for Counted<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T: PartialEq> PartialEq for Counted<T> {
    fn eq(&self, other: &Self) -> bool {
        COMPARISONS.set(COMPARISONS.get() + 1);
        self.0 == other.0
    }
}

/// Returns the number of comparisons per key when different keys are inserted into a map of the
/// standard library.
fn comparisons<T: Hash + Eq + Clone>(state: impl BuildHasher, keys: &[T]) -> f64 {
    let mut map = HashMap::with_hasher(state);
    COMPARISONS.set(0);
    for key in keys {
        assert!(map.insert(Counted(key.clone()), ()).is_none(), "the keys differ");
    }
    ratio(COMPARISONS.get(), keys.len())
}

/// The permitted comparisons per key. A key is compared with others in its probe sequence that
/// share seven bits of its hash: 0.1 on average, more where a linear hash meets regular keys, and
/// 500 under an attack.
const FEW: f64 = 3.0;

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn ratio(count: usize, of: usize) -> f64 {
    count as f64 / of as f64
}

/// Checks that the attack works on the rival under every seed, so that each key is compared with
/// all earlier ones, and on none of ours.
fn fails_on_ours<T: Hash + Eq + Clone + Debug>(keys: &[T]) {
    for seed in SEEDS {
        let seed = usize::try_from(seed).expect("the number is small");
        let rival = comparisons(FxSeededState::with_seed(seed), keys);
        let all = ratio(keys.len() - 1, 2);
        assert!(
            (rival - all).abs() < 1e-6,
            "rustc-hash: {rival} comparisons per key instead of {all}"
        );
    }
    on_ours!(|name, state| holds(name, state, keys));
}

/// Checks that a map compares few of these keys with one another.
fn holds<T: Hash + Eq + Clone, S: BuildHasher>(name: &str, state: fn(u64) -> S, keys: &[T]) {
    for seed in SEEDS {
        let found = comparisons(state(seed), keys);
        assert!(found < FEW, "{name}, seed {seed}: {found} comparisons per key");
    }
}

/// Multicollisions that no seed prevents: the hash of (a, b) is ((seed + a) K + b) K.
#[test]
fn pairs_that_collide_under_every_seed() {
    let pairs: Vec<_> = (0..2000_u64).map(|a| (a, a.wrapping_mul(K).wrapping_neg())).collect();
    fails_on_ours(&pairs);
}

/// The hash of a slice does not depend on the seed and is a product. Its first factor is 0 for
/// slices of 16 bytes that start with a constant.
#[test]
fn slices_that_collide_under_every_seed() {
    let start = 0x243f_6a88_85a3_08d3_u64.to_le_bytes();
    let slices: Vec<_> = (0..2000_u64).map(|i| [start, i.to_le_bytes()].concat()).collect();
    fails_on_ours(&slices);
}

/// Joux's multicollisions: any choice from ten colliding pairs, one after the other.
#[test]
fn choices_of_colliding_parts() {
    let part = |bit| if bit { (1, K.wrapping_neg()) } else { (0_u64, 0_u64) };
    let values: Vec<[_; 11]> =
        (0..1 << 11).map(|i| std::array::from_fn(|j| part(i >> j & 1 == 1))).collect();
    fails_on_ours(&values);
}

/// Keys that end in zeros: flags in high bits, multiples of large powers of 2.
#[test]
fn keys_that_end_in_zeros() {
    let keys: Vec<_> = (0..1_u64 << 10).map(|i| i << 54).collect();
    fails_on_ours(&keys);
    for zeros in (0..54).step_by(3) {
        let keys: Vec<_> = (0..1_u64 << 10).map(|i| i << zeros).collect();
        let wide: Vec<_> = keys.iter().map(|key| u128::from(*key) << 64).collect();
        on_ours!(|name, state| {
            holds(name, state, &keys);
            holds(name, state, &wide);
        });
    }
    // Integers as floating-point numbers end in zeros, and so do padded messages.
    let floats: Vec<_> = (0..2000_u32).map(|i| f64::from(i).to_bits()).collect();
    let padded: Vec<_> = (0..2000).map(|len| vec![0_u8; len]).collect();
    on_ours!(|name, state| {
        holds(name, state, &floats);
        holds(name, state, &padded);
    });
}

/// Appends common suffixes to pairs of keys that share a bucket of 2^16, as an observer of a map
/// learns, and counts how many of 4,096 pairs share a bucket again.
fn extended<S: BuildHasher>(state: &S, [a, b]: [u64; 2]) -> [usize; 2] {
    let same = |x: (u64, u64), y: (u64, u64)| (state.hash_one(x) ^ state.hash_one(y)) << 48 == 0;
    let count = |test: &dyn Fn(&u64) -> bool| (0..4096_u64).filter(test).count();
    [count(&|end| same((a, *end), (b, *end))), count(&|start| same((*start, a), (*start, b)))]
}

#[test]
fn pairs_with_common_ends() {
    assert_eq!(extended(&FxBuildHasher, [0, 1 << 60]), [4096; 2], "rustc-hash");
    on_ours!(few_pairs);
}

fn few_pairs<S: BuildHasher>(name: &str, state: fn(u64) -> S) {
    for state in SEEDS.map(state) {
        let first = state.hash_one(0_u64);
        let shares = |key: &u64| (state.hash_one(key) ^ first) << 48 == 0;
        let other = (1..1 << 24).find(shares).expect("one in 2^16 keys shares the bucket");
        for pair in [[0, 1 << 60], [0, other]] {
            let found = extended(&state, pair);
            assert!(found.iter().all(|count| *count < 4), "{name}: {found:?} of 4096");
        }
    }
}

/// A table with linear probing that doubles when it is seven eighths full; it stores only hashes.
struct Table {
    slots: Vec<Option<u64>>,
    len: usize,
    /// The number of slots inspected by insertions.
    looks: usize,
}

impl Table {
    fn new() -> Self {
        Self { slots: vec![None; 16], len: 0, looks: 0 }
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are needed")]
    fn insert(&mut self, hash: u64) {
        if 8 * (self.len + 1) > 7 * self.slots.len() {
            let twice = vec![None; 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, twice);
            self.len = 0;
            for hash in old.into_iter().flatten() {
                self.insert(hash);
            }
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        self.looks += 1;
        while self.slots[at].is_some() {
            at = (at + 1) & mask;
            self.looks += 1;
        }
        self.slots[at] = Some(hash);
        self.len += 1;
    }
}

/// Inserts the keys of a map, in the order of its slots, into another map. Returns the inspected
/// slots per key.
fn reinsert(from: &impl BuildHasher, to: &impl BuildHasher) -> f64 {
    const SLOTS: u64 = 1 << 15;
    let count = SLOTS / 5 * 4;
    let mut keys: Vec<u64> = (0..count).collect();
    keys.sort_by_key(|key| from.hash_one(key) % SLOTS);
    let mut table = Table::new();
    for key in &keys {
        table.insert(to.hash_one(key));
    }
    ratio(table.looks, keys.len())
}

/// Filling a map in the order of another takes quadratic time if both have the same state: the
/// first half of the keys fills the smaller table evenly, and all later ones start at its
/// beginning.
#[test]
fn maps_filled_in_the_order_of_others() {
    let rival = reinsert(&FxBuildHasher, &FxBuildHasher);
    assert!(rival > 100.0, "rustc-hash: {rival} slots per key");
    on_ours!(linear);
}

/// Checks that two states, as any two maps of the family have, keep insertions linear. With one
/// state, as in a clone, they are quadratic as for the rival; the docs of `RandomState` and
/// `FixedState` warn of that.
fn linear<S: BuildHasher>(name: &str, state: fn(u64) -> S) {
    let [a, b, c] = SEEDS.map(state);
    for (from, to) in [(&a, &b), (&b, &c), (&c, &a)] {
        let found = reinsert(from, to);
        assert!(found < 10.0, "{name}: {found} slots per key");
    }
    let clone = reinsert(&a, &a);
    assert!(clone > 100.0, "{name}: {clone} slots per key");
}

/// Two maps of a process have different states by default.
#[test]
fn new_maps_differ() {
    fn differ<S: BuildHasher + Default>(name: &str) {
        assert_ne!(S::default().hash_one(7), S::default().hash_one(7), "{name}");
    }
    assert_eq!(FxBuildHasher.hash_one(7), FxBuildHasher.hash_one(7));
    differ::<multilinear_hash::RandomState>("multilinear-hash");
    differ::<clhash::RandomState>("clhash");
    differ::<vhash::RandomState>("vhash");
    differ::<siphash_fast::RandomState>("siphash-fast");
    differ::<highwayhash::RandomState>("highwayhash");
}
