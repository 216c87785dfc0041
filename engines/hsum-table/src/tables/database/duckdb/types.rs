//! Types of DuckDB in Arrow.
//!
//! DuckDB writes Arrow with `arrow_lossless_conversion`. Otherwise UUIDs and JSON would be texts,
//! HUGEINT a decimal of too few digits, and TIMETZ a time without its offset. Then a type that
//! Arrow lacks has a note, the name of an extension, beside the type that stores it.

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::compute::{CastOptions, cast, cast_with_options};
use datafusion::arrow::datatypes::*;
use datafusion::arrow::error::ArrowError;
use std::collections::HashSet;
use std::sync::Arc;

/// Microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// Returns the type of a column of this program, given that of DuckDB's column, if it has the same
/// values. All instants are in UTC, whatever zone the session has.
pub(super) fn type_of(field: &Field) -> Option<DataType> {
    use DataType::*;
    let data_type = field.data_type();
    match (data_type, field.extension_type_name()) {
        (Int8, Some("arrow.bool8")) => return Some(Boolean),
        (FixedSizeBinary(16), Some("arrow.uuid")) => return Some(data_type.clone()),
        (_, Some(_)) => return None,
        (_, None) => {}
    }
    let inner = |field: &FieldRef| {
        let inner = Field::new(field.name(), type_of(field)?, field.is_nullable());
        Some(Arc::new(inner))
    };
    Some(match data_type {
        Boolean
        | Int8
        | Int16
        | Int32
        | Int64
        | UInt8
        | UInt16
        | UInt32
        | UInt64
        | Float32
        | Float64
        | Utf8
        | Binary
        | Date32
        | Time64(_)
        | Timestamp(_, None)
        | Decimal32(..)
        | Decimal64(..)
        | Decimal128(..) => data_type.clone(),
        Timestamp(unit, Some(_)) => Timestamp(*unit, Some("UTC".into())),
        // An ENUM, whose values are texts.
        Dictionary(_, values) if **values == Utf8 => data_type.clone(),
        List(item) => List(inner(item)?),
        FixedSizeList(item, length) => FixedSizeList(inner(item)?, *length),
        Map(entries, is_sorted) => Map(inner(entries)?, *is_sorted),
        Struct(fields) => {
            let names: HashSet<_> = fields.iter().map(|field| field.name()).collect();
            // Fields without names all have the same one.
            if names.len() < fields.len() {
                return None;
            }
            Struct(fields.iter().map(inner).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Converts a column to the type of this program. Returns nothing if it has a date or time that is
/// infinite, or 24:00:00, which Arrow would take for others.
pub(super) fn convert(column: &ArrayRef, to: &DataType) -> Result<Option<ArrayRef>, ArrowError> {
    // The library may return any bytes, of which some would be no texts.
    column.to_data().validate_full()?;
    // A value that had no counterpart would otherwise become a null.
    let options = CastOptions { safe: false, ..CastOptions::default() };
    are_finite(column)?.then(|| cast_with_options(column, to, &options)).transpose()
}

fn are_finite(column: &ArrayRef) -> Result<bool, ArrowError> {
    use DataType::*;
    let all = |is_finite: fn(i64) -> bool| {
        let values = cast(column, &Int64)?;
        Ok(values.as_primitive::<Int64Type>().iter().flatten().all(is_finite))
    };
    let each = |columns: &[ArrayRef]| {
        columns.iter().try_fold(true, |all, column| Ok(all && are_finite(column)?))
    };
    match column.data_type() {
        Date32 => {
            let days = column.as_primitive::<Date32Type>();
            Ok(days.iter().flatten().all(|day| day.unsigned_abs() != i32::MAX.unsigned_abs()))
        }
        Timestamp(..) => all(|time| time.unsigned_abs() != i64::MAX.unsigned_abs()),
        Time64(TimeUnit::Microsecond) => all(|time| (0..DAY).contains(&time)),
        Time64(_) => all(|time| (0..1000 * DAY).contains(&time)),
        List(_) => are_finite(column.as_list::<i32>().values()),
        FixedSizeList(..) => are_finite(column.as_fixed_size_list().values()),
        Map(..) => each(column.as_map().entries().columns()),
        Struct(_) => each(column.as_struct().columns()),
        _ => Ok(true),
    }
}
