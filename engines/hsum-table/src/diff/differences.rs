//! Rows of two tables, and those among them that the other table lacks.

use super::layout::Layout;
use super::segments::Hashes;
use crate::cells::Column;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, UInt32Array};
use datafusion::arrow::compute::{cast, interleave, take_record_batch};
use datafusion::arrow::datatypes::{DataType, Float64Type};
use datafusion::arrow::row::{RowConverter, SortField};
use datafusion::common::utils::memory::get_record_batch_memory_size;
use datafusion::common::{HashMap, exec_datafusion_err, exec_err};
use datafusion::error::Result;
use hash_datafusion::hash_agg::Fingerprint;
use hash_datafusion::{Keys, RowHasher};

/// The memory that the index of rows takes for each.
pub(crate) const BYTES_PER_ROW: u64 = 128;

/// A row of one of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    batch: u32,
    row: u32,
}

impl Place {
    /// Returns the numbers of the batch and of the row in it.
    const fn indices(self) -> (usize, usize) {
        (self.batch as usize, self.row as usize)
    }
}

/// Equal rows of both tables.
#[derive(Debug)]
struct Equals {
    key: u128,
    /// One of the rows of each table, if the table had more of them at some moment.
    places: [Option<Place>; 2],
    /// How many more of these rows table A has.
    surplus: i64,
}

/// Rows of both tables, of which only one of those that are equal is kept.
#[derive(Debug)]
pub(crate) struct Rows {
    layout: Layout,
    batches: [Vec<RecordBatch>; 2],
    found: HashMap<u128, Equals>,
    /// The fingerprints of all rows of both tables.
    pub(crate) fingerprints: [Fingerprint; 2],
    bytes: u64,
    memory: u64,
}

impl Rows {
    pub(crate) fn new(layout: &Layout, memory: u64) -> Self {
        let (batches, found) = ([Vec::new(), Vec::new()], HashMap::new());
        let fingerprints = [Fingerprint::EMPTY; 2];
        Self { layout: layout.clone(), batches, found, fingerprints, bytes: 0, memory }
    }

    /// Adds rows of a table.
    pub(crate) fn add(
        &mut self,
        table: usize,
        batch: &RecordBatch,
        hashes: &Hashes,
        keys: &Keys,
    ) -> Result<()> {
        self.fingerprints[table]
            .update(keys.rows(), &hashes.rows)
            .map_err(|error| exec_datafusion_err!("{error}"))?;
        let sign = if table == 0 { 1 } else { -1 };
        let number = u32::try_from(self.batches[table].len());
        let number = number.map_err(|_| exec_datafusion_err!("more than 2^32 batches of rows"))?;
        let (mut kept, mut next) = (Vec::new(), 0_u32);
        for (row, (hash, key)) in (0_u32..).zip(hashes.rows.iter().zip(&hashes.keys)) {
            let new = || Equals { key: *key, places: [None; 2], surplus: 0 };
            let equals = self.found.entry(*hash).or_insert_with(new);
            // Otherwise the row cancels one of the other table.
            if equals.surplus * sign >= 0 && equals.places[table].is_none() {
                equals.places[table] = Some(Place { batch: number, row: next });
                kept.push(row);
                next += 1;
            }
            equals.surplus += sign;
        }
        if !kept.is_empty() {
            let batch = compact(&take(batch, kept)?)?;
            self.bytes += get_record_batch_memory_size(&batch) as u64;
            self.batches[table].push(batch);
        }
        if self.bytes + self.found.len() as u64 * BYTES_PER_ROW > self.memory {
            return exec_err!(
                "too many rows have one key, or rows are too large for --memory-limit; give more, \
                 or another key"
            );
        }
        Ok(())
    }

    /// Finds the rows that differ. A row is changed if it and one row of the other table are the
    /// only ones with its key that differ. Changed rows whose floats differ by at most `tolerance`,
    /// and whose other cells are equal, are left out. At most `most` equal rows are returned.
    pub(crate) fn differences(
        &self,
        keys: &Keys,
        tolerance: Option<f64>,
        most: usize,
    ) -> Result<Differences> {
        let mut differing: Vec<_> = self.found.iter().filter(|(_, e)| e.surplus != 0).collect();
        differing.sort_unstable_by_key(|(hash, equals)| (equals.key, **hash));
        let mut only = [Vec::new(), Vec::new()];
        let mut pairs = Vec::new();
        for of_key in differing.chunk_by(|(_, a), (_, b)| a.key == b.key) {
            let places = |table: usize| {
                let is_of = move |equals: &&Equals| (equals.surplus > 0) == (table == 0);
                of_key.iter().map(|(_, equals)| *equals).filter(is_of).flat_map(move |equals| {
                    let times = usize::try_from(equals.surplus.unsigned_abs());
                    let times = times.unwrap_or(usize::MAX).min(most);
                    equals.places[table]
                        .into_iter()
                        .flat_map(move |p| std::iter::repeat_n(p, times))
                })
            };
            let [mut a, mut b] = [places(0), places(1)];
            let is_keyed = !self.layout.key.is_empty();
            match (a.next(), a.next(), b.next(), b.next()) {
                (Some(a), None, Some(b), None) if is_keyed => pairs.push([a, b]),
                (Some(a), _, Some(_), _) if is_keyed && tolerance.is_some() => {
                    return exec_err!(
                        "--tolerance needs a key that identifies rows, and several rows have {}",
                        self.key_text(a)?
                    );
                }
                _ => {
                    for (table, only) in only.iter_mut().enumerate() {
                        only.extend(places(table));
                    }
                }
            }
        }
        let mut changed = Vec::new();
        for (pair, columns) in pairs.iter().zip(self.unequal_columns(&pairs, keys, tolerance)?) {
            if !columns.is_empty() {
                changed.push(Changed { places: *pair, columns });
            }
        }
        for (table, only) in only.iter_mut().enumerate() {
            self.sort(table, only, |place| *place)?;
        }
        self.sort(0, &mut changed, |changed| changed.places[0])?;
        Ok(Differences { only, changed })
    }

    /// Returns the key of a row of table A as text.
    fn key_text(&self, place: Place) -> Result<String> {
        let mut text = Vec::new();
        for (i, column) in self.layout.key.iter().enumerate() {
            text.extend(if i == 0 { &b""[..] } else { b", " });
            let cell = Column::new(&self.gather(0, *column, std::iter::once(place))?)?;
            cell.cells()?.write_text(0, &mut text)?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the columns in which the rows of each pair differ.
    fn unequal_columns(
        &self,
        pairs: &[[Place; 2]],
        keys: &Keys,
        tolerance: Option<f64>,
    ) -> Result<Vec<Vec<usize>>> {
        let mut unequal = vec![Vec::new(); pairs.len()];
        let mut hasher = RowHasher::new(keys.rows());
        for column in 0..self.layout.columns {
            if pairs.is_empty() {
                break;
            }
            let cells = |table: usize| self.gather(table, column, pairs.iter().map(|p| p[table]));
            let (a, b) = (cells(0)?, cells(1)?);
            let of_a = hasher.hash(std::slice::from_ref(&a), pairs.len())?.to_vec();
            let of_b = hasher.hash(std::slice::from_ref(&b), pairs.len())?;
            let near = tolerance.map(|most| near(&a, &b, most)).transpose()?.flatten();
            for (pair, unequal) in unequal.iter_mut().enumerate() {
                let is_near = near.as_ref().is_some_and(|near| near[pair]);
                if of_a[pair] != of_b[pair] && !is_near {
                    unequal.push(column);
                }
            }
        }
        Ok(unequal)
    }

    /// Returns the cells of some rows in a column.
    pub(crate) fn gather(
        &self,
        table: usize,
        column: usize,
        places: impl Iterator<Item = Place>,
    ) -> Result<ArrayRef> {
        let columns: Vec<_> =
            self.batches[table].iter().map(|batch| &**batch.column(column)).collect();
        let places: Vec<_> = places.map(Place::indices).collect();
        Ok(interleave(&columns, &places)?)
    }

    /// Sorts rows by their keys, or without a key by all their columns.
    fn sort<T>(&self, table: usize, rows: &mut Vec<T>, place: impl Fn(&T) -> Place) -> Result<()> {
        if rows.len() < 2 {
            return Ok(());
        }
        let all: Vec<_> = (0..self.layout.columns).collect();
        let columns = if self.layout.key.is_empty() { &all } else { &self.layout.key };
        let (mut fields, mut cells) = (Vec::new(), Vec::new());
        for column in columns {
            let of_column = self.gather(table, *column, rows.iter().map(&place))?;
            let options = datafusion::arrow::compute::SortOptions::new(false, false);
            let field = SortField::new_with_options(of_column.data_type().clone(), options);
            // Other types have no order.
            if RowConverter::supports_fields(std::slice::from_ref(&field)) {
                fields.push(field);
                cells.push(of_column);
            }
        }
        if fields.is_empty() {
            return Ok(());
        }
        let sorted = RowConverter::new(fields)?.convert_columns(&cells)?;
        let mut order: Vec<_> = rows.drain(..).zip(&sorted).collect();
        order.sort_by_key(|(_, cells)| *cells);
        rows.extend(order.into_iter().map(|(row, _)| row));
        Ok(())
    }
}

/// Rows that the other table lacks.
#[derive(Debug)]
pub(crate) struct Differences {
    /// Rows of each table.
    pub(crate) only: [Vec<Place>; 2],
    pub(crate) changed: Vec<Changed>,
}

/// A row of each table with the same key.
#[derive(Debug)]
pub(crate) struct Changed {
    pub(crate) places: [Place; 2],
    /// The columns that differ.
    pub(crate) columns: Vec<usize>,
}

/// Returns for each row whether two floats differ by at most `most`, or nothing for other types.
fn near(a: &ArrayRef, b: &ArrayRef, most: f64) -> Result<Option<Vec<bool>>> {
    let is_float = |column: &ArrayRef| crate::kinds::kind(column.data_type()) == "float";
    if !is_float(a) || !is_float(b) {
        return Ok(None);
    }
    let (a, b) = (cast(a, &DataType::Float64)?, cast(b, &DataType::Float64)?);
    let (a, b) = (a.as_primitive::<Float64Type>(), b.as_primitive::<Float64Type>());
    let is_near = |pair| match pair {
        (Some(a), Some(b)) => {
            let (a, b): (f64, f64) = (a, b);
            (a - b).abs() <= most
        }
        _ => false,
    };
    Ok(Some(a.iter().zip(b).map(is_near).collect()))
}

/// Selects rows of a batch.
pub(crate) fn take(batch: &RecordBatch, rows: Vec<u32>) -> Result<RecordBatch> {
    if rows.len() == batch.num_rows() {
        return Ok(batch.clone());
    }
    let taken = take_record_batch(batch, &UInt32Array::from(rows));
    taken.map_err(|error| exec_datafusion_err!("{error}"))
}

/// Copies texts that are views of buffers in which few bytes may be of these rows.
fn compact(batch: &RecordBatch) -> Result<RecordBatch> {
    let column = |column: &ArrayRef| -> ArrayRef {
        match column.data_type() {
            DataType::Utf8View => std::sync::Arc::new(column.as_string_view().gc()),
            DataType::BinaryView => std::sync::Arc::new(column.as_binary_view().gc()),
            _ => ArrayRef::clone(column),
        }
    };
    Ok(RecordBatch::try_new(batch.schema(), batch.columns().iter().map(column).collect())?)
}
