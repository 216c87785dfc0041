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
type Pattern = (&'static str, fn(u64) -> u64);

/// Returns sequences of regular keys.
#[must_use]
pub fn patterns() -> Vec<Pattern> {
    vec![
        ("dense", |i| i),
        ("dense from 2^40 on", |i| i + (1 << 40)),
        ("multiples of 8", |i| 8 * i + 0x7f00_1234_5000),
        ("multiples of 1000", |i| 1000 * i),
        ("multiples of 2^12", |i| i << 12),
        ("multiples of 2^20", |i| i << 20),
        ("multiples of 2^32", |i| i << 32),
        ("multiples of 2^48", |i| i << 48),
        ("multiples of 2^52", |i| i << 52),
        ("bit-reversed", u64::reverse_bits),
        ("IPv4", |i| {
            u64::from((0x0a00_0000 + ((i as u32 >> 6) << 8) + i as u32 % 64).swap_bytes())
        }),
        ("floats", |i| (i as f64).to_bits()),
        ("tenths", |i| (i as f64 / 10.0).to_bits()),
        ("pointers", |i| 0x7f3a_5c00_0000 + 48 * i),
        ("squares", |i| i * i),
        ("grid", |i| (i % 64) | (i / 64) << 32),
    ]
}

/// Checks that regular keys have about as many colliding pairs in each of many maps as with a
/// random function: at most 1.1 times their expectation in 99 maps of 100, and 1.3 times in 999 of
/// 1,000, if there are so many. (The quantiles of a random function are 1.05 and 1.07.)
///
/// `state` creates a state from a number, `key` creates a key from an integer.
///
/// # Panics
/// Panics if there are more.
pub fn buckets_are_flat<S: BuildHasher, K: Hash>(
    maps: usize,
    name: &str,
    state: impl Fn(u64) -> S,
    key: impl Fn(u64) -> K,
) {
    let expected = (KEYS * (KEYS - 1)) as f64 / 2.0 / KEYS as f64;
    for (pattern, of) in patterns() {
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
        for ((bucket, _), ratios) in BUCKETS.iter().zip(&mut ratios) {
            ratios.sort_by(f64::total_cmp);
            let at = |share: f64| ratios[(maps as f64 * share).ceil() as usize - 1];
            let found = (at(0.99), at(0.999));
            println!("{name}, {pattern}, {bucket} bits: {:.2}, {:.2}", found.0, found.1);
            assert!(
                found.0 <= 1.1 && (found.1 <= 1.3 || maps < 1000),
                "{name}, {pattern}, {bucket} bits: {found:?} times the expected number of pairs"
            );
        }
    }
}
