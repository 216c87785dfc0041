//! A Bloom filter whose k positions come from two hashes under independent keys. Its false-positive
//! rate is the one that theory predicts.
//!
//! ```text
//! cargo run --release -p examples --example bloom
//! ```
//!
//! Two hashes a and b give the positions a + i·b for i = 0 … k-1 (Kirsch and Mitzenmacher, "Less
//! hashing, same performance: building a better Bloom filter", 2006), so an item costs two hashes
//! whatever k is. The analysis requires that a and b are independent: with CLHASH, that means two
//! keys. The program tests this: it counts false positives among addresses that were not inserted,
//! and fails if they are not near the prediction. Nobody may see the filter who may choose items:
//! its bits are those of hashes.

use clhash::{Key, hash_mixed};
use std::process::ExitCode;

/// The number of inserted keys, and of other keys that are looked up.
const KEYS: u32 = 200_000;

/// A Bloom filter.
struct Bloom {
    words: Vec<u64>,
    hashes: u64,
    keys: [Key; 2],
}

impl Bloom {
    /// Creates a filter of `bits` bits that sets `hashes` of them for each item.
    fn new(bits: u64, hashes: u64) -> Self {
        let words = vec![0; bits.div_ceil(64).try_into().expect("fits into memory")];
        // The keys are not secret, so that the output of the program is the same each time. A
        // service that accepts items from strangers would use `Key::generate()`.
        Self { words, hashes, keys: [Key::from_seed(1), Key::from_seed(2)] }
    }

    /// Returns the number of bits.
    const fn bits(&self) -> u64 {
        64 * self.words.len() as u64
    }

    /// Returns the positions of the bits of an item: word and mask.
    fn places(&self, item: &[u8]) -> impl Iterator<Item = (usize, u64)> + use<> {
        // Items that differ in a few bits have hashes that differ by a few terms, and multiples of
        // such hashes form patterns. Mixed hashes do not.
        let [a, b] = [0, 1].map(|i| hash_mixed(&self.keys[i], item));
        let bits = self.bits();
        (0..self.hashes).map(move |i| {
            let h = a.wrapping_add(i.wrapping_mul(b | 1));
            // The hash is scaled to the table by the upper half of a product, which is cheaper than
            // a division.
            let bit = (u128::from(h) * u128::from(bits)) >> 64;
            let (word, bit) = (bit / 64, bit % 64);
            (usize::try_from(word).expect("the position is an index"), 1 << bit)
        })
    }

    fn insert(&mut self, item: &[u8]) {
        for (word, mask) in self.places(item) {
            self.words[word] |= mask;
        }
    }

    /// Returns whether the item may have been inserted. For an inserted item this is always true.
    fn may_contain(&self, item: &[u8]) -> bool {
        self.places(item).all(|(word, mask)| self.words[word] & mask != 0)
    }

    /// Returns the predicted rate of false positives after `n` insertions: (1 - e^(-kn/m))^k.
    #[expect(clippy::cast_precision_loss)]
    fn predicted(&self, n: u32) -> f64 {
        let (k, m) = (self.hashes as f64, self.bits() as f64);
        (1.0 - (-k * f64::from(n) / m).exp()).powf(k)
    }
}

/// Returns item `i`: a string that differs from others in few places, as real ones do.
fn item(i: u32) -> String {
    format!("user-{i:08}@example.org")
}

fn main() -> ExitCode {
    let mut right = true;
    println!("bits/item  hashes  measured  predicted  off by");
    for (bits_per_item, hashes) in [(8, 6), (10, 7), (12, 8)] {
        let mut filter = Bloom::new(bits_per_item * u64::from(KEYS), hashes);
        for i in 0..KEYS {
            filter.insert(item(i).as_bytes());
        }
        if let Some(i) = (0..KEYS).find(|i| !filter.may_contain(item(*i).as_bytes())) {
            eprintln!("{} was inserted but is not found", item(i));
            return ExitCode::FAILURE;
        }
        let found = (KEYS..2 * KEYS).filter(|i| filter.may_contain(item(*i).as_bytes())).count();
        let expected = filter.predicted(KEYS) * f64::from(KEYS);
        let found = f64::from(u32::try_from(found).expect("at most KEYS"));
        // The count is approximately Poisson. The tolerance is five standard deviations, and two
        // per cent for the formula, which is a limit for large tables and independent positions.
        let deviations = (found - expected) / expected.sqrt();
        right &= (found - expected).abs() < 5.0 * expected.sqrt() + 0.02 * expected;
        println!(
            "{bits_per_item:>9} {hashes:>7} {:>8.3}% {:>9.3}%  {deviations:+.1} standard deviations",
            100.0 * found / f64::from(KEYS),
            100.0 * expected / f64::from(KEYS),
        );
    }
    if right {
        ExitCode::SUCCESS
    } else {
        eprintln!("the filter does not behave as predicted");
        ExitCode::FAILURE
    }
}
