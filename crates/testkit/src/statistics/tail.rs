//! Computes upper bounds of the probability that a random function does worse, as base-2
//! logarithms.
//!
//! All are Chernoff's bound, exp(−I), where I is the rate of the distribution. It is above the true
//! tail, and the relative error of the exponent shrinks further out.

use std::f64::consts::LN_2;

/// Bounds the upper tail of a Poisson distribution with this mean: Pr(X ≥ `count`).
pub(super) fn poisson(count: f64, mean: f64) -> f64 {
    if count <= mean { 0.0 } else { (count - mean - count * (count / mean).ln()) / LN_2 }
}

/// Bounds the upper tail of a chi-squared distribution: Pr(X ≥ `sum`).
pub(super) fn chi_squared(sum: f64, degrees: f64) -> f64 {
    let excess = sum / degrees - 1.0;
    if excess <= 0.0 { 0.0 } else { -degrees / 2.0 * (excess - excess.ln_1p()) / LN_2 }
}

/// Bounds both tails of a fair coin: `heads`, or a number further from half of `flips`.
pub(super) fn coins(heads: f64, flips: f64) -> f64 {
    let p = heads / flips;
    let information = |p: f64| if p == 0.0 { 0.0 } else { p * (2.0 * p).log2() };
    (1.0 - flips * (information(p) + information(1.0 - p))).min(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the bounds at six standard deviations: they are near the tail of the normal
    /// distribution, 2^-29.9. The differences are the slack of Chernoff's bound and the skewness of
    /// the distributions.
    #[test]
    fn tails_are_near_the_normal_ones() {
        for log2_p in
            [poisson(1e8 + 6e4, 1e8), chi_squared(2e8 + 1.2e5, 2e8), coins(5e7 + 3e4, 1e8)]
        {
            assert!((-26.0..=-24.9).contains(&log2_p), "{log2_p}");
        }
        assert_eq!([poisson(3.0, 4.0), chi_squared(3.0, 4.0), coins(2.0, 4.0)], [0.0; 3]);
        assert!((coins(0.0, 64.0) + 63.0).abs() < 1e-9, "64 tails or 64 heads");
        assert!((poisson(1.0, 1e-9).exp2() - 1e-9 * std::f64::consts::E).abs() < 1e-15);
    }
}
