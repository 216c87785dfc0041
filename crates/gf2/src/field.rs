//! Code that the rings of this crate share: operators, text, powers, inverses.

use crate::Backend;

/// A ring of characteristic 2, as the algorithms below use it.
pub(crate) trait Ring: Copy {
    const ONE: Self;
    fn mul_with(self, backend: Backend, other: Self) -> Self;
    fn square(self) -> Self;
}

/// Computes a power from left to right, with a square for each bit of the exponent and a product
/// for each 1 bit.
pub(crate) fn pow<R: Ring>(base: R, exponent: u128) -> R {
    let backend = Backend::detect();
    let bits = u128::BITS - exponent.leading_zeros();
    (0..bits).rev().fold(R::ONE, |power, i| {
        let power = power.square();
        if (exponent >> i) & 1 == 1 { power.mul_with(backend, base) } else { power }
    })
}

/// Computes a^(2^n - 2), the inverse of a ≠ 0 in GF(2^n) (Itoh and Tsujii).
///
/// With b(k) = a^(2^k - 1) we have b(2k) = b(k)^(2^k) b(k) and b(k+1) = b(k)^2 a. So the bits of
/// n - 1 lead to b(n-1), whose square is the result. This takes n - 1 squares and fewer than
/// 2 log2(n) products, in an order that depends only on n.
pub(crate) fn inverse<R: Ring>(a: R, n: u32) -> R {
    let backend = Backend::detect();
    let target = n - 1;
    let (mut b, mut k) = (a, 1);
    for bit in (0..target.ilog2()).rev() {
        let shifted = (0..k).fold(b, |power, _| power.square());
        (b, k) = (shifted.mul_with(backend, b), 2 * k);
        if (target >> bit) & 1 == 1 {
            (b, k) = (b.square().mul_with(backend, a), k + 1);
        }
    }
    b.square()
}

/// Implements a binary operator and its assignment, for values and references as with integers. The
/// braces hold the type's generic parameters.
macro_rules! operator {
    ({$($generics:tt)*} $type:ty, $operator:ident $method:ident, $assign:ident $assign_method:ident, $compute:expr) => {
        impl<$($generics)*> core::ops::$operator for $type {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let compute: fn(Self, Self) -> Self = $compute;
                compute(self, other)
            }
        }
        impl<$($generics)*> core::ops::$operator<&$type> for $type {
            type Output = Self;
            #[inline]
            fn $method(self, other: &Self) -> Self {
                core::ops::$operator::$method(self, *other)
            }
        }
        impl<$($generics)*> core::ops::$operator<$type> for &$type {
            type Output = $type;
            #[inline]
            fn $method(self, other: $type) -> $type {
                core::ops::$operator::$method(*self, other)
            }
        }
        impl<$($generics)*> core::ops::$operator for &$type {
            type Output = $type;
            #[inline]
            fn $method(self, other: Self) -> $type {
                core::ops::$operator::$method(*self, *other)
            }
        }
        impl<$($generics)*> core::ops::$assign for $type {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = core::ops::$operator::$method(*self, other);
            }
        }
        impl<$($generics)*> core::ops::$assign<&$type> for $type {
            #[inline]
            fn $assign_method(&mut self, other: &Self) {
                *self = core::ops::$operator::$method(*self, *other);
            }
        }
    };
}

/// Implements the text of a tuple struct around an integer: its hex digits.
macro_rules! hex_text {
    ($type:ident) => {
        /// Writes hex digits without leading zeros.
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::LowerHex::fmt(&self.0, f)
            }
        }
        impl core::fmt::LowerHex for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::LowerHex::fmt(&self.0, f)
            }
        }
        impl core::fmt::UpperHex for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::UpperHex::fmt(&self.0, f)
            }
        }
        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($type), "({:#x})"), self.0)
            }
        }
    };
}

/// Implements the products, operators, sums and text of a ring: `Type(Bits)`, and the products of
/// polynomials before their reduction, in [`Backend`] and in
/// [`portable`](crate::backend::portable).
macro_rules! ring {
    ($type:ident($Bits:ty), $product:ident, $square:ident) => {
        impl $type {
            /// Multiplies on the multiplier of this backend.
            #[inline]
            #[must_use]
            pub fn mul_with(self, backend: $crate::Backend, other: Self) -> Self {
                Self::reduce(backend.$product(self.0, other.0))
            }

            /// Squares the element. Squaring is a linear map: (a + b)² = a² + b².
            #[inline]
            #[must_use]
            pub const fn square(self) -> Self {
                Self::reduce($crate::backend::portable::$square(self.0))
            }
        }
        impl From<$type> for $Bits {
            #[inline]
            fn from(element: $type) -> Self {
                element.0
            }
        }
        impl $crate::field::Ring for $type {
            const ONE: Self = Self::ONE;
            #[inline]
            fn mul_with(self, backend: $crate::Backend, other: Self) -> Self {
                self.mul_with(backend, other)
            }
            #[inline]
            fn square(self) -> Self {
                self.square()
            }
        }
        $crate::field::operator!({} $type, Add add, AddAssign add_assign, |a, b| Self(a.0 ^ b.0));
        $crate::field::operator!({} $type, Sub sub, SubAssign sub_assign, |a, b| Self(a.0 ^ b.0));
        $crate::field::operator!({} $type, Mul mul, MulAssign mul_assign, |a, b| {
            a.mul_with($crate::Backend::detect(), b)
        });
        /// Returns the element itself: every element is its own negative.
        impl core::ops::Neg for $type {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                self
            }
        }
        impl core::iter::Sum for $type {
            fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
                terms.fold(Self::ZERO, |a, b| a + b)
            }
        }
        impl<'a> core::iter::Sum<&'a Self> for $type {
            fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
                terms.copied().sum()
            }
        }
        impl core::iter::Product for $type {
            fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
                factors.fold(Self::ONE, |a, b| a * b)
            }
        }
        impl<'a> core::iter::Product<&'a Self> for $type {
            fn product<I: Iterator<Item = &'a Self>>(factors: I) -> Self {
                factors.copied().product()
            }
        }
        $crate::field::hex_text!($type);
    };
}

/// Implements a ring and what a field has besides: its bytes, powers and division. The degree is
/// that of the modulus.
macro_rules! field {
    (
        $type:ident($Bits:ty), $bytes:literal bytes, degree $degree:literal,
        $product:ident, $square:ident
    ) => {
        $crate::field::ring!($type($Bits), $product, $square);
        impl $type {
            /// Returns the bytes of the element, the byte with x^0 first.
            #[inline]
            #[must_use]
            pub const fn to_le_bytes(self) -> [u8; $bytes] {
                self.0.to_le_bytes()
            }

            /// Returns the bytes of the element, the byte with x^0 last.
            #[inline]
            #[must_use]
            pub const fn to_be_bytes(self) -> [u8; $bytes] {
                self.0.to_be_bytes()
            }

            /// Computes a^`exponent`, where 0^0 is 1.
            ///
            /// Not in constant time: the number of squares and products depends on the exponent's
            /// bits.
            #[must_use]
            pub fn pow(self, exponent: u128) -> Self {
                $crate::field::pow(self, exponent)
            }

            /// Returns the inverse 1/a, or `None` if a is zero.
            #[must_use]
            pub fn inverse(self) -> Option<Self> {
                (self != Self::ZERO).then(|| $crate::field::inverse(self, $degree))
            }

            /// Returns the quotient a/b, or `None` if b is zero.
            #[inline]
            #[must_use]
            pub fn checked_div(self, other: Self) -> Option<Self> {
                other.inverse().map(|inverse| self * inverse)
            }
        }
        $crate::field::operator!({} $type, Div div, DivAssign div_assign, |a, b| {
            a.checked_div(b).expect("attempt to divide by zero")
        });
    };
}

pub(crate) use {field, hex_text, operator, ring};
