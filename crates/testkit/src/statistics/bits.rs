//! Tests which bits of the hash change when one bit of the message changes.

use super::keys::Sample;
use super::value::Value;
use super::{Function, Shape, Tally, tail};

/// The differences of the hashes of many pairs of messages that differ in one bit. They are
/// transposed: a column has, for one bit of the hash, the samples in which it changed.
struct Changes {
    columns: Vec<Vec<u64>>,
    samples: usize,
}

impl Changes {
    fn of<K, V: Value>(function: &Function<'_, K, V>, key: &K, sample: &Sample) -> Self {
        let samples = sample.len() / 64 * 64;
        let mut columns = vec![Vec::with_capacity(samples / 64); V::BITS as usize];
        let mut differences = function.differences(key, sample);
        for _ in 0..samples / 64 {
            let mut halves = [[0; 64]; 2];
            for (i, difference) in differences.by_ref().take(64).enumerate() {
                let [low, high] = difference.halves();
                (halves[0][i], halves[1][i]) = (low, high);
            }
            halves.iter_mut().for_each(transpose);
            for (column, word) in columns.iter_mut().zip(halves.as_flattened()) {
                column.push(*word);
            }
        }
        Self { columns, samples }
    }

    /// Counts the ones in each column.
    fn ones(&self) -> impl Iterator<Item = u32> {
        self.columns.iter().map(|column| column.iter().map(|word| word.count_ones()).sum())
    }

    /// Counts for each pair of bits the samples in which exactly one of the two changed.
    fn unequal(&self) -> impl Iterator<Item = u32> {
        self.columns.iter().enumerate().flat_map(|(i, a)| {
            self.columns[..i]
                .iter()
                .map(|b| a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum())
        })
    }
}

/// Transposes a matrix of bits, whose row i is word i, by swapping blocks of half the size (Warren,
/// "Hacker's Delight", section 7-3).
fn transpose(matrix: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0xffff_ffff_u64);
    while width > 0 {
        for i in (0..64).filter(|i| i & width == 0) {
            let swapped = ((matrix[i] >> width) ^ matrix[i + width]) & mask;
            matrix[i] ^= swapped << width;
            matrix[i + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Coins, which are fair if the function is random: the worst of them, and the sum of the squares
/// of all biases.
struct Coins {
    flips: f64,
    squares: f64,
    coins: u32,
    worst: f64,
}

impl Coins {
    #[expect(clippy::cast_precision_loss, reason = "statistics")]
    fn new(flips: usize) -> Self {
        Self { flips: flips as f64, squares: 0.0, coins: 0, worst: 0.0 }
    }

    fn add(&mut self, heads: impl Iterator<Item = u32>) {
        for heads in heads {
            let deviation = 2.0 * f64::from(heads) - self.flips;
            self.squares += deviation * deviation / self.flips;
            self.coins += 1;
            if deviation.abs() > self.worst.abs() {
                self.worst = deviation;
            }
        }
    }

    fn finish(self, tally: &mut Tally, label: &str) {
        let Self { flips, squares, coins, worst } = self;
        let percent = 100.0 * worst.abs() / flips;
        tally.add(tail::coins((flips + worst) / 2.0, flips), coins, || {
            format!("{label}: the worst of {coins} biases is {percent:.2} %")
        });
        let dof = f64::from(coins);
        tally.add(tail::chi_squared(squares, dof), 1, || {
            format!("{label}: the sum of {coins} squares of biases is {squares:.0}")
        });
    }
}

/// Selects about `count` bits of a message. The step is odd, so that all positions in a byte occur.
fn some_bits(length: usize, count: usize) -> impl Iterator<Item = usize> {
    let bits = 8 * length;
    let step = if count < bits { (bits / count) | 1 } else { 1 };
    (0..bits.min(count)).map(move |i| i * step % bits)
}

/// Tests that each bit of the message changes each bit of the hash half of the time.
pub(super) fn avalanche<K, V: Value>(f: &Function<'_, K, V>, shape: &Shape, tally: &mut Tally) {
    let mut lengths: Vec<_> = (1..=32).collect();
    lengths.extend([40, 48, 63, 64, 65, 100, 128, 129, 200, 256, 512, 1024, 1025, 1100, 4200]);
    for length in shape.lengths(&lengths) {
        let key = (f.new_key)(length as u64);
        let (samples, count) =
            if length <= 32 { (shape.samples, 256) } else { (shape.samples / 4, 24) };
        let mut coins = None;
        for bit in some_bits(length, count) {
            let changes = Changes::of(f, &key, &Sample::new(length, bit, samples));
            coins.get_or_insert_with(|| Coins::new(changes.samples)).add(changes.ones());
        }
        if let Some(coins) = coins {
            coins.finish(tally, &format!("{length} bytes"));
        }
    }
}

/// Tests that any two bits of the hash change independently: exactly one of them changes half of
/// the time.
pub(super) fn independence<K, V: Value>(f: &Function<'_, K, V>, shape: &Shape, tally: &mut Tally) {
    let mut lengths: Vec<_> = (1..=24).collect();
    lengths.extend([32, 48, 1030]);
    for length in shape.lengths(&lengths) {
        let key = (f.new_key)(length as u64);
        // Weak mixing of short messages shows in a few bits, but only in many samples.
        let (samples, count) =
            if matches!(length, 3 | 8) { (128 * shape.samples, 64) } else { (shape.samples, 24) };
        for bit in some_bits(length, count) {
            let changes = Changes::of(f, &key, &Sample::new(length, bit, samples));
            let mut coins = Coins::new(changes.samples);
            coins.add(changes.unequal());
            coins.finish(tally, &format!("{length} bytes, bit {bit}, pairs of bits of the hash"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_transposed() {
        let matrix: [u64; 64] = std::array::from_fn(|i| hash_core::seed::splitmix64(i as u64));
        let mut transposed = matrix;
        transpose(&mut transposed);
        for (i, row) in matrix.iter().enumerate() {
            for (j, column) in transposed.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "{i} {j}");
            }
        }
    }

    #[test]
    fn one_bad_coin_among_fair_ones_is_noticed() {
        let mut coins = Coins::new(1024);
        coins.add([512; 4095].into_iter().chain([1024]));
        let mut tally = Tally::default();
        coins.finish(&mut tally, "coins");
        assert!(tally.log2_p < -1000.0 && tally.what.contains("the worst"), "{}", tally.what);
    }
}
