//! GF(2^127), and the ring in which CLHASH computes in its place.

use crate::backend::portable;
use crate::field::{self, field, ring};
use crate::{Backend, Wide};

/// An element of GF(2^127) = GF(2)\[x\] / (x^127 + x + 1).
///
/// Bit i of the integer is the coefficient of x^i; bit 127 is 0. Sums of products are cheaper in
/// [`Lazy127`], from which an element follows by one more step.
///
/// Addition is XOR; `-` is the same. The operators multiply on [`Backend::detect`]'s multiplier.
/// Division by zero panics as it does for integers; see [`checked_div`](Self::checked_div).
/// Everything is in constant time but [`pow`](Self::pow), whose time depends on the exponent, and
/// [`inverse`](Self::inverse) and division, which tell zero from the rest.
///
/// ```
/// use gf2::Gf127;
/// let a = Gf127::new(1 << 126);
/// assert_eq!(a * Gf127::new(2), Gf127::new(0b11)); // x^126 · x
/// assert_eq!(a / a, Gf127::ONE);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gf127(u128);

field!(Gf127);

impl Gf127 {
    /// The neutral element of addition.
    pub const ZERO: Self = Self(0);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self(1);
    /// x^127 + x + 1.
    pub const MODULUS: u128 = (1 << 127) | 0b11;

    /// The element that a polynomial of degree below 128 is congruent to: the one with these
    /// coefficients, but that x^127 becomes x + 1.
    #[inline]
    #[must_use]
    pub const fn new(polynomial: u128) -> Self {
        Self::reduce(Wide { hi: 0, lo: polynomial })
    }

    /// The element that a polynomial of degree below 256 is congruent to.
    #[inline]
    #[must_use]
    pub const fn reduce(polynomial: Wide) -> Self {
        Self(portable::reduce127(polynomial))
    }

    /// The coefficients, in 127 bits.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// From 16 bytes, the one with x^0 first, as [`new`](Self::new) takes them.
    #[inline]
    #[must_use]
    pub const fn from_le_bytes(bytes: [u8; 16]) -> Self {
        Self::new(u128::from_le_bytes(bytes))
    }

    /// From 16 bytes, the one with x^0 last, as [`new`](Self::new) takes them.
    #[inline]
    #[must_use]
    pub const fn from_be_bytes(bytes: [u8; 16]) -> Self {
        Self::new(u128::from_be_bytes(bytes))
    }

    /// To 16 bytes, the one with x^0 first.
    #[inline]
    #[must_use]
    pub const fn to_le_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// To 16 bytes, the one with x^0 last.
    #[inline]
    #[must_use]
    pub const fn to_be_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The product, on a multiplier chosen before.
    #[inline]
    #[must_use]
    pub fn mul_with(self, backend: Backend, other: Self) -> Self {
        Self::reduce(backend.clmul128(self.0, other.0))
    }

    /// The square, a linear map: (a + b)² = a² + b².
    #[inline]
    #[must_use]
    pub const fn square(self) -> Self {
        Self::reduce(portable::square128(self.0))
    }

    /// The one element whose square this is.
    ///
    /// With the even and the odd powers of x apart, a = e(x²) + x·o(x²) = e(x)² + x·o(x)², so
    /// √a = e + √x·o. Here x = x^128 + x^2, so √x = x^64 + x, and o has degree 62 at most.
    #[must_use]
    pub const fn sqrt(self) -> Self {
        let (even, odd) = portable::even_odd128(self.0);
        Self(even as u128 ^ ((odd as u128) << 64) ^ ((odd as u128) << 1))
    }

    /// a^`exponent`; 0^0 is 1.
    ///
    /// Not in constant time: the squares and products made are those of the exponent's bits.
    #[must_use]
    pub fn pow(self, exponent: u128) -> Self {
        field::pow(self, exponent)
    }

    /// 1/a, unless this is zero.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        (self != Self::ZERO).then(|| field::inverse(self, 127))
    }

    /// a/b, unless b is zero.
    #[inline]
    #[must_use]
    pub fn checked_div(self, other: Self) -> Option<Self> {
        other.inverse().map(|inverse| self * inverse)
    }

    /// The absolute trace a + a^2 + a^4 + … + a^(2^126), which is 0 or 1.
    ///
    /// It is linear, and Newton's identities give the traces of the powers of x from the
    /// modulus: 1 for x^0, 0 for the others.
    #[inline]
    #[must_use]
    pub const fn trace(self) -> bool {
        self.0 & 1 == 1
    }
}

/// As [`Gf127::new`].
impl From<u128> for Gf127 {
    #[inline]
    fn from(polynomial: u128) -> Self {
        Self::new(polynomial)
    }
}

impl From<Gf127> for u128 {
    #[inline]
    fn from(element: Gf127) -> Self {
        element.0
    }
}

/// A remainder modulo x^128 + x^2 + x = x (x^127 + x + 1): 128 bits for an element of GF(2^127),
/// reduced more cheaply than to 127.
///
/// These remainders form a ring. Reducing further to [`Gf127`] is a homomorphism, so a formula of
/// sums and products may be evaluated here and reduced once at its end. Two remainders stand for
/// each element, though, and CLHASH reads all 128 bits of one: *which* of the two is part of its
/// value. It is well defined, since a formula of sums and products has one remainder modulo
/// x^128 + x^2 + x in whatever order it is evaluated; so Horner's rule may be split over several
/// accumulators and powers of the key, as long as every step reduces by that same modulus.
///
/// CLHASH's own step (the paper's equation 8) folds with two shifts and needs a factor of degree
/// below 126. The product here folds all bits, which gives the same remainder then and the right
/// one for any other factors, such as powers of the key.
///
/// `==` compares remainders, not the elements that they stand for. Division is left out, because
/// x is not invertible. Everything is in constant time but [`pow`](Self::pow).
///
/// ```
/// use gf2::{Gf127, Lazy127};
/// let (a, b) = (Lazy127::new(1 << 127), Lazy127::new(0b11)); // x^127 and x + 1
/// assert_ne!(a, b);
/// assert_eq!(Gf127::from(a), Gf127::from(b));
/// assert_eq!(a * Lazy127::new(2), Lazy127::new(0b110)); // x^128
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Lazy127(u128);

ring!(Lazy127);

impl Lazy127 {
    /// The neutral element of addition.
    pub const ZERO: Self = Self(0);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self(1);
    /// x^128 + x^2 + x.
    pub const MODULUS: Wide = Wide { hi: 1, lo: 0b110 };

    /// The remainder with these coefficients.
    #[inline]
    #[must_use]
    pub const fn new(coefficients: u128) -> Self {
        Self(coefficients)
    }

    /// The remainder of a polynomial of degree below 256.
    #[inline]
    #[must_use]
    pub const fn reduce(polynomial: Wide) -> Self {
        Self(portable::reduce_lazy(polynomial))
    }

    /// The coefficients.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// The element of GF(2^127) that this stands for.
    #[inline]
    #[must_use]
    pub const fn to_gf127(self) -> Gf127 {
        Gf127::new(self.0)
    }

    /// The product, on a multiplier chosen before.
    #[inline]
    #[must_use]
    pub fn mul_with(self, backend: Backend, other: Self) -> Self {
        Self::reduce(backend.clmul128(self.0, other.0))
    }

    /// The square, a linear map: (a + b)² = a² + b².
    #[inline]
    #[must_use]
    pub const fn square(self) -> Self {
        Self::reduce(portable::square128(self.0))
    }

    /// a^`exponent`; 0^0 is 1.
    ///
    /// Not in constant time: the squares and products made are those of the exponent's bits.
    #[must_use]
    pub fn pow(self, exponent: u64) -> Self {
        field::pow(self, u128::from(exponent))
    }
}

impl From<u128> for Lazy127 {
    #[inline]
    fn from(coefficients: u128) -> Self {
        Self(coefficients)
    }
}

impl From<Lazy127> for u128 {
    #[inline]
    fn from(remainder: Lazy127) -> Self {
        remainder.0
    }
}

/// The remainder of degree below 127, which is one of the two.
impl From<Gf127> for Lazy127 {
    #[inline]
    fn from(element: Gf127) -> Self {
        Self(element.0)
    }
}

impl From<Lazy127> for Gf127 {
    #[inline]
    fn from(remainder: Lazy127) -> Self {
        remainder.to_gf127()
    }
}
