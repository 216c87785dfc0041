//! The field GF(2^64).

use crate::backend::portable;
use crate::field::field;

/// An element of GF(2^64): a polynomial over GF(2) modulo x^64 + x^4 + x^3 + x + 1.
///
/// Bit i of the integer is the coefficient of x^i. The modulus is irreducible, and the
/// second-highest term of an irreducible polynomial of degree 64 is never below x^4 (Lemire and
/// Kaser, *Faster 64-bit universal hashing using carry-less multiplications*, section 4.3).
///
/// Addition is XOR, and so is subtraction. The operators multiply on the multiplier that
/// [`Backend::detect`](crate::Backend::detect) chooses. Division by zero panics, as with integers;
/// see [`checked_div`](Self::checked_div). Everything runs in constant time except
/// [`pow`](Self::pow), whose time depends on the exponent, and [`inverse`](Self::inverse) and
/// division, whose time shows whether the operand is zero.
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

field!(Gf64(u64), 8 bytes, degree 64, clmul64, square64);

impl Gf64 {
    /// Zero, the neutral element of addition.
    pub const ZERO: Self = Self(0);
    /// One, the neutral element of multiplication.
    pub const ONE: Self = Self(1);
    /// The modulus x^64 + x^4 + x^3 + x + 1.
    pub const MODULUS: u128 = (1 << 64) | 0b1_1011;
    /// The square root of x, for [`sqrt`](Self::sqrt).
    const SQRT_X: u64 = {
        let mut root = Self(2);
        let mut i = 1;
        while i < 64 {
            root = root.square();
            i += 1;
        }
        root.0
    };

    /// Makes the element with these coefficients.
    #[inline]
    #[must_use]
    pub const fn new(coefficients: u64) -> Self {
        Self(coefficients)
    }

    /// Reduces a polynomial of degree below 128 to the element congruent to it.
    #[inline]
    #[must_use]
    pub const fn reduce(polynomial: u128) -> Self {
        Self(portable::reduce64(polynomial))
    }

    /// Returns the coefficients.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// Makes the element from 8 bytes, the byte with x^0 first.
    #[inline]
    #[must_use]
    pub const fn from_le_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// Makes the element from 8 bytes, the byte with x^0 last.
    #[inline]
    #[must_use]
    pub const fn from_be_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(bytes))
    }

    /// Returns the square root, which exists and is unique.
    ///
    /// Separating the even and the odd powers of x gives a = e(x²) + x·o(x²) = e(x)² + x·o(x)², so
    /// √a = e + √x·o.
    #[must_use]
    pub const fn sqrt(self) -> Self {
        let (even, odd) = portable::even_odd64(self.0);
        Self(even as u64 ^ Self::reduce(portable::clmul64(odd as u64, Self::SQRT_X)).0)
    }

    /// Returns the absolute trace a + a^2 + a^4 + … + a^(2^63), which is 0 or 1.
    ///
    /// The trace is linear. By Newton's identities, the modulus determines the traces of the powers
    /// of x: 1 for x^61 and x^63, 0 for the others.
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
