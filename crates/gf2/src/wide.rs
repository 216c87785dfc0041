//! Products of 128-bit polynomials.

use core::ops::{BitXor, BitXorAssign};

/// A polynomial over GF(2) of degree below 256, `hi`·x^128 + `lo`.
///
/// [`clmul128`](crate::clmul128) returns it, and the reductions to 127 and 128 bits take it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide {
    /// The coefficients of x^128 to x^255; bit i stands for x^(128+i).
    pub hi: u128,
    /// The coefficients of x^0 to x^127; bit i stands for x^i.
    pub lo: u128,
}

/// Adds two polynomials, so that products can be added up before one reduction.
impl BitXor for Wide {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self { hi: self.hi ^ other.hi, lo: self.lo ^ other.lo }
    }
}

impl BitXorAssign for Wide {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}
