//! Single values of Arrow arrays.

use datafusion::arrow::array::*;
use datafusion::arrow::datatypes::*;
use datafusion::common::{Result, exec_datafusion_err, exec_err};
use hash_agg::{Encoder, Value};

/// Returns the nanoseconds of a unit.
pub(crate) const fn nanoseconds(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Second => 1_000_000_000,
        TimeUnit::Millisecond => 1_000_000,
        TimeUnit::Microsecond => 1_000,
        TimeUnit::Nanosecond => 1,
    }
}

/// The milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// The types whose values consist of other values, and are hashed as their canonical bytes.
#[derive(Clone, Copy)]
pub(crate) enum Nested {
    List,
    Struct,
    Map,
}

impl Nested {
    pub(crate) fn of(data_type: &DataType) -> Option<Self> {
        use DataType::*;
        match data_type {
            List(_) | LargeList(_) | ListView(_) | LargeListView(_) | FixedSizeList(..) => {
                Some(Self::List)
            }
            Struct(_) => Some(Self::Struct),
            Map(..) => Some(Self::Map),
            _ => None,
        }
    }
}

/// Finds the value of a cell, following dictionaries, runs and unions. `None` is a null.
pub(crate) fn resolve(array: &dyn Array, row: usize) -> Option<(&dyn Array, usize)> {
    let (child, at): (&dyn Array, usize) = match array.data_type() {
        DataType::Null => return None,
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            if dictionary.keys().is_null(row) {
                return None;
            }
            (&**dictionary.values(), key_of(dictionary.keys(), row))
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => run(array.as_run::<Int16Type>(), row),
            DataType::Int32 => run(array.as_run::<Int32Type>(), row),
            _ => run(array.as_run::<Int64Type>(), row),
        },
        DataType::Union(..) => {
            let union = array.as_union();
            (&**union.child(union.type_id(row)), union.value_offset(row))
        }
        _ => return (!array.is_null(row)).then_some((array, row)),
    };
    resolve(child, at)
}

fn run<T: RunEndIndexType>(array: &RunArray<T>, row: usize) -> (&dyn Array, usize) {
    (&**array.values(), array.get_physical_index(row))
}

/// Returns the key of a row of a dictionary, which may have any integer type.
fn key_of(keys: &dyn Array, row: usize) -> usize {
    macro_rules! keys {
        ($($variant:ident => $type:ty),*) => {
            match keys.data_type() {
                $(DataType::$variant => keys.as_primitive::<$type>().value(row).as_usize(),)*
                _ => keys.as_primitive::<UInt64Type>().value(row).as_usize(),
            }
        };
    }
    keys!(
        Int8 => Int8Type, Int16 => Int16Type, Int32 => Int32Type, Int64 => Int64Type,
        UInt8 => UInt8Type, UInt16 => UInt16Type, UInt32 => UInt32Type
    )
}

/// Returns the value of a cell that is neither null, nor nested, nor a reference.
pub(crate) fn value(array: &dyn Array, row: usize) -> Result<Value<'_>> {
    use DataType::*;
    macro_rules! primitive {
        ($type:ty) => {
            array.as_primitive::<$type>().value(row)
        };
    }
    let nanos = |value: i64, unit: &TimeUnit| i128::from(value) * i128::from(nanoseconds(*unit));
    Ok(match array.data_type() {
        Boolean => array.as_boolean().value(row).into(),
        Int8 => primitive!(Int8Type).into(),
        Int16 => primitive!(Int16Type).into(),
        Int32 => primitive!(Int32Type).into(),
        Int64 => primitive!(Int64Type).into(),
        UInt8 => primitive!(UInt8Type).into(),
        UInt16 => primitive!(UInt16Type).into(),
        UInt32 => primitive!(UInt32Type).into(),
        UInt64 => primitive!(UInt64Type).into(),
        Float16 => Value::Float(primitive!(Float16Type).to_f64()),
        Float32 => primitive!(Float32Type).into(),
        Float64 => primitive!(Float64Type).into(),
        Decimal32(_, scale) => {
            Value::Decimal { unscaled: primitive!(Decimal32Type).into(), scale: *scale }
        }
        Decimal64(_, scale) => {
            Value::Decimal { unscaled: primitive!(Decimal64Type).into(), scale: *scale }
        }
        Decimal128(_, scale) => {
            Value::Decimal { unscaled: primitive!(Decimal128Type), scale: *scale }
        }
        Decimal256(_, scale) => {
            let unscaled = primitive!(Decimal256Type).to_le_bytes();
            Value::Decimal256 { unscaled, scale: *scale }
        }
        Utf8 => array.as_string::<i32>().value(row).into(),
        LargeUtf8 => array.as_string::<i64>().value(row).into(),
        Utf8View => array.as_string_view().value(row).into(),
        Binary => array.as_binary::<i32>().value(row).into(),
        LargeBinary => array.as_binary::<i64>().value(row).into(),
        BinaryView => array.as_binary_view().value(row).into(),
        FixedSizeBinary(_) => array.as_fixed_size_binary().value(row).into(),
        Date32 => Value::Date(primitive!(Date32Type).into()),
        Date64 => {
            let milliseconds = primitive!(Date64Type);
            if milliseconds % DAY == 0 {
                Value::Date(milliseconds / DAY)
            } else {
                Value::Timestamp(nanos(milliseconds, &TimeUnit::Millisecond))
            }
        }
        Time32(unit) => {
            let value = match unit {
                TimeUnit::Second => primitive!(Time32SecondType),
                _ => primitive!(Time32MillisecondType),
            };
            Value::Time(time(value.into(), *unit)?)
        }
        Time64(unit) => {
            let value = match unit {
                TimeUnit::Microsecond => primitive!(Time64MicrosecondType),
                _ => primitive!(Time64NanosecondType),
            };
            Value::Time(time(value, *unit)?)
        }
        Timestamp(unit, zone) => {
            let value = nanos(timestamps(array, *unit)[row], unit);
            if zone.is_some() { Value::Instant(value) } else { Value::Timestamp(value) }
        }
        Duration(unit) => Value::Duration(nanos(durations(array, *unit)[row], unit)),
        Interval(unit) => {
            let (months, days, nanoseconds) = interval(array, *unit, row);
            Value::Interval { months, days, nanoseconds }
        }
        Null => Value::Null,
        other => return exec_err!("a value of the type {other} has no canonical form"),
    })
}

/// Returns the nanoseconds of a time of day.
pub(crate) fn time(value: i64, unit: TimeUnit) -> Result<i64> {
    value
        .checked_mul(nanoseconds(unit))
        .ok_or_else(|| exec_datafusion_err!("the time of day {value} ({unit:?}) is out of range"))
}

/// Returns the values of an array of timestamps.
pub(crate) fn timestamps(array: &dyn Array, unit: TimeUnit) -> &[i64] {
    match unit {
        TimeUnit::Second => array.as_primitive::<TimestampSecondType>().values(),
        TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().values(),
        TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().values(),
        TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().values(),
    }
}

/// Returns the values of an array of durations.
pub(crate) fn durations(array: &dyn Array, unit: TimeUnit) -> &[i64] {
    match unit {
        TimeUnit::Second => array.as_primitive::<DurationSecondType>().values(),
        TimeUnit::Millisecond => array.as_primitive::<DurationMillisecondType>().values(),
        TimeUnit::Microsecond => array.as_primitive::<DurationMicrosecondType>().values(),
        TimeUnit::Nanosecond => array.as_primitive::<DurationNanosecondType>().values(),
    }
}

/// Returns the months, days and nanoseconds of an interval.
pub(crate) fn interval(array: &dyn Array, unit: IntervalUnit, row: usize) -> (i32, i32, i64) {
    match unit {
        IntervalUnit::YearMonth => (array.as_primitive::<IntervalYearMonthType>().value(row), 0, 0),
        IntervalUnit::DayTime => {
            let value = array.as_primitive::<IntervalDayTimeType>().value(row);
            (0, value.days, i64::from(value.milliseconds) * 1_000_000)
        }
        IntervalUnit::MonthDayNano => {
            let value = array.as_primitive::<IntervalMonthDayNanoType>().value(row);
            (value.months, value.days, value.nanoseconds)
        }
    }
}

/// Appends the canonical bytes of a cell.
///
/// # Errors
/// Returns an error if a time of day is outside the range of its type.
pub fn encode(array: &dyn Array, row: usize, encoder: &mut Encoder) -> Result<()> {
    let Some((array, row)) = resolve(array, row) else {
        encoder.push(Value::Null);
        return Ok(());
    };
    match Nested::of(array.data_type()) {
        Some(Nested::List) => encoder.list(|encoder| items(array, row, encoder)),
        Some(Nested::Struct) => encoder.structure(|encoder| items(array, row, encoder)),
        Some(Nested::Map) => encoder.map(|encoder| items(array, row, encoder)),
        None => {
            encoder.push(value(array, row)?);
            Ok(())
        }
    }
}

/// Appends the canonical bytes of the items of a nested value.
pub(crate) fn items(array: &dyn Array, row: usize, encoder: &mut Encoder) -> Result<()> {
    use DataType::*;
    let list = match array.data_type() {
        Struct(_) => {
            let mut fields = array.as_struct().columns().iter();
            return fields.try_for_each(|field| encode(field, row, encoder));
        }
        Map(..) => {
            let entries = array.as_map().value(row);
            return (0..entries.len()).try_for_each(|entry| items(&entries, entry, encoder));
        }
        List(_) => array.as_list::<i32>().value(row),
        LargeList(_) => array.as_list::<i64>().value(row),
        ListView(_) => array.as_list_view::<i32>().value(row),
        LargeListView(_) => array.as_list_view::<i64>().value(row),
        FixedSizeList(..) => array.as_fixed_size_list().value(row),
        other => return exec_err!("a value of the type {other} contains no other values"),
    };
    (0..list.len()).try_for_each(|item| encode(&list, item, encoder))
}
