//! What the bytes of a value mean: types of Arrow, and the values of `hash_agg`, whose canonical form is
//! the same for equal values of different types.

use hash_agg::{Encoder, Value};
use provenhash::Key;
use pyo3::PyResult;
use pyo3::exceptions::PyTypeError;

/// The layout of the values of a type in its buffers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    Null,
    Bits,
    Fixed(usize),
    Offsets32,
    Offsets64,
    Views,
    Indices { width: usize, signed: bool },
}

/// The meaning of the bytes of a value. Integers in them are little-endian. Units are in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Signed,
    Unsigned,
    Float,
    Decimal {
        scale: i8,
    },
    Text,
    Binary,
    Date,
    /// A date in milliseconds or, if it is no whole number of days, a timestamp.
    DateMilliseconds,
    Time {
        unit: i64,
    },
    Timestamp {
        unit: i64,
    },
    Instant {
        unit: i64,
    },
    Duration {
        unit: i64,
    },
    Months,
    DaysMilliseconds,
    MonthsDaysNanoseconds,
}

const SUPPORTED: &str = "hash_array takes columns of strings, binary, integers, floats, decimals, \
                         booleans, dates, times, durations, intervals, nulls, and dictionaries of \
                         these";

/// Returns the layout and the meaning of a type, given by its format string.
///
/// <https://arrow.apache.org/docs/format/CDataInterface.html#data-type-description-format-strings>
pub(crate) fn of_format(format: &str) -> PyResult<(Layout, Kind)> {
    parse(format).ok_or_else(|| {
        let what = if format.starts_with("+s") {
            "a table or struct: pass one of its columns".into()
        } else {
            format!("an array of Arrow's format {format:?}")
        };
        PyTypeError::new_err(format!("cannot hash {what}; {SUPPORTED}"))
    })
}

fn parse(format: &str) -> Option<(Layout, Kind)> {
    use Layout::{Bits, Fixed, Offsets32, Offsets64, Views};
    let integer =
        |width, signed| (Fixed(width), if signed { Kind::Signed } else { Kind::Unsigned });
    Some(match format {
        "n" => (Layout::Null, Kind::Null),
        "b" => (Bits, Kind::Boolean),
        "c" | "C" => integer(1, format == "c"),
        "s" | "S" => integer(2, format == "s"),
        "i" | "I" => integer(4, format == "i"),
        "l" | "L" => integer(8, format == "l"),
        "e" => (Fixed(2), Kind::Float),
        "f" => (Fixed(4), Kind::Float),
        "g" => (Fixed(8), Kind::Float),
        "u" => (Offsets32, Kind::Text),
        "z" => (Offsets32, Kind::Binary),
        "U" => (Offsets64, Kind::Text),
        "Z" => (Offsets64, Kind::Binary),
        "vu" => (Views, Kind::Text),
        "vz" => (Views, Kind::Binary),
        "tdD" => (Fixed(4), Kind::Date),
        "tdm" => (Fixed(8), Kind::DateMilliseconds),
        "tiM" => (Fixed(4), Kind::Months),
        "tiD" => (Fixed(8), Kind::DaysMilliseconds),
        "tin" => (Fixed(16), Kind::MonthsDaysNanoseconds),
        _ => {
            if let Some(width) = format.strip_prefix("w:") {
                return Some((Fixed(width.parse().ok()?), Kind::Binary));
            }
            if let Some(decimal) = format.strip_prefix("d:") {
                return decimal_of(decimal);
            }
            let (start, zone) = format.split_at_checked(3)?;
            let unit = match start.as_bytes()[2] {
                b's' => 1_000_000_000,
                b'm' => 1_000_000,
                b'u' => 1_000,
                b'n' => 1,
                _ => return None,
            };
            match (&start[..2], zone) {
                ("tt", "") => (Fixed(if unit > 1_000 { 4 } else { 8 }), Kind::Time { unit }),
                ("tD", "") => (Fixed(8), Kind::Duration { unit }),
                ("ts", ":") => (Fixed(8), Kind::Timestamp { unit }),
                ("ts", zone) if zone.starts_with(':') => (Fixed(8), Kind::Instant { unit }),
                _ => return None,
            }
        }
    })
}

/// Parses `precision,scale` or `precision,scale,bits`.
fn decimal_of(format: &str) -> Option<(Layout, Kind)> {
    let mut parts = format.split(',');
    let (_precision, scale) = (parts.next()?.parse::<u8>().ok()?, parts.next()?.parse().ok()?);
    let width = match parts.next().unwrap_or("128") {
        "32" => 4,
        "64" => 8,
        "128" => 16,
        "256" => 32,
        _ => return None,
    };
    parts.next().is_none().then_some((Layout::Fixed(width), Kind::Decimal { scale }))
}

impl Kind {
    /// Returns the value with these bytes.
    ///
    /// # Errors
    /// No value has them if text is not UTF-8, if a time of day exceeds 64 bits of nanoseconds, or if
    /// there are too few or too many of them.
    pub(crate) fn value(self, bytes: &[u8]) -> Result<Value<'_>, &'static str> {
        const WIDTH: &str = "the values have a width that their type has not";
        let long = |unit: i64| i128::from(unit).checked_mul(signed(bytes)).ok_or(WIDTH);
        Ok(match self {
            Self::Null => Value::Null,
            Self::Boolean => Value::Boolean(bytes != [0]),
            Self::Signed => Value::Integer(signed(bytes)),
            Self::Unsigned => Value::Unsigned(unsigned(bytes)),
            Self::Float => Value::Float(match *bytes {
                [a, b] => half(u16::from_le_bytes([a, b])),
                [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).into(),
                _ => f64::from_le_bytes(*bytes.first_chunk().ok_or(WIDTH)?),
            }),
            Self::Decimal { scale } => match bytes.first_chunk() {
                Some(unscaled) => Value::Decimal256 { unscaled: *unscaled, scale },
                None => Value::Decimal { unscaled: signed(bytes), scale },
            },
            Self::Text => Value::Text(str::from_utf8(bytes).map_err(|_| "text is not UTF-8")?),
            Self::Binary => Value::Binary(bytes),
            Self::Date => Value::Date(short(bytes)),
            Self::DateMilliseconds => {
                const DAY: i64 = 86_400_000;
                let milliseconds = short(bytes);
                if milliseconds % DAY == 0 {
                    Value::Date(milliseconds / DAY)
                } else {
                    Value::Timestamp(long(1_000_000)?)
                }
            }
            Self::Time { unit } => Value::Time(
                short(bytes).checked_mul(unit).ok_or("a time of day is outside its range")?,
            ),
            Self::Timestamp { unit } => Value::Timestamp(long(unit)?),
            Self::Instant { unit } => Value::Instant(long(unit)?),
            Self::Duration { unit } => Value::Duration(long(unit)?),
            Self::Months => interval(int(bytes), 0, 0),
            Self::DaysMilliseconds => {
                let (days, milliseconds) = bytes.split_at_checked(4).ok_or(WIDTH)?;
                interval(0, int(days), short(milliseconds) * 1_000_000)
            }
            Self::MonthsDaysNanoseconds => {
                let (months, rest) = bytes.split_at_checked(4).ok_or(WIDTH)?;
                let (days, nanoseconds) = rest.split_at_checked(4).ok_or(WIDTH)?;
                interval(int(months), int(days), short(nanoseconds))
            }
        })
    }
}

fn interval(months: i32, days: i32, nanoseconds: i64) -> Value<'static> {
    Value::Interval { months, days, nanoseconds }
}

/// Returns an unsigned integer of up to 16 bytes.
fn unsigned(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// Returns a signed integer of up to 16 bytes.
fn signed(bytes: &[u8]) -> i128 {
    let unused = 128 - 8 * bytes.len().min(16);
    if unused == 128 { 0 } else { (unsigned(bytes) << unused).cast_signed() >> unused }
}

/// Returns a signed integer of up to 8 bytes.
#[expect(clippy::cast_possible_truncation, reason = "8 bytes")]
fn short(bytes: &[u8]) -> i64 {
    signed(bytes) as i64
}

/// Returns a signed integer of up to 4 bytes.
#[expect(clippy::cast_possible_truncation, reason = "4 bytes")]
fn int(bytes: &[u8]) -> i32 {
    signed(bytes) as i32
}

/// Returns the value of an IEEE 754 number of 16 bits.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

/// The canonical bytes of values, one after the other.
#[derive(Default)]
pub(crate) struct Canonical {
    encoder: Encoder,
    /// Value i lies between offsets i and i + 1.
    offsets: Vec<usize>,
}

impl Canonical {
    pub(crate) fn clear(&mut self) {
        self.encoder.clear();
        self.offsets.clear();
        self.offsets.push(0);
    }

    pub(crate) fn push(&mut self, value: Value<'_>) {
        self.encoder.push(value);
        self.offsets.push(self.encoder.as_bytes().len());
    }

    /// Writes the digests of the values since `clear`.
    pub(crate) fn hash(&self, key: &Key, out: &mut [u8]) {
        let values = self.encoder.as_bytes();
        key.hash_column(values, &self.offsets, out).expect("a digest for each value");
    }
}
