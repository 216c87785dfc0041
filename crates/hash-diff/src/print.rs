//! Prints the rows that differ.

use crate::cells::{Cells, Column, write_json, write_list, write_visible_json};
use crate::differences::{Changed, Differences, Place, Rows};
use crate::door::Door;
use crate::error::Error;
use crate::layout::Layout;
use std::fmt;
use std::io::{self, Write};

type Result<T> = std::result::Result<T, Error>;

/// Prints rows up to a limit: a line for each, as text or as an object of JSON.
pub struct Printer<'n> {
    layout: &'n Layout,
    door: Door,
    names: Vec<Name>,
    json: bool,
    left: usize,
    /// The numbers of rows only in A, only in B, and changed.
    counts: [usize; 3],
    is_cut: bool,
    line: Vec<u8>,
    /// Lines that are not yet written: a call of the system for each would take longer than the
    /// rest.
    lines: Vec<u8>,
}

/// The name of a column.
struct Name {
    json: Vec<u8>,
    text: String,
}

/// The number of bytes at which lines are written.
const BUFFER: usize = 1 << 16;

/// The number of rows whose cells are gathered at once.
const ROWS: usize = 1 << 10;

/// Shows no values.
impl fmt::Debug for Printer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Printer").field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl<'n> Printer<'n> {
    /// Starts to print up to `limit` rows.
    ///
    /// # Errors
    /// Returns no error in practice: names can be written as JSON.
    pub fn new(layout: &'n Layout, json: bool, limit: usize, door: &Door) -> Result<Self> {
        let name = |name: &String| {
            let mut json = Vec::new();
            write_json(name, &mut json)?;
            Ok(Name { json, text: (door.quoted)(name) })
        };
        Ok(Self {
            layout,
            door: *door,
            names: layout.names.iter().map(name).collect::<Result<_>>()?,
            json,
            left: limit,
            counts: [0; 3],
            is_cut: false,
            line: Vec::new(),
            lines: Vec::new(),
        })
    }

    /// Prints rows: those only in A, those only in B, and those that have changed. Returns whether
    /// there is room for more.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written, or a value not be printed.
    pub fn print(&mut self, rows: &Rows, found: &Differences, out: &mut dyn Write) -> Result<bool> {
        let has_room = self.print_all(rows, found, out);
        self.flush(out).map_err(Error::Output)?;
        has_room
    }

    /// Counts rows as if they were printed. Returns whether there is room for more.
    pub fn count(&mut self, found: &Differences) -> bool {
        for (sum, rows) in self.counts.iter_mut().zip(found.counts()) {
            let counted = rows.min(self.left);
            self.left -= counted;
            *sum += counted;
            self.is_cut |= counted < rows;
        }
        !self.is_cut
    }

    fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }

    fn print_all(&mut self, rows: &Rows, found: &Differences, out: &mut dyn Write) -> Result<bool> {
        for (table, places) in found.only.iter().enumerate() {
            for places in places.chunks(ROWS) {
                let is_compared = |column| column < self.layout.columns;
                let columns = self.columns(rows, table, places, is_compared)?;
                let cells = cells(&columns)?;
                for row in 0..places.len() {
                    if !self.may_print(table) {
                        return Ok(false);
                    }
                    self.write_only(table, &cells, row)?;
                    self.end_line(out)?;
                }
            }
        }
        for changed in found.changed.chunks(ROWS) {
            let mut are_shown = vec![false; self.names.len()];
            let differing = changed.iter().flat_map(|row| &row.columns);
            differing.chain(&self.layout.key).for_each(|column| are_shown[*column] = true);
            let of = |table: usize| {
                let places: Vec<_> = changed.iter().map(|row| row.places[table]).collect();
                self.columns(rows, table, &places, |column| are_shown[column])
            };
            let (old, new) = (of(0)?, of(1)?);
            let (old, new) = (cells(&old)?, cells(&new)?);
            for (row, changed) in changed.iter().enumerate() {
                if !self.may_print(2) {
                    return Ok(false);
                }
                self.write_changed(changed, &old, &new, row)?;
                self.end_line(out)?;
            }
        }
        Ok(true)
    }

    /// Gathers the shown columns of some rows. Other columns are empty.
    fn columns(
        &self,
        rows: &Rows,
        table: usize,
        places: &[Place],
        is_shown: impl Fn(usize) -> bool,
    ) -> Result<Vec<Column>> {
        let column = |column: usize| {
            let places = if is_shown(column) { places } else { &[] };
            Column::new(&rows.gather(table, column, places.iter().copied())?)
        };
        (0..self.names.len()).map(column).collect()
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

    /// Writes a row that only one table has.
    fn write_only(&mut self, table: usize, cells: &[Cells<'_>], row: usize) -> Result<()> {
        let columns = 0..self.layout.columns;
        if !self.json {
            self.line.extend([b"- ", b"+ "][table]);
            return self.write_text(cells, columns, row);
        }
        let start = [r#"{"change":"only in A","row":"#, r#"{"change":"only in B","row":"#][table];
        self.line.extend(start.as_bytes());
        self.write_object(cells, columns, row)?;
        self.line.push(b'}');
        Ok(())
    }

    /// Writes the key of a row, and the cells that differ.
    fn write_changed(
        &mut self,
        changed: &Changed,
        old: &[Cells<'_>],
        new: &[Cells<'_>],
        row: usize,
    ) -> Result<()> {
        let layout = self.layout;
        let (key, columns) = (layout.key.iter().copied(), changed.columns.iter().copied());
        if self.json {
            self.line.extend(br#"{"change":"changed","key":"#);
            self.write_object(old, key, row)?;
            self.line.extend(br#","from":"#);
            self.write_object(old, columns.clone(), row)?;
            self.line.extend(br#","to":"#);
            self.write_object(new, columns, row)?;
            self.line.push(b'}');
            return Ok(());
        }
        self.line.extend(b"! ");
        self.write_text(old, key, row)?;
        for (place, column) in columns.enumerate() {
            self.line.extend(if place == 0 { b": " } else { b", " });
            self.line.extend(self.names[column].text.as_bytes());
            self.line.extend(b": ");
            old[column].write_text(row, &self.door, &mut self.line)?;
            self.line.extend(b" -> ");
            new[column].write_text(row, &self.door, &mut self.line)?;
        }
        Ok(())
    }

    fn write_object(
        &mut self,
        cells: &[Cells<'_>],
        columns: impl Iterator<Item = usize>,
        row: usize,
    ) -> Result<()> {
        write_list(b"{}", columns, &mut self.line, |column, line| {
            line.extend(&self.names[column].json);
            line.push(b':');
            cells[column].write_json(row, line)
        })
    }

    fn write_text(
        &mut self,
        cells: &[Cells<'_>],
        columns: impl Iterator<Item = usize>,
        row: usize,
    ) -> Result<()> {
        for (place, column) in columns.enumerate() {
            self.line.extend(if place == 0 { &b""[..] } else { b", " });
            self.line.extend(self.names[column].text.as_bytes());
            if cells[column].is_null(row) {
                self.line.extend(b" is NULL");
            } else {
                self.line.push(b'=');
                cells[column].write_text(row, &self.door, &mut self.line)?;
            }
        }
        Ok(())
    }

    fn end_line(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.json {
            write_visible_json(&self.line, self.door.is_visible, &mut self.lines);
        } else {
            self.lines.extend(&self.line);
        }
        self.lines.push(b'\n');
        self.line.clear();
        if self.lines.len() >= BUFFER {
            self.flush(out).map_err(Error::Output)?;
        }
        Ok(())
    }

    /// Returns whether no row was to be printed.
    #[must_use]
    pub const fn is_unused(&self) -> bool {
        let [only_a, only_b, changed] = self.counts;
        only_a + only_b + changed == 0 && !self.is_cut
    }

    /// Returns the numbers of printed rows only in A, only in B, and changed.
    #[must_use]
    pub const fn counts(&self) -> [usize; 3] {
        self.counts
    }

    /// Returns whether there were more rows than the limit.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the line with the numbers of printed rows and of those of the tables.
    #[must_use]
    pub fn summary(&self, [a, b]: [u64; 2], is_cut: bool) -> String {
        let more = if is_cut { "; there are more" } else { "" };
        format!("{}{more} ({a} rows in A, {b} in B)", counted(self.counts))
    }
}

/// Returns how many rows are only in A, only in B, and changed, as a text.
#[must_use]
pub fn counted([only_a, only_b, changed]: [usize; 3]) -> String {
    format!("{only_a} rows only in A, {only_b} only in B, {changed} changed")
}

fn cells(columns: &[Column]) -> Result<Vec<Cells<'_>>> {
    columns.iter().map(Column::cells).collect()
}
