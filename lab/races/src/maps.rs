//! Hash tables under each hasher.
//!
//! [`keys`]: key types. [`kinds`]: distributions of keys. [`hashers`]: states for peers that have
//! none. [`suite`]: every kind under every hasher, with ranks. [`words`]: a dictionary.

pub mod hashers;
pub mod keys;
pub mod kinds;
pub mod suite;
pub mod words;

use crate::race::{Sample, Task};
use crate::rng::Rng;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A key type.
pub trait MapKey: Hash + Eq + Copy + 'static {
    /// The name of the type.
    const NAME: &'static str;
    /// At most the number of different keys.
    const DISTINCT: usize = usize::MAX;
    /// Draws a random key.
    fn random(rng: &mut Rng) -> Self;
    /// Returns an equal key that shares no memory with this one.
    fn copied(self) -> Self;
}

/// The input of the operations: different keys, and the keys to look up.
#[derive(Debug)]
pub struct Workload<K> {
    keys: Vec<K>,
    /// Keys of the table, drawn at random and stored in the order of look-up, as a caller has them
    /// at hand. Cache misses are therefore due to the table and not to the list.
    hits: Vec<K>,
    /// Keys that are not in the table.
    misses: Vec<K>,
}

impl<K: MapKey> Workload<K> {
    /// Makes keys for tables of `entries` entries, or of half of all keys if those are fewer.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Self::of(entries, K::DISTINCT, |rng, _| K::random(rng))
    }

    /// Makes keys with `draw`, for tables of `entries` entries, or of half of all keys if those are
    /// fewer. The second argument of `draw` counts its calls.
    #[must_use]
    pub fn of(entries: usize, distinct: usize, mut draw: impl FnMut(&mut Rng, usize) -> K) -> Self {
        let entries = entries.min(distinct / 2);
        // There are enough look-ups that the predictor does not learn their order, and no more, to
        // save memory.
        let lookups = entries.clamp(1 << 16, 1 << 21);
        let mut rng = Rng::new(entries as u64);
        let mut seen = HashSet::new();
        let mut count = 0;
        let mut different = |wanted: usize| -> Vec<K> {
            let mut keys = Vec::with_capacity(wanted);
            while keys.len() < wanted {
                let key = draw(&mut rng, count);
                count += 1;
                if seen.insert(key) {
                    keys.push(key);
                }
            }
            keys
        };
        let (mut keys, misses) = (different(entries), different(lookups.min(distinct / 2)));
        rng.shuffle(&mut keys);
        let hits = (0..lookups).map(|_| keys[rng.below(entries)].copied()).collect();
        Self { keys, hits, misses }
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.keys.len()
    }
}

/// The timed operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Inserts all keys into an empty table that has room for them.
    Insert,
    /// Inserts all keys into an empty table that grows.
    Build,
    /// Removes all keys from a table, in another order than they were inserted.
    Remove,
    /// Looks up keys that are in the table.
    Hit,
    /// Looks up keys that are not in the table.
    Miss,
    /// Calls only `BuildHasher::hash_one`, with the same keys as `Hit`.
    Hash,
}

impl Op {
    /// All operations.
    pub const ALL: [Self; 6] =
        [Self::Insert, Self::Build, Self::Remove, Self::Hit, Self::Miss, Self::Hash];

    /// Returns whether one unit of the operation covers all keys.
    #[must_use]
    pub const fn is_of_all(self) -> bool {
        matches!(self, Self::Insert | Self::Build | Self::Remove)
    }

    /// Returns the name of the operation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Insert => "insert",
            Self::Build => "build",
            Self::Remove => "remove",
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::Hash => "hash",
        }
    }
}

/// A table under one hasher.
pub struct Contender<K> {
    name: &'static str,
    run: Box<Run<K>>,
}

/// The signature of [`Contender::run`].
type Run<K> = dyn Fn(Op, &Workload<K>, u64, usize) -> Sample;

impl<K> std::fmt::Debug for Contender<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contender").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<K: MapKey> Contender<K> {
    fn new<S: BuildHasher + 'static>(name: &'static str, hasher: impl Fn() -> S + 'static) -> Self {
        // The table is built on first use, because a run of the benches may need only some tables.
        let table = RefCell::new(None);
        let run = move |op, work: &Workload<K>, seed, count| {
            let mut table = table.borrow_mut();
            let table = table.get_or_insert_with(|| {
                let map = HashMap::with_capacity_and_hasher(work.entries(), hasher());
                let mut table = Table { map };
                table.insert(work);
                table
            });
            match op {
                Op::Insert => table.insert_all(work, count),
                Op::Build => Table::build_all(&hasher, work, count),
                Op::Remove => table.remove_all(work, count),
                Op::Hit => table.look_up(&work.hits, work.entries(), seed, count),
                Op::Miss => table.look_up(&work.misses, work.entries(), seed, count),
                Op::Hash => table.hash(&work.hits, seed, count),
            }
        };
        Self { name, run: Box::new(run) }
    }

    /// Returns the hasher's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Runs an operation: `Insert`, `Build` and `Remove` process all keys `count` times, the others
    /// process `count` keys from a random position of the list.
    #[must_use]
    pub fn run(&self, op: Op, work: &Workload<K>, seed: u64, count: usize) -> Sample {
        (self.run)(op, work, seed, count)
    }

    /// Returns the operation as a contender of a race.
    #[must_use]
    pub fn task<'a>(&'a self, op: Op, work: &'a Workload<K>) -> Task<'a> {
        // The sums of hashes differ between tables; the results of all other operations must agree.
        let result = if op == Op::Hash { self.name } else { op.name() };
        let task = Task::timing_itself(self.name, result, move |seed, count| {
            self.run(op, work, seed, count)
        });
        if op.is_of_all() { task.ops_per_unit(work.entries()) } else { task }
    }
}

/// The state of ours under which the buckets of regular keys are not as even as a random
/// function's.
pub const UNEVEN: &str = "multilinear_hash::FastState";

/// Lists the hashers that people choose from most often. Each serves one workload, because its
/// table is filled when it first runs.
#[must_use]
pub fn choices<K: MapKey>() -> Vec<Contender<K>> {
    vec![
        Contender::new("std", std::hash::RandomState::new),
        Contender::new("clhash::RandomState", clhash::RandomState::new),
        Contender::new("siphash_fast::RandomState", siphash_fast::RandomState::new),
        Contender::new("multilinear_hash::RandomState", multilinear_hash::RandomState::new),
        Contender::new(UNEVEN, multilinear_hash::FastState::new),
        Contender::new("vhash::RandomState", vhash::RandomState::new),
        Contender::new("foldhash::fast", foldhash::fast::RandomState::default),
        Contender::new("foldhash::quality", foldhash::quality::RandomState::default),
        Contender::new("rapidhash::fast", rapidhash::fast::RandomState::new),
        Contender::new("rustc-hash", || rustc_hash::FxBuildHasher),
        Contender::new("ahash", ahash::RandomState::new),
        #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
        Contender::new("gxhash", gxhash::GxBuildHasher::default),
    ]
}

/// Lists these and more hashers of the family and of its peers, for [`suite`].
#[must_use]
pub fn many<K: MapKey>() -> Vec<Contender<K>> {
    let [k0, k1, k2, k3] = black_box([1_u64, 2, 3, 4]);
    let polymur = hashers::Polymur::new(k0, k1);
    let mut all = choices();
    all.extend([
        Contender::new("highwayhash::RandomState", highwayhash::RandomState::new),
        Contender::new("highway", move || {
            highway::HighwayBuildHasher::new(highway::Key([k0, k1, k2, k3]))
        }),
        Contender::new("siphasher 1-3", move || hashers::Sip13(k0, k1)),
        Contender::new("xxhash-rust", move || xxhash_rust::xxh3::Xxh3Builder::new().with_seed(k0)),
        Contender::new("polymur-hash", move || polymur.clone()),
        Contender::new("museair", move || hashers::MuseAir(k0)),
        Contender::new("komihash", move || hashers::Komi(k0)),
    ]);
    all
}

/// Lists these and all others.
#[must_use]
pub fn contenders<K: MapKey>() -> Vec<Contender<K>> {
    let key = crate::clhash::key(clhash::Backend::detect());
    let mut all = many();
    all.extend([
        Contender::new("clhash::FixedState", move || clhash::FixedState::new(key)),
        Contender::new("rapidhash::quality", rapidhash::quality::RandomState::new),
    ]);
    all
}

struct Table<K, S> {
    map: HashMap<K, u64, S>,
}

impl<K: MapKey, S: BuildHasher> Table<K, S> {
    /// Empties the table and inserts every key; only the insertions are timed.
    fn insert(&mut self, work: &Workload<K>) -> Duration {
        self.map.clear();
        Self::fill(&mut self.map, work)
    }

    /// Inserts every key, and returns the time that it took.
    fn fill(map: &mut HashMap<K, u64, S>, work: &Workload<K>) -> Duration {
        let start = Instant::now();
        for (value, key) in (0..).zip(&work.keys) {
            map.insert(*key, value);
        }
        start.elapsed()
    }

    fn build_all(hasher: impl Fn() -> S, work: &Workload<K>, count: usize) -> Sample {
        let mut sample = Sample { elapsed: Duration::ZERO, sum: 0 };
        for _ in 0..count {
            let mut map = HashMap::with_hasher(hasher());
            sample.elapsed += Self::fill(&mut map, work);
            sample.sum += map.len() as u64;
        }
        sample
    }

    fn insert_all(&mut self, work: &Workload<K>, count: usize) -> Sample {
        let mut sample = Sample { elapsed: Duration::ZERO, sum: 0 };
        for _ in 0..count {
            sample.elapsed += self.insert(work);
            sample.sum += self.map.len() as u64;
        }
        sample
    }

    /// Removes every key, from the last to the first, and times only the removals. The table is
    /// full before and after.
    fn remove_all(&mut self, work: &Workload<K>, count: usize) -> Sample {
        let mut sample = Sample { elapsed: Duration::ZERO, sum: 0 };
        for _ in 0..count {
            let start = Instant::now();
            let values = work.keys.iter().rev().filter_map(|key| self.map.remove(key));
            sample.sum += values.fold(0, u64::wrapping_add);
            sample.elapsed += start.elapsed();
            self.insert(work);
        }
        sample
    }

    fn look_up(&self, keys: &[K], entries: usize, seed: u64, count: usize) -> Sample {
        // Small tables are hot in practice, but here other tables ran in between.
        if entries <= 1 << 14 {
            black_box(self.map.values().sum::<u64>());
        }
        timed_sum(keys, seed, count, |key| self.map.get(key).map_or(1 << 40, |value| *value))
    }

    fn hash(&self, keys: &[K], seed: u64, count: usize) -> Sample {
        timed_sum(keys, seed, count, |key| self.map.hasher().hash_one(key))
    }
}

/// Adds up the values of `of` for `count` keys in order, cyclically, from a random one on.
#[inline]
fn timed_sum<K>(keys: &[K], seed: u64, count: usize, of: impl Fn(&K) -> u64) -> Sample {
    let mut part = &keys[Rng::new(seed).below(keys.len())..];
    let mut left = count;
    let mut sum = 0;
    let start = Instant::now();
    while left > 0 {
        part = &part[..left.min(part.len())];
        sum = part.iter().map(&of).fold(sum, u64::wrapping_add);
        left -= part.len();
        part = keys;
    }
    Sample { elapsed: start.elapsed(), sum: black_box(sum) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Role;
    use crate::store;
    use std::fs;
    use std::path::Path;

    fn agree<K: MapKey>(contenders: &[Contender<K>]) {
        let work = Workload::<K>::new(1000);
        // Hits follow removals, so the table must be full again.
        for op in [Op::Insert, Op::Build, Op::Remove, Op::Hit, Op::Miss] {
            let count = if op.is_of_all() { 2 } else { 2000 };
            let sums: HashSet<_> =
                contenders.iter().map(|c| c.run(op, &work, 3, count).sum).collect();
            assert_eq!(sums.len(), 1, "{op:?}");
            if op == Op::Miss {
                assert_eq!(sums, HashSet::from([2000 << 40]));
            }
            let entries = work.entries() as u64;
            if op == Op::Remove {
                assert_eq!(sums, HashSet::from([2 * (entries * (entries - 1) / 2)]));
            }
        }
    }

    #[test]
    fn tables_agree() {
        macro_rules! all {
            ($($Key:ty;)*) => { $(agree::<$Key>(&choices());)* };
        }
        crate::every_key!(all);
        agree::<u64>(&contenders());
        agree::<&str>(&contenders());
    }

    /// Stored races of our states have the names of today, by which pages choose them.
    #[test]
    fn stored_states_have_their_names() {
        let known: HashSet<_> = contenders::<u64>().iter().map(Contender::name).collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
        for entry in fs::read_dir(folder).expect("the results") {
            let path = entry.expect("an entry").path();
            if !path.to_string_lossy().ends_with(store::ENDING) {
                continue;
            }
            let builds = store::read(&path).expect("results");
            let sections = builds.iter().flat_map(|build| &build.sections);
            let rows = sections.flat_map(|section| &section.cases).flat_map(|case| &case.rows);
            let states = rows.filter(|row| row.name.contains("::") && row.role != Role::Peer);
            let names: HashSet<_> = states.map(|row| &*row.name).collect();
            assert!(names.contains(UNEVEN), "{}", path.display());
            assert!(names.is_subset(&known), "{}: {names:?}", path.display());
        }
    }
}
