//! Types of columns, and the words of values.

use super::Error;
use crate::Value;
use crate::value::halves;
use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

/// The most words of a row: SQLite has at most 2,000 columns, Postgres 1,664.
pub(crate) const MAX_WORDS: usize = 1600;
/// The most bytes of a text that a column may have.
const MAX_BYTES: u32 = 2048;
/// The greatest scale. 10^18 is the greatest power of ten in 64 bits with sign.
const MAX_SCALE: u8 = 18;
/// The digits of a word of a text.
pub(crate) const CHUNK: usize = 7;
/// The bit of the first word of an integer that a null lacks.
pub(crate) const PRESENT: u32 = 1 << 22;

/// The type of a column. Each type also has NULL, which is a value of its own.
///
/// Floats, instants with a time zone, times of day, intervals, UUIDs, JSON and nested types are not
/// covered. The names in parentheses are those of [`FromStr`] and `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// True and false (`boolean`). In SQLite and MySQL the integers 1 and 0.
    Boolean,
    /// Integers from −2^63 to 2^63 − 1 (`integer`).
    Integer,
    /// Numbers u · 10^-scale with u from −2^63 to 2^63 − 1 and a scale of at most 18
    /// (`decimal(2)`). Equal numbers of any type of integers or decimals are equal. In SQLite also
    /// a REAL that is the nearest to such a number of at most 15 digits.
    Decimal(u8),
    /// Days of the Gregorian calendar (`date`). In SQLite texts such as `2026-11-30`.
    Date,
    /// Dates with times of day, without a time zone, in microseconds (`timestamp`). In SQLite texts
    /// such as `2026-11-30 23:59:59.5`, with up to six digits of a fraction, or none and no point.
    /// In MySQL the type DATETIME.
    Timestamp,
    /// Texts of at most so many bytes of UTF-8, 1 to 2,048 (`text(100)`). The limit is not part of
    /// the value.
    Text(u32),
    /// Strings of at most so many bytes, 1 to 2,048 (`binary(16)`).
    Binary(u32),
}

impl Type {
    /// Checks the parameters of a type.
    pub(crate) fn check(self) -> Result<(), Error> {
        let is_valid = match self {
            Self::Decimal(scale) => scale <= MAX_SCALE,
            Self::Text(max) | Self::Binary(max) => (1..=MAX_BYTES).contains(&max),
            _ => true,
        };
        if is_valid { Ok(()) } else { Err(Error::Type(self.to_string())) }
    }

    /// Returns the number of words of a value.
    pub(crate) const fn words(self) -> usize {
        match self {
            Self::Boolean => 1,
            Self::Integer | Self::Decimal(_) | Self::Date | Self::Timestamp => 3,
            // A byte has up to four digits.
            Self::Text(max) | Self::Binary(max) => 1 + (4 * max as usize).div_ceil(CHUNK),
        }
    }

    /// Calls `each` with the words of a value in order, without zeros at the end. Returns `None` if
    /// the type does not cover the value.
    pub(crate) fn write(self, value: Value<'_>, mut each: impl FnMut(u32)) -> Option<()> {
        let integer = match (self, value) {
            (_, Value::Null) => return Some(()),
            (Self::Boolean, Value::Boolean(value)) => {
                each(1 + u32::from(value));
                return Some(());
            }
            (Self::Text(max), Value::Text(text)) => return string(text.as_bytes(), max, each),
            (Self::Binary(max), Value::Binary(bytes)) => return string(bytes, max, each),
            (Self::Integer, number) => unscaled(number, 0)?,
            (Self::Decimal(scale), number) => unscaled(number, scale)?,
            (Self::Date, Value::Date(days)) => days,
            (Self::Timestamp, Value::Timestamp(nanoseconds)) if nanoseconds % 1000 == 0 => {
                i64::try_from(nanoseconds / 1000).ok()?
            }
            _ => return None,
        };
        let bits = integer.cast_unsigned();
        #[expect(clippy::cast_possible_truncation, reason = "masked")]
        let part = |shift: u32, width: u32| (bits >> shift & ((1 << width) - 1)) as u32;
        each(PRESENT + part(42, 22));
        each(part(21, 21));
        each(part(0, 21));
        Some(())
    }
}

/// Returns the integer u of a number u · 10^-scale.
fn unscaled(number: Value<'_>, scale: u8) -> Option<i64> {
    let (mut u, from) = match number {
        Value::Integer(integer) => (integer, 0),
        Value::Unsigned(integer) => (i128::try_from(integer).ok()?, 0),
        Value::Decimal { unscaled, scale } => (unscaled, scale),
        Value::Decimal256 { unscaled, scale } => {
            let [low, high] = halves(&unscaled);
            let low = low.cast_signed();
            // The upper half repeats the sign.
            if high.cast_signed() != low >> 127 {
                return None;
            }
            (low, scale)
        }
        _ => return None,
    };
    if u == 0 {
        return Some(0);
    }
    let mut more = i16::from(scale) - i16::from(from);
    while more > 0 {
        u = u.checked_mul(10)?;
        more -= 1;
    }
    while more < 0 {
        if u % 10 != 0 {
            return None;
        }
        u /= 10;
        more += 1;
    }
    i64::try_from(u).ok()
}

/// Calls `each` with the words of a string: one more than the number of its digits, then seven
/// digits each. Of its hexadecimal digits, 9 and A to F become 90 to 96.
fn string(bytes: &[u8], max: u32, mut each: impl FnMut(u32)) -> Option<()> {
    if bytes.len() > max as usize {
        return None;
    }
    let nibbles = || bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = nibbles().map(|nibble| if nibble < 9 { 1 } else { 2 }).sum::<u32>();
    each(1 + digits);
    let (mut word, mut count) = (0, 0);
    let mut push = |digit: u8| {
        word = 10 * word + u32::from(digit);
        count += 1;
        if count == CHUNK {
            each(word);
            (word, count) = (0, 0);
        }
    };
    for nibble in nibbles() {
        if nibble >= 9 {
            push(9);
        }
        push(if nibble < 9 { nibble } else { nibble - 9 });
    }
    if count > 0 {
        each(word);
    }
    Some(())
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean => write!(f, "boolean"),
            Self::Integer => write!(f, "integer"),
            Self::Decimal(scale) => write!(f, "decimal({scale})"),
            Self::Date => write!(f, "date"),
            Self::Timestamp => write!(f, "timestamp"),
            Self::Text(max) => write!(f, "text({max})"),
            Self::Binary(max) => write!(f, "binary({max})"),
        }
    }
}

impl FromStr for Type {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let parameter = |name: &str| {
            let inside = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
            // Without signs and spaces.
            if inside.bytes().all(|byte| byte.is_ascii_digit()) {
                inside.parse().ok()
            } else {
                None
            }
        };
        let parsed = match text {
            "boolean" => Some(Self::Boolean),
            "integer" => Some(Self::Integer),
            "date" => Some(Self::Date),
            "timestamp" => Some(Self::Timestamp),
            _ => None,
        };
        let decimal = || parameter("decimal").and_then(|scale| u8::try_from(scale).ok());
        parsed
            .or_else(|| decimal().map(Self::Decimal))
            .or_else(|| parameter("text").map(Self::Text))
            .or_else(|| parameter("binary").map(Self::Binary))
            .filter(|kind| kind.check().is_ok())
            .ok_or_else(|| Error::Type(text.to_string()))
    }
}

/// A column of a table: its name, and what it contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Column<'c> {
    /// The name. In Postgres and SQLite its case matters as in double quotes.
    pub name: &'c str,
    /// The type.
    pub kind: Type,
}

impl<'c> Column<'c> {
    /// Returns a column.
    #[must_use]
    pub const fn new(name: &'c str, kind: Type) -> Self {
        Self { name, kind }
    }
}

/// Checks types, and returns the number of words of a row.
pub(crate) fn check(kinds: impl Iterator<Item = Type>) -> Result<usize, Error> {
    let mut words = 0;
    for kind in kinds {
        kind.check()?;
        words += kind.words();
    }
    match words {
        0 => Err(Error::NoColumns),
        1..=MAX_WORDS => Ok(words),
        _ => Err(Error::TooManyWords(words)),
    }
}
