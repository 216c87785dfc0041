//! The tables of the literature that the family starts from: the published figures, beside the
//! times of the same functions on this machine.
//!
//! [`nano`]: how short calls are timed. [`universal`]: CLHASH, and divide-and-concatenate, whose
//! circuit [`circuit`] models.
//! [`package`]: Google's HighwayHash package. [`md5_article`]: MD5 Optimisation Tricks.
//! [`emulated`]: the instruction counts of SipHash on AArch64.

pub mod circuit;
pub mod emulated;
pub mod md5_article;
pub mod nano;
pub mod package;
pub mod universal;

use crate::rng::Rng;
use crate::subject::Subject;
use crate::table;
use nano::{Clock, Effort};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// A published table, and the measurements of this machine.
#[derive(Clone, Debug)]
pub struct Table {
    /// A short name, for links and files.
    pub id: &'static str,
    /// The heading.
    pub title: &'static str,
    /// Author, title, year, and the number of the table.
    pub source: &'static str,
    /// The CPU and the compiler of the published figures.
    pub published_on: &'static str,
    /// The unit of the figures, and whether more is better.
    pub unit: &'static str,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Differences from the publication, and the figures that cannot be reproduced, with the
    /// reason.
    pub notes: Vec<String>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name in the publication.
    pub name: String,
    /// The measured function, `algorithm/implementation`. Empty if nothing was measured.
    pub measured: String,
    /// The published figures by column.
    pub published: Vec<Option<f64>>,
    /// The figures measured on this machine, by column.
    pub here: Vec<Option<f64>>,
}

/// How a table is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of timings per batch.
    pub effort: Effort,
}

impl Plan {
    /// Plans 1,001 timings per batch, or a tenth of that if `quick`.
    #[must_use]
    pub const fn new(quick: bool) -> Self {
        Self { effort: Effort(if quick { 101 } else { 1001 }) }
    }
}

/// The order in which lengths follow one another.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    /// One length repeatedly, so that its branches are predicted.
    Same,
    /// All lengths of a group in random order.
    Mixed,
}

/// Measures all tables.
#[must_use]
pub fn tables(plan: Plan) -> Vec<Table> {
    let mut tables =
        vec![universal::clhash(Order::Same, plan), universal::clhash(Order::Mixed, plan)];
    tables.push(package::table(plan));
    tables.extend(md5_article::tables(plan));
    tables.extend(universal::divide(plan));
    tables
}

/// The longest message of a table, in bytes.
const LONGEST: usize = 16 << 10;

/// The bytes of all messages, which start at a cache line.
static BYTES: LazyLock<&[u8]> = LazyLock::new(|| {
    let bytes = Rng::new(1).bytes(LONGEST + 64).leak();
    &bytes[bytes.as_ptr().align_offset(64)..][..LONGEST]
});

/// Returns the cycles of a call for each length. In a random order, each group of neighbouring
/// lengths is mixed separately, because calls with 8 KiB would drown those with 8 bytes.
fn cycles(subject: &Subject, lengths: &[usize], order: Order, plan: Plan) -> Vec<f64> {
    const GROUP: usize = 8;
    let clock = Clock::calibrate(plan.effort);
    let time = |list: &[usize]| nano::ticks(|| subject.over(&BYTES, list));
    let ticks: Vec<_> = match order {
        Order::Same => lengths.iter().map(|n| nano::same(*n, plan.effort, time)).collect(),
        Order::Mixed => lengths
            .chunks(lengths.len().div_ceil(lengths.len().div_ceil(GROUP)))
            .flat_map(|group| nano::mixed(group, plan.effort, time))
            .collect(),
    };
    ticks.into_iter().map(|ticks| clock.cycles(ticks)).collect()
}

/// Measures the cycles per byte of the subjects that correspond to a published row.
fn cycles_a_byte(
    name: &str,
    published: &[Option<f64>],
    subjects: &[Subject],
    lengths: &[usize],
    order: Order,
    plan: Plan,
) -> Vec<Row> {
    let row = |subject: &Subject| {
        let cycles = cycles(subject, lengths, order, plan);
        let here = cycles.into_iter().zip(lengths).map(|(c, n)| Some(c / *n as f64)).collect();
        let (name, measured) = (name.to_owned(), subject.name().to_owned());
        Row { name, measured, published: published.to_vec(), here }
    };
    subjects.iter().map(row).collect()
}

/// Picks the subjects with these names, in this order, without those that this CPU does not run.
fn named(from: Vec<Subject>, names: &[&str]) -> Vec<Subject> {
    let place = |s: &Subject| names.iter().position(|name| *name == s.name());
    let mut picked: Vec<_> = from.into_iter().filter(|s| place(s).is_some()).collect();
    picked.sort_by_key(place);
    picked
}

impl Table {
    /// Returns the table that readers see: a row of published figures, then those of this machine.
    fn shown(&self) -> table::Table {
        let mut rows = Vec::new();
        let mut last = None;
        for Row { name, measured, published, here } in &self.rows {
            let mut push = |source: &str, cells: &[Option<f64>], show: fn(f64) -> String| {
                if cells.iter().any(Option::is_some) {
                    let cells = cells.iter().map(|cell| cell.map_or(String::new(), show));
                    rows.push([name.clone(), source.to_owned()].into_iter().chain(cells).collect());
                }
            };
            if last != Some(name) {
                push("published", published, |value| value.to_string());
            }
            push(measured, here, digits);
            last = Some(name);
        }
        let columns = ["function", "figures"].map(String::from);
        let columns = columns.into_iter().chain(self.columns.iter().cloned()).collect();
        table::Table { columns, rows }
    }

    /// Formats the table as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Self { title, source, published_on, unit, .. } = self;
        format!(
            "## {title}\n\n{source}. Published figures: {published_on}. Unit: {unit}. {}\n\n{}",
            self.notes.join(" "),
            self.shown().markdown(),
        )
    }

    /// Formats a table with one figure for each function, beside the published one: that of the
    /// last of its rows, in the column in which most are published. Returns nothing if no function
    /// has both.
    #[must_use]
    pub fn brief(&self) -> Option<String> {
        let count = |cells: fn(&Row) -> &[Option<f64>], i: usize| {
            self.rows.iter().filter(|row| cells(row)[i].is_some()).count()
        };
        let published: fn(&Row) -> &[Option<f64>] = |row| &row.published;
        let here: fn(&Row) -> &[Option<f64>] = |row| &row.here;
        let all = || 0..self.columns.len();
        let both = all().filter(|i| count(published, *i) * count(here, *i) > 0);
        let at = both.max_by_key(|i| count(published, *i));
        let at_published = at.or_else(|| all().max_by_key(|i| count(published, *i)))?;
        let at_here = at.or_else(|| all().max_by_key(|i| count(here, *i)))?;
        let [theirs, ours] = [at_published, at_here].map(|i| &*self.columns[i]);
        let ours = if ours == "here" { ours.to_owned() } else { format!("here, {ours}") };
        let mut text = format!(
            "## {}\n\n{}. Published: {}. Unit: {}.\n\n\
             | function | published, {theirs} | {ours} | by |\n|---|--:|--:|---|\n",
            self.title, self.source, self.published_on, self.unit
        );
        let mut found = false;
        for (i, row) in self.rows.iter().enumerate() {
            let is_last = self.rows[i + 1..].iter().all(|other| other.name != row.name);
            let (Some(theirs), Some(ours)) = (row.published[at_published], row.here[at_here])
            else {
                continue;
            };
            if is_last && !row.name.is_empty() {
                found = true;
                let ours = digits(ours);
                let _ = writeln!(text, "| {} | {theirs} | {ours} | {} |", row.name, row.measured);
            }
        }
        found.then_some(text)
    }
}

/// Formats a value with three significant digits, or with more before the decimal point.
fn digits(value: f64) -> String {
    match value.abs() {
        v if v < 0.0995 => format!("{value:.4}"),
        v if v < 0.995 => format!("{value:.3}"),
        v if v < 9.95 => format!("{value:.2}"),
        v if v < 99.5 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row has a cell for each column, and every published table is present.
    #[test]
    fn tables_are_rectangular() {
        // Three timings are enough to check the shape; the figures do not matter.
        let tables = tables(Plan { effort: Effort(3) });
        let ids: Vec<_> = tables.iter().map(|table| table.id).collect();
        assert_eq!(
            ids,
            [
                "clhash",
                "clhash-mixed",
                "highwayhash",
                "md5-speedups",
                "md5-cycles",
                "divide",
                "width"
            ]
        );
        for table in &tables {
            assert!(!table.rows.is_empty(), "{}", table.id);
            for row in &table.rows {
                assert_eq!(row.published.len(), table.columns.len(), "{}/{}", table.id, row.name);
                assert_eq!(row.here.len(), table.columns.len(), "{}/{}", table.id, row.name);
            }
        }
    }

    #[test]
    fn published_figures_stand_above_those_of_this_machine() {
        let row = |measured: &str, here: f64| Row {
            name: "x".into(),
            measured: measured.into(),
            published: vec![Some(0.45), None],
            here: vec![Some(here), Some(12.345)],
        };
        let table = Table {
            id: "t",
            title: "T",
            source: "S",
            published_on: "P",
            unit: "u",
            columns: vec!["a".into(), "b".into()],
            rows: vec![row("y", 0.2), row("z", 0.1)],
            notes: vec!["N.".into()],
        };
        let expected = "## T\n\nS. Published figures: P. Unit: u. N.\n\n| function | figures | a \
        | b |\n\
            |---|---|--:|--:|\n| x | published | 0.45 |  |\n| x | y | 0.200 | 12.3 |\n\
            | x | z | 0.100 | 12.3 |\n";
        assert_eq!(table.markdown(), expected);
        let brief = "## T\n\nS. Published: P. Unit: u.\n\n\
                     | function | published, a | here, a | by |\n|---|--:|--:|---|\n\
                     | x | 0.45 | 0.100 | z |\n";
        assert_eq!(table.brief().as_deref(), Some(brief));
    }
}
