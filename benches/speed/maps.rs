//! Look-ups of keys that a map of std has, under the states of the crates:
//! `FUNCTION/STATE/hit-KEY/ENTRIES`.

use crate::common::{measure, words};
use criterion::{Criterion, Throughput};
use siphasher::sip::SipHasher13;
use std::cell::LazyCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::hint::black_box;
use xxhash_rust::xxh3::Xxh3DefaultBuilder;

/// The numbers of entries: a map in the first-level cache, and one in the last.
const ENTRIES: [usize; 2] = [1_000, 100_000];
/// The distance of one key to the next that is looked up. It has no common divisor with
/// [`ENTRIES`].
const STEP: usize = 619;

pub(crate) fn all(c: &mut Criterion) {
    for entries in ENTRIES {
        let words = words(entries);
        let strings: Vec<_> = words.iter().map(|word| format!("key {}", word >> 24)).collect();
        let strings: Vec<_> = strings.iter().map(String::as_str).collect();
        states(c, "u64", &words);
        states(c, "str", &strings);
    }
}

fn states<K: Copy + Eq + Hash>(c: &mut Criterion, key: &str, keys: &[K]) {
    macro_rules! hits {
        ($($function:literal $name:literal $state:expr;)*) => {$(
            hits(c, $function, &format!("{}/hit-{key}", $name), keys, &$state);
        )*};
    }
    let clhash = clhash::Key::from_seed(1);
    let multilinear = multilinear_hash::MapKey::from_seed(1);
    let vhash = vhash::Key64::from_seed(1);
    let siphash = siphash_fast::Key::from_seed(1);
    let highwayhash = highwayhash::Key::from_seed(1);
    hits! {
        "clhash" "RandomState" clhash::RandomState::from_seed(1);
        "clhash" "FastState" clhash::FastState::from_seed(1);
        "clhash" "FixedState" clhash::FixedState::new(&clhash);
        "multilinear" "RandomState" multilinear_hash::RandomState::from_seed(1);
        "multilinear" "FastState" multilinear_hash::FastState::from_seed(1);
        "multilinear" "FixedState" multilinear_hash::FixedState::new(&multilinear);
        "vhash64" "RandomState" vhash::RandomState::from_seed(1);
        "vhash64" "FastState" vhash::FastState::from_seed(1);
        "vhash64" "FixedState" vhash::FixedState::new(&vhash);
        "siphash-1-3" "RandomState" siphash_fast::RandomState::from_seed(1);
        "siphash-1-3" "FixedState" siphash_fast::FixedState::new(&siphash);
        "highwayhash64" "RandomState" highwayhash::RandomState::from_seed(1);
        "highwayhash64" "FixedState" highwayhash::FixedState::new(&highwayhash);
        "std" "RandomState" std::hash::RandomState::new();
        "siphasher-1-3" "BuildHasherDefault" BuildHasherDefault::<SipHasher13>::new();
        "xxh3-64" "Xxh3DefaultBuilder" Xxh3DefaultBuilder::new();
    }
}

fn hits<K: Copy + Eq + Hash, S: BuildHasher + Clone>(
    c: &mut Criterion,
    function: &str,
    what: &str,
    keys: &[K],
    state: &S,
) {
    // Filled if the bench runs.
    let map = LazyCell::new(|| {
        let mut map = HashMap::with_capacity_and_hasher(keys.len(), state.clone());
        map.extend(keys.iter().copied().zip(0_usize..));
        map
    });
    let mut next = 0;
    measure(c, function, what, keys.len(), Throughput::Elements(1), || {
        next += STEP;
        if next >= keys.len() {
            next -= keys.len();
        }
        map.get(black_box(&keys[next])).copied()
    });
}
