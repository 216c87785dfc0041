//! Converts Arrow arrays to columns of `hash_agg`.

use crate::cells::{self, DAY, Nested, encode, nanoseconds, resolve};
use datafusion::arrow::array::*;
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::take;
use datafusion::arrow::datatypes::*;
use datafusion::common::{Result, exec_datafusion_err, exec_err};
use hash_agg::{Bytes, Encoder, Fixed, Key, Row, Rows, Validity};

/// Computes the fingerprints of the rows of record batches.
#[derive(Debug)]
pub struct RowHasher<'k> {
    key: &'k Key,
    rows: Rows<'k>,
    /// Fingerprints of rows that are computed one by one.
    singles: Vec<u128>,
}

impl<'k> RowHasher<'k> {
    /// Creates a hasher under this key.
    #[must_use]
    pub fn new(key: &'k Key) -> Self {
        Self { key, rows: Rows::new(key), singles: Vec::new() }
    }

    /// Returns the fingerprints of the rows whose cells are in these columns.
    ///
    /// # Errors
    /// Returns an error if a column does not have `rows` rows, or if a time of day is outside the
    /// range of its type.
    pub fn hash(&mut self, columns: &[ArrayRef], rows: usize) -> Result<&[u128]> {
        if let Some(column) = columns.iter().find(|column| column.len() != rows) {
            return exec_err!("a column has {} rows in a batch of {rows} rows", column.len());
        }
        if columns.iter().any(|column| has_several_kinds(column)) {
            return self.hash_one_by_one(columns, rows);
        }
        self.rows.reset(rows);
        for column in columns {
            append(&mut self.rows, column)?;
        }
        Ok(self.rows.finish())
    }

    fn hash_one_by_one(&mut self, columns: &[ArrayRef], rows: usize) -> Result<&[u128]> {
        self.singles.clear();
        for row in 0..rows {
            let mut cells = Row::new(self.key);
            for column in columns {
                push(&mut cells, column, row)?;
            }
            self.singles.push(cells.finish());
        }
        Ok(&self.singles)
    }
}

/// Returns whether one column can hold values of several kinds: a union, and a `Date64` whose
/// values are not all whole days.
fn has_several_kinds(column: &dyn Array) -> bool {
    match column.data_type() {
        DataType::Union(..) => true,
        DataType::Dictionary(_, values) => may_have_several_kinds(values),
        DataType::RunEndEncoded(_, values) => may_have_several_kinds(values.data_type()),
        DataType::Date64 => {
            let days = column.as_primitive::<Date64Type>();
            days.iter().flatten().any(|milliseconds| milliseconds % DAY != 0)
        }
        _ => false,
    }
}

fn may_have_several_kinds(data_type: &DataType) -> bool {
    match data_type {
        DataType::Union(..) | DataType::Date64 => true,
        DataType::Dictionary(_, values) => may_have_several_kinds(values),
        DataType::RunEndEncoded(_, values) => may_have_several_kinds(values.data_type()),
        _ => false,
    }
}

/// Appends a cell to a row.
fn push(cells: &mut Row<'_>, column: &dyn Array, row: usize) -> Result<()> {
    let Some((array, at)) = resolve(column, row) else {
        cells.push(hash_agg::Value::Null);
        return Ok(());
    };
    let mut done = Ok(());
    let items = |encoder: &mut Encoder| done = cells::items(array, at, encoder);
    match Nested::of(array.data_type()) {
        Some(Nested::List) => cells.list(items),
        Some(Nested::Struct) => cells.structure(items),
        Some(Nested::Map) => cells.map(items),
        None => cells.push(cells::value(array, at)?),
    };
    done
}

fn validity(nulls: Option<&NullBuffer>) -> Option<Validity<'_>> {
    nulls.map(|nulls| Validity::new(nulls.validity(), nulls.offset()))
}

/// Appends a column whose values are of one kind.
fn append(rows: &mut Rows<'_>, column: &ArrayRef) -> Result<()> {
    use DataType::*;
    let nulls = validity(column.nulls());
    macro_rules! values {
        ($type:ty) => {
            &**column.as_primitive::<$type>().values()
        };
    }
    let done = match column.data_type() {
        Null => {
            rows.nulls();
            Ok(())
        }
        Boolean => {
            let bits = column.as_boolean().values();
            rows.booleans(Validity::new(bits.values(), bits.offset()), nulls)
        }
        Int8 => rows.integers(values!(Int8Type), nulls),
        Int16 => rows.integers(values!(Int16Type), nulls),
        Int32 => rows.integers(values!(Int32Type), nulls),
        Int64 => rows.integers(values!(Int64Type), nulls),
        UInt8 => rows.integers(values!(UInt8Type), nulls),
        UInt16 => rows.integers(values!(UInt16Type), nulls),
        UInt32 => rows.integers(values!(UInt32Type), nulls),
        UInt64 => rows.unsigned(values!(UInt64Type), nulls),
        Float16 => rows.floats(values!(Float16Type), nulls),
        Float32 => rows.floats(values!(Float32Type), nulls),
        Float64 => rows.floats(values!(Float64Type), nulls),
        Decimal32(_, scale) => rows.decimals(*scale, values!(Decimal32Type), nulls),
        Decimal64(_, scale) => rows.decimals(*scale, values!(Decimal64Type), nulls),
        Decimal128(_, scale) => rows.decimals(*scale, values!(Decimal128Type), nulls),
        Decimal256(_, scale) => {
            let unscaled: Vec<_> =
                values!(Decimal256Type).iter().map(|value| value.to_le_bytes()).collect();
            rows.decimals256(*scale, &unscaled, nulls)
        }
        Date32 => rows.fixed(Fixed::Date, values!(Date32Type), nulls),
        Date64 => {
            // The value of a null is arbitrary.
            let days: Vec<_> = values!(Date64Type).iter().map(|value| value / DAY).collect();
            rows.fixed(Fixed::Date, &days, nulls)
        }
        Time32(unit) => {
            let values = match unit {
                TimeUnit::Second => values!(Time32SecondType),
                _ => values!(Time32MillisecondType),
            };
            rows.units(Fixed::Time, nanoseconds(*unit), values, nulls)
        }
        Time64(unit) => {
            let values = match unit {
                TimeUnit::Microsecond => values!(Time64MicrosecondType),
                _ => values!(Time64NanosecondType),
            };
            // As in nested values: nanoseconds of a time of day have 64 bits.
            for (row, value) in values.iter().enumerate() {
                if column.is_valid(row) {
                    cells::time(*value, *unit)?;
                }
            }
            rows.units(Fixed::Time, nanoseconds(*unit), values, nulls)
        }
        Timestamp(unit, zone) => {
            let kind = if zone.is_some() { Fixed::Instant } else { Fixed::Timestamp };
            rows.units(kind, nanoseconds(*unit), cells::timestamps(column, *unit), nulls)
        }
        Duration(unit) => {
            let values = cells::durations(column, *unit);
            rows.units(Fixed::Duration, nanoseconds(*unit), values, nulls)
        }
        Interval(unit) => {
            let values: Vec<_> =
                (0..column.len()).map(|row| cells::interval(column, *unit, row)).collect();
            rows.intervals(&values, nulls)
        }
        Utf8 => {
            let text = column.as_string::<i32>();
            rows.strings(Bytes::Text, text.value_data(), text.value_offsets(), nulls)
        }
        LargeUtf8 => {
            let text = column.as_string::<i64>();
            rows.strings(Bytes::Text, text.value_data(), text.value_offsets(), nulls)
        }
        Binary => {
            let bytes = column.as_binary::<i32>();
            rows.strings(Bytes::Binary, bytes.value_data(), bytes.value_offsets(), nulls)
        }
        LargeBinary => {
            let bytes = column.as_binary::<i64>();
            rows.strings(Bytes::Binary, bytes.value_data(), bytes.value_offsets(), nulls)
        }
        Utf8View => {
            let text = column.as_string_view();
            rows.bytes(Bytes::Text, text.iter().map(|value| value.map(str::as_bytes)))
        }
        BinaryView => rows.bytes(Bytes::Binary, column.as_binary_view().iter()),
        FixedSizeBinary(_) => rows.bytes(Bytes::Binary, column.as_fixed_size_binary().iter()),
        Dictionary(_, values) if string_kind(values).is_some() => {
            let kind = string_kind(values).unwrap_or(Bytes::Binary);
            rows.bytes(kind, strings(column)?.into_iter())
        }
        Dictionary(..) | RunEndEncoded(..) => return append(rows, &flat(column)?),
        other => match Nested::of(other) {
            Some(nested) => {
                let kind = match nested {
                    Nested::List => Bytes::List,
                    Nested::Struct => Bytes::Struct,
                    Nested::Map => Bytes::Map,
                };
                let (bytes, offsets) = canonical(std::slice::from_ref(column), column.len())?;
                rows.strings(kind, &bytes, &offsets, nulls)
            }
            None => return exec_err!("a column of the type {other} has no canonical form"),
        },
    };
    done.map_err(|error| exec_datafusion_err!("{error}"))
}

/// Returns the kind of values that are byte strings.
fn string_kind(data_type: &DataType) -> Option<Bytes> {
    use DataType::*;
    match data_type {
        Utf8 | LargeUtf8 | Utf8View => Some(Bytes::Text),
        Binary | LargeBinary | BinaryView | FixedSizeBinary(_) => Some(Bytes::Binary),
        _ => None,
    }
}

/// Returns the strings of a column, `None` for nulls.
pub(crate) fn strings(column: &dyn Array) -> Result<Vec<Option<&[u8]>>> {
    let bytes = |row| match resolve(column, row) {
        None => Ok(None),
        Some((array, at)) => match cells::value(array, at)? {
            hash_agg::Value::Text(text) => Ok(Some(text.as_bytes())),
            hash_agg::Value::Binary(bytes) => Ok(Some(bytes)),
            other => exec_err!("{other:?} is not a string"),
        },
    };
    (0..column.len()).map(bytes).collect()
}

/// Converts a dictionary or run-end encoded column to a column of its values.
pub(crate) fn flat(column: &ArrayRef) -> Result<ArrayRef> {
    let (values, indices): (&ArrayRef, UInt64Array) = match column.data_type() {
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => runs(column.as_run::<Int16Type>()),
            DataType::Int32 => runs(column.as_run::<Int32Type>()),
            _ => runs(column.as_run::<Int64Type>()),
        },
        _ => {
            let dictionary = column.as_any_dictionary();
            return Ok(take(dictionary.values(), dictionary.keys(), None)?);
        }
    };
    Ok(take(values, &indices, None)?)
}

fn runs<T: RunEndIndexType>(array: &RunArray<T>) -> (&ArrayRef, UInt64Array) {
    let indices = (0..array.len()).map(|row| array.get_physical_index(row) as u64);
    (array.values(), indices.collect())
}

/// Returns the canonical bytes of the rows of several columns, one after the other, and their
/// offsets.
pub(crate) fn canonical(columns: &[ArrayRef], rows: usize) -> Result<(Vec<u8>, Vec<usize>)> {
    let mut encoder = Encoder::new();
    let mut offsets = Vec::with_capacity(rows + 1);
    offsets.push(0);
    for row in 0..rows {
        for column in columns {
            encode(column, row, &mut encoder)?;
        }
        offsets.push(encoder.as_bytes().len());
    }
    Ok((encoder.as_bytes().to_vec(), offsets))
}
