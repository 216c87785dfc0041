//! Many messages in one call, beside a loop over them.

use crate::race::Task;
use crate::rng::Rng;
use clhash::{Backend, Key};
use std::hash::BuildHasher;
use std::hint::black_box;
use std::ops::RangeInclusive;

/// Messages in a call.
pub const CALL: usize = 1024;
/// Messages in the list of which each call takes a random part: their lengths are not learnt.
const LIST: usize = 16 * CALL;

/// A random part of the list.
pub(crate) fn part(rng: &mut Rng) -> std::ops::Range<usize> {
    let start = rng.below(LIST - CALL);
    start..start + CALL
}

/// Calls that write hashes to `out`, `count` of them; the sum of what was written last.
pub(crate) fn calls(
    seed: u64,
    count: usize,
    mut call: impl FnMut(&mut Rng, &mut [u64; CALL]),
) -> u64 {
    let mut rng = Rng::new(seed);
    let mut out = [0; CALL];
    for _ in 0..count {
        call(&mut rng, black_box(&mut out));
    }
    out.iter().fold(0, |sum, h| sum.wrapping_add(*h))
}

/// Words to hash.
#[derive(Debug)]
pub struct Words(Vec<u64>);

impl Words {
    /// A list of random words.
    #[must_use]
    pub fn new() -> Self {
        let mut rng = Rng::new(2);
        Self((0..LIST).map(|_| rng.next_u64()).collect())
    }

    /// `hash_u64s` and loops over the words.
    ///
    /// # Panics
    /// The tasks do, if a batch function finds its arguments wrong.
    #[must_use]
    pub fn tasks(&self) -> Vec<Task<'_>> {
        let mut tasks = Vec::new();
        for backend in Backend::available() {
            let key = crate::subjects::key(backend);
            let name = backend.name();
            let task = format!("clhash/{name} loop");
            tasks.push(words_one_by_one(&self.0, task, "clhash", move |word| {
                clhash::hash(key, &word.to_le_bytes())
            }));
            let run = move |seed, count| {
                calls(seed, count, |rng, out| {
                    let fits = clhash::hash_u64s(key, &self.0[part(rng)], out);
                    assert_eq!(fits, Ok(()));
                })
            };
            tasks.push(Task::new(format!("clhash/{name} hash_u64s"), "clhash", run));
        }
        tasks.extend(crate::multilinear::batches_of_words(&self.0));
        tasks.extend(crate::highwayhash::words(&self.0));
        let words = &self.0;
        let [k0, k1] = black_box([1_u64, 2]);
        let fold = foldhash::fast::FixedState::with_seed(k0);
        let rapid = rapidhash::fast::SeedableState::new(k0);
        let sip = siphasher::sip::SipHasher13::new_with_keys(k0, k1);
        tasks
            .push(words_one_by_one(words, "foldhash-fast loop", "fold", move |w| fold.hash_one(w)));
        tasks.push(words_one_by_one(words, "rapidhash-fast loop", "rapid", move |w| {
            rapid.hash_one(w)
        }));
        tasks.push(words_one_by_one(words, "xxh3/xxhash-rust loop", "xxh3", |word| {
            xxhash_rust::xxh3::xxh3_64(&word.to_le_bytes())
        }));
        tasks.push(words_one_by_one(words, "siphash13/siphasher loop", "sip", move |word| {
            sip.hash(&word.to_le_bytes())
        }));
        tasks.into_iter().map(|task| task.ops_per_unit(CALL)).collect()
    }
}

pub(crate) fn words_one_by_one<'a>(
    words: &'a [u64],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(u64) -> u64 + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| {
            for (word, h) in words[part(rng)].iter().zip(out) {
                *h = hash(*word);
            }
        })
    })
}

impl Default for Words {
    fn default() -> Self {
        Self::new()
    }
}

/// Strings to hash, in Arrow's layout.
#[derive(Debug)]
pub struct Strings {
    values: Vec<u8>,
    offsets: Vec<i32>,
}

impl Strings {
    /// A list of strings with lengths in this range.
    #[must_use]
    pub fn new(lengths: RangeInclusive<usize>) -> Self {
        let mut rng = Rng::new(3);
        let mut end = 0;
        let mut offsets = vec![0];
        for _ in 0..LIST {
            end += lengths.start() + rng.below(lengths.clone().count());
            offsets.push(i32::try_from(end).unwrap_or(i32::MAX));
        }
        Self { values: rng.bytes(end), offsets }
    }

    /// The strings.
    #[must_use]
    pub fn slices(&self) -> Vec<&[u8]> {
        let at = |offset: i32| offset.unsigned_abs() as usize;
        self.offsets.windows(2).map(|w| &self.values[at(w[0])..at(w[1])]).collect()
    }

    /// `hash_many`, `hash_column`, and loops over the strings, which are these `slices`.
    ///
    /// # Panics
    /// The tasks do, if a batch function finds its arguments wrong.
    #[must_use]
    pub fn tasks<'a>(&'a self, slices: &'a [&'a [u8]]) -> Vec<Task<'a>> {
        let mut tasks = Vec::new();
        for backend in Backend::available() {
            let key = crate::subjects::key(backend);
            let name = backend.name();
            tasks.push(one_by_one(slices, format!("clhash/{name} loop"), "clhash", move |m| {
                clhash::hash(key, m)
            }));
            let run = move |seed, count| {
                calls(seed, count, |rng, out| {
                    let fits = clhash::hash_many(key, &slices[part(rng)], out);
                    assert_eq!(fits, Ok(()));
                })
            };
            tasks.push(Task::new(format!("clhash/{name} hash_many"), "clhash", run));
            tasks.push(self.column(format!("clhash/{name} hash_column"), key));
        }
        for backend in highwayhash::Backend::available() {
            let words = crate::subjects::highway_words();
            let key = highwayhash::Key::from_words(words).with_backend(backend);
            let name = backend.name();
            let one = key.clone();
            let task = format!("highwayhash/{name} loop");
            tasks.push(one_by_one(slices, task, "highwayhash", move |m| {
                highwayhash::hash64(&one, m)
            }));
            let run = move |seed, count| {
                calls(seed, count, |rng, out| {
                    let fits = highwayhash::hash_many(&key, &slices[part(rng)], out);
                    assert_eq!(fits, Ok(()));
                })
            };
            tasks.push(Task::new(format!("highwayhash/{name} hash_many"), "highwayhash", run));
        }
        tasks.extend(crate::highwayhash::columns(&self.values, &self.offsets));
        tasks.extend(crate::multilinear::batches_of_strings(slices));
        tasks.extend(crate::siphash::batches_of_strings(slices));
        let [k0, k1] = black_box([1_u64, 2]);
        let rapid = rapidhash::v3::RapidSecrets::seed(k0);
        let sip = siphasher::sip::SipHasher13::new_with_keys(k0, k1);
        tasks.push(one_by_one(slices, "rapidhash-v3 loop", "rapid", move |m| {
            rapidhash::v3::rapidhash_v3_seeded(m, &rapid)
        }));
        tasks.push(one_by_one(slices, "xxh3/xxhash-rust loop", "xxh3", xxhash_rust::xxh3::xxh3_64));
        let highway = highway::Key(crate::subjects::highway_words());
        tasks.push(one_by_one(slices, "highwayhash/highway loop", "highwayhash", move |m| {
            use highway::HighwayHash;
            highway::HighwayHasher::new(highway).hash64(m)
        }));
        tasks.push(one_by_one(slices, "siphash13/siphasher loop", "sip", move |m| sip.hash(m)));
        tasks.into_iter().map(|task| task.ops_per_unit(CALL)).collect()
    }

    fn column(&self, name: String, key: &'static Key) -> Task<'_> {
        Task::new(name, "clhash", move |seed, count| {
            calls(seed, count, |rng, out| {
                let strings = part(rng);
                let offsets = &self.offsets[strings.start..=strings.end];
                assert_eq!(clhash::hash_column(key, &self.values, offsets, out), Ok(()));
            })
        })
    }
}

/// A batch function over the strings, as a task.
pub(crate) fn in_one_call<'a>(
    slices: &'a [&'a [u8]],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(&[&[u8]], &mut [u64]) + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| hash(&slices[part(rng)], out))
    })
}

/// A hash of one string in a loop, as a task.
pub(crate) fn one_by_one<'a>(
    slices: &'a [&'a [u8]],
    name: impl Into<String>,
    result: &'static str,
    hash: impl Fn(&[u8]) -> u64 + 'a,
) -> Task<'a> {
    Task::new(name, result, move |seed, count| {
        calls(seed, count, |rng, out| {
            for (message, h) in slices[part(rng)].iter().zip(out) {
                *h = hash(message);
            }
        })
    })
}
