//! GF(2^64).

use crate::Backend;
use crate::backend::portable;
use crate::field::{self, field};

/// An element of GF(2^64) = GF(2)\[x\] / (x^64 + x^4 + x^3 + x + 1).
///
/// Bit i of the integer is the coefficient of x^i. The modulus is irreducible, and no irreducible
/// polynomial of degree 64 has a second-highest term below x^4 (Lemire and Kaser, *Faster 64-bit
/// universal hashing using carry-less multiplications*, section 4.3).
///
/// Addition is XOR; `-` is the same. The operators multiply on [`Backend::detect`]'s multiplier.
/// Division by zero panics as it does for integers; see [`checked_div`](Self::checked_div).
/// Everything is in constant time but [`pow`](Self::pow), whose time depends on the exponent, and
/// [`inverse`](Self::inverse) and division, which tell zero from the rest.
///
/// ```
/// use gf2::Gf64;
/// let a = Gf64::new(0x8000_0000_0000_0000);
/// assert_eq!(a * Gf64::new(2), Gf64::new(0b1_1011)); // x^63 · x
/// assert_eq!(a / a, Gf64::ONE);
/// assert_eq!(a + a, Gf64::ZERO);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gf64(u64);

field!(Gf64);

impl Gf64 {
    /// The neutral element of addition.
    pub const ZERO: Self = Self(0);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self(1);
    /// x^64 + x^4 + x^3 + x + 1.
    pub const MODULUS: u128 = (1 << 64) | 0b1_1011;
    /// √x, for [`sqrt`](Self::sqrt).
    const SQRT_X: u64 = {
        let mut root = Self(2);
        let mut i = 1;
        while i < 64 {
            root = root.square();
            i += 1;
        }
        root.0
    };

    /// The element with these coefficients.
    #[inline]
    #[must_use]
    pub const fn new(coefficients: u64) -> Self {
        Self(coefficients)
    }

    /// The element that a polynomial of degree below 128 is congruent to.
    #[inline]
    #[must_use]
    pub const fn reduce(polynomial: u128) -> Self {
        Self(portable::reduce64(polynomial))
    }

    /// The coefficients.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// From 8 bytes, the one with x^0 first.
    #[inline]
    #[must_use]
    pub const fn from_le_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// From 8 bytes, the one with x^0 last.
    #[inline]
    #[must_use]
    pub const fn from_be_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(bytes))
    }

    /// To 8 bytes, the one with x^0 first.
    #[inline]
    #[must_use]
    pub const fn to_le_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// To 8 bytes, the one with x^0 last.
    #[inline]
    #[must_use]
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The product, on a multiplier chosen before.
    #[inline]
    #[must_use]
    pub fn mul_with(self, backend: Backend, other: Self) -> Self {
        Self::reduce(backend.clmul64(self.0, other.0))
    }

    /// The square, a linear map: (a + b)² = a² + b².
    #[inline]
    #[must_use]
    pub const fn square(self) -> Self {
        Self::reduce(portable::square64(self.0))
    }

    /// The one element whose square this is.
    ///
    /// With the even and the odd powers of x apart, a = e(x²) + x·o(x²) = e(x)² + x·o(x)², so
    /// √a = e + √x·o.
    #[must_use]
    pub const fn sqrt(self) -> Self {
        let (even, odd) = portable::even_odd64(self.0);
        Self(even as u64 ^ Self::reduce(portable::clmul64(odd as u64, Self::SQRT_X)).0)
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
        (self != Self::ZERO).then(|| field::inverse(self, 64))
    }

    /// a/b, unless b is zero.
    #[inline]
    #[must_use]
    pub fn checked_div(self, other: Self) -> Option<Self> {
        other.inverse().map(|inverse| self * inverse)
    }

    /// The absolute trace a + a^2 + a^4 + … + a^(2^63), which is 0 or 1.
    ///
    /// It is linear, and Newton's identities give the traces of the powers of x from the
    /// modulus: 1 for x^61 and x^63, 0 for the others.
    #[inline]
    #[must_use]
    pub const fn trace(self) -> bool {
        ((self.0 >> 61) ^ (self.0 >> 63)) & 1 == 1
    }
}

impl From<u64> for Gf64 {
    #[inline]
    fn from(coefficients: u64) -> Self {
        Self(coefficients)
    }
}

impl From<Gf64> for u64 {
    #[inline]
    fn from(element: Gf64) -> Self {
        element.0
    }
}
