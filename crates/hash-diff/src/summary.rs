//! Differences by column.

use crate::cells::Column;
use crate::differences::{Differences, Place, Rows};
use crate::door::Door;
use crate::error::Error;
use crate::layout::Layout;
use std::iter;

/// The number of changed cells of a column that are shown.
const EXAMPLES: usize = 3;

/// In how many changed rows each column differs, with examples.
#[derive(Clone, Debug)]
pub struct Summary {
    layout: Layout,
    door: Door,
    columns: Vec<OfColumn>,
}

#[derive(Clone, Debug, Default)]
struct OfColumn {
    count: usize,
    examples: Vec<String>,
}

impl Summary {
    /// Starts without rows.
    #[must_use]
    pub fn new(layout: &Layout, door: &Door) -> Self {
        let columns = vec![OfColumn::default(); layout.columns];
        Self { layout: layout.clone(), door: *door, columns }
    }

    /// Adds the changed rows of differences.
    ///
    /// # Errors
    /// Returns an error if a value cannot be printed.
    pub fn add(&mut self, rows: &Rows, found: &Differences) -> Result<(), Error> {
        let mut shown: Vec<(usize, [Place; 2])> = Vec::new();
        let mut left: Vec<_> =
            self.columns.iter().map(|column| EXAMPLES - column.examples.len()).collect();
        for changed in &found.changed {
            for column in &changed.columns {
                self.columns[*column].count += 1;
                if left[*column] > 0 {
                    left[*column] -= 1;
                    shown.push((*column, changed.places));
                }
            }
        }
        for (column, places) in shown {
            let mut text = Vec::new();
            for key in &self.layout.key {
                if !text.is_empty() {
                    text.extend(b", ");
                }
                text.extend((self.door.quoted)(&self.layout.names[*key]).as_bytes());
                text.push(b'=');
                self.write(rows, 0, *key, places[0], &mut text)?;
            }
            text.extend(b": ");
            self.write(rows, 0, column, places[0], &mut text)?;
            text.extend(b" -> ");
            self.write(rows, 1, column, places[1], &mut text)?;
            self.columns[column].examples.push(String::from_utf8_lossy(&text).into_owned());
        }
        Ok(())
    }

    fn write(
        &self,
        rows: &Rows,
        table: usize,
        column: usize,
        place: Place,
        text: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let cell = Column::new(&rows.gather(table, column, iter::once(place))?)?;
        cell.cells()?.write_text(0, &self.door, text)
    }

    /// Returns the columns that differ, those that differ in most rows first: their names, the
    /// numbers of changed rows in which they differ, and examples as text.
    pub fn columns(&self) -> impl Iterator<Item = (&str, usize, &[String])> {
        let mut places: Vec<_> = (0..self.columns.len()).collect();
        places.retain(|place| self.columns[*place].count > 0);
        places.sort_by_key(|place| usize::MAX - self.columns[*place].count);
        places.into_iter().map(|place| {
            let OfColumn { count, examples } = &self.columns[place];
            (&*self.layout.names[place], *count, &**examples)
        })
    }

    /// Returns a line for each column that differs.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.columns().map(|(name, count, examples)| {
            let (name, examples) = ((self.door.quoted)(name), examples.join("; "));
            format!("{name}: {count} changed, such as {examples}")
        })
    }
}
