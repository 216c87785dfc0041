//! The normal form of exact numbers, which is the same for 5, 5.00 and 500 · 10^-2.
//!
//! A number is u · 10^-s. Its normal form has the least s >= 0 for which u is an integer. If u then
//! has more than 256 bits, which only a negative scale can cause, s is the greatest negative scale
//! for which u has at most 256 bits.

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
    pub(crate) fn new(unscaled: i128, scale: i8) -> Self {
        match Self::short(unscaled, scale) {
            (word, scale, true) => Self::Narrow(word.into(), scale),
            _ if scale == 0 => Self::Narrow(unscaled, 0),
            _ => Self::normal(unscaled < 0, Magnitude::from(unscaled.unsigned_abs()), scale),
        }
    }

    /// Computes the normal form of unscaled · 10^-scale as a word and a scale, and whether they are
    /// valid: the number must have at most 64 bits and a scale that is not negative.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the next line compares the values")]
    pub(crate) fn short(unscaled: i128, scale: i8) -> (i64, u8, bool) {
        let word = unscaled as i64;
        let is_short = i128::from(word) == unscaled && scale >= 0;
        let (word, scale) = strip(word, scale.unsigned_abs());
        (word, scale, is_short)
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
            match magnitude.times_ten().filter(|product| product.fits(negative)) {
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

/// Removes the zeros at the end.
#[inline]
const fn strip(mut word: i64, mut scale: u8) -> (i64, u8) {
    if word == 0 {
        return (0, 0);
    }
    while scale > 0 && word % 10 == 0 {
        (word, scale) = (word / 10, scale - 1);
    }
    (word, scale)
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

    /// Returns ten times the number, or `None` if that has more than 256 bits.
    #[expect(clippy::cast_possible_truncation, reason = "separates the carry")]
    fn times_ten(self) -> Option<Self> {
        let (mut words, mut carry) = (self.words(), 0);
        for word in &mut words {
            let product = u128::from(*word) * 10 + carry;
            (*word, carry) = (product as u64, product >> 64);
        }
        (carry == 0).then(|| Self::from_words(words))
    }

    /// Returns whether the number with this sign fits 256 bits in two's complement.
    const fn fits(self, negative: bool) -> bool {
        let [low, high] = self.0;
        high >> 127 == 0 || (negative && high == 1 << 127 && low == 0)
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
