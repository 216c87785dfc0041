//! The functions of words, as their papers define them.

use num_bigint::BigInt;

use crate::integers::{Integers, power};
use crate::polynomial::Poly;

/// Computes NH modulo 2^128: the sum of the products of the pairs of words, each plus a word of the
/// key modulo 2^64 (Black, Halevi, Krawczyk, Krovetz, Rogaway, "UMAC", 1999).
pub fn nh(algebra: &mut Integers, key: &[Poly], words: &[Poly]) -> Poly {
    let mut sum = Poly::default();
    for (key, pair) in key.chunks(2).zip(words.chunks(2)) {
        let mut factor = |n: usize| {
            let word = pair.get(n).cloned().unwrap_or_default();
            let word = algebra.plus(&key[n], &word);
            algebra.low(&word, 64)
        };
        let (a, b) = (factor(0), factor(1));
        let product = algebra.times(&a, &b);
        sum = algebra.plus(&sum, &product);
    }
    algebra.low(&sum, 128)
}

/// The primes of VHASH: of the polynomial, and of the last step.
pub fn vhash_moduli() -> [BigInt; 2] {
    [power(127) - 1_u32, power(64) - 257_u32]
}

/// The words of a key of VHASH: those of NH, of the polynomial, the higher one first, and of the
/// last step.
pub struct VhashKey {
    pub nh: Vec<Poly>,
    pub point: [Poly; 2],
    pub last: [Poly; 2],
}

/// Computes VHASH (Dai and Krovetz, "VHASH security", 2007) of words: blocks of 16, the last of
/// which may be partial.
pub fn vhash(algebra: &mut Integers, key: &VhashKey, words: &[Poly], bytes: usize) -> Poly {
    let [p127, p64] = vhash_moduli();
    let point = key.point[1].plus_times(&key.point[0], &power(64));
    let mut y = Poly::constant(1);
    let blocks = if words.is_empty() { vec![words] } else { words.chunks(16).collect() };
    for block in blocks {
        let sum = nh(algebra, &key.nh, block);
        let sum = algebra.low(&sum, 126);
        let product = algebra.times(&y, &point);
        let next = algebra.plus(&product, &sum);
        y = algebra.remainder(&next, &p127);
    }
    let bits = Poly::constant(BigInt::from(8 * (bytes % 128)) << 64);
    let sum = algebra.plus(&y, &bits);
    let y = algebra.remainder(&sum, &p127);
    let divisor = power(64) - power(32);
    let (quotient, remainder) = (algebra.quotient(&y, &divisor), algebra.remainder(&y, &divisor));
    let a = algebra.plus(&quotient, &key.last[0]);
    let b = algebra.plus(&remainder, &key.last[1]);
    let product = algebra.times(&a, &b);
    algebra.remainder(&product, &p64)
}
