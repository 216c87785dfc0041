//! The columns that are compared, and those that identify a row.

use super::Fields;
use super::fields::sorted_column;
use crate::kinds::kind;
use crate::output::asked;
use crate::progress;
use crate::tables::columns as columns_of;
use datafusion::arrow::array::{Array, ArrayRef, RecordBatch};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::exec_err;
use datafusion::dataframe::DataFrame;
use datafusion::error::Result;
use hash_datafusion::{Keys, RowHasher};
use std::collections::HashSet;

/// The number of rows of each table in which the values of a key must be unique.
const SAMPLE: usize = 1 << 13;

/// The columns of the batches of both tables.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The names of all columns.
    pub(crate) names: Vec<String>,
    /// The number of compared columns, which come first.
    pub(crate) columns: usize,
    /// The places of the columns of the key.
    pub(crate) key: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(compared: Vec<String>, key: &[String]) -> Self {
        let columns = compared.len();
        let mut names = compared;
        // A key has few columns.
        let mut place = |name: &String| {
            names.iter().position(|other| other == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            })
        };
        let key = key.iter().map(&mut place).collect();
        Self { names, columns, key }
    }

    /// Returns the names of the columns of the key.
    pub(crate) fn key_names(&self) -> Vec<&str> {
        self.key.iter().map(|place| &*self.names[*place]).collect()
    }

    /// Returns the columns of the key; without a key, those that are compared.
    pub(crate) fn key_of(&self, batch: &RecordBatch) -> Vec<ArrayRef> {
        if self.key.is_empty() {
            return batch.columns()[..self.columns].to_vec();
        }
        self.key.iter().map(|place| batch.column(*place).clone()).collect()
    }

    /// Selects these columns of both tables. Fields of structs have the same order in both.
    pub(crate) fn select(&self, tables: [&DataFrame; 2]) -> Result<[DataFrame; 2]> {
        let mut columns = [Vec::new(), Vec::new()];
        let fields = tables.map(Fields::of);
        let found = [columns_of(tables[0], &self.names)?, columns_of(tables[1], &self.names)?];
        for (place, name) in self.names.iter().enumerate() {
            let types = [fields[0].field(name)?.data_type(), fields[1].field(name)?.data_type()];
            let is_one_order = kind(types[0]) == kind(types[1]);
            for (table, columns) in columns.iter_mut().enumerate() {
                let found = found[table][place].clone();
                let found = if is_one_order { found } else { sorted_column(found, types[table]) };
                // Names in a selection have no other meaning.
                columns.push(found.alias(format!("c{place}")));
            }
        }
        let [a, b] = columns;
        Ok([tables[0].clone().select(a)?, tables[1].clone().select(b)?])
    }
}

/// Finds the column that is most likely the key: one without nulls, and without a value that occurs
/// twice among the first rows of a table.
pub(crate) async fn find_key(
    tables: [(&DataFrame, &str); 2],
    names: &[String],
    keys: &Keys,
) -> Result<Option<String>> {
    if names.len() < 2 {
        // A row without other columns cannot be changed.
        return Ok(None);
    }
    let mut candidates = Vec::new();
    let fields = tables.map(|(frame, _)| Fields::of(frame));
    for (place, name) in names.iter().enumerate() {
        let types = [fields[0].field(name)?, fields[1].field(name)?];
        let ranks = types.map(|field| rank(field.data_type()));
        if let [Some(a), Some(b)] = ranks {
            candidates.push((!is_usual(name), a.max(b), place));
        }
    }
    candidates.sort_unstable();
    let candidates: Vec<_> = candidates.into_iter().map(|(.., place)| &names[place]).collect();
    let mut is_unique = vec![true; candidates.len()];
    let mut hasher = RowHasher::new(keys.rows());
    for (frame, of_table) in tables {
        let names: Vec<_> = candidates.iter().map(|name| (*name).clone()).collect();
        // No names would be all columns.
        let columns = if names.is_empty() { Vec::new() } else { columns_of(frame, &names)? };
        if columns.is_empty() {
            break;
        }
        let rows = progress::first(frame.clone().select(columns)?, SAMPLE, of_table).await?;
        for (place, is_unique) in is_unique.iter_mut().enumerate() {
            let mut values = HashSet::new();
            for batch in &rows {
                let cells = batch.column(place);
                let hashes = hasher.hash(std::slice::from_ref(cells), batch.num_rows())?;
                *is_unique &= cells.logical_null_count() == 0;
                *is_unique &= hashes.iter().all(|value| values.insert(*value));
            }
        }
    }
    let found = candidates.into_iter().zip(is_unique).find(|(_, is_unique)| *is_unique);
    Ok(found.map(|(name, _)| name.clone()))
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

/// Checks that the columns of a key exist.
pub(crate) fn check_key(tables: [&DataFrame; 2], key: &[String]) -> Result<()> {
    for name in key {
        if tables.into_iter().any(|frame| Fields::of(frame).field(name).is_err()) {
            return exec_err!("key column {} does not exist", asked(name));
        }
    }
    Ok(())
}
