//! Measurements, as they are stored: `results/<machine>-<build>.json`.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// All measurements of one build on one machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The machine and the build.
    pub machine: Machine,
    /// The races.
    #[serde(default)]
    pub sections: Vec<Section>,
    /// Tables that are not races, such as figures of the literature beside ours.
    #[serde(default)]
    pub tables: Vec<Table>,
}

/// The machine, the build and the circumstances.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// A short name for files and headings, such as `zen4`.
    pub name: String,
    /// The CPU's name as the system reports it, with family and model, and the architecture.
    pub cpu: String,
    /// `default` or `native`; other builds append further words.
    pub build: String,
    /// The compiler's version.
    pub rustc: String,
    /// The features of the CPU that some contender uses.
    pub features: Vec<String>,
    /// Those of them that the build requires.
    pub required: Vec<String>,
    /// The backend that each crate chooses, `crate: backend`.
    pub backends: Vec<String>,
    /// The peers, `package version`.
    pub peers: Vec<String>,
    /// The date, in UTC.
    pub date: String,
    /// The load of the machine at the start.
    pub load: String,
    /// Whether the run was `--quick`.
    pub quick: bool,
}

impl Machine {
    /// Formats the machine, the build and the circumstances as a Markdown list.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Self { cpu, build, rustc, backends, peers, date, load, .. } = self;
        let [backends, peers] = [backends, peers].map(|names| names.join(", "));
        format!(
            "* CPU: {cpu}\n* build: {build}, {rustc}\n* backends: {backends}\n* peers: {peers}\n\
             * date: {date}, load at the start {load}\n"
        )
    }

    /// Returns the name of machine and build, as in file names: `zen4-default`.
    #[must_use]
    pub fn slug(&self) -> String {
        format!("{}-{}", self.name, self.build)
    }

    /// Returns the machine and the build as a heading.
    #[must_use]
    pub fn title(&self) -> String {
        let quick = if self.quick { ", quick" } else { "" };
        format!("{}, {} build{quick}", self.name, self.build)
    }

    /// Returns whether measurements made with `self` may be shown as measured with `other`.
    #[must_use]
    pub fn is_run_of(&self, other: &Self) -> bool {
        Self { load: String::new(), ..self.clone() }
            == Self { load: String::new(), ..other.clone() }
    }
}

/// Races with about the same contenders.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Section {
    /// The name, by which plots and the summary find the section.
    pub name: String,
    /// A description of the measurement for readers of the tables.
    pub text: String,
    /// The quantity that the table shows first.
    pub unit: Unit,
    /// The races, in the order of the columns.
    pub cases: Vec<Case>,
}

/// The unit of a table, a plot or a row of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// 10^9 bytes per second.
    GbPerS,
    /// Cycles per operation.
    Cycles,
    /// Nanoseconds per operation.
    Ns,
}

impl Unit {
    /// Returns the unit in words.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::GbPerS => "GB/s",
            Self::Cycles => "cycles",
            Self::Ns => "ns",
        }
    }

    /// Returns the figure of a contender.
    #[must_use]
    pub fn of(self, case: &Case, row: &Row) -> f64 {
        match self {
            Self::GbPerS => case.bytes / row.ns,
            Self::Cycles => row.cycles,
            Self::Ns => row.ns,
        }
    }
}

/// One race.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// The name: the column head.
    pub name: String,
    /// The position on the axis of a plot, if it has one.
    pub x: Option<f64>,
    /// Bytes per operation; 0 where they do not matter.
    pub bytes: f64,
    /// The clock frequency in GHz, median of the rounds.
    pub ghz: f64,
    /// The number of rounds.
    pub rounds: usize,
    /// The contenders.
    pub rows: Vec<Row>,
}

impl Case {
    /// Returns the contender with this name.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Returns the time of contender `other` divided by that of `row`: above 1, `row` is faster. It
    /// is the median of the ratios of all rounds if that is known, else the ratio of the medians in
    /// cycles.
    #[must_use]
    pub fn ratio(&self, row: &Row, other: &Row) -> f64 {
        let index = self.rows.iter().position(|r| r.name == other.name);
        let known = index.and_then(|i| row.ratios.get(i).copied());
        known.unwrap_or(other.cycles / row.cycles)
    }
}

/// A contender in a race.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name, `algorithm/implementation`.
    pub name: String,
    /// The role in the comparison.
    pub role: Role,
    /// The promise of its function.
    pub promise: Promise,
    /// Nanoseconds per operation, median of the rounds.
    pub ns: f64,
    /// Nanoseconds per operation in the best round.
    pub best_ns: f64,
    /// Cycles per operation, median of the rounds.
    pub cycles: f64,
    /// The range of the medians of the fifths of the run, in cycles, as a fraction of the median.
    pub spread: f64,
    /// For ours: the time of each contender of the race divided by that of this one, median of the
    /// ratios of all rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratios: Vec<f64>,
}

impl Row {
    /// Returns the name for readers: ours without the backend that detection chooses.
    #[must_use]
    pub fn display(&self) -> String {
        match (self.role, self.name.split_once('/')) {
            (Role::Ours, Some((algorithm, rest))) => match rest.split_once(' ') {
                Some((_, what)) => format!("{algorithm} {what}"),
                None => algorithm.to_owned(),
            },
            (_, Some((algorithm, rest))) if rest == algorithm => format!("crate {rest}"),
            (_, Some((algorithm, rest))) if rest.starts_with(algorithm) => rest.to_owned(),
            (_, Some((algorithm, rest))) => format!("{algorithm}, {rest}"),
            // Our map states are shown under the name of their crate.
            (Role::Ours, None) => self.name.trim_end_matches("::RandomState").to_owned(),
            (_, None) => self.name.clone(),
        }
    }
}

/// The role of a contender in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Ours, as a user gets it on this machine.
    Ours,
    /// Ours, on a backend that detection does not choose here.
    OursForced,
    /// By other authors.
    Peer,
    /// Not a hash: a limit of the memory or the multiplier.
    Wall,
}

/// The promise of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// A theorem bounds the probability of a collision under a random key.
    Proven,
    /// Designed as a pseudo-random function, and studied as one.
    Prf,
    /// Neither of these.
    Heuristic,
}

impl Promise {
    /// All promises, the strongest first.
    pub const ALL: [Self; 3] = [Self::Proven, Self::Prf, Self::Heuristic];

    /// Returns the promise in one word.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Prf => "PRF",
            Self::Heuristic => "heuristic",
        }
    }
}

/// A table that is not a race. Cells that are numbers sort as numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The heading.
    pub title: String,
    /// The origin of the figures, how they were measured, and what is left out and why.
    pub text: String,
    /// The column heads.
    pub columns: Vec<String>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<String>>,
}

impl Results {
    /// Reads a results file.
    ///
    /// # Errors
    /// Returns an error, with the path, if the file cannot be read or is not a results file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| named(&error))?;
        serde_json::from_str(&text).map_err(|error| named(&error))
    }

    /// Writes a file with one race per line, so that versions can be compared.
    ///
    /// # Errors
    /// Returns the errors of the file system.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        let text = serde_json::to_string(self)?;
        let text =
            text.replace("{\"name\":", "\n{\"name\":").replace("\"tables\":", "\n\"tables\":");
        fs::write(path, text + "\n")
    }

    /// Prints `text`, and writes it to `STEM.md` and the results to `STEM.json`. The default stem
    /// is `WHAT-BUILD` in the report's folder of results.
    ///
    /// # Errors
    /// Returns a message with the stem if a file cannot be written.
    pub fn write_beside(
        &self,
        stem: Option<PathBuf>,
        what: &str,
        text: &str,
    ) -> Result<(), String> {
        println!("{text}");
        let usual = || format!("target/report/results/{what}-{}", self.machine.build).into();
        let stem = stem.unwrap_or_else(usual);
        self.write(&stem.with_extension("json"))
            .and_then(|()| fs::write(stem.with_extension("md"), text))
            .map_err(|error| format!("cannot write {}: {error}", stem.display()))
    }

    /// Adds the sections and tables of `other` that `self` lacks.
    pub fn add_missing(&mut self, other: Self) {
        let (sections, tables) = (other.sections.into_iter(), other.tables.into_iter());
        let new: Vec<_> = sections.filter(|s| self.section(&s.name).is_none()).collect();
        self.sections.extend(new);
        let is_new = |t: &Table| self.tables.iter().all(|known| known.title != t.title);
        let new: Vec<_> = tables.filter(is_new).collect();
        self.tables.extend(new);
    }

    /// Returns the section with this name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }
}

/// Adds results to a list that has one entry per machine and build, with the first of each section.
/// Quick runs have separate entries, which show only what no full run in the list has.
pub fn join(all: &mut Vec<Results>, results: Results) {
    let is_same = |known: &Results| known.machine.slug() == results.machine.slug();
    let quick = results.machine.quick;
    match all.iter().position(|known| is_same(known) && known.machine.quick == quick) {
        Some(known) => all[known].add_missing(results),
        None => all.push(results),
    }
    let full: Vec<_> = all.iter().filter(|known| !known.machine.quick).cloned().collect();
    for known in all.iter_mut().filter(|known| known.machine.quick) {
        let same: Vec<_> =
            full.iter().filter(|f| f.machine.slug() == known.machine.slug()).collect();
        known.sections.retain(|s| same.iter().all(|full| full.section(&s.name).is_none()));
        let has =
            |full: &&Results, table: &Table| full.tables.iter().any(|t| t.title == table.title);
        known.tables.retain(|table| !same.iter().any(|full| has(full, table)));
    }
    all.retain(|known| !known.sections.is_empty() || !known.tables.is_empty());
    all.sort_by_key(|known| known.machine.quick);
}

impl Section {
    /// Returns the race with this name.
    #[must_use]
    pub fn case(&self, name: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// Returns all contenders, in the order of their first appearance.
    #[must_use]
    pub fn contenders(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = Vec::new();
        for row in self.cases.iter().flat_map(|case| &case.rows) {
            if rows.iter().all(|known| known.name != row.name) {
                rows.push(row);
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, role: Role) -> Row {
        let name = name.to_owned();
        let promise = Promise::Proven;
        let [ns, best_ns, cycles] = [1.0, 0.9, 3.0];
        Row { name, role, promise, ns, best_ns, cycles, spread: 0.0, ratios: vec![1.0, 2.5] }
    }

    fn results(section: &str) -> Results {
        let rows = vec![row("a/x", Role::Ours), row("b/y", Role::Peer)];
        let case =
            Case { name: "1 KiB".to_owned(), x: None, bytes: 1024.0, ghz: 3.0, rounds: 9, rows };
        let unit = Unit::GbPerS;
        let (name, text) = (section.to_owned(), String::new());
        let machine = Machine { name: "zen4".to_owned(), ..Machine::default() };
        let section = Section { name, text, unit, cases: vec![case] };
        Results { machine, sections: vec![section], tables: Vec::new() }
    }

    #[test]
    fn names_for_readers() {
        let shown = |name, role| row(name, role).display();
        assert_eq!(shown("clhash/x86_clmul", Role::Ours), "clhash");
        assert_eq!(shown("clhash/x86_clmul", Role::OursForced), "clhash, x86_clmul");
        assert_eq!(shown("clhash/x86_clmul hash_many", Role::Ours), "clhash hash_many");
        assert_eq!(shown("xxh3/twox-hash", Role::Peer), "xxh3, twox-hash");
        assert_eq!(shown("polymur/polymur-hash", Role::Peer), "polymur-hash");
        assert_eq!(shown("ghash/ghash", Role::Peer), "crate ghash");
        assert_eq!(shown("vhash::RandomState", Role::Ours), "vhash");
    }

    #[test]
    fn files() -> Result<(), Box<dyn std::error::Error>> {
        let path = std::env::temp_dir().join(format!("benches-{}.json", std::process::id()));
        let all = results("throughput");
        all.write(&path)?;
        let again = Results::read(&path)?;
        fs::remove_file(&path)?;
        assert_eq!(format!("{again:?}"), format!("{all:?}"));
        let case = &again.sections[0].cases[0];
        // The median of the ratios differs from the ratio of the medians.
        assert_eq!(case.ratio(&case.rows[0], &case.rows[1]), 2.5);
        assert!(Results::read(&path).is_err_and(|e| e.contains("benches-")));
        Ok(())
    }

    /// A quick run that is read first must not displace a full one.
    #[test]
    fn quick_runs_stand_apart() {
        let quick = |section| {
            let mut results = results(section);
            results.machine.quick = true;
            results
        };
        let mut all = Vec::new();
        for results in [quick("throughput"), quick("maps"), results("throughput")] {
            join(&mut all, results);
        }
        let shown: Vec<_> =
            all.iter().map(|r| (r.machine.quick, r.sections[0].name.as_str())).collect();
        assert_eq!(shown, [(false, "throughput"), (true, "maps")]);
        assert_eq!(all[1].sections.len(), 1);
    }

    #[test]
    fn first_of_each_section_counts() {
        let mut all = results("throughput");
        let mut other = results("throughput");
        other.sections[0].text = "other".to_owned();
        other.sections.extend(results("latency").sections);
        all.add_missing(other);
        let names: Vec<_> = all.sections.iter().map(|s| (&*s.name, &*s.text)).collect();
        assert_eq!(names, [("throughput", ""), ("latency", "")]);
    }
}
