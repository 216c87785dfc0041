//! Counts pairs of hashes that agree in all bits, in the high bits or in the low bits.

use super::Tally;
use super::tail;
use super::value::Value;

/// The smallest number of bits that are compared.
const NARROWEST: usize = 8;

/// Counts the pairs that agree in the high b bits, for every b. Entry b of the result is that
/// number.
fn pairs<V: Value>(values: &mut [V]) -> Vec<u64> {
    values.sort_unstable();
    let bits = V::BITS as usize;
    // The number of values before this one that agree with it in the high b bits, and the number of
    // pairs so far.
    let (mut before, mut pairs) = (vec![0_u64; bits + 1], vec![0_u64; bits + 1]);
    let mut previous_common = 0;
    for neighbours in values.windows(2) {
        let common = neighbours[0].common_prefix(neighbours[1]) as usize;
        for b in NARROWEST..=common {
            before[b] += 1;
            pairs[b] += before[b];
        }
        if common < previous_common {
            before[common + 1..=previous_common].fill(0);
        }
        previous_common = common;
    }
    pairs
}

/// Tests for each window of bits whether more pairs of hashes agree than with a random function.
///
/// Of n values, n (n − 1) / 2 · 2^-b pairs agree in b bits on average. The number of pairs is
/// nearly Poisson distributed if n is at most 2^b. If n is larger, a linear function of it has a
/// chi-squared distribution.
///
/// Returns the number of pairs that agree in all bits.
pub(super) fn test<V: Value>(tally: &mut Tally, label: &str, values: &mut [V]) -> u64 {
    let mut equal = 0;
    for (end, reverse) in [("high", false), ("low", true)] {
        if reverse {
            values.iter_mut().for_each(|v| *v = v.reversed());
        }
        let pairs = pairs(values);
        for (b, &pairs) in pairs.iter().enumerate().skip(NARROWEST) {
            let log2_p = unlikely(pairs, values.len(), b);
            tally.add(log2_p, 1, || format!("{label}: {pairs} pairs agree in the {end} {b} bits"));
        }
        equal = pairs[pairs.len() - 1];
    }
    equal
}

/// Returns the logarithm of the probability that at least this many pairs of n random values agree
/// in b bits.
#[expect(clippy::cast_precision_loss, reason = "statistics")]
fn unlikely(pairs: u64, n: usize, b: usize) -> f64 {
    let (pairs, n) = (pairs as f64, n as f64);
    let places = 2_f64.powi(i32::try_from(b).expect("small"));
    if n > places {
        tail::chi_squared(places / n * (2.0 * pairs + n) - n, places - 1.0)
    } else {
        tail::poisson(pairs, n * (n - 1.0) / 2.0 / places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted() {
        let mut values: Vec<u32> =
            (0..1000_u32).map(|i| i.wrapping_mul(0x9e37_79b9) & !6).collect();
        let counted = pairs(&mut values);
        for b in [8, 9, 16, 31, 32] {
            let mut expected = 0;
            for (i, v) in values.iter().enumerate() {
                let same = |w: &&u32| (*w ^ v) >> (32 - b) == 0;
                expected += values[..i].iter().filter(same).count() as u64;
            }
            assert_eq!(counted[b], expected, "{b} bits");
        }
    }
}
