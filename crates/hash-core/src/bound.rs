//! Logarithms for probability bounds, because `core` has none.

use core::f64::consts::LOG2_E;

/// Computes the logarithm to base 2 of a number that is at least 1, to within 2^-48. That of
/// infinity is infinity.
#[must_use]
pub fn log2(mut x: f64) -> f64 {
    if x == f64::INFINITY {
        return x;
    }
    let mut whole = 0.0;
    while x >= 2.0 {
        x /= 2.0;
        whole += 1.0;
    }
    // ln x = 2 (z + z^3 / 3 + z^5 / 5 + …) with z = (x - 1) / (x + 1) up to 1/3.
    let z = (x - 1.0) / (x + 1.0);
    let (mut sum, mut power, mut i) = (0.0, z, 1.0);
    while i < 35.0 {
        sum += power / i;
        power *= z * z;
        i += 2.0;
    }
    whole + 2.0 * sum * LOG2_E
}

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn edges() {
        assert_eq!([1.0, f64::INFINITY].map(log2), [0.0, f64::INFINITY]);
        assert!((log2(f64::MAX) - 1024.0).abs() < 1e-9);
    }

    #[test]
    fn agrees_with_std() {
        let numbers = (0..4000).map(|i| 1.0 + f64::from(i) / 999.0);
        for x in numbers.chain([500.0, 1e9, 2e18, f64::from(u32::MAX), u64::MAX as f64]) {
            assert!((log2(x) - x.log2()).abs() < 1e-14 * x.log2().max(1.0), "{x}");
        }
    }
}
