//! Integers modulo the prime 2^127 − 1, for polynomials over the blocks of long messages.

/// The prime 2^127 − 1.
pub const PRIME: u128 = (1 << 127) - 1;
/// Mask for the bits of an evaluation point, which is below 2^126.
pub const POINT: u128 = (1 << 126) - 1;

/// Computes s r + v modulo 2^127 − 1, in [0, 2^127 − 1), for s, r and v below 2^127.
///
/// The product is below 2^254, so it is h 2^127 + l, congruent to h + l, with both h and l below
/// 2^127. So the sum h + l fits into 128 bits, and so does that sum plus v, because the sum is
/// folded before v is added.
#[inline]
#[must_use]
pub const fn step(s: u128, r: u128, v: u128) -> u128 {
    const LOW: u128 = u64::MAX as u128;
    let (s0, s1, r0, r1) = (s & LOW, s >> 64, r & LOW, r >> 64);
    let low = s0 * r0;
    // Both products are below 2^127, because s1 and r1 are below 2^63.
    let middle = s0 * r1 + s1 * r0;
    let (low, carry) = low.overflowing_add(middle << 64);
    let high = s1 * r1 + (middle >> 64) + carry as u128;
    // 2^128 is congruent to 2.
    let sum = (low & PRIME) + (high << 1 | low >> 127);
    let sum = (sum & PRIME) + (sum >> 127) + v;
    let sum = (sum & PRIME) + (sum >> 127);
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// Computes a + b modulo 2^127 − 1, in [0, 2^127 − 1), for a below and b at most 2^127 − 1.
#[inline]
#[must_use]
pub const fn add(a: u128, b: u128) -> u128 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// Computes r to the power n, for r below 2^127 − 1, by squaring.
#[must_use]
pub const fn power(mut r: u128, mut n: u64) -> u128 {
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
    fn agrees_with_doubling_and_adding() {
        let mut stream = crate::seed::SeedWords::new("", 1);
        let mut next = || u128::from(stream.next_word()) | u128::from(stream.next_word()) << 64;
        let edges = [0, 1, 2, PRIME - 1, PRIME, POINT, 1 << 126, u64::MAX.into(), 1 << 64];
        let random: [u128; 30] = core::array::from_fn(|_| next() & PRIME);
        for s in edges.iter().chain(&random) {
            for r in edges.iter().chain(&random) {
                for v in [0, 1, PRIME - 1, PRIME, 1 << 64] {
                    assert_eq!(
                        step(*s, *r, v),
                        (product(*s, *r) + v % PRIME) % PRIME,
                        "{s} {r} {v}"
                    );
                }
            }
        }
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
