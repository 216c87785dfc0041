//! A table of a page.

use std::fmt::Write as _;

/// A table of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The column heads.
    pub columns: Vec<String>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Formats the table as Markdown. The first two columns are words, the others numbers.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Self { columns, rows } = self;
        let mut text = format!("| {} |\n|---|---|", columns.join(" | "));
        text += &"--:|".repeat(columns.len() - 2);
        text.push('\n');
        for row in rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        text
    }
}
