//! Integers modulo the prime 2^127 − 1, for polynomials over the blocks of what is long.

use crate::halves;
use crate::wide::product;

/// The prime 2^127 − 1.
pub const PRIME: u128 = u128::MAX >> 1;
/// Mask for the bits of an evaluation point, which is below 2^126.
pub const POINT: u128 = u128::MAX >> 2;

/// Computes s r + v modulo 2^127 − 1, in [0, 2^127 − 1), for s, r and v below 2^127.
///
/// The product is below 2^254. It is h 2^127 + l, congruent to h + l, with h and l below 2^127. So
/// the sum h + l fits into 128 bits, and so does that sum plus v, because it is folded before.
#[inline]
#[must_use]
pub const fn step(s: u128, r: u128, v: u128) -> u128 {
    let ([s0, s1], [r0, r1]) = (halves(s), halves(r));
    // Both products are below 2^127, because s1 and r1 are below 2^63.
    let middle = product(s0, r1) + product(s1, r0);
    let (low, carry) = product(s0, r0).overflowing_add(middle << 64);
    // 2^128 is congruent to 2.
    let high = product(s1, r1) + (middle >> 64) + carry as u128;
    let sum = (low & PRIME) + (high << 1 | low >> 127);
    let sum = (sum & PRIME) + (sum >> 127) + v;
    let sum = (sum & PRIME) + (sum >> 127);
    if sum >= PRIME {
        sum - PRIME
    } else {
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the product by doubling and adding.
    fn product(a: u128, b: u128) -> u128 {
        let double = |x: u128| (x << 1) % PRIME;
        (0..127).rev().fold(0, |sum, bit| {
            let sum = double(sum);
            if b >> bit & 1 == 1 {
                (sum + a % PRIME) % PRIME
            } else {
                sum
            }
        })
    }

    #[test]
    fn agrees_with_doubling_and_adding() {
        let words: [u64; 64] = crate::seed::words("", 1);
        let random = words.chunks(2).map(|w| u128::from(w[0]) | u128::from(w[1] >> 1) << 64);
        let edges = [0, 1, 2, PRIME - 1, PRIME, POINT, 1 << 126, u64::MAX.into(), 1 << 64];
        let numbers: std::vec::Vec<u128> = edges.into_iter().chain(random).collect();
        for s in &numbers {
            for r in &numbers {
                for v in [0, 1, PRIME - 1, PRIME, 1 << 64] {
                    let expected = (product(*s, *r) + v % PRIME) % PRIME;
                    assert_eq!(step(*s, *r, v), expected, "{s} {r} {v}");
                }
            }
        }
    }
}
