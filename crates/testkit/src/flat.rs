//! Tests how evenly maps spread regular keys over their buckets, map by map.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "indices below 2^12, parts of words"
)]

use core::hash::{BuildHasher, Hash};

/// The number of keys of a map, and the number of its buckets.
const KEYS: usize = 1 << 12;

/// The name of a choice of buckets, and the function from a hash to its bucket.
type Bucket = (&'static str, fn(u64) -> u64);

/// The low bits, which tables use; the high bits; and low bits with the seven highest, which are
/// hashbrown's tag.
const BUCKETS: [Bucket; 3] = [
    ("low", |hash| hash % KEYS as u64),
    ("high", |hash| hash >> 52),
    ("low and top seven", |hash| (hash % 32) | (hash >> 57 << 5)),
];

/// The name of a sequence of keys, and the function from an index to its key.
pub type Pattern = (String, Box<dyn Fn(u64) -> u64>);

/// The index of a key in a space of three dimensions.
fn cell(i: u64) -> [u64; 3] {
    [i % 16, i / 16 % 16, i / 256]
}

/// Returns the i-th of the words with one, two or three bits set, in this order.
fn sparse(i: u64) -> u64 {
    let mut left = i;
    let mut next = |bits: u64| (left == 0).then_some(bits).or_else(|| (left -= 1, None).1);
    let one = || (0..64).map(|a| 1 << a);
    let two = || (0..64).flat_map(|a| (0..a).map(move |b| 1 << a | 1 << b));
    let three = (0..64)
        .flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| 1 << a | 1 << b | 1 << c)));
    one().chain(two()).chain(three).find_map(&mut next).expect("there are 43,744 such words")
}

/// Returns the eight decimal digits of a number as a word.
fn digits(i: u64) -> u64 {
    u64::from_le_bytes(format!("{i:08}").as_bytes().try_into().expect("8 digits"))
}

/// Returns the multiples of every power of two of which all keys are different.
#[must_use]
pub fn strides() -> Vec<Pattern> {
    let all = 0..=64 - KEYS.trailing_zeros();
    all.map(|k| (format!("multiples of 2^{k}"), Box::new(move |i| i << k) as Box<_>)).collect()
}

/// Returns sequences of regular keys.
#[must_use]
pub fn patterns() -> Vec<Pattern> {
    type Named = (&'static str, fn(u64) -> u64);
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    /// The inverse of the golden ratio modulo 2^64.
    const INVERSE: u64 = 0xf1de_83e1_9937_733d;
    let all: [Named; _] = [
        // Progressions.
        ("dense", |i| i),
        ("dense from 2^40 on", |i| i + (1 << 40)),
        ("negative", |i| i.wrapping_neg()),
        ("of both signs", |i| if i & 1 == 0 { i } else { i.wrapping_neg() }),
        ("multiples of 3", |i| 3 * i),
        ("multiples of 8", |i| 8 * i + 0x7f00_1234_5000),
        ("multiples of 1000", |i| 1000 * i),
        ("multiples of 10^9", |i| 1_000_000_000 * i),
        ("multiples of 12,345,679", |i| 12_345_679 * i),
        ("multiples of 2^12", |i| i << 12),
        ("multiples of 2^16", |i| i << 16),
        ("multiples of 2^20", |i| i << 20),
        ("multiples of 2^24", |i| i << 24),
        ("multiples of 2^28", |i| i << 28),
        ("multiples of 2^32", |i| i << 32),
        ("multiples of 2^36", |i| i << 36),
        ("multiples of 2^40", |i| i << 40),
        ("multiples of 2^44", |i| i << 44),
        ("multiples of 2^48", |i| i << 48),
        ("multiples of 2^52", |i| i << 52),
        ("multiples of 2^32 + 1", |i| i.wrapping_mul((1 << 32) + 1)),
        ("multiples of 2^32 - 1", |i| i.wrapping_mul((1 << 32) - 1)),
        ("multiples of equal bytes", |i| i.wrapping_mul(0x0101_0101_0101_0101)),
        ("multiples of the golden ratio", |i| i.wrapping_mul(GOLDEN)),
        ("multiples of its inverse", |i| i.wrapping_mul(INVERSE)),
        ("complements", |i| !i << 20),
        // Bits and bytes in another order.
        ("bit-reversed", u64::reverse_bits),
        ("bit-reversed in 32 bits", |i| u64::from((i as u32).reverse_bits())),
        ("byte-swapped", u64::swap_bytes),
        ("Gray code", |i| (i ^ (i >> 1)) << 5),
        ("sparse", sparse),
        // Keys as programs have them.
        ("IPv4", |i| {
            u64::from((0x0a00_0000 + ((i as u32 >> 6) << 8) + i as u32 % 64).swap_bytes())
        }),
        ("IPv4 of one network", |i| 0xc0a8_0000 + i),
        ("floats", |i| (i as f64).to_bits()),
        ("floats of 32 bits", |i| u64::from((i as f32).to_bits())),
        ("tenths", |i| (i as f64 / 10.0).to_bits()),
        ("pointers of 16 bytes", |i| 0x55d3_1234_5670 + 16 * i),
        ("pointers of 48 bytes", |i| 0x7f3a_5c00_0000 + 48 * i),
        ("pages", |i| 0x7f3a_5c00_0000 + 4096 * i),
        ("milliseconds", |i| 1_700_000_000_000 + 1000 * i),
        ("nanoseconds", |i| 1_700_000_000_000_000_000 + 1_000_000 * i),
        ("decimal digits", digits),
        ("squares", |i| i * i),
        ("grid", |i| (i % 64) | (i / 64) << 32),
        ("grid of 16 bits", |i| (i % 64) | (i / 64) << 16),
        ("grid of three dimensions", |i| cell(i)[0] | cell(i)[1] << 21 | cell(i)[2] << 42),
    ];
    all.into_iter().map(|(name, of)| (name.to_string(), Box::new(of) as Box<_>)).collect()
}

/// A figure of many maps with a sequence of keys: the colliding pairs over the number to expect of
/// a random function, or what look-ups read.
#[derive(Debug)]
pub struct Evenness {
    /// The sequence, and what the figure is of.
    pub what: String,
    /// A number for each map, in ascending order.
    pub ratios: Vec<f64>,
}

impl Evenness {
    /// Returns the value that a share of the maps does not exceed.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        self.ratios[(self.ratios.len() as f64 * share).ceil() as usize - 1]
    }

    /// Returns what one map of 100 and one of 1,000 exceed.
    #[must_use]
    pub fn quantiles(&self) -> [f64; 2] {
        [0.99, 0.999].map(|share| self.quantile(share))
    }

    /// Returns how many maps exceed a value.
    #[must_use]
    pub fn above(&self, value: f64) -> usize {
        self.ratios.len() - self.ratios.partition_point(|ratio| *ratio <= value)
    }

    /// Checks that a figure is above each value in fewer than one map of so many.
    ///
    /// # Panics
    /// Panics if more maps are above.
    pub fn assert_rare(&self, name: &str, limits: [(f64, usize); 2]) {
        let maps = self.ratios.len();
        for (value, one_in) in limits {
            let (above, allowed) = (self.above(value), allowed(maps, one_in));
            assert!(
                above <= allowed,
                "{name}, {}: {above} of {maps} maps are above {value}, {allowed} may; quantiles {:?}",
                self.what,
                self.quantiles()
            );
        }
    }
}

/// Fills the buckets of `maps` maps with every sequence of keys. `state` creates a state from a
/// number, `key` creates a key from an integer.
pub fn buckets<S: BuildHasher, K: Hash>(
    maps: usize,
    patterns: Vec<Pattern>,
    state: impl Fn(u64) -> S,
    key: impl Fn(u64) -> K,
) -> Vec<Evenness> {
    let expected = (KEYS * (KEYS - 1)) as f64 / 2.0 / KEYS as f64;
    let mut found = Vec::new();
    for (pattern, of) in patterns {
        let keys: Vec<K> = (0..KEYS as u64).map(|i| key(of(i))).collect();
        let mut ratios = [const { Vec::new() }; BUCKETS.len()];
        for map in 0..maps {
            let state = state(map as u64);
            let mut counts = [[0_u32; KEYS]; BUCKETS.len()];
            for key in &keys {
                let hash = state.hash_one(key);
                for ((_, bucket), counts) in BUCKETS.iter().zip(&mut counts) {
                    counts[bucket(hash) as usize] += 1;
                }
            }
            for (counts, ratios) in counts.iter().zip(&mut ratios) {
                let pairs: u32 = counts.iter().map(|n| n * n.saturating_sub(1) / 2).sum();
                ratios.push(f64::from(pairs) / expected);
            }
        }
        for ((bucket, _), mut ratios) in BUCKETS.iter().zip(ratios) {
            ratios.sort_by(f64::total_cmp);
            found.push(Evenness { what: format!("{pattern}, {bucket} bits"), ratios });
        }
    }
    found
}

/// The number of maps from which on [`allowed`] finds false claims.
const MANY: usize = 20_000;

/// Returns how many of `maps` maps may exceed a value of which the test claims that fewer than one
/// map in `one_in` does. If that is false, a test of [`MANY`] maps passes with probability below
/// 1/1000. Fewer maps cannot show so much: there a test of a true claim fails with probability
/// below 1/1000.
fn allowed(maps: usize, one_in: usize) -> usize {
    let mean = maps as f64 / one_in as f64;
    let least = if maps < MANY { 1.0 - 1e-3 } else { 1e-3 };
    // Poisson's distribution, which is the binomial one's limit.
    let mut term = (-mean).exp();
    let (mut sum, mut count) = (term, 0);
    while sum <= least {
        count += 1;
        term *= mean / count as f64;
        sum += term;
    }
    if maps < MANY { count } else { count.saturating_sub(1) }
}

/// Checks that regular keys have about as many colliding pairs in each of many maps as with a
/// random function: more than 1.1 times their expectation in fewer than one map of 100, and more
/// than 1.2 times in fewer than one of 1,000. (A random function exceeds 1.05 and 1.07 so often.)
/// Each claim that is false passes with probability below 1/1000, if there are 20,000 maps.
///
/// # Panics
/// Panics if there are more.
pub fn buckets_are_flat<S: BuildHasher, K: Hash>(
    maps: usize,
    name: &str,
    patterns: Vec<Pattern>,
    state: impl Fn(u64) -> S,
    key: impl Fn(u64) -> K,
) {
    for found in buckets(maps, patterns, state, key) {
        println!("{name}, {}: {:.3?}", found.what, found.quantiles());
        found.assert_rare(name, [(1.1, 100), (1.2, 1000)]);
    }
}

/// The number of buckets that a look-up in hashbrown's table reads at once.
const GROUP: usize = 16;

/// The tags of hashbrown's table of [`KEYS`] buckets, the high seven bits of hashes. 0xff marks an
/// empty bucket.
struct Table([u8; KEYS]);

impl Table {
    /// Returns the buckets of the groups that a look-up of a hash reads, in this order.
    fn groups(hash: u64) -> impl Iterator<Item = impl Iterator<Item = usize> + Clone> {
        let first = hash as usize;
        (0..).map(move |i| {
            let start = first + GROUP * (i * (i + 1) / 2);
            (start..start + GROUP).map(|bucket| bucket % KEYS)
        })
    }

    /// Fills a table up to 7/8, which is hashbrown's limit.
    fn filled(hashes: &[u64]) -> Self {
        let mut tags = [0xff; KEYS];
        for &hash in &hashes[..KEYS / 8 * 7] {
            let free = Self::groups(hash).flatten().find(|bucket| tags[*bucket] == 0xff);
            tags[free.expect("a table that is not full")] = (hash >> 57) as u8;
        }
        Self(tags)
    }

    /// Looks for a key that is not in the table. Returns how many groups are read, and how many
    /// keys have its tag, so are compared.
    fn miss(&self, hash: u64) -> [usize; 2] {
        let tag = (hash >> 57) as u8;
        let mut compared = 0;
        for (group, read) in Self::groups(hash).zip(1..) {
            compared += group.clone().filter(|bucket| self.0[*bucket] == tag).count();
            if group.into_iter().any(|bucket| self.0[bucket] == 0xff) {
                return [read, compared];
            }
        }
        unreachable!("a table that is not full")
    }
}

/// Fills hashbrown's table with 7/8 of every sequence of keys in `maps` maps, and looks for the
/// rest, which is not there. Returns the mean numbers of groups that are read and of keys that are
/// compared.
pub fn misses<S: BuildHasher, K: Hash>(
    maps: usize,
    patterns: Vec<Pattern>,
    state: impl Fn(u64) -> S,
    key: impl Fn(u64) -> K,
) -> Vec<[Evenness; 2]> {
    let mut found = Vec::new();
    for (pattern, of) in patterns {
        let keys: Vec<K> = (0..KEYS as u64).map(|i| key(of(i))).collect();
        let means = (0..maps as u64).map(|map| {
            let state = state(map);
            let hashes: Vec<u64> = keys.iter().map(|key| state.hash_one(key)).collect();
            let table = Table::filled(&hashes);
            let absent = &hashes[KEYS / 8 * 7..];
            let sums = absent.iter().map(|hash| table.miss(*hash));
            let sums = sums.fold([0; 2], |[a, b], [x, y]| [a + x, b + y]);
            sums.map(|sum| sum as f64 / absent.len() as f64)
        });
        let (mut read, mut compared): (Vec<f64>, Vec<f64>) = means.map(|[a, b]| (a, b)).unzip();
        read.sort_by(f64::total_cmp);
        compared.sort_by(f64::total_cmp);
        found.push([
            Evenness { what: format!("{pattern}, groups"), ratios: read },
            Evenness { what: format!("{pattern}, keys compared"), ratios: compared },
        ]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_of_a_sequence_are_different() {
        for (name, of) in patterns().into_iter().chain(strides()) {
            let keys: HashSet<u64> = (0..KEYS as u64).map(of).collect();
            assert_eq!(keys.len(), KEYS, "{name}");
        }
    }

    /// From tables of Poisson's distribution: with mean 20 at most 7, and with 200 at most 157, has
    /// probability below 1/1000. With mean 4 more than 11, and with 0.4 more than 3, has it too.
    #[test]
    fn few_maps_may_exceed() {
        assert_eq!([allowed(20_000, 1000), allowed(20_000, 100)], [7, 157]);
        assert_eq!([allowed(400, 100), allowed(400, 1000)], [11, 3]);
    }
}
