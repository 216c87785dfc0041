//! Measurements as Markdown and CSV.

use crate::plot::Plot;
use crate::race::Race;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// One race of a section.
#[derive(Debug)]
pub struct Case {
    /// Its name: the head of a column.
    pub name: String,
    /// Its place on the axis of a plot; negative if it has none.
    pub x: f64,
    /// Bytes an operation; 0 where they do not matter.
    pub bytes: f64,
    /// The times.
    pub race: Race,
}

/// Races with about the same contenders.
#[derive(Debug)]
pub struct Section {
    /// Its name, of files too.
    pub name: &'static str,
    /// What is measured, for the reader of the tables.
    pub text: &'static str,
    /// The races.
    pub cases: Vec<Case>,
}

/// What a table or a line of a plot shows of contender `i` in a case.
type Value = fn(&Case, usize) -> f64;

/// 10^9 bytes a second, median of the rounds.
pub const GB_PER_S: Value = |case, i| case.bytes / case.race.ns(i);
/// 10^9 bytes a second in the best round.
pub const BEST_GB_PER_S: Value = |case, i| case.bytes / case.race.best_ns(i);
/// Cycles a byte, median.
pub const CYCLES_PER_BYTE: Value = |case, i| case.race.cycles(i) / case.bytes;
/// Cycles an operation, median.
pub const CYCLES: Value = |case, i| case.race.cycles(i);
/// Nanoseconds an operation, median.
pub const NS: Value = |case, i| case.race.ns(i);
/// Nanoseconds an operation in the best round.
pub const BEST_NS: Value = |case, i| case.race.best_ns(i);

impl Section {
    /// All contenders, in the order of their first appearance.
    fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for name in self.cases.iter().flat_map(|case| case.race.names()) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// A table with a row for each contender and a column for each case that `show`s.
    fn table(&self, show: fn(&Case) -> bool, cell: impl Fn(&Case, usize) -> Option<f64>) -> String {
        let cases: Vec<_> = self.cases.iter().filter(|case| show(case)).collect();
        let mut text = String::from("| |");
        for case in &cases {
            let _ = write!(text, " {} |", case.name);
        }
        text += "\n|---|";
        text += &"--:|".repeat(cases.len());
        for name in self.names() {
            let _ = write!(text, "\n| {name} |");
            for case in &cases {
                match case.race.find(name).and_then(|i| cell(case, i)) {
                    Some(value) => _ = write!(text, " {} |", digits(value)),
                    None => text += " |",
                }
            }
        }
        text + "\n"
    }

    /// A heading and the table of a value.
    #[must_use]
    pub fn values(&self, heading: &str, show: fn(&Case) -> bool, value: Value) -> String {
        format!("### {heading}\n\n{}\n", self.table(show, |case, i| Some(value(case, i))))
    }

    /// The table of times relative to each contender for which `is_base` holds.
    #[must_use]
    pub fn ratios(&self, show: fn(&Case) -> bool, is_base: fn(&str) -> bool) -> String {
        let bases = self.names().into_iter().filter(|name| is_base(name));
        let table = |base: &str| {
            let cell = |case: &Case, i| Some(case.race.ratio(i, case.race.find(base)?));
            let table = self.table(show, cell);
            format!("### Time as a multiple of {base}'s: above 1, {base} is faster\n\n{table}\n")
        };
        bases.map(table).collect()
    }

    /// A plot with a line for each contender.
    #[must_use]
    pub fn plot(&self, x: &str, y: &str, log: [bool; 2], value: Value) -> Plot {
        // Mixtures have no place on the axis, and 0 bytes none that says something.
        let cases = || self.cases.iter().filter(|case| case.x > 0.0);
        let line = |name: &str| {
            let point = |case: &Case| Some((case.x, value(case, case.race.find(name)?)));
            (name.to_owned(), cases().filter_map(point).collect())
        };
        Plot {
            title: format!("{} ({} build)", self.name, crate::machine::build()),
            x: x.to_owned(),
            y: y.to_owned(),
            log_x: log[0],
            log_y: log[1],
            lines: self.names().into_iter().map(line).collect(),
        }
    }

    /// Everything, one line for each contender of each case.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::from("section,case,contender,bytes,rounds,ns,best_ns,cycles,ghz\n");
        for Case { name: case, bytes, race, .. } in &self.cases {
            for (i, name) in race.names().iter().enumerate() {
                let _ = writeln!(
                    text,
                    "{},{case},{name},{bytes},{},{:.4},{:.4},{:.3},{:.3}",
                    self.name,
                    race.rounds(),
                    race.ns(i),
                    race.best_ns(i),
                    race.cycles(i),
                    race.ghz()
                );
            }
        }
        text
    }

    /// The ratios of all pairs with a CLHASH as the second.
    #[must_use]
    pub fn ratios_csv(&self) -> String {
        let mut text = String::from("section,case,contender,base,ratio\n");
        for Case { name: case, race, .. } in &self.cases {
            let clhash = race.names().iter().enumerate().filter(|(_, n)| n.starts_with("clhash"));
            for (b, base) in clhash {
                for (i, name) in race.names().iter().enumerate() {
                    let ratio = race.ratio(i, b);
                    let _ = writeln!(text, "{},{case},{name},{base},{ratio:.4}", self.name);
                }
            }
        }
        text
    }

    /// Writes `<name>-<build>.md`, the two CSV files, and the plots as `<name>-<build>.svg`.
    ///
    /// # Errors
    /// As the file system has them.
    pub fn write(&self, out: &Path, markdown: &str, plot: Option<&Plot>) -> io::Result<()> {
        fs::create_dir_all(out)?;
        let path =
            |suffix: &str| out.join(format!("{}-{}{suffix}", self.name, crate::machine::build()));
        fs::write(path(".md"), markdown)?;
        fs::write(path(".csv"), self.csv())?;
        fs::write(path("-ratios.csv"), self.ratios_csv())?;
        plot.map_or(Ok(()), |plot| fs::write(path(".svg"), plot.svg()))
    }
}

/// Three digits, more before the point if it takes them.
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

    #[test]
    fn three_digits() {
        let shown = [0.01234, 0.1234, 1.234, 12.34, 123.4, 1234.5].map(digits);
        assert_eq!(shown, ["0.0123", "0.123", "1.23", "12.3", "123", "1234"]);
    }
}
