//! Arrays of the crate `arrow` as the columns of `hash_arrow`.

use crate::error::Error;
use arrow_array::ArrayRef;
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::{DataType, IntervalUnit, TimeUnit, UnionMode};
use hash_agg::{Fingerprint, Key, RowsMemory, Validity};
use hash_arrow::{Array, Source, Type};
use std::cell::Cell;
use std::fmt;

/// Computes the fingerprints of the rows of record batches.
pub struct RowHasher<'k> {
    key: &'k Key,
    hashes: Vec<u128>,
}

thread_local! {
    /// The memory of the rows of the last call. A query may have an accumulator for each group, so
    /// accumulators do not keep it; to allocate 300 KiB for each batch takes a nanosecond a row.
    static MEMORY: Cell<RowsMemory> = Cell::default();
}

impl<'k> RowHasher<'k> {
    /// Creates a hasher under this key.
    #[must_use]
    pub const fn new(key: &'k Key) -> Self {
        Self { key, hashes: Vec::new() }
    }

    /// Returns the fingerprints of the rows whose cells are in these columns.
    ///
    /// # Errors
    /// Returns an error if a type or a value has no canonical form, or if a column does not have
    /// `rows` rows.
    pub fn hash(&mut self, columns: &[ArrayRef], rows: usize) -> Result<&[u128], Error> {
        self.hashes.clear();
        self.hashes.reserve(rows);
        let hashes = &mut self.hashes;
        rows_with(self.key, columns, |hasher, columns| {
            hasher.rows(columns, rows, |block| hashes.extend_from_slice(block))
        })?;
        Ok(&self.hashes)
    }

    /// Adds these rows to a fingerprint.
    ///
    /// # Errors
    /// Returns the errors of [`hash`](Self::hash), or an error if there would be too many rows. The
    /// fingerprint is then unchanged.
    pub fn add(
        &mut self,
        columns: &[ArrayRef],
        rows: usize,
        to: &mut Fingerprint,
    ) -> Result<(), Error> {
        rows_with(self.key, columns, |hasher, columns| hasher.add(columns, rows, to))
    }
}

/// Shows neither the key nor fingerprints.
impl fmt::Debug for RowHasher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowHasher").finish_non_exhaustive()
    }
}

/// Calls a function with a hasher and the views of some columns.
fn rows_with(
    key: &Key,
    columns: &[ArrayRef],
    run: impl FnOnce(&mut hash_arrow::RowHasher<'_>, &[Array<'_>]) -> Result<(), hash_arrow::Error>,
) -> Result<(), Error> {
    with_columns(columns, |columns| {
        let mut hasher = hash_arrow::RowHasher::with_memory(key, MEMORY.take());
        let done = run(&mut hasher, columns);
        MEMORY.set(hasher.into_memory());
        Ok(done?)
    })
}

/// Calls a function with some columns, as `hash_arrow` reads them.
///
/// # Errors
/// Returns an error if a type has no canonical form or an array is malformed, and those of `run`.
pub fn with_columns<R>(
    columns: &[ArrayRef],
    run: impl FnOnce(&[Array<'_>]) -> Result<R, Error>,
) -> Result<R, Error> {
    let data: Vec<_> = columns.iter().map(arrow_array::Array::to_data).collect();
    let views = data.iter().map(|data| Ok(Array::of(&type_of(data.data_type())?, Data(data))?));
    run(&views.collect::<Result<Vec<_>, Error>>()?)
}

/// Returns the type of a column, from the format strings of Arrow's C data interface.
fn type_of(data_type: &DataType) -> Result<Type, Error> {
    use DataType::*;
    let unit = |unit: &TimeUnit| match unit {
        TimeUnit::Second => 's',
        TimeUnit::Millisecond => 'm',
        TimeUnit::Microsecond => 'u',
        TimeUnit::Nanosecond => 'n',
    };
    let (format, children): (String, Vec<&DataType>) = match data_type {
        Null => ("n".into(), vec![]),
        Boolean => ("b".into(), vec![]),
        Int8 => ("c".into(), vec![]),
        Int16 => ("s".into(), vec![]),
        Int32 => ("i".into(), vec![]),
        Int64 => ("l".into(), vec![]),
        UInt8 => ("C".into(), vec![]),
        UInt16 => ("S".into(), vec![]),
        UInt32 => ("I".into(), vec![]),
        UInt64 => ("L".into(), vec![]),
        Float16 => ("e".into(), vec![]),
        Float32 => ("f".into(), vec![]),
        Float64 => ("g".into(), vec![]),
        Decimal32(precision, scale) => (format!("d:{precision},{scale},32"), vec![]),
        Decimal64(precision, scale) => (format!("d:{precision},{scale},64"), vec![]),
        Decimal128(precision, scale) => (format!("d:{precision},{scale}"), vec![]),
        Decimal256(precision, scale) => (format!("d:{precision},{scale},256"), vec![]),
        Utf8 => ("u".into(), vec![]),
        LargeUtf8 => ("U".into(), vec![]),
        Utf8View => ("vu".into(), vec![]),
        Binary => ("z".into(), vec![]),
        LargeBinary => ("Z".into(), vec![]),
        BinaryView => ("vz".into(), vec![]),
        FixedSizeBinary(width) => (format!("w:{width}"), vec![]),
        Date32 => ("tdD".into(), vec![]),
        Date64 => ("tdm".into(), vec![]),
        Time32(of) | Time64(of) => (format!("tt{}", unit(of)), vec![]),
        Timestamp(of, None) => (format!("ts{}:", unit(of)), vec![]),
        Timestamp(of, Some(_)) => (format!("ts{}:UTC", unit(of)), vec![]),
        Duration(of) => (format!("tD{}", unit(of)), vec![]),
        Interval(IntervalUnit::YearMonth) => ("tiM".into(), vec![]),
        Interval(IntervalUnit::DayTime) => ("tiD".into(), vec![]),
        Interval(IntervalUnit::MonthDayNano) => ("tin".into(), vec![]),
        List(items) => ("+l".into(), vec![items.data_type()]),
        LargeList(items) => ("+L".into(), vec![items.data_type()]),
        ListView(items) => ("+vl".into(), vec![items.data_type()]),
        LargeListView(items) => ("+vL".into(), vec![items.data_type()]),
        FixedSizeList(items, size) => (format!("+w:{size}"), vec![items.data_type()]),
        Struct(fields) => ("+s".into(), fields.iter().map(|field| field.data_type()).collect()),
        Map(entries, _) => ("+m".into(), vec![entries.data_type()]),
        RunEndEncoded(ends, values) => ("+r".into(), vec![ends.data_type(), values.data_type()]),
        Union(fields, mode) => {
            let ids: Vec<_> = fields.iter().map(|(id, _)| id.to_string()).collect();
            let mode = if *mode == UnionMode::Dense { "d" } else { "s" };
            let fields = fields.iter().map(|(_, field)| field.data_type()).collect();
            (format!("+u{mode}:{}", ids.join(",")), fields)
        }
        Dictionary(indices, values) => {
            return Type::dictionary(&type_of(indices)?, type_of(values)?)
                .ok_or_else(|| Error::Type(data_type.clone()));
        }
    };
    let found = if children.is_empty() && !format.starts_with('+') {
        Type::leaf(&format)
    } else {
        let children = children.into_iter().map(type_of).collect::<Result<_, _>>()?;
        Type::nested(&format, children)
    };
    found.ok_or_else(|| Error::Type(data_type.clone()))
}

/// The buffers of an array.
#[derive(Clone, Copy)]
struct Data<'a>(&'a ArrayData);

impl<'a> Source<'a> for Data<'a> {
    fn range(self) -> Option<(usize, usize)> {
        Some((self.0.offset(), self.0.len()))
    }

    fn validity(self) -> Option<Option<Validity<'a>>> {
        Some(self.0.nulls().map(|nulls| Validity::new(nulls.validity(), nulls.offset())))
    }

    fn buffer(self, index: usize, bytes: usize) -> Option<&'a [u8]> {
        if bytes == 0 {
            return Some(&[]);
        }
        // `ArrayData` does not count the validity among the buffers.
        let has_validity = !matches!(self.0.data_type(), DataType::Union(..));
        let index = index.checked_sub(has_validity.into())?;
        self.0.buffers().get(index)?.as_slice().get(..bytes)
    }

    fn variadic(self) -> Option<Vec<&'a [u8]>> {
        Some(self.0.buffers().get(1..)?.iter().map(Buffer::as_slice).collect())
    }

    fn child(self, index: usize, count: usize) -> Option<Self> {
        let children = self.0.child_data();
        if children.len() == count { children.get(index).map(Self) } else { None }
    }

    fn dictionary(self) -> Option<Self> {
        self.0.child_data().first().map(Self)
    }
}
