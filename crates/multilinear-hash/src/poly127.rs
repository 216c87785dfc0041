//! Integers modulo the prime 2^127 − 1, for polynomials over the blocks of long messages.

pub(crate) use provenhash_map::poly127::{POINT, PRIME, step};

/// Computes a + b modulo 2^127 − 1, in [0, 2^127 − 1), for a below and b at most 2^127 − 1.
#[inline]
pub(crate) const fn add(a: u128, b: u128) -> u128 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// Computes r to the power n, for r below 2^127 − 1, by squaring.
pub(crate) const fn power(mut r: u128, mut n: u64) -> u128 {
    let mut power = 1;
    while n > 0 {
        if n % 2 == 1 {
            power = step(power, r, 0);
        }
        r = step(r, r, 0);
        n /= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the product by doubling and adding.
    fn product(a: u128, b: u128) -> u128 {
        let double = |x: u128| (x << 1) % PRIME;
        (0..127).rev().fold(0, |sum, bit| {
            let sum = double(sum);
            if b >> bit & 1 == 1 { (sum + a % PRIME) % PRIME } else { sum }
        })
    }

    #[test]
    fn powers() {
        for r in [0, 1, 2, 3, PRIME - 1, POINT] {
            let mut expected = 1;
            for n in 0..70 {
                assert_eq!(power(r, n), expected, "{r} to the power {n}");
                expected = product(expected, r);
            }
        }
        // Fermat's little theorem: the order of an element divides 2^127 - 2.
        let half = power(3, 1 << 63);
        let whole = (0..63).fold(half, |x, _| product(x, x));
        assert_eq!(product(whole, whole), 3 * 3 % PRIME);
    }
}
