//! Rows of two tables, and those among them that the other table lacks.

use crate::arrays::RowHasher;
use crate::cells::Column;
use crate::door::Door;
use crate::error::Error;
use crate::layout::Layout;
use crate::segments::Hashes;
use crate::tolerance::Tolerance;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, UInt32Array};
use arrow_data::ArrayData;
use arrow_row::{RowConverter, SortField};
use arrow_schema::{DataType, SortOptions};
use arrow_select::interleave::interleave;
use arrow_select::take::take_record_batch;
use hash_agg::{Fingerprint, Key};
use std::collections::HashMap;
use std::sync::Arc;

type Result<T> = std::result::Result<T, Error>;

/// The memory that the index of rows takes for each.
pub(crate) const BYTES_PER_ROW: u64 = 128;

/// A row of one of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
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
struct Equals {
    key: u128,
    /// One of the rows of each table, if the table had more of them at some moment.
    places: [Option<Place>; 2],
    /// How many more of these rows table A has.
    surplus: i64,
}

/// Rows of both tables, of which only one of those that are equal is kept.
pub struct Rows {
    layout: Layout,
    door: Door,
    batches: [Vec<RecordBatch>; 2],
    found: HashMap<u128, Equals>,
    /// The fingerprints of all rows of both tables.
    pub fingerprints: [Fingerprint; 2],
    bytes: u64,
    memory: u64,
}

impl Rows {
    /// Returns no rows, and takes up to `memory` bytes of them.
    #[must_use]
    pub fn new(layout: &Layout, memory: u64, door: &Door) -> Self {
        let (batches, found) = ([Vec::new(), Vec::new()], HashMap::new());
        let (layout, fingerprints) = (layout.clone(), [Fingerprint::EMPTY; 2]);
        Self { layout, door: *door, batches, found, fingerprints, bytes: 0, memory }
    }

    /// Adds rows of table A, which is 0, or B, which is 1.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the rows do not fit the memory.
    pub fn add(
        &mut self,
        table: usize,
        batch: &RecordBatch,
        hashes: &Hashes,
        key: &Key,
    ) -> Result<()> {
        self.fingerprints[table].update(key, &hashes.rows)?;
        let sign = if table == 0 { 1 } else { -1 };
        let number = u32::try_from(self.batches[table].len());
        let number =
            number.map_err(|_| Error::Refused("more than 2^32 batches of rows".to_owned()))?;
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
            self.bytes += bytes_of(&batch);
            self.batches[table].push(batch);
        }
        if self.bytes + self.found.len() as u64 * BYTES_PER_ROW > self.memory {
            return Err(Error::Refused(format!(
                "too many rows have one key, or rows are too large for {}; give more, or another \
                 key",
                self.door.memory
            )));
        }
        Ok(())
    }

    /// Finds the rows that differ. A row is changed if it and one row of the other table are the
    /// only ones with its key that differ. Changed rows without a column that differs by more
    /// than the tolerance are left out. At most `most` equal rows are returned.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if a tolerance meets several rows of one key that differ.
    pub fn differences(
        &self,
        key: &Key,
        tolerance: &Tolerance,
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
                (Some(a), _, Some(_), _) if is_keyed && !tolerance.is_none() => {
                    return Err(Error::Refused(format!(
                        "{} needs a key that identifies rows, and several rows have {}",
                        self.door.tolerance,
                        self.key_text(a)?
                    )));
                }
                _ => {
                    for (table, only) in only.iter_mut().enumerate() {
                        only.extend(places(table));
                    }
                }
            }
        }
        let mut changed = Vec::new();
        for (pair, columns) in pairs.iter().zip(self.unequal_columns(&pairs, key, tolerance)?) {
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
            cell.cells()?.write_text(0, &self.door, &mut text)?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the columns in which the rows of each pair differ.
    fn unequal_columns(
        &self,
        pairs: &[[Place; 2]],
        key: &Key,
        tolerance: &Tolerance,
    ) -> Result<Vec<Vec<usize>>> {
        let mut unequal = vec![Vec::new(); pairs.len()];
        let mut hasher = RowHasher::new(key);
        for column in 0..self.layout.columns {
            if pairs.is_empty() {
                break;
            }
            let cells = |table: usize| self.gather(table, column, pairs.iter().map(|p| p[table]));
            let (a, b) = (cells(0)?, cells(1)?);
            let of_a = hasher.hash(std::slice::from_ref(&a), pairs.len())?.to_vec();
            let of_b = hasher.hash(std::slice::from_ref(&b), pairs.len())?;
            let near = tolerance.near(&self.layout.names[column], [&a, &b], &self.door)?;
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
            let options = SortOptions::new(false, false);
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
pub struct Differences {
    /// Rows of each table that are not changed rows.
    pub only: [Vec<Place>; 2],
    /// Rows with the same key.
    pub changed: Vec<Changed>,
}

impl Differences {
    /// Returns the numbers of rows only in A, only in B, and changed.
    #[must_use]
    pub const fn counts(&self) -> [usize; 3] {
        [self.only[0].len(), self.only[1].len(), self.changed.len()]
    }

    /// Keeps the first rows, up to a number. Returns whether these are all.
    pub fn truncate(&mut self, most: usize) -> bool {
        let [only_a, only_b, changed] = self.counts();
        let of_b = most.saturating_sub(only_a);
        self.only[0].truncate(most);
        self.only[1].truncate(of_b);
        self.changed.truncate(of_b.saturating_sub(only_b));
        only_a.saturating_add(only_b).saturating_add(changed) <= most
    }
}

/// A row of each table with the same key.
#[derive(Debug)]
pub struct Changed {
    /// The row of each table.
    pub places: [Place; 2],
    /// The places of the columns that differ.
    pub columns: Vec<usize>,
}

/// Selects rows of a batch.
///
/// # Errors
/// Returns an error of Arrow if it cannot select rows.
pub fn take(batch: &RecordBatch, rows: Vec<u32>) -> Result<RecordBatch> {
    // A slice of a nested column holds all of its items.
    let is_nested = |column: &ArrayRef| column.data_type().is_nested();
    if rows.len() == batch.num_rows() && !batch.columns().iter().any(is_nested) {
        return Ok(batch.clone());
    }
    Ok(take_record_batch(batch, &UInt32Array::from(rows))?)
}

/// Returns the bytes of the values of a batch.
pub(crate) fn bytes_of(batch: &RecordBatch) -> u64 {
    let bytes = |column: &ArrayRef| {
        let data = column.to_data();
        let values = data.get_slice_memory_size();
        values.unwrap_or_else(|_| column.get_array_memory_size()) + viewed(&data)
    };
    batch.columns().iter().map(bytes).sum::<usize>() as u64
}

/// Returns the bytes that views refer to, which the size of a slice lacks.
fn viewed(data: &ArrayData) -> usize {
    let of_children: usize = data.child_data().iter().map(viewed).sum();
    if !matches!(data.data_type(), DataType::Utf8View | DataType::BinaryView) {
        return of_children;
    }
    let views = &data.buffer::<u128>(0)[..data.len()];
    // The length is the lower half of the first word. Up to 12 bytes lie in the view.
    let lengths = views.iter().map(|view| (view & 0xffff_ffff) as usize);
    lengths.filter(|length| *length > 12).sum()
}

/// Copies texts that are views of buffers in which few bytes may be of these rows.
fn compact(batch: &RecordBatch) -> Result<RecordBatch> {
    let column = |column: &ArrayRef| -> ArrayRef {
        match column.data_type() {
            DataType::Utf8View => Arc::new(column.as_string_view().gc()),
            DataType::BinaryView => Arc::new(column.as_binary_view().gc()),
            _ => ArrayRef::clone(column),
        }
    };
    Ok(RecordBatch::try_new(batch.schema(), batch.columns().iter().map(column).collect())?)
}

crate::hides_fingerprints!(Rows);
