//! Where tables have the columns that are compared, and those that identify a row.

use crate::arrays::RowHasher;
use crate::error::Error;
use crate::fields::{by_name, sort_fields};
use crate::kinds::kind;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema};
use hash_agg::Key;
use std::collections::{HashMap, HashSet};
use std::slice;
use std::sync::Arc;

/// Returns the fields of a table by their names: a wide table has too many to look through for
/// each.
fn fields(schema: &Schema) -> HashMap<&str, &Field> {
    schema.fields().iter().map(|field| (&**field.name(), &**field)).collect()
}

/// The columns of the batches of both tables.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The names of all columns in table A, which are those of results and messages.
    pub names: Vec<String>,
    names_in_b: Vec<String>,
    /// The number of compared columns, which come first.
    pub columns: usize,
    /// The places of the columns of the key.
    pub key: Vec<usize>,
}

impl Layout {
    /// Puts the compared columns first, and columns of the key that are not compared after them.
    /// Both tables have the same names.
    #[must_use]
    pub fn new(compared: Vec<String>, key: &[String]) -> Self {
        let both = |name: String| [name.clone(), name];
        let compared = compared.into_iter().map(both).collect();
        Self::of(compared, key.iter().cloned().map(both).collect())
    }

    /// Makes a layout of the names that columns have in both tables.
    pub(crate) fn of(compared: Vec<[String; 2]>, key: Vec<[String; 2]>) -> Self {
        let columns = compared.len();
        let mut names = compared;
        // A key has few columns.
        let mut place = |of_key: [String; 2]| {
            names.iter().position(|other| *other == of_key).unwrap_or_else(|| {
                names.push(of_key);
                names.len() - 1
            })
        };
        let key = key.into_iter().map(&mut place).collect();
        let (names, names_in_b) = names.into_iter().map(|[a, b]| (a, b)).unzip();
        Self { names, names_in_b, columns, key }
    }

    /// Returns the names of the columns in table A, which is 0, or B.
    #[must_use]
    pub fn names_in(&self, table: usize) -> &[String] {
        if table == 0 { &self.names } else { &self.names_in_b }
    }

    /// Returns the names of the columns of the key.
    #[must_use]
    pub fn key_names(&self) -> Vec<&str> {
        self.key.iter().map(|place| &*self.names[*place]).collect()
    }

    /// Returns the columns of the key; without a key, those that are compared.
    pub(crate) fn key_of(&self, batch: &RecordBatch) -> Vec<ArrayRef> {
        if self.key.is_empty() {
            return batch.columns()[..self.columns].to_vec();
        }
        self.key.iter().map(|place| batch.column(*place).clone()).collect()
    }
}

/// Where the columns of a layout are in the batches of a table.
#[derive(Clone, Debug)]
pub struct Columns {
    places: Vec<usize>,
    /// The columns of the layout whose structs have other fields, or in another order, in the other
    /// table.
    sorted: Vec<usize>,
}

impl Columns {
    /// Finds the columns of a layout in both tables.
    ///
    /// # Errors
    /// Returns an error of Arrow if a table lacks one.
    pub fn of(layout: &Layout, tables: [&Schema; 2]) -> Result<[Self; 2], Error> {
        let places = |table: usize| {
            let fields = tables[table].fields().iter().enumerate();
            let places: HashMap<_, _> =
                fields.map(|(place, field)| (field.name(), place)).collect();
            let place = |name: &String| match places.get(name) {
                Some(place) => Ok(*place),
                // Says which one.
                None => Ok(tables[table].index_of(name)?),
            };
            layout.names_in(table).iter().map(place).collect::<Result<Vec<_>, Error>>()
        };
        let (a, b) = (places(0)?, places(1)?);
        let of = |table: usize, place: usize| kind(tables[table].field(place).data_type());
        let differ = |place: &usize| of(0, a[*place]) != of(1, b[*place]);
        let sorted: Vec<_> = (0..layout.names.len()).filter(differ).collect();
        Ok([Self { places: a, sorted: sorted.clone() }, Self { places: b, sorted }])
    }

    /// Returns the schema of [`select`](Self::select).
    ///
    /// # Errors
    /// Returns an error of Arrow for a schema of another table.
    pub fn schema(&self, table: &Schema) -> Result<Schema, Error> {
        let mut fields = table.project(&self.places)?.fields.to_vec();
        for place in &self.sorted {
            let field = &fields[*place];
            let of = by_name(field.data_type());
            fields[*place] = Arc::new(field.as_ref().clone().with_data_type(of));
        }
        Ok(Schema::new(fields))
    }

    /// Returns the columns of the layout of a batch. Fields of structs have the same order in both
    /// tables.
    ///
    /// # Errors
    /// Returns an error of Arrow for a batch of another table.
    pub fn select(&self, batch: &RecordBatch) -> Result<RecordBatch, Error> {
        if self.sorted.is_empty() {
            return Ok(batch.project(&self.places)?);
        }
        let mut columns = batch.project(&self.places)?.columns().to_vec();
        for place in &self.sorted {
            columns[*place] = sort_fields(&columns[*place])?;
        }
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        let schema = Arc::new(self.schema(&batch.schema())?);
        Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
    }
}

/// The number of rows of each table in which the values of a key must be unique.
pub const SAMPLE: usize = 1 << 13;

/// Returns the places of compared columns that may be the key, the likeliest first.
///
/// One of them [is unique](is_unique) in the first [`SAMPLE`] rows of both tables.
#[must_use]
pub fn key_candidates([a, b]: [&Schema; 2], layout: &Layout) -> Vec<usize> {
    if layout.columns < 2 {
        // A row without other columns cannot be changed.
        return Vec::new();
    }
    let mut candidates = Vec::new();
    let (a, b) = (fields(a), fields(b));
    for place in 0..layout.columns {
        let [of_a, of_b] = [0, 1].map(|table| &*layout.names_in(table)[place]);
        let rank_in =
            |of: &HashMap<_, &Field>, name| of.get(name).and_then(|f| rank(f.data_type()));
        if let (Some(a), Some(b)) = (rank_in(&a, of_a), rank_in(&b, of_b)) {
            candidates.push((!is_usual(of_a), a.max(b), place));
        }
    }
    candidates.sort_unstable();
    candidates.into_iter().map(|(.., place)| place).collect()
}

/// Returns whether a column has neither a null nor a value that occurs twice.
///
/// # Errors
/// Returns the errors of [`RowHasher::hash`].
pub fn is_unique(key: &Key, column: &[&ArrayRef]) -> Result<bool, Error> {
    let (mut hasher, mut values) = (RowHasher::new(key), HashSet::new());
    for cells in column {
        let hashes = hasher.hash(slice::from_ref(*cells), cells.len())?;
        if cells.logical_null_count() > 0 || !hashes.iter().all(|value| values.insert(*value)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns how unlikely columns of a type are keys, or nothing if they never are.
fn rank(data_type: &DataType) -> Option<u8> {
    match (&*kind(data_type), data_type) {
        ("number", other) if other.is_integer() => Some(0),
        ("text", _) => Some(1),
        ("date" | "time" | "timestamp" | "instant" | "binary", _) => Some(2),
        ("number", _) => Some(3),
        _ => None,
    }
}

/// Returns whether columns of this name are usually keys.
fn is_usual(name: &str) -> bool {
    let name = name.to_lowercase();
    ["id", "key"].iter().any(|end| name.ends_with(end))
}
