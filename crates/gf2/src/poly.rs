//! Polynomials over GF(2) of bounded degree.

use core::fmt;

use crate::Backend;
use crate::field::operator;

/// A polynomial over GF(2) of degree below 64·`WORDS`.
///
/// Bit i of word j is the coefficient of x^(64j + i). Sums are XOR. As with integers, a product
/// that does not fit panics, and so does a division by 0; see [`checked_mul`](Self::checked_mul)
/// and [`checked_div_rem`](Self::checked_div_rem).
///
/// The type is for finding and checking moduli, keys and constants, not for secrets: every
/// operation except addition runs in variable time.
///
/// ```
/// use gf2::Poly;
/// type P = Poly<2>;
/// let m = P::from((1_u128 << 64) | 0b1_1011); // x^64 + x^4 + x^3 + x + 1
/// assert!(m.is_irreducible());
/// assert_eq!(P::X.frobenius(64, m), P::X); // a^(2^64) = a
/// assert_eq!(P::X * P::X + P::ONE, P::from(0b101_u64));
/// assert_eq!(format!("{m:#x}"), "0x1000000000000001b");
/// ```
///
/// A polynomial has at least one word. Code that makes one without words does not compile:
///
/// ```compile_fail,E0080
/// let none = gf2::Poly::<0>::from(1_u64);
/// ```
/// ```compile_fail,E0080
/// let none = gf2::Poly::<0>::from_words([]);
/// ```
/// ```compile_fail,E0080
/// let none = gf2::Poly::<0>::monomial(1);
/// ```
/// ```compile_fail,E0080
/// let none = gf2::Poly::<0>::ZERO;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Poly<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Poly<WORDS> {
    /// The polynomial 0.
    pub const ZERO: Self = Self::from_words([0; WORDS]);
    /// The polynomial 1.
    pub const ONE: Self = Self::small(1);
    /// The polynomial x.
    pub const X: Self = Self::small(2);

    const fn small(word: u64) -> Self {
        let Self(mut words) = Self::ZERO;
        words[0] = word;
        Self(words)
    }

    /// Makes the polynomial with these coefficients, the word with x^0 first.
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        const { assert!(WORDS > 0, "a polynomial needs at least one word") };
        Self(words)
    }

    /// Returns the coefficients, the word with x^0 first.
    #[must_use]
    pub const fn to_words(self) -> [u64; WORDS] {
        self.0
    }

    /// Returns x^n, or `None` if it does not fit.
    #[must_use]
    pub fn monomial(n: u32) -> Option<Self> {
        let Self(mut words) = Self::ZERO;
        *words.get_mut(n as usize / 64)? = 1 << (n % 64);
        Some(Self(words))
    }

    /// Returns the coefficient of x^n, which is 0 beyond the bound.
    #[must_use]
    pub fn coefficient(self, n: u32) -> bool {
        self.0.get(n as usize / 64).is_some_and(|word| (word >> (n % 64)) & 1 == 1)
    }

    /// Returns whether this polynomial is 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Returns the degree, or `None` for the polynomial 0.
    #[must_use]
    pub fn degree(self) -> Option<u32> {
        degree(&self.0)
    }

    /// Returns the product as (low, high): low + high·x^(64·`WORDS`).
    #[must_use]
    pub fn widening_mul(self, other: Self) -> (Self, Self) {
        let [low, high] = self.wide_product(other);
        (Self(low), Self(high))
    }

    /// Returns the product, or `None` if it does not fit.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let (low, high) = self.widening_mul(other);
        high.is_zero().then_some(low)
    }

    /// Returns the square, or `None` if it does not fit.
    #[must_use]
    pub fn checked_square(self) -> Option<Self> {
        let [low, high] = self.wide_square();
        Self(high).is_zero().then_some(Self(low))
    }

    /// Divides with remainder: returns q and r with `self` = q·`divisor` + r, where r has lower
    /// degree than `divisor`.
    ///
    /// # Panics
    /// Panics if `divisor` is 0.
    #[must_use]
    #[track_caller]
    pub fn div_rem(self, divisor: Self) -> (Self, Self) {
        self.checked_div_rem(divisor).expect(DIVISION_BY_ZERO)
    }

    /// Divides like [`div_rem`](Self::div_rem), or returns `None` if `divisor` is 0.
    ///
    /// Long division (algorithm 2 of the CLHASH paper): while the degree of the remainder r is at
    /// least that of the divisor, add x^(difference) to q and x^(difference)·`divisor` to r. The
    /// equation always holds, and each step lowers the degree of r.
    #[must_use]
    pub fn checked_div_rem(self, divisor: Self) -> Option<(Self, Self)> {
        let mut remainder = self;
        let mut quotient = Self::ZERO;
        divide(&mut remainder.0, &divisor.0, |n| quotient.0[n as usize / 64] |= 1 << (n % 64))
            .then_some((quotient, remainder))
    }

    /// Returns the greatest common divisor; gcd(0, 0) is 0.
    #[must_use]
    pub fn gcd(self, other: Self) -> Self {
        let (mut a, mut b) = (self, other);
        while let Some((_, remainder)) = a.checked_div_rem(b) {
            (a, b) = (b, remainder);
        }
        a
    }

    /// Returns (g, s, t), where g is the greatest common divisor and s·`self` + t·`other` = g.
    ///
    /// The cofactors are reduced if neither operand is 0 and they are not equal: the degree of s is
    /// below that of `other`/g, and the degree of t is below that of `self`/g.
    #[must_use]
    pub fn extended_gcd(self, other: Self) -> (Self, Self, Self) {
        let (mut a, mut b) = (self, other);
        // Invariant: a = s.0·self + t.0·other, and b = s.1·self + t.1·other. No degree exceeds
        // those of self/g and other/g, so no product overflows.
        let mut s = (Self::ONE, Self::ZERO);
        let mut t = (Self::ZERO, Self::ONE);
        while let Some((quotient, remainder)) = a.checked_div_rem(b) {
            (a, b) = (b, remainder);
            s = (s.1, s.0 + quotient * s.1);
            t = (t.1, t.0 + quotient * t.1);
        }
        (a, s.0, t.0)
    }

    /// Returns the product modulo `modulus`.
    ///
    /// # Panics
    /// Panics if `modulus` is 0.
    #[must_use]
    #[track_caller]
    pub fn mul_mod(self, other: Self, modulus: Self) -> Self {
        remainder(self.wide_product(other), modulus)
    }

    /// Returns the square modulo `modulus`.
    ///
    /// # Panics
    /// Panics if `modulus` is 0.
    #[must_use]
    #[track_caller]
    pub fn square_mod(self, modulus: Self) -> Self {
        remainder(self.wide_square(), modulus)
    }

    /// Returns the power modulo `modulus`, where 0^0 is 1.
    ///
    /// # Panics
    /// Panics if `modulus` is 0.
    #[must_use]
    #[track_caller]
    pub fn pow_mod(self, exponent: u128, modulus: Self) -> Self {
        let bits = u128::BITS - exponent.leading_zeros();
        (0..bits).rev().fold(Self::ONE % modulus, |power, i| {
            let power = power.square_mod(modulus);
            if (exponent >> i) & 1 == 1 { power.mul_mod(self, modulus) } else { power }
        })
    }

    /// Returns the power with exponent 2^`k` modulo `modulus`.
    ///
    /// # Panics
    /// Panics if `modulus` is 0.
    #[must_use]
    #[track_caller]
    pub fn frobenius(self, k: u32, modulus: Self) -> Self {
        (0..k).fold(self % modulus, |power, _| power.square_mod(modulus))
    }

    /// Returns the derivative. The derivative of x^n is n·x^(n-1): x^(n-1) for odd n and 0 for even
    /// n.
    #[must_use]
    pub fn derivative(self) -> Self {
        // No bit crosses a word, because the lowest bit of each word belongs to an even power.
        Self(self.0.map(|word| (word >> 1) & 0x5555_5555_5555_5555))
    }

    /// Returns whether this polynomial is irreducible: neither 0 nor 1, and divisible only by 1 and
    /// itself.
    ///
    /// Rabin's test: a polynomial of degree n ≥ 1 is irreducible if and only if it divides
    /// x^(2^n) - x, the product of all irreducible polynomials whose degree divides n, and has no
    /// common factor with x^(2^d) - x for d = n/p, for each prime divisor p of n.
    #[must_use]
    pub fn is_irreducible(self) -> bool {
        let Some(n @ 1..) = self.degree() else { return false };
        let x = Self::X % self;
        let mut power = x;
        for d in 1..=n {
            power = power.square_mod(self);
            if n.is_multiple_of(d) && is_prime(n / d) && self.gcd(power + x) != Self::ONE {
                return false;
            }
        }
        power == x
    }

    fn wide_product(self, other: Self) -> [[u64; WORDS]; 2] {
        let backend = Backend::detect();
        let mut product = [[0; WORDS]; 2];
        let words = product.as_flattened_mut();
        let (a, b) = (used_words(&self.0), used_words(&other.0));
        for (i, &a) in a.iter().enumerate() {
            for (j, &b) in b.iter().enumerate() {
                add_at(words, i + j, backend.clmul64(a, b));
            }
        }
        product
    }

    fn wide_square(self) -> [[u64; WORDS]; 2] {
        let mut square = [[0; WORDS]; 2];
        let words = square.as_flattened_mut();
        for (i, &a) in self.0.iter().enumerate() {
            add_at(words, 2 * i, crate::square64(a));
        }
        square
    }
}

/// The text of the integers' own panic.
const DIVISION_BY_ZERO: &str = "attempt to divide by zero";

operator!({const WORDS: usize} Poly<WORDS>, Add add, AddAssign add_assign, |a, b| {
    Self(core::array::from_fn(|i| a.0[i] ^ b.0[i]))
});
operator!({const WORDS: usize} Poly<WORDS>, Sub sub, SubAssign sub_assign, |a, b| a + b);
operator!({const WORDS: usize} Poly<WORDS>, Mul mul, MulAssign mul_assign, |a, b| {
    a.checked_mul(b).expect("attempt to multiply with overflow")
});
operator!({const WORDS: usize} Poly<WORDS>, Div div, DivAssign div_assign, |a, b| a.div_rem(b).0);
operator!({const WORDS: usize} Poly<WORDS>, Rem rem, RemAssign rem_assign, |a, b| a.div_rem(b).1);

impl<const WORDS: usize> Default for Poly<WORDS> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const WORDS: usize> From<u64> for Poly<WORDS> {
    fn from(coefficients: u64) -> Self {
        Self::small(coefficients)
    }
}

/// Does not compile for polynomials of a single word.
impl<const WORDS: usize> From<u128> for Poly<WORDS> {
    fn from(coefficients: u128) -> Self {
        const { assert!(WORDS >= 2, "128 coefficients need at least two words") };
        let mut words = [0; WORDS];
        add_at(&mut words, 0, coefficients);
        Self(words)
    }
}

/// Writes hex digits without leading zeros.
impl<const WORDS: usize> fmt::Display for Poly<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(self, f)
    }
}

impl<const WORDS: usize> fmt::LowerHex for Poly<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_digits(f, b"0123456789abcdef")
    }
}

impl<const WORDS: usize> fmt::UpperHex for Poly<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_digits(f, b"0123456789ABCDEF")
    }
}

impl<const WORDS: usize> fmt::Debug for Poly<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Poly({self:#x})")
    }
}

impl<const WORDS: usize> Poly<WORDS> {
    fn fmt_digits(self, f: &mut fmt::Formatter<'_>, digits: &[u8; 16]) -> fmt::Result {
        let mut text = [[b'0'; 16]; WORDS];
        let text = text.as_flattened_mut();
        for (i, place) in text.iter_mut().rev().enumerate() {
            *place = digits[((self.0[i / 16] >> (4 * (i % 16))) & 0xf) as usize];
        }
        let zeros = text.iter().take_while(|&&digit| digit == b'0').count();
        let text = &text[zeros.min(text.len() - 1)..];
        f.pad_integral(true, "0x", core::str::from_utf8(text).map_err(|_| fmt::Error)?)
    }
}

/// Reduces a polynomial of twice as many words.
#[track_caller]
fn remainder<const WORDS: usize>(mut wide: [[u64; WORDS]; 2], modulus: Poly<WORDS>) -> Poly<WORDS> {
    assert!(divide(wide.as_flattened_mut(), &modulus.0, |_| ()), "{DIVISION_BY_ZERO}");
    Poly(wide[0])
}

/// Divides `a`, leaves the remainder in it, and calls `quotient` with each n such that x^n is in
/// the quotient. Returns false if the divisor is 0.
fn divide(a: &mut [u64], divisor: &[u64], mut quotient: impl FnMut(u32)) -> bool {
    let Some(low) = degree(divisor) else { return false };
    let divisor = used_words(divisor);
    while let Some(n) = degree(a).and_then(|high| high.checked_sub(low)) {
        for (i, &word) in divisor.iter().enumerate() {
            add_at(a, n as usize / 64 + i, u128::from(word) << (n % 64));
        }
        quotient(n);
    }
    true
}

/// Adds the two words of `value` at index `i`, or only the low word if the high one is 0.
#[expect(clippy::cast_possible_truncation, reason = "keeps the low half")]
fn add_at(words: &mut [u64], i: usize, value: u128) {
    words[i] ^= value as u64;
    let high = (value >> 64) as u64;
    if high != 0 {
        words[i + 1] ^= high;
    }
}

fn degree(words: &[u64]) -> Option<u32> {
    let used = used_words(words);
    let top = used.last()?.ilog2();
    u32::try_from(64 * (used.len() - 1)).ok().map(|below| below + top)
}

/// Returns the words up to the last one that is not 0.
fn used_words(words: &[u64]) -> &[u64] {
    let unused = words.iter().rev().take_while(|&&word| word == 0).count();
    &words[..words.len() - unused]
}

fn is_prime(n: u32) -> bool {
    n > 1 && (2..).take_while(|p| p * p <= n).all(|p| !n.is_multiple_of(p))
}
