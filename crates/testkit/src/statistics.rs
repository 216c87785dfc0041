//! Statistical tests: does a hash function treat structured messages as a random function does?
//!
//! The families of messages are those of SMHasher (Appleby), which Lemire and Kaser applied to
//! CLHASH ("Faster 64-bit universal hashing using carry-less multiplications", section 6.1). The
//! code is written from their descriptions. There are two kinds of families:
//!
//! * **Collisions.** The hashes of a set of messages are compared in all bits, in the high b bits
//!   and in the low b bits, for every b from 8 on. With a random function, a pair agrees in b bits
//!   with probability 2^-b. Only an excess of pairs fails, because fewer pairs are better for a
//!   table.
//! * **Bits.** One bit of a message is flipped. Each bit of the hash should change half of the time
//!   (avalanche), and any two bits should change independently (independence).
//!
//! Chernoff's bound limits the probability that a random function reaches a count. Its product with
//! the number of counts in the family is the probability of the family, which fails if this is
//! below 2^[`ALARM`]. So a random function fails any of the families with probability below 2^-26.
//! (Numbers of pairs and sums of squares follow their Poisson and chi-squared distributions only
//! approximately, which costs a few of these bits.) Seeds and messages are fixed, so every run
//! gives the same result.
//!
//! A set has about 2^11 messages in a debug build and 2^17 in a release build. The environment
//! variable `TESTKIT_STATISTICS` sets another logarithm, for longer runs.

mod bits;
mod collisions;
mod keys;
mod tail;
#[cfg(test)]
mod tests;
mod value;

pub use value::Value;

use keys::{Sample, Set};

/// The names of the families of functions of messages.
///
/// | family       | messages, and the property that is tested                                  |
/// |--------------|----------------------------------------------------------------------------|
/// | avalanche    | one bit flipped: each bit of the hash changes half of the time             |
/// | independence | one bit flipped: any two bits of the hash change independently             |
/// | differences  | one bit flipped: the differences of hashes collide as often as random ones |
/// | sparse       | few bits set, and few bits flipped in a random message                     |
/// | permutation  | sequences over a small alphabet of words                                   |
/// | two-bytes    | one or two bytes that are not zero                                         |
/// | cyclic       | a few bytes, repeated eight times                                          |
/// | windowed     | all values of a window of bits, at every rotation                          |
/// | text         | letters and digits between fixed text; decimal numbers                     |
/// | zeroes       | zeros, of every length                                                     |
/// | seeds        | a single message under sparse seeds, and under consecutive seeds           |
/// | perlin-noise | consecutive numbers under consecutive seeds                                |
/// | counters     | multiples of a number, in both byte orders                                 |
pub const FAMILIES: [&str; 13] = [
    "avalanche",
    "independence",
    "differences",
    "sparse",
    "permutation",
    "two-bytes",
    "cyclic",
    "windowed",
    "text",
    "zeroes",
    "seeds",
    "perlin-noise",
    "counters",
];

/// Returns the names of all families of functions of messages except these.
#[must_use]
pub fn all_but(passing: &[&str]) -> Vec<&'static str> {
    FAMILIES.into_iter().filter(|family| !passing.contains(family)).collect()
}

/// The names of the families of functions of 64-bit integers.
pub const FAMILIES_OF_WORDS: [&str; 9] = [
    "avalanche",
    "independence",
    "differences",
    "sparse",
    "two-bytes",
    "windowed",
    "seeds",
    "perlin-noise",
    "counters",
];

/// A family fails if the base-2 logarithm of its probability is smaller than this.
pub const ALARM: f64 = -30.0;

/// The size of the tests.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The approximate number of messages in a set.
    messages: usize,
    /// The number of pairs of messages for each bit.
    samples: usize,
    /// Whether all messages have 8 bytes.
    words: bool,
}

impl Shape {
    /// Creates the shape with sets of about 2^`log2` messages.
    const fn of(log2: u32) -> Self {
        Self { messages: 1 << log2, samples: 1 << (2 * log2 / 3), words: false }
    }

    /// The shape for debug builds: less than a second for a function.
    const QUICK: Self = Self::of(10);
    /// The shape for release builds: a few seconds for a function.
    const FULL: Self = Self::of(17);

    /// Returns the shape that the environment requests, or the one for this build.
    fn of_build() -> Self {
        let asked = std::env::var("TESTKIT_STATISTICS").ok().and_then(|log2| log2.parse().ok());
        let usual = if cfg!(debug_assertions) { Self::QUICK } else { Self::FULL };
        asked.map_or(usual, Self::of)
    }

    /// Removes the lengths that are not tested.
    fn lengths(&self, all: &[usize]) -> Vec<usize> {
        all.iter().copied().filter(|length| !self.words || *length == 8).collect()
    }
}

/// A keyed hash function.
struct Function<'f, K, V> {
    new_key: &'f dyn Fn(u64) -> K,
    hash: &'f dyn Fn(&K, &[u8]) -> V,
}

impl<K, V: Value> Function<'_, K, V> {
    /// Computes the hashes of the messages of a set.
    fn hashes(&self, set: &Set) -> Vec<V> {
        let (mut hashes, mut current) = (Vec::new(), None);
        set.visit(&mut |seed, message| {
            let key = match &mut current {
                Some((of, key)) if *of == seed => key,
                current => &mut current.insert((seed, (self.new_key)(seed))).1,
            };
            hashes.push((self.hash)(key, message));
        });
        hashes
    }

    /// Computes the differences of the hashes of pairs of messages.
    fn differences(&self, key: &K, sample: &Sample) -> impl Iterator<Item = V> {
        let mut message = Vec::new();
        (0..sample.len()).map(move |index| {
            sample.write(index, &mut message);
            let hash = (self.hash)(key, &message);
            sample.flip(&mut message);
            hash.difference((self.hash)(key, &message))
        })
    }

    /// Tests the families with these names.
    fn report(&self, name: &str, families: &[&'static str], shape: &Shape) -> Report {
        let findings = families.iter().map(|family| {
            let mut tally = Tally::default();
            match *family {
                "avalanche" => bits::avalanche(self, shape, &mut tally),
                "independence" => bits::independence(self, shape, &mut tally),
                "differences" => self.test_differences(shape, &mut tally),
                "sparse" => self.test(&keys::sparse(shape), &mut tally),
                "permutation" => self.test(&keys::permutation(shape), &mut tally),
                "two-bytes" => self.test(&keys::two_bytes(shape), &mut tally),
                "cyclic" => self.test(&keys::cyclic(shape), &mut tally),
                "windowed" => self.test(&keys::windowed(shape), &mut tally),
                "text" => self.test(&keys::text(shape), &mut tally),
                "zeroes" => self.test(&keys::zeroes(shape), &mut tally),
                "seeds" => self.test(&keys::seeds(shape), &mut tally),
                "perlin-noise" => self.test(&keys::perlin_noise(shape), &mut tally),
                "counters" => self.test(&keys::counters(shape), &mut tally),
                other => panic!("unknown family {other}"),
            }
            tally.finish(family)
        });
        Report { name: name.to_owned(), findings: findings.collect() }
    }

    /// Counts collisions in sets of messages.
    fn test(&self, sets: &[Set], tally: &mut Tally) {
        for set in sets {
            tally.equal += collisions::test(tally, &set.label, &mut self.hashes(set));
        }
    }

    /// Counts collisions among the differences of hashes.
    fn test_differences(&self, shape: &Shape, tally: &mut Tally) {
        for length in shape.lengths(&[2, 3, 4, 5, 8, 9, 12, 16, 20, 24, 32]) {
            let key = (self.new_key)(length as u64);
            for bit in 0..8 * length {
                let sample = Sample::new(length, bit, shape.samples);
                let mut differences: Vec<V> = self.differences(&key, &sample).collect();
                let label = format!("{length} bytes, bit {bit}");
                collisions::test(tally, &label, &mut differences);
            }
        }
    }
}

/// The number of counts of a family, and the least likely of them.
#[derive(Default)]
struct Tally {
    counts: u32,
    log2_p: f64,
    what: String,
    equal: u64,
}

impl Tally {
    /// Adds counts, the least likely of which has this probability.
    fn add(&mut self, log2_p: f64, counts: u32, what: impl FnOnce() -> String) {
        self.counts += counts;
        if log2_p < self.log2_p {
            (self.log2_p, self.what) = (log2_p, what());
        }
    }

    fn finish(self, family: &'static str) -> Finding {
        let log2_p = (self.log2_p + f64::from(self.counts).log2()).min(0.0);
        Finding { family, counts: self.counts, log2_p, what: self.what, equal: self.equal }
    }
}

/// The result of a family.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the family.
    pub family: &'static str,
    /// The number of counts that were compared with those of a random function.
    pub counts: u32,
    /// The base-2 logarithm of the probability that a random function does as badly or worse.
    pub log2_p: f64,
    /// A description of the least likely count.
    pub what: String,
    /// The number of pairs of messages, within the sets of the family, that have equal hashes.
    pub equal: u64,
}

impl Finding {
    /// Returns whether the family has failed.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.log2_p < ALARM
    }
}

/// The results of all families of a function.
#[derive(Clone, Debug)]
#[must_use = "a report that nobody reads tests nothing"]
pub struct Report {
    /// The name of the function.
    pub name: String,
    /// The result of each family.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Returns the names of the families that fail, in the order of [`FAMILIES`].
    #[must_use]
    pub fn failing(&self) -> Vec<&'static str> {
        self.findings.iter().filter(|f| f.failed()).map(|f| f.family).collect()
    }

    /// Prints the results, and asserts that exactly the families with these names fail. In a debug
    /// build, whose sets are small, some of them may pass.
    ///
    /// # Panics
    /// Panics if other families fail, or if one of these passes in a release build.
    #[track_caller]
    pub fn assert_failing(&self, expected: &[&str]) {
        for Finding { family, counts, log2_p, what, .. } in &self.findings {
            println!("{:24} {family:12} 2^{log2_p:<10.1} of {counts} counts; {what}", self.name);
        }
        let (name, failing) = (&self.name, self.failing());
        if let Some(other) = failing.iter().find(|family| !expected.contains(family)) {
            panic!("{name} fails {other}");
        }
        if !cfg!(debug_assertions) {
            assert_eq!(failing, expected, "{name}: other families fail than expected");
        }
    }

    /// Asserts that no two messages of any set have equal hashes.
    ///
    /// # Panics
    /// Panics if two have.
    #[track_caller]
    pub fn assert_no_equal_hashes(&self) {
        for Finding { family, equal, .. } in &self.findings {
            assert_eq!(*equal, 0, "{}: pairs of {family} have equal hashes", self.name);
        }
    }

    /// Asserts that no family fails.
    ///
    /// # Panics
    /// Panics if one does.
    #[track_caller]
    pub fn assert_passes(&self) {
        self.assert_failing(&[]);
    }
}

/// Tests a function of messages. `new_key` creates a key, or whatever a hash needs, from a seed.
pub fn of_messages<K, V: Value>(
    name: &str,
    new_key: impl Fn(u64) -> K,
    hash: impl Fn(&K, &[u8]) -> V,
) -> Report {
    Function { new_key: &new_key, hash: &hash }.report(name, &FAMILIES, &Shape::of_build())
}

/// Tests a function of 64-bit integers. `new_key` creates a key, or whatever a hash needs, from a
/// seed.
pub fn of_words<K, V: Value>(
    name: &str,
    new_key: impl Fn(u64) -> K,
    hash: impl Fn(&K, u64) -> V,
) -> Report {
    let word = |message: &[u8]| message.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    let hash = |key: &K, message: &[u8]| hash(key, word(message));
    let shape = Shape { words: true, ..Shape::of_build() };
    Function { new_key: &new_key, hash: &hash }.report(name, &FAMILIES_OF_WORDS, &shape)
}
