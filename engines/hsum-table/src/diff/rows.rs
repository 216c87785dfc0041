//! The rows that differ.

use crate::cells::{Cell, object, text};
use crate::output::{self, quoted};
use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;
use hash_datafusion::hash_agg::Fingerprint;
use hash_datafusion::{Keys, RowHasher};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A row of one of the tables.
#[derive(Clone, Copy)]
struct Place<'t> {
    batch: &'t RecordBatch,
    row: usize,
    key: u128,
}

/// Rows of two tables that the other table lacks.
pub(crate) struct Compared<'t> {
    keys: &'t Keys,
    columns: usize,
    only_a: Vec<Place<'t>>,
    only_b: Vec<Place<'t>>,
    changed: Vec<[Place<'t>; 2]>,
}

impl<'t> Compared<'t> {
    /// Compares rows that consist of `columns` columns, followed by their key.
    pub(crate) fn new(
        keys: &'t Keys,
        columns: usize,
        tables: [&'t [RecordBatch]; 2],
    ) -> Result<Self> {
        let [mut only_a, mut only_b] = different(places(keys, columns, tables)?);
        let mut changed = Vec::new();
        if tables.into_iter().flatten().any(|batch| batch.num_columns() > columns) {
            let mut by_key: HashMap<u128, Vec<Place<'_>>> = HashMap::new();
            // Of several rows with one key, the first ones are matched.
            for place in only_b.iter().rev() {
                by_key.entry(place.key).or_default().push(*place);
            }
            only_a.retain(|a| match by_key.get_mut(&a.key).and_then(Vec::pop) {
                Some(b) => {
                    changed.push([*a, b]);
                    false
                }
                None => true,
            });
            let is_left = |place: &Place<'_>| {
                let left = by_key.get(&place.key);
                left.is_some_and(|left| left.iter().any(|other| other.is(place)))
            };
            only_b.retain(is_left);
        }
        Ok(Self { keys, columns, only_a, only_b, changed })
    }
}

impl Place<'_> {
    fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self.batch, other.batch) && self.row == other.row
    }
}

/// Returns the rows of both tables with the fingerprints of all their columns.
fn places<'t>(
    keys: &Keys,
    columns: usize,
    tables: [&'t [RecordBatch]; 2],
) -> Result<[Vec<(u128, Place<'t>)>; 2]> {
    let mut hasher = RowHasher::new(keys.rows());
    let mut found = [Vec::new(), Vec::new()];
    for (table, places) in tables.into_iter().zip(&mut found) {
        for batch in table {
            let (cells, key) = batch.columns().split_at(columns);
            let rows = hasher.hash(cells, batch.num_rows())?.to_vec();
            let keys = hasher.hash(key, batch.num_rows())?;
            let both = rows.into_iter().zip(keys).enumerate();
            places.extend(both.map(|(row, (all, key))| (all, Place { batch, row, key: *key })));
        }
    }
    Ok(found)
}

/// Returns the rows that the other table lacks, or has less often.
fn different<'t>([a, b]: [Vec<(u128, Place<'t>)>; 2]) -> [Vec<Place<'t>>; 2] {
    let mut counts: HashMap<u128, (u64, u64)> = HashMap::new();
    for (row, _) in &a {
        counts.entry(*row).or_default().0 += 1;
    }
    for (row, _) in &b {
        counts.entry(*row).or_default().1 += 1;
    }
    let mut in_both: HashMap<u128, u64> =
        counts.into_iter().map(|(row, (a, b))| (row, a.min(b))).collect();
    let mut in_both_again = in_both.clone();
    let only = |rows: Vec<(u128, Place<'t>)>, in_both: &mut HashMap<u128, u64>| {
        let mut only = Vec::new();
        for (row, place) in rows {
            match in_both.get_mut(&row) {
                Some(count) if *count > 0 => *count -= 1,
                _ => only.push(place),
            }
        }
        only
    };
    [only(a, &mut in_both), only(b, &mut in_both_again)]
}

/// Prints rows up to a limit.
pub(crate) struct Printer<'n> {
    names: &'n [String],
    key: &'n [String],
    json: bool,
    left: usize,
    /// The numbers of rows only in A, only in B, and changed.
    counts: [usize; 3],
    is_cut: bool,
}

impl<'n> Printer<'n> {
    pub(crate) fn new(names: &'n [String], key: &'n [String], json: bool, limit: usize) -> Self {
        Self { names, key, json, left: limit, counts: [0; 3], is_cut: false }
    }

    /// Prints rows, and returns whether there is room for more.
    pub(crate) fn print(&mut self, compared: &Compared<'_>) -> Result<bool> {
        let alone = [("-", "only in A", &compared.only_a), ("+", "only in B", &compared.only_b)];
        for (kind, (sign, change, places)) in alone.into_iter().enumerate() {
            for place in places {
                if !self.may_print(kind) {
                    return Ok(false);
                }
                let cells = cells(place, 0..compared.columns)?;
                let row = self.names.iter().zip(cells);
                if self.json {
                    output::json(&json!({ "change": change, "row": object(row) }))?;
                } else {
                    output::line(&format!("{sign} {}", text(row)))?;
                }
            }
        }
        for [a, b] in &compared.changed {
            if !self.may_print(2) {
                return Ok(false);
            }
            self.print_changed(compared, a, b)?;
        }
        Ok(true)
    }

    fn may_print(&mut self, kind: usize) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            self.is_cut = true;
            return false;
        };
        self.left = left;
        self.counts[kind] += 1;
        true
    }

    fn print_changed(&self, compared: &Compared<'_>, a: &Place<'_>, b: &Place<'_>) -> Result<()> {
        let mut hasher = RowHasher::new(compared.keys.rows());
        let mut cell = |place: &Place<'_>, column: usize| {
            let cell = place.batch.column(column).slice(place.row, 1);
            hasher.hash(&[cell], 1).map(|rows| rows.first().copied())
        };
        let mut differing = Vec::new();
        for column in 0..compared.columns {
            if cell(a, column)? != cell(b, column)? {
                differing.push(column);
            }
        }
        let key = cells(a, compared.columns..a.batch.num_columns())?;
        let key = self.key.iter().zip(key);
        let names = differing.iter().map(|column| &self.names[*column]);
        let of = |place| cells(place, differing.iter().copied());
        let (old, new) = (of(a)?, of(b)?);
        if self.json {
            let from = object(names.clone().zip(old));
            let to = object(names.zip(new));
            let key = object(key);
            return output::json(
                &json!({ "change": "changed", "key": key, "from": from, "to": to }),
            );
        }
        let change = |(name, (old, new)): (&String, (Cell, Cell))| {
            format!("{}: {} -> {}", quoted(name), old.text(), new.text())
        };
        let changes: Vec<_> = names.zip(old.into_iter().zip(new)).map(change).collect();
        output::line(&format!("! {}: {}", text(key), changes.join(", ")))
    }

    /// Prints the number of rows, in JSON as a part of the verdict.
    pub(crate) fn finish(&self, mut verdict: Value, fingerprints: &[Fingerprint; 2]) -> Result<()> {
        let [only_a, only_b, changed] = self.counts;
        let rows = fingerprints.map(|fingerprint| fingerprint.rows());
        if self.json {
            verdict["only in A"] = only_a.into();
            verdict["only in B"] = only_b.into();
            verdict["changed"] = changed.into();
            verdict["more"] = self.is_cut.into();
            return output::json(&verdict);
        }
        let more = if self.is_cut { "; there are more" } else { "" };
        let [a, b] = rows;
        output::line(&format!(
            "{only_a} rows only in A, {only_b} only in B, {changed} changed{more} ({a} rows in A, \
             {b} in B)"
        ))
    }
}

/// Returns some cells of a row.
fn cells(place: &Place<'_>, columns: impl IntoIterator<Item = usize>) -> Result<Vec<Cell>> {
    columns.into_iter().map(|column| Cell::of(place.batch, column, place.row)).collect()
}
