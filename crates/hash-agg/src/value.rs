//! Values and their canonical forms.

use crate::decimal::Number;

/// The kinds of values, as stored in the top byte of a tag and in canonical bytes. Frozen.
pub(crate) mod kind {
    /// A null.
    pub const NULL: u8 = 0;
    pub(crate) const BOOLEAN: u8 = 1;
    pub(crate) const NUMBER: u8 = 2;
    pub(crate) const FLOAT: u8 = 3;
    pub(crate) const TEXT: u8 = 4;
    pub(crate) const BINARY: u8 = 5;
    pub(crate) const DATE: u8 = 6;
    pub(crate) const TIME: u8 = 7;
    pub(crate) const TIMESTAMP: u8 = 8;
    pub(crate) const INSTANT: u8 = 9;
    pub(crate) const DURATION: u8 = 10;
    pub(crate) const INTERVAL: u8 = 11;
    /// A list.
    pub const LIST: u8 = 12;
    /// A struct.
    pub const STRUCT: u8 = 13;
    pub(crate) const MAP: u8 = 14;
    pub(crate) const WIDE_NUMBER: u8 = 15;
}

/// Returns the tag of a fixed-size value. `rest` is the scale of a number, and 0 for other kinds.
#[inline]
pub(crate) const fn tag(kind: u8, rest: u64) -> u64 {
    (kind as u64) << 56 | rest
}

/// Returns the tag of a string of at most eight bytes in a column of words, with the top bit set
/// unless the string is empty.
#[inline(always)]
pub(crate) const fn short_tag(kind: u8, len: u64) -> u64 {
    tag(kind, len) | ((len > 0) as u64) << 63
}

/// Keeps the first bytes of a word, of which there are at most eight. The result is arbitrary for
/// greater lengths.
#[inline(always)]
pub(crate) const fn first_bytes(word: u64, len: u64) -> u64 {
    // A shift by 64 bits would be an overflow.
    word & !(u64::MAX << (4 * len % 64) << (4 * len % 64))
}

/// The value of a cell, or an item of a list, struct or map.
///
/// Equal values have the same fingerprint, whatever the type of the column: every integer and
/// decimal type is a number, and every layout of strings is text. The table in the [crate's
/// docs](crate) lists the canonical forms.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'v> {
    /// No value.
    Null,
    /// True or false.
    Boolean(bool),
    /// An integer.
    Integer(i128),
    /// An unsigned integer. Below 2^127 it is the same value as an `Integer`.
    Unsigned(u128),
    /// The number unscaled · 10^-scale.
    Decimal {
        /// The digits.
        unscaled: i128,
        /// The number of digits after the point.
        scale: i8,
    },
    /// The number unscaled · 10^-scale with the 256 bits of Arrow's `Decimal256`.
    Decimal256 {
        /// The digits, little-endian in two's complement.
        unscaled: [u8; 32],
        /// The number of digits after the point.
        scale: i8,
    },
    /// A binary floating-point number. -0 equals 0, and all NaNs are equal.
    Float(f64),
    /// Text in UTF-8.
    Text(&'v str),
    /// Any bytes.
    Binary(&'v [u8]),
    /// Days since 1970-01-01.
    Date(i64),
    /// Nanoseconds since midnight.
    Time(i64),
    /// Nanoseconds since 1970-01-01 00:00 of a clock whose zone is unknown.
    Timestamp(i128),
    /// Nanoseconds since 1970-01-01 00:00 UTC. The zone in which an instant is shown is not part of
    /// the value.
    Instant(i128),
    /// Nanoseconds between two instants.
    Duration(i128),
    /// Months, days and nanoseconds, which are not converted into each other.
    Interval {
        /// Months.
        months: i32,
        /// Days.
        days: i32,
        /// Nanoseconds.
        nanoseconds: i64,
    },
}

/// The canonical form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Canonical<'v> {
    Null,
    /// The kind, the element a, and the scale.
    Fixed(u8, u128, u8),
    /// A number that does not fit 128 bits: the elements a and b, and the scale.
    Wide([u128; 2], u8),
    /// The kind and the bytes.
    Bytes(u8, &'v [u8]),
}

impl<'v> Value<'v> {
    /// Returns the canonical form.
    #[inline]
    pub(crate) fn canonical(self) -> Canonical<'v> {
        let fixed = |kind, a| Canonical::Fixed(kind, a, 0);
        let signed = |kind, a: i128| fixed(kind, a.cast_unsigned());
        match self {
            Self::Null => Canonical::Null,
            Self::Boolean(value) => fixed(kind::BOOLEAN, value.into()),
            Self::Integer(value) => signed(kind::NUMBER, value),
            Self::Unsigned(value) => Number::unsigned(value).canonical(),
            Self::Decimal { unscaled, scale } => Number::new(unscaled, scale).canonical(),
            Self::Decimal256 { unscaled, scale } => {
                Number::wide(halves(&unscaled), scale).canonical()
            }
            Self::Float(value) => fixed(kind::FLOAT, float_bits(value).into()),
            Self::Text(text) => Canonical::Bytes(kind::TEXT, text.as_bytes()),
            Self::Binary(bytes) => Canonical::Bytes(kind::BINARY, bytes),
            Self::Date(days) => signed(kind::DATE, days.into()),
            Self::Time(nanoseconds) => signed(kind::TIME, nanoseconds.into()),
            Self::Timestamp(nanoseconds) => signed(kind::TIMESTAMP, nanoseconds),
            Self::Instant(nanoseconds) => signed(kind::INSTANT, nanoseconds),
            Self::Duration(nanoseconds) => signed(kind::DURATION, nanoseconds),
            Self::Interval { months, days, nanoseconds } => {
                fixed(kind::INTERVAL, interval_bits(months, days, nanoseconds))
            }
        }
    }
}

impl<'v> Value<'v> {
    /// Returns the value with these canonical bytes, as an [`Encoder`](crate::Encoder) writes them.
    /// `None` for those of a list, struct or map, and for bytes that are not those of one value.
    ///
    /// An integer is returned as a decimal, and a decimal with another scale than it had: equal
    /// values have equal bytes.
    #[must_use]
    pub fn from_canonical(bytes: &'v [u8]) -> Option<Self> {
        let (&kind, rest) = bytes.split_first()?;
        let number = |bytes: &[u8]| Some(i128::from_le_bytes(bytes.try_into().ok()?));
        let long = |bytes: &[u8]| i64::try_from(number(bytes)?).ok();
        let string = |bytes: &'v [u8]| {
            let (len, bytes) = bytes.split_first_chunk()?;
            (u64::from_le_bytes(*len) == bytes.len() as u64).then_some(bytes)
        };
        Some(match kind {
            kind::NULL if rest.is_empty() => Self::Null,
            kind::BOOLEAN => Self::Boolean(number(rest)? != 0),
            kind::NUMBER => {
                let (scale, unscaled) = rest.split_last()?;
                Self::Decimal { unscaled: number(unscaled)?, scale: scale.cast_signed() }
            }
            kind::WIDE_NUMBER => {
                let (scale, unscaled) = rest.split_last()?;
                Self::Decimal256 { unscaled: unscaled.try_into().ok()?, scale: scale.cast_signed() }
            }
            kind::FLOAT => Self::Float(f64::from_bits(u64::try_from(number(rest)?).ok()?)),
            kind::TEXT => Self::Text(str::from_utf8(string(rest)?).ok()?),
            kind::BINARY => Self::Binary(string(rest)?),
            kind::DATE => Self::Date(long(rest)?),
            kind::TIME => Self::Time(long(rest)?),
            kind::TIMESTAMP => Self::Timestamp(number(rest)?),
            kind::INSTANT => Self::Instant(number(rest)?),
            kind::DURATION => Self::Duration(number(rest)?),
            kind::INTERVAL => {
                let (months, rest) = rest.split_first_chunk()?;
                let (days, nanoseconds) = rest.split_first_chunk()?;
                Self::Interval {
                    months: i32::from_le_bytes(*months),
                    days: i32::from_le_bytes(*days),
                    nanoseconds: i64::from_le_bytes(nanoseconds.try_into().ok()?),
                }
            }
            _ => return None,
        })
    }
}

impl Number {
    /// Returns the canonical form.
    #[inline]
    pub(crate) const fn canonical(self) -> Canonical<'static> {
        match self {
            Self::Narrow(a, scale) => Canonical::Fixed(kind::NUMBER, a.cast_unsigned(), scale),
            Self::Wide(ab, scale) => Canonical::Wide(ab, scale.cast_unsigned()),
        }
    }
}

/// Returns the halves of 256 bits, low one first.
#[inline]
pub(crate) fn halves(bytes: &[u8; 32]) -> [u128; 2] {
    let (halves, _) = bytes.as_chunks();
    [u128::from_le_bytes(halves[0]), u128::from_le_bytes(halves[1])]
}

/// Returns the bits of a float: 0 for -0, and one pattern for every NaN.
#[inline]
pub(crate) const fn float_bits(value: f64) -> u64 {
    /// The quiet NaN without sign and payload.
    const NAN: u64 = 0x7ff8_0000_0000_0000;
    if value.is_nan() {
        NAN
    } else if value == 0.0 {
        0
    } else {
        value.to_bits()
    }
}

/// Packs an interval: months in the low 32 bits, days in the next 32, nanoseconds in the high 64.
#[inline]
pub(crate) fn interval_bits(months: i32, days: i32, nanoseconds: i64) -> u128 {
    u128::from(months.cast_unsigned())
        | u128::from(days.cast_unsigned()) << 32
        | u128::from(nanoseconds.cast_unsigned()) << 64
}

/// Implements `From` for types that have a variant of their own.
macro_rules! from {
    ($($type:ty => $variant:ident),* $(,)?) => {$(
        impl<'v> From<$type> for Value<'v> {
            #[inline]
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        }
    )*};
}
from! {
    bool => Boolean,
    i8 => Integer, i16 => Integer, i32 => Integer, i64 => Integer, i128 => Integer,
    u8 => Integer, u16 => Integer, u32 => Integer, u64 => Integer, u128 => Unsigned,
    f32 => Float, f64 => Float,
    &'v str => Text, &'v [u8] => Binary,
}

impl<'v, T: Into<Self>> From<Option<T>> for Value<'v> {
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}
