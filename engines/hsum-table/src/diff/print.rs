//! Prints the rows that differ.

use super::differences::{Changed, Differences, Place, Rows};
use super::layout::Layout;
use crate::cells::{Cell, object, text};
use crate::output::{self, quoted};
use datafusion::error::Result;
use hash_datafusion::hash_agg::Fingerprint;
use serde_json::{Value, json};

/// Prints rows up to a limit.
pub(crate) struct Printer<'n> {
    layout: &'n Layout,
    json: bool,
    left: usize,
    /// The numbers of rows only in A, only in B, and changed.
    counts: [usize; 3],
    is_cut: bool,
    /// Lines that are not yet written: a call of the system for each would take longer than the rest.
    lines: String,
}

/// The number of bytes at which lines are written.
const BUFFER: usize = 1 << 16;

impl<'n> Printer<'n> {
    pub(crate) const fn new(layout: &'n Layout, json: bool, limit: usize) -> Self {
        Self { layout, json, left: limit, counts: [0; 3], is_cut: false, lines: String::new() }
    }

    /// Prints rows, and returns whether there is room for more.
    pub(crate) fn print(&mut self, rows: &Rows, found: &Differences) -> Result<bool> {
        let has_room = self.print_all(rows, found);
        self.write(0)?;
        has_room
    }

    /// Writes the lines if they have this many bytes.
    fn write(&mut self, bytes: usize) -> Result<()> {
        if self.lines.len() >= bytes.max(1) {
            output::print(&self.lines)?;
            self.lines.clear();
        }
        Ok(())
    }

    fn put(&mut self, line: &str) -> Result<()> {
        self.lines.push_str(line);
        self.lines.push('\n');
        self.write(BUFFER)
    }

    fn print_all(&mut self, rows: &Rows, found: &Differences) -> Result<bool> {
        let alone = [("-", "only in A"), ("+", "only in B")];
        for (table, ((sign, change), places)) in alone.into_iter().zip(&found.only).enumerate() {
            for place in places {
                if !self.may_print(table) {
                    return Ok(false);
                }
                let row = self.cells(rows, table, *place, 0..self.layout.columns)?;
                if self.json {
                    let row = json!({ "change": change, "row": object(row.into_iter()) });
                    self.put(&output::json_text(&row))?;
                } else {
                    self.put(&format!("{sign} {}", text(row.into_iter())))?;
                }
            }
        }
        for changed in &found.changed {
            if !self.may_print(2) {
                return Ok(false);
            }
            self.print_changed(rows, changed)?;
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

    fn print_changed(&mut self, rows: &Rows, changed: &Changed) -> Result<()> {
        let of = |table: usize| {
            let columns = changed.columns.iter().copied();
            self.cells(rows, table, changed.places[table], columns)
        };
        let (old, new) = (of(0)?, of(1)?);
        let key = self.cells(rows, 0, changed.places[0], self.layout.key.iter().copied())?;
        if self.json {
            let [key, from, to] = [key, old, new].map(|cells| object(cells.into_iter()));
            let row = json!({ "change": "changed", "key": key, "from": from, "to": to });
            return self.put(&output::json_text(&row));
        }
        let change = |((name, old), (_, new)): ((&String, Cell), (&String, Cell))| {
            format!("{}: {} -> {}", quoted(name), old.text(), new.text())
        };
        let changes: Vec<_> = old.into_iter().zip(new).map(change).collect();
        self.put(&format!("! {}: {}", text(key.into_iter()), changes.join(", ")))
    }

    /// Returns whether no row was to be printed.
    pub(crate) const fn is_unused(&self) -> bool {
        let [only_a, only_b, changed] = self.counts;
        only_a + only_b + changed == 0 && !self.is_cut
    }

    /// Prints the number of rows, in JSON as a part of the verdict.
    pub(crate) fn finish(
        &self,
        mut verdict: Value,
        fingerprints: &[Fingerprint; 2],
        are_cut: bool,
    ) -> Result<()> {
        let [only_a, only_b, changed] = self.counts;
        let rows = fingerprints.map(|fingerprint| fingerprint.rows());
        let is_cut = self.is_cut || are_cut;
        if self.json {
            verdict["only in A"] = only_a.into();
            verdict["only in B"] = only_b.into();
            verdict["changed"] = changed.into();
            verdict["more"] = is_cut.into();
            return output::json(&verdict);
        }
        let more = if is_cut { "; there are more" } else { "" };
        let [a, b] = rows;
        output::line(&format!(
            "{only_a} rows only in A, {only_b} only in B, {changed} changed{more} ({a} rows in A, \
             {b} in B)"
        ))
    }

    /// Returns some cells of a row with the names of their columns.
    fn cells(
        &self,
        rows: &Rows,
        table: usize,
        place: Place,
        columns: impl Iterator<Item = usize>,
    ) -> Result<Vec<(&'n String, Cell)>> {
        let (batch, row) = rows.row(table, place);
        let names = &self.layout.names;
        columns.map(|column| Ok((&names[column], Cell::of(batch, column, row)?))).collect()
    }
}
