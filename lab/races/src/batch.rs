//! Batch functions beside loops over single hashes: the family, then the peers.

use crate::calls::{self, CALL, LIST};
use crate::race::Task;
use crate::rng::Rng;
use crate::{clhash, highwayhash, multilinear, siphash};
use std::hash::BuildHasher;
use std::hint::black_box;
use std::ops::RangeInclusive;

/// Words to hash.
#[derive(Debug)]
pub struct Words(Vec<u64>);

impl Words {
    /// Makes a list of random words.
    #[must_use]
    pub fn new() -> Self {
        let mut rng = Rng::new(2);
        Self((0..LIST).map(|_| rng.next_u64()).collect())
    }

    /// Lists `hash_u64s` and loops over the words.
    ///
    /// # Panics
    /// The tasks panic if a batch function returns an error.
    #[must_use]
    pub fn tasks(&self) -> Vec<Task<'_>> {
        let words = &self.0;
        let mut tasks = clhash::batches_of_words(words);
        tasks.extend(multilinear::batches_of_words(words));
        tasks.extend(highwayhash::batches_of_words(words));
        tasks.extend(siphash::words_beside_others(words));
        let seed = black_box(1);
        let fold = foldhash::fast::FixedState::with_seed(seed);
        let rapid = rapidhash::fast::SeedableState::new(seed);
        tasks.extend([
            calls::words_one_by_one(words, "foldhash-fast loop", "fold", move |word| {
                fold.hash_one(word)
            }),
            calls::words_one_by_one(words, "rapidhash-fast loop", "rapid", move |word| {
                rapid.hash_one(word)
            }),
            calls::words_one_by_one(words, "xxh3/xxhash-rust loop", "xxh3", |word| {
                xxhash_rust::xxh3::xxh3_64(&word.to_le_bytes())
            }),
        ]);
        tasks.into_iter().map(|task| task.ops_per_unit(CALL)).collect()
    }
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
    /// Makes a list of strings with lengths in this range.
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

    /// Returns the strings.
    #[must_use]
    pub fn slices(&self) -> Vec<&[u8]> {
        let at = |offset: i32| offset.unsigned_abs() as usize;
        self.offsets.windows(2).map(|w| &self.values[at(w[0])..at(w[1])]).collect()
    }

    /// Lists `hash_many`, `hash_column` and loops over the strings. `slices` are these strings.
    ///
    /// # Panics
    /// The tasks panic if a batch function returns an error.
    #[must_use]
    pub fn tasks<'a>(&'a self, slices: &'a [&'a [u8]]) -> Vec<Task<'a>> {
        let mut tasks = clhash::batches_of_strings(slices, &self.values, &self.offsets);
        tasks.extend(highwayhash::batches_of_strings(slices, &self.values, &self.offsets));
        tasks.extend(multilinear::batches_of_strings(slices));
        tasks.extend(siphash::batches_of_strings(slices));
        let [k0, k1] = black_box([1_u64, 2]);
        let rapid = rapidhash::v3::RapidSecrets::seed(k0);
        let sip = siphasher::sip::SipHasher13::new_with_keys(k0, k1);
        let (xxh3, highway) = (xxhash_rust::xxh3::xxh3_64, highwayhash::highway());
        tasks.extend([
            calls::one_by_one(slices, "rapidhash-v3 loop", "rapid", move |m| {
                rapidhash::v3::rapidhash_v3_seeded(m, &rapid)
            }),
            calls::one_by_one(slices, "xxh3/xxhash-rust loop", "xxh3", xxh3),
            calls::one_by_one(slices, "highwayhash/highway loop", "highwayhash", highway),
            calls::one_by_one(slices, "siphash13/siphasher loop", "sip", move |m| sip.hash(m)),
        ]);
        tasks.into_iter().map(|task| task.ops_per_unit(CALL)).collect()
    }
}
