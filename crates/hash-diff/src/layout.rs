//! The columns that are compared, and those that identify a row.

use crate::arrays::RowHasher;
use crate::door::Door;
use crate::error::Error;
use crate::fields::{by_name, sort_fields};
use crate::kinds::{are_comparable, kind};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema};
use hash_agg::Key;
use std::collections::{HashMap, HashSet};
use std::slice;
use std::sync::Arc;

/// What is to be compared.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The names of the columns to compare. Without names they are all columns.
    pub columns: Vec<String>,
    /// The names of columns that are not compared, and which one of the tables may lack.
    pub ignored: Vec<String>,
    /// The names of the columns that identify a row.
    pub key: Vec<String>,
    /// The names of columns of objects, whose values have kinds of their own.
    pub mixed: Vec<String>,
}

impl Choice {
    /// Returns the names of the columns to compare of tables A and B, after checking that they can
    /// be compared.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if a name is given twice or is that of no column, if tables have
    /// other columns or columns of other [kinds](kind), and if no column is left.
    pub fn compared(&self, [a, b]: [&Schema; 2], door: &Door) -> Result<Vec<String>, Error> {
        let names = |schema: &Schema| -> Vec<String> {
            schema.fields().iter().map(|field| field.name().clone()).collect()
        };
        let (all_a, all_b) = (names(a), names(b));
        for name in &self.ignored {
            if !all_a.contains(name) && !all_b.contains(name) {
                let (option, name) = (door.ignore, (door.asked)(name));
                return Err(Error::Refused(format!("{option} {name}: no table has it")));
            }
        }
        for names in [&self.columns, &self.key] {
            let mut seen = HashSet::new();
            if let Some(name) = names.iter().find(|name| !seen.insert(*name)) {
                let name = (door.asked)(name);
                return Err(Error::Refused(format!("column {name} is named twice")));
            }
        }
        let ignored: HashSet<_> = self.ignored.iter().collect();
        let rest = |names: Vec<String>| -> Vec<String> {
            names.into_iter().filter(|name| !ignored.contains(name)).collect()
        };
        let (of_a, of_b) = (rest(all_a), rest(all_b));
        let missing = |names: &[String], from: &[String]| -> Vec<String> {
            let from: HashSet<_> = from.iter().collect();
            let missing = names.iter().filter(|name| !from.contains(name));
            missing.map(|name| (door.asked)(name)).collect()
        };
        let (wanted, mut problems) = if self.columns.is_empty() {
            let only = [("A", missing(&of_a, &of_b)), ("B", missing(&of_b, &of_a))];
            let only = only.into_iter().filter(|(_, names)| !names.is_empty());
            let only = only.map(|(side, names)| format!("only in {side}: {}", names.join(", ")));
            (of_a, only.collect::<Vec<_>>())
        } else {
            let unknown = [("A", &of_a), ("B", &of_b)]
                .into_iter()
                .map(|(side, names)| (side, missing(&self.columns, names)))
                .filter(|(_, names)| !names.is_empty())
                .map(|(side, names)| format!("not in {side}: {}", names.join(", ")));
            (self.columns.clone(), unknown.collect())
        };
        let fields = [fields(a), fields(b)];
        let mixed: HashSet<_> = self.mixed.iter().collect();
        for name in wanted.iter().chain(&self.key).filter(|name| !mixed.contains(name)) {
            let [Some(a), Some(b)] = fields.each_ref().map(|of| of.get(&**name)) else { continue };
            if !are_comparable(a.data_type(), b.data_type()) {
                let (name, a, b) = ((door.quoted)(name), a.data_type(), b.data_type());
                problems.push(format!("{name} is {a} in A and {b} in B"));
            }
        }
        for name in &self.key {
            if fields.iter().any(|of| !of.contains_key(&**name)) {
                let name = (door.asked)(name);
                return Err(Error::Refused(format!("key column {name} does not exist")));
            }
        }
        match (problems.is_empty(), wanted.is_empty()) {
            (true, false) => Ok(wanted),
            (true, true) => Err(Error::Refused("no column is left to compare".to_owned())),
            _ => Err(Error::Refused(format!("schemas do not match: {}", problems.join("; ")))),
        }
    }
}

/// Returns the fields of a table by their names: a wide table has too many to look through for
/// each.
fn fields(schema: &Schema) -> HashMap<&str, &Field> {
    schema.fields().iter().map(|field| (&**field.name(), &**field)).collect()
}

/// The columns of the batches of both tables.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The names of all columns.
    pub names: Vec<String>,
    /// The number of compared columns, which come first.
    pub columns: usize,
    /// The places of the columns of the key.
    pub key: Vec<usize>,
}

impl Layout {
    /// Puts the compared columns first, and columns of the key that are not compared after them.
    #[must_use]
    pub fn new(compared: Vec<String>, key: &[String]) -> Self {
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
        let places = |table: &Schema| {
            let fields = table.fields().iter().enumerate();
            let places: HashMap<_, _> =
                fields.map(|(place, field)| (field.name(), place)).collect();
            let place = |name: &String| match places.get(name) {
                Some(place) => Ok(*place),
                // Says which one.
                None => Ok(table.index_of(name)?),
            };
            layout.names.iter().map(place).collect::<Result<Vec<_>, Error>>()
        };
        let [a, b] = tables.map(places);
        let (a, b) = (a?, b?);
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

/// Returns the names of columns that may be the key, the likeliest first.
///
/// One of them [is unique](is_unique) in the first [`SAMPLE`] rows of both tables.
#[must_use]
pub fn key_candidates([a, b]: [&Schema; 2], names: &[String]) -> Vec<String> {
    if names.len() < 2 {
        // A row without other columns cannot be changed.
        return Vec::new();
    }
    let mut candidates = Vec::new();
    let (a, b) = (fields(a), fields(b));
    for (place, name) in names.iter().enumerate() {
        let rank_in = |of: &HashMap<_, &Field>| of.get(&**name).and_then(|f| rank(f.data_type()));
        if let (Some(a), Some(b)) = (rank_in(&a), rank_in(&b)) {
            candidates.push((!is_usual(name), a.max(b), place));
        }
    }
    candidates.sort_unstable();
    candidates.into_iter().map(|(.., place)| names[place].clone()).collect()
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
