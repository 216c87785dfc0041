//! The field GF(2^127), and the ring in which CLHASH computes instead.

use crate::Wide;
use crate::backend::portable;
use crate::field::{self, field, ring};

/// An element of GF(2^127): a polynomial over GF(2) modulo x^127 + x + 1.
///
/// Bit i of the integer is the coefficient of x^i; bit 127 is 0. Sums of products are cheaper in
/// [`Lazy127`], which one more step reduces to an element.
///
/// Addition is XOR, and so is subtraction. The operators multiply on the multiplier that
/// [`Backend::detect`](crate::Backend::detect) chooses. Division by zero panics, as with integers;
/// see [`checked_div`](Self::checked_div). Everything runs in constant time except
/// [`pow`](Self::pow), whose time depends on the exponent, and [`inverse`](Self::inverse) and
/// division, whose time shows whether the operand is zero.
///
/// ```
/// use gf2::Gf127;
/// let a = Gf127::new(1 << 126);
/// assert_eq!(a * Gf127::new(2), Gf127::new(0b11)); // x^126 · x
/// assert_eq!(a / a, Gf127::ONE);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gf127(u128);

field!(Gf127(u128), 16 bytes, degree 127, clmul128, square128);

impl Gf127 {
    /// Zero, the neutral element of addition.
    pub const ZERO: Self = Self(0);
    /// One, the neutral element of multiplication.
    pub const ONE: Self = Self(1);
    /// The modulus x^127 + x + 1.
    pub const MODULUS: u128 = (1 << 127) | 0b11;

    /// Reduces a polynomial of degree below 128 to the element congruent to it: x^127 becomes
    /// x + 1.
    #[inline]
    #[must_use]
    pub const fn new(polynomial: u128) -> Self {
        Self::reduce(Wide { hi: 0, lo: polynomial })
    }

    /// Reduces a polynomial of degree below 256 to the element congruent to it.
    #[inline]
    #[must_use]
    pub const fn reduce(polynomial: Wide) -> Self {
        Self(portable::reduce127(polynomial))
    }

    /// Returns the coefficients in 127 bits.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// Makes the element from 16 bytes, the byte with x^0 first, and reduces like
    /// [`new`](Self::new).
    #[inline]
    #[must_use]
    pub const fn from_le_bytes(bytes: [u8; 16]) -> Self {
        Self::new(u128::from_le_bytes(bytes))
    }

    /// Makes the element from 16 bytes, the byte with x^0 last, and reduces like
    /// [`new`](Self::new).
    #[inline]
    #[must_use]
    pub const fn from_be_bytes(bytes: [u8; 16]) -> Self {
        Self::new(u128::from_be_bytes(bytes))
    }

    /// Returns the square root, which exists and is unique.
    ///
    /// Separating the even and the odd powers of x gives a = e(x²) + x·o(x²) = e(x)² + x·o(x)², so
    /// √a = e + √x·o. In this field x = x^128 + x^2, so √x = x^64 + x, and o has degree at most 62.
    #[must_use]
    pub const fn sqrt(self) -> Self {
        let (even, odd) = portable::even_odd128(self.0);
        Self(even as u128 ^ ((odd as u128) << 64) ^ ((odd as u128) << 1))
    }

    /// Returns the absolute trace a + a^2 + a^4 + … + a^(2^126), which is 0 or 1.
    ///
    /// The trace is linear. By Newton's identities, the modulus determines the traces of the powers
    /// of x: 1 for x^0, 0 for the others.
    #[inline]
    #[must_use]
    pub const fn trace(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Reduces like [`Gf127::new`].
impl From<u128> for Gf127 {
    #[inline]
    fn from(polynomial: u128) -> Self {
        Self::new(polynomial)
    }
}

/// A remainder modulo x^128 + x^2 + x = x (x^127 + x + 1): 128 bits that represent an element of
/// GF(2^127) and cost less to reduce than 127.
///
/// These remainders form a ring. Reducing further to [`Gf127`] is a homomorphism, so a formula of
/// sums and products may be evaluated in this ring and reduced once at its end. However, two
/// remainders represent each element, and CLHASH reads all 128 bits of the remainder, so its value
/// depends on *which* of the two it is. The value is well defined, because a formula of sums and
/// products has one remainder modulo x^128 + x^2 + x, in whatever order it is evaluated. Horner's
/// rule may therefore be split over several accumulators and powers of the key, as long as every
/// step reduces by that same modulus.
///
/// CLHASH's own step (the paper's equation 8) folds with two shifts and needs a factor of degree
/// below 126. The product here folds all bits. It gives the same remainder for such a factor, and
/// the correct one for any other, such as a power of the key.
///
/// `==` compares remainders, not the elements that they represent. There is no division, because x
/// is not invertible. Everything except [`pow`](Self::pow) runs in constant time.
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

ring!(Lazy127(u128), clmul128, square128);

impl Lazy127 {
    /// Zero, the neutral element of addition.
    pub const ZERO: Self = Self(0);
    /// One, the neutral element of multiplication.
    pub const ONE: Self = Self(1);
    /// The modulus x^128 + x^2 + x.
    pub const MODULUS: Wide = Wide { hi: 1, lo: 0b110 };

    /// Makes the remainder with these coefficients.
    #[inline]
    #[must_use]
    pub const fn new(coefficients: u128) -> Self {
        Self(coefficients)
    }

    /// Reduces a polynomial of degree below 256.
    #[inline]
    #[must_use]
    pub const fn reduce(polynomial: Wide) -> Self {
        Self(portable::reduce_lazy(polynomial))
    }

    /// Returns the coefficients.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// Returns the element of GF(2^127) that this remainder represents.
    #[inline]
    #[must_use]
    pub const fn to_gf127(self) -> Gf127 {
        Gf127::new(self.0)
    }

    /// Computes a^`exponent`, where 0^0 is 1.
    ///
    /// Not in constant time: the number of squares and products depends on the exponent's bits.
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

/// Makes the remainder of degree below 127, one of the two that represent the element.
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
