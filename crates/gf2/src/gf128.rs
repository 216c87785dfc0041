//! The field GF(2^128).

use crate::Wide;
use crate::backend::portable;
use crate::field::field;

/// An element of GF(2^128), the field of GCM: a polynomial over GF(2) modulo x^128 + x^7 + x^2 +
/// x + 1.
///
/// Bit i of the integer is the coefficient of x^i. GCM numbers the bits of a block from the other
/// end; [`from_ghash_bytes`](Self::from_ghash_bytes) converts its blocks.
/// [`from_polyval_bytes`](Self::from_polyval_bytes) converts the blocks of GCM-SIV's POLYVAL.
///
/// Addition is XOR, and so is subtraction. The operators multiply on the multiplier that
/// [`Backend::detect`](crate::Backend::detect) chooses. Division by zero panics, as with integers;
/// see [`checked_div`](Self::checked_div). Everything runs in constant time except
/// [`pow`](Self::pow), whose time depends on the exponent, and [`inverse`](Self::inverse) and
/// division, whose time shows whether the operand is zero.
///
/// ```
/// use gf2::Gf128;
/// let a = Gf128::new(1 << 127);
/// assert_eq!(a * Gf128::new(2), Gf128::new(0x87)); // x^127 · x
/// assert_eq!(a / a, Gf128::ONE);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gf128(u128);

field!(Gf128(u128), 16 bytes, degree 128, clmul128, square128);

impl Gf128 {
    /// Zero, the neutral element of addition.
    pub const ZERO: Self = Self(0);
    /// One, the neutral element of multiplication.
    pub const ONE: Self = Self(1);
    /// The modulus x^128 + x^7 + x^2 + x + 1.
    pub const MODULUS: Wide = Wide { hi: 1, lo: 0x87 };
    /// The square root of x, for [`sqrt`](Self::sqrt).
    const SQRT_X: u128 = {
        let mut root = Self(2);
        let mut i = 1;
        while i < 128 {
            root = root.square();
            i += 1;
        }
        root.0
    };

    /// Makes the element with these coefficients.
    #[inline]
    #[must_use]
    pub const fn new(coefficients: u128) -> Self {
        Self(coefficients)
    }

    /// Reduces a polynomial of degree below 256 to the element congruent to it.
    #[inline]
    #[must_use]
    pub const fn reduce(polynomial: Wide) -> Self {
        Self(portable::reduce128(polynomial))
    }

    /// Returns the coefficients.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// Makes the element from 16 bytes, the byte with x^0 first.
    #[inline]
    #[must_use]
    pub const fn from_le_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_le_bytes(bytes))
    }

    /// Makes the element from 16 bytes, the byte with x^0 last.
    #[inline]
    #[must_use]
    pub const fn from_be_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }

    /// Makes the element from a block of GCM.
    ///
    /// In such a block, the *most* significant bit of byte 0 is the coefficient of x^0, and the
    /// least significant bit of byte 15 is that of x^127 (NIST SP 800-38D, section 6.3).
    ///
    /// Sums and products of elements correspond to those of GHASH's blocks.
    ///
    /// ```
    /// use gf2::Gf128;
    /// let mut block = [0; 16];
    /// block[0] = 0b0100_0000;
    /// assert_eq!(Gf128::from_ghash_bytes(block), Gf128::new(0b10)); // x
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_ghash_bytes(block: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(block).reverse_bits())
    }

    /// Returns the block of GCM: the inverse of [`from_ghash_bytes`](Self::from_ghash_bytes).
    #[inline]
    #[must_use]
    pub const fn to_ghash_bytes(self) -> [u8; 16] {
        self.0.reverse_bits().to_be_bytes()
    }

    /// Makes the element from a block of POLYVAL (RFC 8452).
    ///
    /// POLYVAL reads a block as a little-endian integer, where bit i is the coefficient of x^i,
    /// modulo x^128 + x^127 + x^126 + x^121 + 1. This is x^128 p(1/x), the modulus p of this field
    /// with its coefficients reversed, so a block A(x) corresponds to A(1/x) in this field. To have
    /// a polynomial, this function returns x^127 A(1/x), which is A with its bits reversed.
    ///
    /// Sums of blocks become sums of elements. A product of two such elements has the factor x^254
    /// where an element has x^127, so for blocks A and B that become a and b
    ///
    /// * the block A·B is a·b·x^-127,
    /// * the block dot(A, B) = A·B·x^-128 of RFC 8452, where x^-128 becomes x^128 here, is
    ///   a·b·x = `a * b.mul_x()`.
    ///
    /// ```
    /// use gf2::Gf128;
    /// use hex_literal::hex;
    /// // POLYVAL of one block under the key of RFC 8452, appendix A, is dot(block, key).
    /// let key = Gf128::from_polyval_bytes(hex!("25629347589242761d31f826ba4b757b"));
    /// let block = Gf128::from_polyval_bytes(hex!("11000000000000000000000000000000"));
    /// let hash = (block * key.mul_x()).to_polyval_bytes();
    /// assert_eq!(hash, hex!("d5fa2396aa56e00bdc8e0a4ff23775ad"));
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_polyval_bytes(block: [u8; 16]) -> Self {
        Self(u128::from_le_bytes(block).reverse_bits())
    }

    /// Returns the block of POLYVAL: the inverse of
    /// [`from_polyval_bytes`](Self::from_polyval_bytes).
    #[inline]
    #[must_use]
    pub const fn to_polyval_bytes(self) -> [u8; 16] {
        self.0.reverse_bits().to_le_bytes()
    }

    /// Multiplies the element by x.
    #[inline]
    #[must_use]
    pub const fn mul_x(self) -> Self {
        Self::reduce(Wide { hi: self.0 >> 127, lo: self.0 << 1 })
    }

    /// Returns the square root, which exists and is unique.
    ///
    /// Separating the even and the odd powers of x gives a = e(x²) + x·o(x²) = e(x)² + x·o(x)², so
    /// √a = e + √x·o.
    #[must_use]
    pub const fn sqrt(self) -> Self {
        let (even, odd) = portable::even_odd128(self.0);
        Self(even as u128 ^ Self::reduce(portable::clmul128(odd as u128, Self::SQRT_X)).0)
    }

    /// Returns the absolute trace a + a^2 + a^4 + … + a^(2^127), which is 0 or 1.
    ///
    /// The trace is linear. By Newton's identities, the modulus determines the traces of the powers
    /// of x: 1 for x^121 and x^127, 0 for the others.
    #[inline]
    #[must_use]
    pub const fn trace(self) -> bool {
        ((self.0 >> 121) ^ (self.0 >> 127)) & 1 == 1
    }
}

impl From<u128> for Gf128 {
    #[inline]
    fn from(coefficients: u128) -> Self {
        Self(coefficients)
    }
}
