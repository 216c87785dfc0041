//! The meaning of the bytes of a value: Arrow's types without children, and the values of
//! `hash_agg` that they hold.

use crate::error::Error;
use hash_agg::Value;

/// The layout of the values of a type without children in its buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// No buffers.
    Null,
    /// A bit per value, the lowest of a byte first.
    Bits,
    /// As many bytes per value.
    Fixed(usize),
    /// Offsets of 32 bits, and the bytes of all values.
    Offsets32,
    /// Offsets of 64 bits, and the bytes of all values.
    Offsets64,
    /// Views of 16 bytes, and buffers that they refer to.
    Views,
}

/// The meaning of the bytes of a value. Integers in them have the byte order of the machine. Units
/// are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// No value.
    Null,
    /// 0 or 1.
    Boolean,
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A float of 16, 32 or 64 bits.
    Float,
    /// A decimal of 32, 64, 128 or 256 bits.
    Decimal {
        /// The number of digits after the point.
        scale: i8,
    },
    /// UTF-8.
    Text,
    /// Any bytes.
    Binary,
    /// Days.
    Date,
    /// A date in milliseconds or, if it is not a whole number of days, a timestamp.
    DateMilliseconds,
    /// A time of day.
    Time {
        /// The nanoseconds of a unit.
        unit: i64,
    },
    /// A timestamp without a time zone.
    Timestamp {
        /// The nanoseconds of a unit.
        unit: i64,
    },
    /// A timestamp with a time zone.
    Instant {
        /// The nanoseconds of a unit.
        unit: i64,
    },
    /// A duration.
    Duration {
        /// The nanoseconds of a unit.
        unit: i64,
    },
    /// An interval of months.
    Months,
    /// An interval of days and milliseconds.
    DaysMilliseconds,
    /// An interval of months, days and nanoseconds.
    MonthsDaysNanoseconds,
}

/// The milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// Returns the layout and the meaning of a type without children, given by its [format
/// string](https://arrow.apache.org/docs/format/CDataInterface.html#data-type-description-format-strings),
/// or `None` if it is not one.
#[must_use]
pub fn leaf(format: &str) -> Option<(Layout, Kind)> {
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
            match (start.get(..2)?, zone) {
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
    /// Returns [`Error::Value`] if no value has them: text must be UTF-8, a time of day must fit 64
    /// bits of nanoseconds, and the number of bytes must be that of the type.
    pub fn value(self, bytes: &[u8]) -> Result<Value<'_>, Error> {
        const WIDTH: Error = Error::Value("the values have a width that their type has not");
        let long = |unit: i64| i128::from(unit).checked_mul(signed(bytes)).ok_or(WIDTH);
        Ok(match self {
            Self::Null => Value::Null,
            Self::Boolean => Value::Boolean(bytes != [0]),
            Self::Signed => Value::Integer(signed(bytes)),
            Self::Unsigned => Value::Unsigned(unsigned(bytes)),
            Self::Float => Value::Float(match *bytes {
                [a, b] => half(u16::from_ne_bytes([a, b])),
                [a, b, c, d] => f32::from_ne_bytes([a, b, c, d]).into(),
                _ => f64::from_ne_bytes(*bytes.first_chunk().ok_or(WIDTH)?),
            }),
            Self::Decimal { scale } => match bytes.first_chunk() {
                Some(unscaled) => Value::Decimal256 { unscaled: little_endian(*unscaled), scale },
                None => Value::Decimal { unscaled: signed(bytes), scale },
            },
            Self::Text => {
                Value::Text(str::from_utf8(bytes).map_err(|_| Error::Value("text is not UTF-8"))?)
            }
            Self::Binary => Value::Binary(bytes),
            Self::Date => Value::Date(short(bytes)),
            Self::DateMilliseconds => {
                let milliseconds = short(bytes);
                if milliseconds % DAY == 0 {
                    Value::Date(milliseconds / DAY)
                } else {
                    Value::Timestamp(long(1_000_000)?)
                }
            }
            Self::Time { unit } => Value::Time(time(short(bytes), unit)?),
            Self::Timestamp { unit } => Value::Timestamp(long(unit)?),
            Self::Instant { unit } => Value::Instant(long(unit)?),
            Self::Duration { unit } => Value::Duration(long(unit)?),
            Self::Months | Self::DaysMilliseconds | Self::MonthsDaysNanoseconds => {
                let (months, days, nanoseconds) = self.interval(bytes).ok_or(WIDTH)?;
                Value::Interval { months, days, nanoseconds }
            }
        })
    }

    /// Returns the months, days and nanoseconds of an interval.
    pub(crate) fn interval(self, bytes: &[u8]) -> Option<(i32, i32, i64)> {
        Some(match self {
            Self::Months => (int(bytes), 0, 0),
            Self::DaysMilliseconds => {
                let (days, milliseconds) = bytes.split_at_checked(4)?;
                (0, int(days), i64::from(int(milliseconds)) * 1_000_000)
            }
            _ => {
                let (months, rest) = bytes.split_at_checked(4)?;
                let (days, nanoseconds) = rest.split_at_checked(4)?;
                (int(months), int(days), short(nanoseconds))
            }
        })
    }
}

/// Returns the nanoseconds of a time of day.
pub(crate) fn time(value: i64, unit: i64) -> Result<i64, Error> {
    value.checked_mul(unit).ok_or(Error::Value("a time of day is outside its range"))
}

/// Returns the bytes of a number of this machine, the least significant one first.
pub(crate) fn little_endian(mut bytes: [u8; 32]) -> [u8; 32] {
    if cfg!(target_endian = "big") {
        bytes.reverse();
    }
    bytes
}

/// Returns an unsigned integer of up to 16 bytes.
fn unsigned(bytes: &[u8]) -> u128 {
    let append = |number, byte: &u8| number << 8 | u128::from(*byte);
    if cfg!(target_endian = "big") {
        bytes.iter().fold(0, append)
    } else {
        bytes.iter().rev().fold(0, append)
    }
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
pub(crate) fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (u64::from(bits >> 10 & 31), u64::from(bits & 1023));
    let sign = u64::from(bits >> 15) << 63;
    match exponent {
        // A subnormal number is its fraction times 2^-24, which is exact.
        0 => {
            let magnitude = f64::from(bits & 1023) * f64::from_bits((1023 - 24) << 52);
            f64::from_bits(magnitude.to_bits() | sign)
        }
        31 => f64::from_bits(sign | 0x7ff << 52 | fraction << 42),
        _ => f64::from_bits(sign | (exponent + 1023 - 15) << 52 | fraction << 42),
    }
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn halves_are_numbers() {
        for (bits, value) in [
            (0x0000, 0.0),
            (0x0001, 5.960_464_477_539_063e-8),
            (0x03ff, 6.097_555_160_522_461e-5),
            (0x0400, 6.103_515_625e-5),
            (0x3c00, 1.0),
            (0xc500, -5.0),
            (0x7bff, 65_504.0),
            (0x7c00, f64::INFINITY),
            (0xfc00, f64::NEG_INFINITY),
        ] {
            assert_eq!(half(bits).to_bits(), f64::to_bits(value), "{bits:#x}");
        }
        assert!(half(0x7e00).is_nan() && half(0xfc01).is_nan());
        assert_eq!(half(0x8000).to_bits(), (-0.0_f64).to_bits());
    }
}
