//! Values of Postgres in the binary format.

use crate::tables::text::typed::{self, Cells};
use datafusion::arrow::array::{
    ArrayRef, BinaryBuilder, BooleanBuilder, Date32Builder, FixedSizeBinaryBuilder, Float32Builder,
    Float64Builder, Int16Builder, Int32Builder, Int64Builder, IntervalMonthDayNanoBuilder,
    ListArray, StringBuilder, Time64MicrosecondBuilder, TimestampMicrosecondBuilder,
};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, FieldRef, IntervalMonthDayNano};
use datafusion::error::Result;
use postgres::types::{FromSql, Type};
use std::error::Error;
use std::sync::Arc;

/// From 1970 to 2000, where Postgres begins to count.
const EPOCH_DAYS: i32 = 10_957;
const EPOCH_MICROSECONDS: i64 = 946_684_800_000_000;

/// The bytes of a value in the binary format.
pub(super) struct Raw<'a>(pub(super) &'a [u8]);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(
        _: &Type,
        raw: &'a [u8],
    ) -> std::result::Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(raw))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The values of a column.
pub(super) enum Column {
    Boolean(BooleanBuilder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Float32(Float32Builder),
    Float64(Float64Builder),
    Text(StringBuilder),
    Json(StringBuilder),
    Binary(BinaryBuilder),
    Uuid(FixedSizeBinaryBuilder),
    Date(Date32Builder),
    Timestamp(TimestampMicrosecondBuilder),
    Time(Time64MicrosecondBuilder),
    Interval(IntervalMonthDayNanoBuilder),
    /// The items of all lists, and the number and the presence of those of each.
    List {
        items: Box<Column>,
        lengths: Vec<usize>,
        valid: Vec<bool>,
        field: FieldRef,
    },
    /// Numbers as text.
    Decimal(Box<dyn Cells>),
}

impl Column {
    pub(super) fn new(data_type: &DataType) -> Result<Self> {
        Ok(match data_type {
            DataType::Boolean => Self::Boolean(BooleanBuilder::new()),
            DataType::Int16 => Self::Int16(Int16Builder::new()),
            DataType::Int32 => Self::Int32(Int32Builder::new()),
            DataType::Int64 => Self::Int64(Int64Builder::new()),
            DataType::Float32 => Self::Float32(Float32Builder::new()),
            DataType::Float64 => Self::Float64(Float64Builder::new()),
            DataType::Utf8 => Self::Text(StringBuilder::new()),
            DataType::Binary => Self::Binary(BinaryBuilder::new()),
            DataType::FixedSizeBinary(bytes) => Self::Uuid(FixedSizeBinaryBuilder::new(*bytes)),
            DataType::Date32 => Self::Date(Date32Builder::new()),
            DataType::Timestamp(..) => Self::Timestamp(
                TimestampMicrosecondBuilder::new().with_data_type(data_type.clone()),
            ),
            DataType::Time64(_) => Self::Time(Time64MicrosecondBuilder::new()),
            DataType::Interval(_) => Self::Interval(IntervalMonthDayNanoBuilder::new()),
            DataType::List(field) => {
                let (items, field) = (Box::new(Self::new(field.data_type())?), Arc::clone(field));
                Self::List { items, lengths: Vec::new(), valid: Vec::new(), field }
            }
            _ => Self::Decimal(typed::cells(data_type)?),
        })
    }

    /// Appends the items of an array in the binary format: the number of its dimensions, whether an
    /// item is null, their type, for each dimension its length and first index, and of each item
    /// its length and bytes. Returns their number, or `None` if the array is not a list, because it
    /// has several dimensions or begins elsewhere than at 1.
    fn push_items(&mut self, mut bytes: &[u8]) -> Option<usize> {
        let mut next = || {
            let (number, rest) = bytes.split_first_chunk()?;
            bytes = rest;
            Some(i32::from_be_bytes(*number))
        };
        let (dimensions, _has_nulls, _type) = (next()?, next()?, next()?);
        let (count, first) = match dimensions {
            0 => (0, 1),
            1 => (next()?, next()?),
            _ => return None,
        };
        let count = usize::try_from(count).ok().filter(|_| first == 1)?;
        for _ in 0..count {
            let (length, rest) = bytes.split_first_chunk()?;
            let item = match i32::from_be_bytes(*length) {
                -1 => (None, rest),
                length => {
                    let (item, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
                    (Some(item), rest)
                }
            };
            self.push(item.0)?;
            bytes = item.1;
        }
        bytes.is_empty().then_some(count)
    }

    /// Appends a value in the binary format. Returns `None` if it is not one of the type.
    pub(super) fn push(&mut self, value: Option<&[u8]>) -> Option<()> {
        /// Reads a number in network byte order.
        macro_rules! number {
            ($type:ty) => {
                value.map(|bytes| Some(<$type>::from_be_bytes(bytes.try_into().ok()?)))
            };
        }
        /// Appends an option of an option: the outer one is a null, the inner one no value.
        macro_rules! append {
            ($to:expr, $value:expr) => {
                match $value {
                    None => $to.append_null(),
                    Some(value) => $to.append_value(value?),
                }
            };
        }
        match self {
            Self::Boolean(to) => append!(to, number!(u8).map(|byte| Some(byte? != 0))),
            Self::Int16(to) => append!(to, number!(i16)),
            Self::Int32(to) => append!(to, number!(i32)),
            Self::Int64(to) => append!(to, number!(i64)),
            Self::Float32(to) => append!(to, number!(f32)),
            Self::Float64(to) => append!(to, number!(f64)),
            Self::Text(to) => append!(to, value.map(|bytes| str::from_utf8(bytes).ok())),
            Self::Json(to) => {
                append!(to, value.map(|bytes| Some(trimmed(str::from_utf8(bytes).ok()?))));
            }
            Self::Binary(to) => append!(to, value.map(Some)),
            Self::Uuid(to) => match value {
                None => to.append_null(),
                Some(bytes) => to.append_value(bytes).ok()?,
            },
            // The least and the greatest integers are infinities.
            Self::Date(to) => append!(
                to,
                number!(i32).map(|days| {
                    days?
                        .checked_add(EPOCH_DAYS)
                        .filter(|_| !matches!(days, Some(i32::MIN | i32::MAX)))
                })
            ),
            Self::Timestamp(to) => append!(
                to,
                number!(i64).map(|time| {
                    time?
                        .checked_add(EPOCH_MICROSECONDS)
                        .filter(|_| !matches!(time, Some(i64::MIN | i64::MAX)))
                })
            ),
            Self::Time(to) => {
                // 24:00:00 is no time of day in other programs.
                append!(to, number!(i64).map(|time| time.filter(|time| *time < 86_400_000_000)));
            }
            // Microseconds, days, months. Infinite ones have the extreme numbers.
            Self::Interval(to) => append!(
                to,
                value.map(|bytes| {
                    let (time, rest) = bytes.split_first_chunk()?;
                    let (days, months) = rest.split_first_chunk()?;
                    Some(IntervalMonthDayNano {
                        months: i32::from_be_bytes(months.try_into().ok()?),
                        days: i32::from_be_bytes(*days),
                        nanoseconds: i64::from_be_bytes(*time).checked_mul(1000)?,
                    })
                })
            ),
            Self::List { items, lengths, valid, .. } => {
                lengths.push(value.map_or(Some(0), |bytes| items.push_items(bytes))?);
                valid.push(value.is_some());
            }
            Self::Decimal(to) => {
                let text = match value {
                    None => None,
                    Some(bytes) => Some(str::from_utf8(bytes).ok()?),
                };
                return to.push(text).then_some(());
            }
        }
        Some(())
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Boolean(values) => Arc::new(values.finish()),
            Self::Int16(values) => Arc::new(values.finish()),
            Self::Int32(values) => Arc::new(values.finish()),
            Self::Int64(values) => Arc::new(values.finish()),
            Self::Float32(values) => Arc::new(values.finish()),
            Self::Float64(values) => Arc::new(values.finish()),
            Self::Text(values) | Self::Json(values) => Arc::new(values.finish()),
            Self::Binary(values) => Arc::new(values.finish()),
            Self::Uuid(values) => Arc::new(values.finish()),
            Self::Date(values) => Arc::new(values.finish()),
            Self::Timestamp(values) => Arc::new(values.finish()),
            Self::Time(values) => Arc::new(values.finish()),
            Self::Interval(values) => Arc::new(values.finish()),
            Self::List { items, lengths, valid, field } => {
                let offsets = OffsetBuffer::from_lengths(lengths.drain(..));
                let valid = NullBuffer::from(std::mem::take(valid));
                Arc::new(ListArray::new(Arc::clone(field), offsets, items.finish(), Some(valid)))
            }
            Self::Decimal(values) => values.finish(),
        }
    }
}

/// Removes the trailing zeros of the numbers in JSON, which have no exponents.
fn trimmed(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            // A text ends at a quote without a backslash before it.
            '"' => {
                let mut is_escaped = false;
                let end = rest[1..].find(|c: char| {
                    let is_end = c == '"' && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    is_end
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            '0'..='9' => {
                let end =
                    rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
                let number = &rest[..end];
                let is_fraction = number.contains('.');
                let kept = if is_fraction { number.trim_end_matches('0') } else { number };
                out.push_str(kept.strip_suffix('.').unwrap_or(kept));
                rest = &rest[end..];
                continue;
            }
            other => other.len_utf8(),
        };
        out.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::list;
    use super::*;
    use datafusion::arrow::array::{Array, AsArray};
    use datafusion::arrow::datatypes::Int32Type;

    #[test]
    fn numbers_in_json_are_trimmed() {
        for (json, wanted) in [
            ("1.00", "1"),
            ("100", "100"),
            ("-0.50", "-0.5"),
            ("[1.10, 20, 0.0, null]", "[1.1, 20, 0, null]"),
            (r#"{"a 1.00": "2.00", "b": 3.00}"#, r#"{"a 1.00": "2.00", "b": 3}"#),
            (r#"["\"1.00", "\\", 1.0, "ü1.0"]"#, r#"["\"1.00", "\\", 1, "ü1.0"]"#),
        ] {
            assert_eq!(trimmed(json), wanted);
        }
    }

    /// The binary format of arrays, which ends where it says.
    #[test]
    fn arrays_are_lists() {
        let array = |dimensions: &[(i32, i32)], items: &[Option<i32>]| {
            let count = i32::try_from(dimensions.len()).expect("few");
            let mut bytes: Vec<u8> =
                [count, 1, 23].into_iter().flat_map(i32::to_be_bytes).collect();
            for (length, first) in dimensions {
                bytes.extend(length.to_be_bytes());
                bytes.extend(first.to_be_bytes());
            }
            for item in items {
                bytes.extend(if item.is_some() { 4_i32 } else { -1 }.to_be_bytes());
                bytes.extend(item.map(i32::to_be_bytes).iter().flatten());
            }
            bytes
        };
        let column = || Column::new(&list(DataType::Int32)).expect("a type");
        let mut to = column();
        for value in
            [Some(array(&[(3, 1)], &[Some(1), None, Some(-2)])), None, Some(array(&[], &[]))]
        {
            assert!(to.push(value.as_deref()).is_some());
        }
        let lists = to.finish();
        let lists = lists.as_list::<i32>();
        let items: Vec<_> = lists.value(0).as_primitive::<Int32Type>().iter().collect();
        assert_eq!(items, [Some(1), None, Some(-2)]);
        assert!(lists.is_null(1) && lists.is_valid(2) && lists.value(2).is_empty());
        for wrong in [
            array(&[(1, 0)], &[Some(1)]),
            array(&[(1, 1), (1, 1)], &[Some(1)]),
            array(&[(2, 1)], &[Some(1)]),
            array(&[(1, 1)], &[Some(1), Some(2)]),
            array(&[(-1, 1)], &[]),
            vec![0; 11],
        ] {
            assert!(column().push(Some(&wrong)).is_none(), "{wrong:?}");
        }
    }
}
