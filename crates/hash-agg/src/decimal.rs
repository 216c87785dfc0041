//! The normal form of exact numbers, which is the same for 5, 5.00 and 500 · 10^-2.
//!
//! A number is u · 10^-s. Its normal form has the least s >= 0 for which u is an integer. If u then
//! has more than 256 bits, which only a negative scale can cause, s is the greatest negative scale
//! for which u has at most 256 bits.

use crate::backend::{GROUP, Split};
use crate::value::{halves, kind, tag};

/// The types of the unscaled values of decimals: `i32`, `i64`, `i128`, and `[u8; 32]` for 256 bits,
/// little-endian in two's complement.
pub trait Unscaled: sealed::Unscaled {}

impl<T: sealed::Unscaled> Unscaled for T {}

pub(crate) mod sealed {
    use crate::backend::{GROUP, Split};

    pub trait Unscaled: Copy {
        /// Returns the elements a and b, and the tag, of the cell whose value is self · 10^-scale.
        fn cell(self, scale: i8) -> (u128, u128, u64);

        /// Returns the low words of values, and for each 0 if and only if the value is the
        /// extension of its low word.
        fn low_words(values: &[Self; GROUP], split: impl Split) -> [[u64; GROUP]; 2];
    }
}

/// Implements [`Unscaled`] for types of at most a word.
macro_rules! unscaled {
    ($($Integer:ty)*) => {
        $(impl sealed::Unscaled for $Integer {
            fn cell(self, scale: i8) -> (u128, u128, u64) {
                Number::new(self.into(), scale).cell()
            }

            #[inline(always)]
            fn low_words(
                values: &[Self; GROUP],
                _: impl Split,
            ) -> [[u64; GROUP]; 2] {
                [values.map(|value| i64::from(value).cast_unsigned()), [0; GROUP]]
            }
        })*
    };
}

unscaled! { i32 i64 }

impl sealed::Unscaled for i128 {
    fn cell(self, scale: i8) -> (u128, u128, u64) {
        Number::new(self, scale).cell()
    }

    #[inline(always)]
    fn low_words(values: &[Self; GROUP], split: impl Split) -> [[u64; GROUP]; 2] {
        let [low, mut high] = split.words(&values.map(i128::cast_unsigned));
        for (high, low) in high.iter_mut().zip(low) {
            *high ^= (low.cast_signed() >> 63).cast_unsigned();
        }
        [low, high]
    }
}

impl sealed::Unscaled for [u8; 32] {
    fn cell(self, scale: i8) -> (u128, u128, u64) {
        Number::wide(halves(&self), scale).cell()
    }

    #[inline(always)]
    fn low_words(values: &[Self; GROUP], split: impl Split) -> [[u64; GROUP]; 2] {
        let halves = values.map(|value| halves(&value).map(u128::cast_signed));
        let [words, mut rest] = i128::low_words(&halves.map(|[low, _]| low), split);
        for (rest, [low, high]) in rest.iter_mut().zip(halves) {
            *rest |= u64::from(high != low >> 127);
        }
        [words, rest]
    }
}

/// An exact number in normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A number that fits 128 bits in two's complement, with a scale from 0 to 127.
    Narrow(i128, u8),
    /// Any other number: the low and the high half of 256 bits in two's complement, and the scale.
    Wide([u128; 2], i8),
}

impl Number {
    /// Computes the normal form of unscaled · 10^-scale.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the scale does not grow")]
    pub(crate) fn new(unscaled: i128, scale: i8) -> Self {
        match short_number(unscaled) {
            (word, true) if scale >= 0 => {
                let ([word], [scale]) = strip([word], scale.unsigned_abs());
                Self::Narrow(word.cast_signed().into(), scale as u8)
            }
            _ if scale == 0 => Self::Narrow(unscaled, 0),
            _ => Self::normal(unscaled < 0, Magnitude::from(unscaled.unsigned_abs()), scale),
        }
    }

    /// Computes the normal form of a number whose unscaled value has 256 bits in two's complement,
    /// low half first.
    pub(crate) fn wide([low, high]: [u128; 2], scale: i8) -> Self {
        let negative = high >> 127 == 1;
        let magnitude = if negative {
            let (low, carry) = (!low).overflowing_add(1);
            Magnitude([low, (!high).wrapping_add(carry.into())])
        } else {
            Magnitude([low, high])
        };
        Self::normal(negative, magnitude, scale)
    }

    /// Computes the normal form of an unsigned integer.
    pub(crate) fn unsigned(value: u128) -> Self {
        Self::normal(false, Magnitude::from(value), 0)
    }

    /// Returns the elements a and b, and the tag, of its cell.
    fn cell(self) -> (u128, u128, u64) {
        match self {
            Self::Narrow(a, scale) => (a.cast_unsigned(), 0, tag(kind::NUMBER, scale.into())),
            Self::Wide([a, b], scale) => {
                (a, b, tag(kind::WIDE_NUMBER, scale.cast_unsigned().into()))
            }
        }
    }

    fn normal(negative: bool, mut magnitude: Magnitude, mut scale: i8) -> Self {
        if magnitude.0 == [0; 2] {
            return Self::Narrow(0, 0);
        }
        while scale > 0 {
            let (quotient, remainder) = magnitude.divided_by_ten();
            if remainder != 0 {
                break;
            }
            (magnitude, scale) = (quotient, scale - 1);
        }
        while scale < 0 {
            match magnitude.times_ten() {
                Some(product) => (magnitude, scale) = (product, scale + 1),
                None => break,
            }
        }
        let [low, high] = magnitude.signed(negative);
        // In a narrow number, the high half only extends the sign.
        if high == (low.cast_signed() >> 127).cast_unsigned() && scale >= 0 {
            Self::Narrow(low.cast_signed(), scale.unsigned_abs())
        } else {
            Self::Wide([low, high], scale)
        }
    }
}

/// Returns the low word of a number, and whether the number is its extension.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the next line compares the values")]
pub(crate) const fn short_number(number: i128) -> (u64, bool) {
    let word = number as i64;
    (word.cast_unsigned(), word as i128 == number)
}

/// Computes the normal forms of words in two's complement, each with `scale` digits after the
/// point: words and scales.
///
/// The zeros at the end of a number, at most `scale` of them, are removed in steps of 16, 8, 4, 2
/// and 1. Each step is a product and a comparison without branches, because those on digits would
/// be mispredicted, and so that compilers can vectorise it: n is a multiple of 10^k if and only if
/// n · 5^-k modulo 2^64, rotated by k bits to the right, is at most (2^64 - 1) / 10^k, and then
/// that is the quotient (Granlund and Montgomery, Division by Invariant Integers using
/// Multiplication, section 9).
#[inline(always)]
pub(crate) fn strip<const N: usize>(words: [u64; N], scale: u8) -> ([u64; N], [u64; N]) {
    let (mut words, mut scales) = (words, [u64::from(scale); N]);
    let mut signs = [0; N];
    for (word, sign) in words.iter_mut().zip(&mut signs) {
        *sign = (word.cast_signed() >> 63).cast_unsigned();
        *word = (*word ^ *sign).wrapping_sub(*sign);
    }
    for Step { zeros, inverse, most } in STEPS {
        if zeros > scale.into() {
            continue;
        }
        for (word, scale) in words.iter_mut().zip(&mut scales) {
            let quotient = word.wrapping_mul(inverse).rotate_right(zeros);
            let is_multiple = quotient <= most && *scale >= zeros.into();
            *word = if is_multiple { quotient } else { *word };
            *scale -= if is_multiple { zeros.into() } else { 0 };
        }
    }
    for ((word, sign), scale) in words.iter_mut().zip(&signs).zip(&mut scales) {
        *scale = if *word == 0 { 0 } else { *scale };
        *word = (*word ^ *sign).wrapping_sub(*sign);
    }
    (words, scales)
}

/// A division by 10^zeros.
struct Step {
    zeros: u32,
    /// The inverse of 5^zeros modulo 2^64.
    inverse: u64,
    /// The greatest quotient.
    most: u64,
}

const STEPS: [Step; 5] = [step(16), step(8), step(4), step(2), step(1)];

const fn step(zeros: u32) -> Step {
    let odd = 5_u64.pow(zeros);
    // Newton's method: each round doubles the number of right bits, of which there are 3 at first.
    let (mut inverse, mut bits) = (odd, 3);
    while bits < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        bits *= 2;
    }
    Step { zeros, inverse, most: u64::MAX / 10_u64.pow(zeros) }
}

/// A 256-bit unsigned integer, low half first.
#[derive(Clone, Copy)]
struct Magnitude([u128; 2]);

impl From<u128> for Magnitude {
    fn from(low: u128) -> Self {
        Self([low, 0])
    }
}

impl Magnitude {
    /// Returns the words, lowest first.
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    const fn words(self) -> [u64; 4] {
        let [low, high] = self.0;
        [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64]
    }

    fn from_words(words: [u64; 4]) -> Self {
        let join = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
        Self([join(words[0], words[1]), join(words[2], words[3])])
    }

    /// Returns the quotient and the remainder of the division by 10.
    #[expect(clippy::cast_possible_truncation, reason = "digits of a long division")]
    fn divided_by_ten(self) -> (Self, u64) {
        let (mut words, mut remainder) = (self.words(), 0);
        for word in words.iter_mut().rev() {
            let dividend = u128::from(remainder) << 64 | u128::from(*word);
            (*word, remainder) = ((dividend / 10) as u64, (dividend % 10) as u64);
        }
        (Self::from_words(words), remainder)
    }

    /// Returns ten times the number, or `None` if that does not fit 256 bits in two's complement.
    /// The sign makes no difference, because ten times a number is never 2^255.
    #[expect(clippy::cast_possible_truncation, reason = "separates the carry")]
    fn times_ten(self) -> Option<Self> {
        let (mut words, mut carry) = (self.words(), 0);
        for word in &mut words {
            let product = u128::from(*word) * 10 + carry;
            (*word, carry) = (product as u64, product >> 64);
        }
        (carry == 0 && words[3] >> 63 == 0).then(|| Self::from_words(words))
    }

    /// Returns the number with this sign in two's complement.
    fn signed(self, negative: bool) -> [u128; 2] {
        let [low, high] = self.0;
        if !negative {
            return self.0;
        }
        let (low, carry) = (!low).overflowing_add(1);
        [low, (!high).wrapping_add(carry.into())]
    }
}
