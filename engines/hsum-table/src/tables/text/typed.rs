//! Converts text to typed columns without loss: text that is not exactly a value is refused.

use super::numbers::Number;
use super::times;
use datafusion::arrow::array::{
    ArrayBuilder, ArrayRef, ArrowPrimitiveType, BooleanBuilder, PrimitiveBuilder, StringBuilder,
};
use datafusion::arrow::datatypes::*;
use datafusion::common::exec_err;
use datafusion::error::Result;

/// A column that is filled cell by cell.
pub(in crate::tables) trait Cells: Send {
    /// Appends a cell, and returns whether its text is exactly a value of the type.
    fn push(&mut self, cell: Option<&str>) -> bool;

    /// Returns the column, and starts another one.
    fn finish(&mut self) -> ArrayRef;
}

/// Returns the type with which CSV is read for a comparison with this type: the same without
/// dictionaries and runs, or text if programs do not agree on a notation of its values.
pub(super) fn plain(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Dictionary(_, values) => plain(values),
        DataType::RunEndEncoded(_, values) => plain(values.data_type()),
        other if cells(other).is_ok() => other.clone(),
        _ => DataType::Utf8,
    }
}

/// Starts a column.
pub(in crate::tables) fn cells(data_type: &DataType) -> Result<Box<dyn Cells>> {
    use DataType::*;
    use TimeUnit::*;
    macro_rules! integers {
        ($type:ty) => {{
            let mut digits = String::new();
            primitive::<$type>(data_type, move |text| {
                Number::parse(text)?.scaled(0, &mut digits)?;
                digits.parse::<i128>().ok()?.try_into().ok()
            })
        }};
    }
    macro_rules! decimals {
        ($type:ty, $precision:expr, $scale:expr) => {{
            let (precision, scale) = (usize::from(*$precision), *$scale);
            let mut digits = String::new();
            primitive::<$type>(data_type, move |text| {
                Number::parse(text)?.scaled(scale, &mut digits)?;
                let count = digits.trim_start_matches('-').len();
                (count <= precision).then(|| digits.parse().ok())?
            })
        }};
    }
    macro_rules! floats {
        ($type:ty, $safe:expr, $of:ty) => {
            primitive::<$type>(data_type, |text| {
                if let Some(special) = special(text) {
                    return Some(<$type as ArrowPrimitiveType>::Native::from(special));
                }
                let number = Number::parse(text)?;
                let value: $of = text.parse().ok()?;
                let wide = f64::from(value);
                // A float below the normal ones has fewer digits.
                let safe = if value.is_normal() { $safe } else { 0 };
                (wide.is_finite() && number.is_exactly(wide, safe)).then_some(value)
            })
        };
    }
    macro_rules! times {
        ($type:ty, $unit:expr) => {
            primitive::<$type>(data_type, |text| times::time(text)?.units($unit)?.try_into().ok())
        };
    }
    macro_rules! timestamps {
        ($type:ty, $unit:expr, $zone:expr) => {{
            let is_instant = $zone.is_some();
            primitive::<$type>(data_type, move |text| {
                times::timestamp(text, is_instant)?.units($unit)
            })
        }};
    }
    Ok(match data_type {
        Utf8 => Box::new(StringBuilder::new()),
        Boolean => Box::new(BooleanBuilder::new()),
        Int8 => integers!(Int8Type),
        Int16 => integers!(Int16Type),
        Int32 => integers!(Int32Type),
        Int64 => integers!(Int64Type),
        UInt8 => integers!(UInt8Type),
        UInt16 => integers!(UInt16Type),
        UInt32 => integers!(UInt32Type),
        UInt64 => integers!(UInt64Type),
        Float16 => primitive::<Float16Type>(data_type, |text| {
            type Half = <Float16Type as ArrowPrimitiveType>::Native;
            if let Some(special) = special(text) {
                return Some(Half::from_f32(special));
            }
            let number = Number::parse(text)?;
            let value = Half::from_f64(text.parse().ok()?);
            let wide = f64::from(value);
            (wide.is_finite() && number.is_exactly(wide, 0)).then_some(value)
        }),
        Float32 => floats!(Float32Type, 6, f32),
        Float64 => floats!(Float64Type, 15, f64),
        Decimal32(precision, scale) => decimals!(Decimal32Type, precision, scale),
        Decimal64(precision, scale) => decimals!(Decimal64Type, precision, scale),
        Decimal128(precision, scale) => decimals!(Decimal128Type, precision, scale),
        Decimal256(precision, scale) => decimals!(Decimal256Type, precision, scale),
        Date32 => primitive::<Date32Type>(data_type, times::date),
        Date64 => primitive::<Date64Type>(data_type, |text| {
            Some(i64::from(times::date(text)?) * 86_400_000)
        }),
        Time32(Second) => times!(Time32SecondType, Second),
        Time32(_) => times!(Time32MillisecondType, Millisecond),
        Time64(Microsecond) => times!(Time64MicrosecondType, Microsecond),
        Time64(_) => times!(Time64NanosecondType, Nanosecond),
        Timestamp(Second, zone) => timestamps!(TimestampSecondType, Second, zone),
        Timestamp(Millisecond, zone) => timestamps!(TimestampMillisecondType, Millisecond, zone),
        Timestamp(Microsecond, zone) => timestamps!(TimestampMicrosecondType, Microsecond, zone),
        Timestamp(Nanosecond, zone) => timestamps!(TimestampNanosecondType, Nanosecond, zone),
        other => return exec_err!("CSV has no notation for {other}"),
    })
}

/// Reads infinities and NaN.
fn special(text: &str) -> Option<f32> {
    let (sign, name) = text.strip_prefix('-').map_or((1.0, text), |name| (-1.0, name));
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    if is("inf") || is("infinity") {
        return Some(sign * f32::INFINITY);
    }
    is("nan").then_some(f32::NAN)
}

/// A column of values of a fixed size.
struct Primitive<T: ArrowPrimitiveType, F> {
    builder: PrimitiveBuilder<T>,
    parse: F,
}

fn primitive<T: ArrowPrimitiveType>(
    data_type: &DataType,
    parse: impl FnMut(&str) -> Option<T::Native> + Send + 'static,
) -> Box<dyn Cells> {
    let builder = PrimitiveBuilder::<T>::new().with_data_type(data_type.clone());
    Box::new(Primitive { builder, parse })
}

impl<T: ArrowPrimitiveType, F> Cells for Primitive<T, F>
where
    F: FnMut(&str) -> Option<T::Native> + Send,
{
    fn push(&mut self, cell: Option<&str>) -> bool {
        let value = cell.map(|text| (self.parse)(text));
        self.builder.append_option(value.flatten());
        value != Some(None)
    }

    fn finish(&mut self) -> ArrayRef {
        ArrayBuilder::finish(&mut self.builder)
    }
}

impl Cells for StringBuilder {
    fn push(&mut self, cell: Option<&str>) -> bool {
        self.append_option(cell);
        true
    }

    fn finish(&mut self) -> ArrayRef {
        ArrayBuilder::finish(self)
    }
}

impl Cells for BooleanBuilder {
    fn push(&mut self, cell: Option<&str>) -> bool {
        let is = |cell: &str, name: &str| cell.eq_ignore_ascii_case(name);
        let value = cell.map(|cell| {
            let is_one_of = |names: [&str; 2]| names.iter().any(|name| is(cell, name));
            // Postgres' COPY writes a letter.
            if is_one_of(["true", "t"]) {
                Some(true)
            } else {
                is_one_of(["false", "f"]).then_some(false)
            }
        });
        self.append_option(value.flatten());
        value != Some(None)
    }

    fn finish(&mut self) -> ArrayRef {
        ArrayBuilder::finish(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_exact(data_type: &DataType, text: &str) -> bool {
        cells(data_type).expect("the type has a notation").push(Some(text))
    }

    /// A float below the normal ones does not have as many digits.
    #[test]
    fn floats_of_all_widths_are_exact() {
        for (data_type, exact, others) in [
            (
                DataType::Float16,
                ["0.1", "65504", "6e-8", "0.0000000596046447753906250", "-inf"].as_slice(),
                ["0.10001", "65505", "7e-8", "1e-9", "70000"].as_slice(),
            ),
            (
                DataType::Float32,
                &["0.1", "16777216", "1e-45", "1.4e-45", "1.1754942e-38", "3.4028235e38", "NaN"],
                &["1.1e-45", "1.5e-45", "2e-45", "1.123456e-40", "16777217", "1e-46", "1e39"],
            ),
            (
                DataType::Float64,
                &["0.1", "9007199254740992", "5e-324", "4.94e-324", "1e308"],
                &["6e-324", "9007199254740993", "1e-400", "1e309"],
            ),
        ] {
            for text in exact {
                assert!(is_exact(&data_type, text), "{data_type} {text}");
            }
            for text in others {
                assert!(!is_exact(&data_type, text), "{data_type} {text}");
            }
        }
    }

    #[test]
    fn booleans_of_copy() {
        for text in ["true", "TRUE", "t", "false", "f", "F"] {
            assert!(is_exact(&DataType::Boolean, text), "{text}");
        }
        for text in ["", "1", "0", "yes", "tr"] {
            assert!(!is_exact(&DataType::Boolean, text), "{text}");
        }
    }
}
