//! Linear algebra over GF(2), for functions given as code.
//!
//! The bound of a hash over a field of characteristic 2 follows from one fact: the difference of
//! two hashes is d·x + c, where x is a word of the key that occurs nowhere else, and d·x takes each
//! value once. Tests can check this on the code that ships, without a model of it. Random points
//! show that the difference is affine in x. Its values at 0 and at the powers of two determine all
//! others. The rank of their matrix determines how many x give one value: exactly one if the rank
//! is full.
//!
//! A few matrices show this for every d. Let the matrices of d = 1, 2, 4, … be M, T M, T² M, …,
//! where the polynomials in T form a field of 2^n elements. Then the matrix of d is a polynomial in
//! T of degree below n, times M, and it is invertible unless d is 0.

use hash_core::seed::SeedWords;

/// The number of random points at which a function is compared with its matrix.
///
/// A function that differs from every affine one at a quarter of its points passes with probability
/// 0.75^24 = 0.001. Wrong masks, bits and branches make it differ at half of them or more.
const POINTS: usize = 24;

/// A square matrix over GF(2), with at most 128 rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// Column i is the image of 2^i.
    columns: Vec<u128>,
}

impl Matrix {
    /// Computes the matrix of the linear map x ↦ f(x) + f(0) of `size` bits.
    ///
    /// # Panics
    /// Panics if `f` is not affine at random points.
    #[must_use]
    pub fn of_affine(size: usize, mut f: impl FnMut(u128) -> u128) -> Self {
        let constant = f(0);
        let matrix = Self { columns: (0..size).map(|i| f(1 << i) ^ constant).collect() };
        let mut random = points(size);
        for _ in 0..POINTS {
            let x = random();
            assert_eq!(f(x) ^ constant, matrix.times(x), "the function is not affine at {x:#x}");
        }
        matrix
    }

    fn identity(size: usize) -> Self {
        Self { columns: (0..size).map(|i| 1 << i).collect() }
    }

    fn size(&self) -> usize {
        self.columns.len()
    }

    /// Multiplies the matrix by a vector.
    #[must_use]
    pub fn times(&self, x: u128) -> u128 {
        let chosen = self.columns.iter().enumerate().filter(|(i, _)| x >> i & 1 == 1);
        chosen.fold(0, |sum, (_, column)| sum ^ column)
    }

    /// Computes the composition of the maps: first `other`, then `self`.
    fn after(&self, other: &Self) -> Self {
        Self { columns: other.columns.iter().map(|column| self.times(*column)).collect() }
    }

    fn plus(&self, other: &Self) -> Self {
        let pairs = self.columns.iter().zip(&other.columns);
        Self { columns: pairs.map(|(a, b)| a ^ b).collect() }
    }

    /// Computes the dimension of the image.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.reduce().0
    }

    /// Computes the inverse, if it exists.
    fn inverse(&self) -> Option<Self> {
        let (rank, inverse) = self.reduce();
        (rank == self.size()).then_some(Self { columns: inverse })
    }

    /// Reduces the columns (Gauss and Jordan) and applies the same steps to the identity. Returns
    /// the rank and, if it is full, the columns of the inverse.
    fn reduce(&self) -> (usize, Vec<u128>) {
        let units = Self::identity(self.size()).columns;
        let mut columns: Vec<_> = self.columns.iter().copied().zip(units).collect();
        let mut rank = 0;
        for row in 0..128 {
            let has = |column: u128| column >> row & 1 == 1;
            let Some(i) = (rank..columns.len()).find(|i| has(columns[*i].0)) else { continue };
            columns.swap(rank, i);
            let pivot = columns[rank];
            for (i, column) in columns.iter_mut().enumerate() {
                if i != rank && has(column.0) {
                    *column = (column.0 ^ pivot.0, column.1 ^ pivot.1);
                }
            }
            rank += 1;
        }
        (rank, columns.into_iter().map(|(_, inverse)| inverse).collect())
    }

    /// Computes the power with exponent 2^`k`.
    fn frobenius(&self, k: usize) -> Self {
        (0..k).fold(self.clone(), |power, _| power.after(&power))
    }

    /// Returns whether the sums of powers of this matrix T, which has n rows, form the field of 2^n
    /// elements.
    ///
    /// This is Rabin's test, applied to the minimal polynomial of T. If T^(2^n) = T, the polynomial
    /// divides x^(2^n) + x, whose irreducible factors are distinct and have degrees that divide n.
    /// If T^(2^(n/q)) + T is invertible, it has no factor whose degree divides n/q. If this holds
    /// for every prime q that divides n, its only factor has degree n.
    #[must_use]
    pub fn generates_a_field(&self) -> bool {
        let n = self.size();
        let is_prime = |q: usize| (2..q).all(|divisor| !q.is_multiple_of(divisor));
        let primes = (2..=n).filter(|q| n.is_multiple_of(*q) && is_prime(*q));
        self.frobenius(n) == *self
            && primes.into_iter().all(|q| self.frobenius(n / q).plus(self).rank() == n)
    }
}

/// Checks that `f` takes each value of `size` bits exactly once, because it is affine and has full
/// rank.
///
/// # Panics
/// Panics if it is not.
pub fn takes_each_value_once(size: usize, f: impl FnMut(u128) -> u128) {
    assert_eq!(Matrix::of_affine(size, f).rank(), size, "the rank is not full");
}

/// Checks that the pair of values of `f`, affine in 128 bits, takes each value at most once, and
/// that each of the two alone takes no value more often than one time in 2^64.
///
/// # Panics
/// Panics if this is false.
pub fn pair_is_injective(mut f: impl FnMut(u128) -> [u128; 2]) {
    let [first, second] = [0, 1].map(|i| Matrix::of_affine(128, |x| f(x)[i]));
    assert!(first.rank() >= 64 && second.rank() >= 64, "one value alone");
    // The kernels of the two maps may only meet in 0: eliminate in pairs.
    let mut rows: Vec<[u128; 2]> =
        (0..128).map(|i| [first.times(1 << i), second.times(1 << i)]).collect();
    let mut rank = 0;
    for bit in 0..256 {
        let has = |row: &[u128; 2]| (row[bit / 128] >> (bit % 128)) & 1 == 1;
        if let Some(found) = (rank..rows.len()).find(|&i| has(&rows[i])) {
            rows.swap(rank, found);
            let pivot = rows[rank];
            for row in rows.iter_mut().skip(rank + 1).filter(|row| has(row)) {
                *row = [row[0] ^ pivot[0], row[1] ^ pivot[1]];
            }
            rank += 1;
        }
    }
    assert_eq!(rank, 128, "both values");
}

/// Checks that x ↦ f(d, x) takes each value of `size` bits exactly once, for every d ≠ 0 of `bits`
/// bits. It must multiply d in a field by the image of x under a bijection, and may add anything
/// that does not depend on x.
///
/// # Panics
/// Panics if this is false, or if the matrices of the powers of two cannot show it.
pub fn multiplies(bits: usize, size: usize, mut f: impl FnMut(u128, u128) -> u128) {
    assert!(
        2 <= bits && bits <= size,
        "{bits} bits of a difference do not fit {size} bits of a key"
    );
    let mut of = |d: u128| Matrix::of_affine(size, |x| f(d, x));
    let unit = of(1);
    let step = of(2).after(&unit.inverse().expect("the matrix of the difference 1 is invertible"));
    assert!(step.generates_a_field(), "the matrices of the differences do not generate a field");
    let mut powers = vec![unit];
    for i in 1..bits {
        let power = step.after(&powers[i - 1]);
        assert_eq!(of(1 << i), power, "the matrix of the difference 2^{i} is not a power");
        powers.push(power);
    }
    let (mut d, mut x) = (points(bits), points(size));
    for _ in 0..POINTS {
        let (d, x) = (d(), x());
        let product = powers.iter().enumerate().filter(|(i, _)| d >> i & 1 == 1);
        let product = product.fold(0, |sum, (_, power)| sum ^ power.times(x));
        assert_eq!(f(d, x) ^ f(d, 0), product, "not linear in the difference {d:#x}");
    }
}

/// Returns a generator of random numbers of this many bits, which are the same in every run.
fn points(bits: usize) -> impl FnMut() -> u128 {
    let mut words = SeedWords::new("points", bits as u64);
    move || {
        let x = u128::from(words.next_word()) | u128::from(words.next_word()) << 64;
        x & (u128::MAX >> (128 - bits))
    }
}

/// Computes the coefficients of c (x − r) (x − s) … for the roots r, s, …, the highest first, where
/// `subtract(a, b, r)` is a − b·r in a field.
#[must_use]
pub fn from_roots(
    c: u128,
    roots: &[u128],
    subtract: impl Fn(u128, u128, u128) -> u128,
) -> Vec<u128> {
    roots.iter().fold(vec![c], |polynomial, root| {
        let mut next = [&polynomial[..], &[0]].concat();
        for (sum, coefficient) in next[1..].iter_mut().zip(polynomial) {
            *sum = subtract(*sum, coefficient, *root);
        }
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference::gf2::{P64, P128, Wide, mul_mod};
    use std::panic::catch_unwind;

    fn by(a: u128, size: usize, modulus: Wide) -> Matrix {
        Matrix::of_affine(size, |x| mul_mod(a, x, modulus) ^ 5)
    }

    #[test]
    fn ranks_and_inverses() {
        assert_eq!(Matrix::identity(128).rank(), 128);
        // Multiplication by x^3 modulo x^8.
        let shift = by(0b1000, 8, (0, 1 << 8));
        assert_eq!((shift.rank(), shift.inverse()), (5, None));
        let matrix = by(0x1234_5678_9abc_def0, 64, P64);
        assert_eq!(
            matrix.after(&matrix.inverse().expect("the element is not zero")),
            Matrix::identity(64)
        );
    }

    #[test]
    fn fields() {
        assert!(by(2, 64, P64).generates_a_field());
        assert!(by(0xdead, 128, P128).generates_a_field());
        assert!(!by(1, 64, P64).generates_a_field(), "the field of two elements");
        // The moduli are (x^2 + x + 1)^2, x^4 + x^2 + x, (x^2 + x + 1)(x^3 + x + 1) and x^6 + x^5.
        for (size, modulus) in [(4, 0b1_0101), (4, 0b1_0110), (5, 0b11_0001), (6, 0b110_0000)] {
            assert!(!by(2, size, (0, modulus)).generates_a_field(), "{modulus:b}");
        }
        assert!(by(2, 6, (0, 0b110_0001)).generates_a_field());
    }

    #[test]
    fn products() {
        multiplies(64, 64, |d, x| mul_mod(d, x, P64) ^ (d * d));
        multiplies(10, 64, |d, x| mul_mod(d << 3, x, P64));
        let fails = |f: fn(u128, u128) -> u128| catch_unwind(|| multiplies(8, 8, f)).is_err();
        assert!(!fails(|d, x| mul_mod(d, x, (0, 0b1_0001_1011))));
        assert!(fails(|d, x| mul_mod(d, x, (0, 0b1_0001_1010))), "a multiple of x");
        assert!(fails(|d, x| mul_mod(d, x, (0, 0b1_0000_0001))), "(x + 1)^8");
        assert!(fails(|d, x| d * x % 256), "no polynomials");
        assert!(fails(|d, x| mul_mod(d & 0x7f, x, (0, 0b1_0001_1011))), "a bit is lost");
        assert!(fails(|d, x| mul_mod(d * d, x, (0, 0b1_0001_1011))), "not linear");
    }
}
