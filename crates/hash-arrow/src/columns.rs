//! Fingerprints of the rows of tables.

use crate::array::{Array, Nested, Values};
use crate::error::Error;
use crate::kind::{self, DAY, Kind, half};
use crate::plain::values;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use hash_agg::{
    BatchError, Bytes, Encoder, Fingerprint, Fixed, Key, Row, Rows, RowsMemory, Validity, Value,
};

/// The number of rows that are hashed at once: so few that their words and sums stay in the
/// second-level cache, and so many that long runs of a column are prefetched.
const BLOCK: usize = 4096;

/// Computes the fingerprints of the rows of tables, and of tables, under one key.
///
/// Rows are those of `hash_agg`: equal values have equal fingerprints whatever their types and
/// layouts, and a null is a value. Memory does not grow with the number of rows, except that of the
/// results.
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
        Self::with_memory(key, RowsMemory::default())
    }

    /// Creates a hasher in the memory of another.
    #[must_use]
    pub fn with_memory(key: &'k Key, memory: RowsMemory) -> Self {
        Self { key, rows: Rows::with_memory(key, memory), singles: Vec::new() }
    }

    /// Returns the memory.
    #[must_use]
    pub fn into_memory(self) -> RowsMemory {
        self.rows.into_memory()
    }

    /// Calls `each` with the fingerprints of all rows in order, some at a time.
    ///
    /// # Errors
    /// Returns [`Error::Rows`] if a column does not have `rows` rows, and the errors of
    /// [`Array::encode`] for values. `each` may have been called before.
    pub fn rows(
        &mut self,
        columns: &[Array<'_>],
        rows: usize,
        mut each: impl FnMut(&[u128]),
    ) -> Result<(), Error> {
        if let Some(column) = columns.iter().find(|column| column.len != rows) {
            return Err(Error::Rows { column: column.len, batch: rows });
        }
        let one_by_one = columns.iter().any(refers_to_several_kinds);
        for start in (0..rows).step_by(BLOCK) {
            each(self.block(columns, start..rows.min(start + BLOCK), one_by_one)?);
        }
        Ok(())
    }

    /// Adds the rows of columns to a fingerprint.
    ///
    /// # Errors
    /// Returns the errors of [`rows`](Self::rows), and [`Error::Fingerprint`] if there would be too
    /// many rows. The fingerprint is then unchanged.
    pub fn add(
        &mut self,
        columns: &[Array<'_>],
        rows: usize,
        to: &mut Fingerprint,
    ) -> Result<(), Error> {
        let (key, mut sum, mut joined) = (self.key, *to, Ok(()));
        self.rows(columns, rows, |rows| {
            if joined.is_ok() {
                joined = sum.update(key, rows);
            }
        })?;
        joined?;
        *to = sum;
        Ok(())
    }

    fn block(
        &mut self,
        columns: &[Array<'_>],
        rows: Range<usize>,
        one_by_one: bool,
    ) -> Result<&[u128], Error> {
        if one_by_one || columns.iter().any(|column| has_several_kinds(column, rows.clone())) {
            self.singles.clear();
            for row in rows {
                let mut cells = Row::new(self.key);
                for column in columns {
                    push(&mut cells, column, row)?;
                }
                self.singles.push(cells.finish());
            }
            return Ok(&self.singles);
        }
        self.rows.reset(rows.len());
        for column in columns {
            add_column(&mut self.rows, column, rows.clone())?;
        }
        Ok(self.rows.finish())
    }
}

/// Shows neither the key nor fingerprints.
impl fmt::Debug for RowHasher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowHasher").finish_non_exhaustive()
    }
}

/// Returns whether some rows of a column can have values of several kinds, without those that it
/// refers to.
fn has_several_kinds(column: &Array<'_>, rows: Range<usize>) -> bool {
    match &column.values {
        Values::Union { .. } => true,
        Values::Mixed(items) => {
            let places = column.first + rows.start..column.first + rows.end;
            items.strings_of(places).is_none()
        }
        Values::Fixed { bytes, kind: Kind::DateMilliseconds, .. } => {
            let first = column.first;
            let days = values::<i64>(&bytes[8 * (first + rows.start)..8 * (first + rows.end)]);
            rows.zip(&*days).any(|(row, day)| column.is_valid(row) && day % DAY != 0)
        }
        _ => false,
    }
}

/// Returns whether a column refers to values that can be of several kinds. It reads all of them.
fn refers_to_several_kinds(column: &Array<'_>) -> bool {
    match &column.values {
        Values::Dictionary { values, .. } | Values::Runs { values, .. } => {
            refers_to_several_kinds(values) || has_several_kinds(values, 0..values.len)
        }
        _ => false,
    }
}

/// `has_several_kinds` sends such columns elsewhere.
const SEVERAL: Error = Error::Array("its values are of several kinds");

/// Appends a cell to a row.
fn push(cells: &mut Row<'_>, column: &Array<'_>, row: usize) -> Result<(), Error> {
    let Some((array, at)) = column.resolve(row)? else {
        cells.push(Value::Null);
        return Ok(());
    };
    if let Values::Mixed(items) = &array.values {
        return items.push(array.first + at, cells);
    }
    let mut done = Ok(());
    let items = |encoder: &mut Encoder| done = array.items(at, encoder);
    match array.nested() {
        Some(Nested::List) => cells.list(items),
        Some(Nested::Struct) => cells.structure(items),
        Some(Nested::Map) => cells.map(items),
        None => cells.push(array.value(at)?),
    };
    done
}

/// Appends some rows of a column whose values are of one kind.
fn add_column(to: &mut Rows<'_>, column: &Array<'_>, rows: Range<usize>) -> Result<(), Error> {
    let places = column.first + rows.start..column.first + rows.end;
    let nulls = column.validity.map(|validity| validity.skip(rows.start));
    match &column.values {
        Values::Null => {
            to.nulls();
            Ok(())
        }
        Values::Bits(bits) => failed(to.booleans(Validity::new(bits, places.start), nulls)),
        Values::Fixed { bytes, width, kind } => {
            let bytes = &bytes[places.start * width..places.end * width];
            fixed(to, *kind, *width, bytes, rows.len(), nulls)
        }
        Values::Offsets { offsets, width: 4, bytes, kind } => {
            let offsets = values::<i32>(&offsets[4 * places.start..][..4 * (rows.len() + 1)]);
            failed(to.strings(strings_of(*kind), bytes, &offsets, nulls))
        }
        Values::Offsets { offsets, bytes, kind, .. } => {
            let offsets = values::<i64>(&offsets[8 * places.start..][..8 * (rows.len() + 1)]);
            failed(to.strings(strings_of(*kind), bytes, &offsets, nulls))
        }
        Values::Views { views, buffers, kind } => {
            failed(to.views(strings_of(*kind), &views[places], buffers, nulls))
        }
        Values::List(_) | Values::Map(_) | Values::Struct(_) => nested(to, column, rows),
        Values::Mixed(items) => {
            let strings = items.strings_of(places.clone()).ok_or(SEVERAL)?;
            let of = |place| items.string(place).map(|(_, bytes)| bytes);
            failed(to.bytes(strings, places.map(of)))
        }
        Values::Dictionary { .. } | Values::Runs { .. } | Values::Union { .. } => {
            referred(to, column, rows)
        }
    }
}

fn failed(done: Result<(), BatchError>) -> Result<(), Error> {
    done.map_err(|error| match error {
        BatchError::Offset { .. } => Error::Array("offsets decrease or exceed the values"),
        BatchError::View { .. } => Error::Array("a view lies outside its buffers"),
        _ => Error::Array("a buffer is too small"),
    })
}

/// Returns the kind of strings.
const fn strings_of(kind: Kind) -> Bytes {
    if matches!(kind, Kind::Text) { Bytes::Text } else { Bytes::Binary }
}

/// Appends values of a fixed width, of which there are `count`.
fn fixed(
    to: &mut Rows<'_>,
    kind: Kind,
    width: usize,
    bytes: &[u8],
    count: usize,
    nulls: Option<Validity<'_>>,
) -> Result<(), Error> {
    failed(match (kind, width) {
        (Kind::Signed, 1) => to.integers(&values::<i8>(bytes), nulls),
        (Kind::Signed, 2) => to.integers(&values::<i16>(bytes), nulls),
        (Kind::Signed, 4) => to.integers(&values::<i32>(bytes), nulls),
        (Kind::Signed, 8) => to.integers(&values::<i64>(bytes), nulls),
        (Kind::Unsigned, 1) => to.integers(&values::<u8>(bytes), nulls),
        (Kind::Unsigned, 2) => to.integers(&values::<u16>(bytes), nulls),
        (Kind::Unsigned, 4) => to.integers(&values::<u32>(bytes), nulls),
        (Kind::Unsigned, 8) => to.unsigned(&values::<u64>(bytes), nulls),
        (Kind::Float, 2) => {
            let floats: Vec<_> = values::<u16>(bytes).iter().map(|bits| half(*bits)).collect();
            to.floats(&floats, nulls)
        }
        (Kind::Float, 4) => to.floats(&values::<f32>(bytes), nulls),
        (Kind::Float, 8) => to.floats(&values::<f64>(bytes), nulls),
        (Kind::Decimal { scale }, 4) => to.decimals(scale, &values::<i32>(bytes), nulls),
        (Kind::Decimal { scale }, 8) => to.decimals(scale, &values::<i64>(bytes), nulls),
        (Kind::Decimal { scale }, 16) => to.decimals(scale, &values::<i128>(bytes), nulls),
        (Kind::Decimal { scale }, 32) => {
            let numbers = values::<[u8; 32]>(bytes);
            if cfg!(target_endian = "big") {
                let numbers: Vec<_> = numbers.iter().map(|n| kind::little_endian(*n)).collect();
                to.decimals(scale, &numbers, nulls)
            } else {
                to.decimals(scale, &numbers, nulls)
            }
        }
        (Kind::Date, 4) => to.fixed(Fixed::Date, &values::<i32>(bytes), nulls),
        (Kind::DateMilliseconds, 8) => {
            // The value of a null is arbitrary.
            let days: Vec<_> = values::<i64>(bytes).iter().map(|value| value / DAY).collect();
            to.fixed(Fixed::Date, &days, nulls)
        }
        (Kind::Time { unit }, 4) => to.units(Fixed::Time, unit, &values::<i32>(bytes), nulls),
        (Kind::Time { unit }, 8) => {
            let times = values::<i64>(bytes);
            // As in nested values: nanoseconds of a time of day have 64 bits.
            for (row, time) in times.iter().enumerate() {
                if nulls.is_none_or(|nulls| nulls.get(row)) {
                    kind::time(*time, unit)?;
                }
            }
            to.units(Fixed::Time, unit, &times, nulls)
        }
        (Kind::Timestamp { unit }, 8) => {
            to.units(Fixed::Timestamp, unit, &values::<i64>(bytes), nulls)
        }
        (Kind::Instant { unit }, 8) => to.units(Fixed::Instant, unit, &values::<i64>(bytes), nulls),
        (Kind::Duration { unit }, 8) => {
            to.units(Fixed::Duration, unit, &values::<i64>(bytes), nulls)
        }
        (Kind::Months | Kind::DaysMilliseconds | Kind::MonthsDaysNanoseconds, _) => {
            let intervals = bytes.chunks_exact(width).map(|bytes| kind.interval(bytes));
            let intervals: Option<Vec<_>> = intervals.collect();
            to.intervals(&intervals.ok_or(Error::Array("intervals have another width"))?, nulls)
        }
        (Kind::Binary, _) => {
            let strings = (0..count).map(|row| {
                let is_valid = nulls.is_none_or(|nulls| nulls.get(row));
                is_valid.then(|| &bytes[row * width..][..width])
            });
            to.bytes(Bytes::Binary, strings)
        }
        _ => return Err(Error::Array("the values have a width that their type has not")),
    })
}

/// Appends values with children, as their canonical bytes.
fn nested(to: &mut Rows<'_>, column: &Array<'_>, rows: Range<usize>) -> Result<(), Error> {
    let mut strings = Strings::default();
    for row in rows {
        let value = if column.is_valid(row) { Some((column, row)) } else { None };
        strings.push(value)?;
    }
    strings.append(to, column)
}

/// Appends the values that dictionaries, runs or unions refer to, which are all of one kind.
fn referred(to: &mut Rows<'_>, column: &Array<'_>, rows: Range<usize>) -> Result<(), Error> {
    let mut cells = Vec::with_capacity(rows.len());
    for row in rows {
        cells.push(column.resolve(row)?);
    }
    let Some((array, _)) = cells.iter().flatten().next() else {
        to.nulls();
        return Ok(());
    };
    let mut strings = Strings::default();
    match array.values {
        Values::Fixed { kind, width, .. } if kind != Kind::Binary => {
            let mut bytes = Vec::with_capacity(width * cells.len());
            for (i, cell) in cells.iter().enumerate() {
                strings.set_valid(i, cell.is_some());
                match cell {
                    Some((array, at)) => bytes.extend(array.bytes(*at)?.1),
                    None => bytes.resize(bytes.len() + width, 0),
                }
            }
            let nulls = Validity::new(&strings.validity, 0);
            fixed(to, kind, width, &bytes, cells.len(), Some(nulls))
        }
        Values::Bits(_) => {
            let mut bits = Strings::default();
            for (i, cell) in cells.iter().enumerate() {
                strings.set_valid(i, cell.is_some());
                bits.set_valid(
                    i,
                    cell.is_some_and(|(array, at)| {
                        array.bytes(at).is_ok_and(|(_, bytes)| bytes == [1])
                    }),
                );
            }
            let nulls = Validity::new(&strings.validity, 0);
            failed(to.booleans(Validity::new(&bits.validity, 0), Some(nulls)))
        }
        Values::Mixed(items) => {
            let strings = items.strings_of(array.first..array.first + array.len).ok_or(SEVERAL)?;
            let string = |at| items.string(array.first + at).map(|(_, bytes)| bytes);
            failed(to.bytes(strings, cells.iter().map(|cell| string(cell.as_ref()?.1))))
        }
        Values::Fixed { kind, .. } | Values::Offsets { kind, .. } | Values::Views { kind, .. } => {
            let strings = cells.iter().map(|cell| {
                cell.map(|(array, at)| array.bytes(at).map(|(_, bytes)| bytes)).transpose()
            });
            let strings = strings.collect::<Result<Vec<_>, _>>()?;
            failed(to.bytes(strings_of(kind), strings.into_iter()))
        }
        _ => {
            for cell in &cells {
                strings.push(*cell)?;
            }
            strings.append(to, array)
        }
    }
}

/// The canonical bytes of values with children, and bits of validity.
#[derive(Default)]
struct Strings {
    encoder: Encoder,
    ends: Vec<usize>,
    validity: Vec<u8>,
}

impl Strings {
    /// Appends the bytes of a value, or a null.
    fn push(&mut self, value: Option<(&Array<'_>, usize)>) -> Result<(), Error> {
        self.set_valid(self.ends.len(), value.is_some());
        if let Some((array, row)) = value {
            array.encode(row, &mut self.encoder)?;
        }
        self.ends.push(self.encoder.as_bytes().len());
        Ok(())
    }

    /// Sets bit i, the next one.
    fn set_valid(&mut self, i: usize, is_valid: bool) {
        if i.is_multiple_of(8) {
            self.validity.push(0);
        }
        if let Some(last) = self.validity.last_mut() {
            *last |= u8::from(is_valid) << (i % 8);
        }
    }

    /// Appends all values as a column of the kind of `array`.
    fn append(&self, to: &mut Rows<'_>, array: &Array<'_>) -> Result<(), Error> {
        let kind = match array.nested() {
            Some(Nested::Struct) => Bytes::Struct,
            Some(Nested::Map) => Bytes::Map,
            _ => Bytes::List,
        };
        let bytes = self.encoder.as_bytes();
        let mut start = 0;
        let validity = Validity::new(&self.validity, 0);
        let strings = self.ends.iter().enumerate().map(|(row, end)| {
            let string = &bytes[start..*end];
            start = *end;
            validity.get(row).then_some(string)
        });
        failed(to.bytes(kind, strings))
    }
}
