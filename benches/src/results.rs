//! What was measured, as it is stored: `results/<machine>-<build>.json`.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// All measurements of one build on one machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// What was measured on what.
    pub machine: Machine,
    /// Races.
    #[serde(default)]
    pub sections: Vec<Section>,
    /// Tables that are no races, such as figures of the literature beside ours.
    #[serde(default)]
    pub tables: Vec<Table>,
}

/// The machine, the build and the circumstances.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// A short name for files and headings, such as `zen4`.
    pub name: String,
    /// The name that the system gives, with family and model, and the architecture.
    pub cpu: String,
    /// `default` or `native`; further words for other builds.
    pub build: String,
    /// The compiler.
    pub rustc: String,
    /// The features of the CPU that some contender makes use of.
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
    /// The machine, the build and the circumstances as lines of a Markdown list.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Self { cpu, build, rustc, backends, peers, date, load, .. } = self;
        let [backends, peers] = [backends, peers].map(|names| names.join(", "));
        format!(
            "* CPU: {cpu}\n* build: {build}, {rustc}\n* backends: {backends}\n* peers: {peers}\n\
             * date: {date}, load at the start {load}\n"
        )
    }

    /// The name of machine and build, as in the names of files: `zen4-default`.
    #[must_use]
    pub fn slug(&self) -> String {
        format!("{}-{}", self.name, self.build)
    }

    /// The machine and the build as a heading.
    #[must_use]
    pub fn title(&self) -> String {
        let quick = if self.quick { ", quick" } else { "" };
        format!("{}, {} build{quick}", self.name, self.build)
    }

    /// Whether what was measured with `self` may be shown as measured with `other`.
    #[must_use]
    pub fn is_run_of(&self, other: &Self) -> bool {
        Self { load: String::new(), ..self.clone() }
            == Self { load: String::new(), ..other.clone() }
    }
}

/// Races with about the same contenders.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Section {
    /// Its name, by which plots and the summary find it.
    pub name: String,
    /// What is measured, for the reader of the tables.
    pub text: String,
    /// What the table shows first.
    pub unit: Unit,
    /// The races, in the order of the columns.
    pub cases: Vec<Case>,
}

/// What a table, a plot or a row of the summary shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// 10^9 bytes a second.
    GbPerS,
    /// Cycles an operation.
    Cycles,
    /// Nanoseconds an operation.
    Ns,
}

impl Unit {
    /// The unit in words.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::GbPerS => "GB/s",
            Self::Cycles => "cycles",
            Self::Ns => "ns",
        }
    }

    /// The figure of a contender.
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
    /// Its name: the head of a column.
    pub name: String,
    /// Its place on the axis of a plot, if it has one.
    pub x: Option<f64>,
    /// Bytes an operation; 0 where they do not matter.
    pub bytes: f64,
    /// The clock's frequency in GHz, median of the rounds.
    pub ghz: f64,
    /// The rounds.
    pub rounds: usize,
    /// The contenders.
    pub rows: Vec<Row>,
}

impl Case {
    /// The contender of this name.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// The time of contender `other` by that of `row`: above 1, `row` is faster. The median of the
    /// ratios of all rounds if it is known, else the ratio of the medians in cycles.
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
    /// Its name, `algorithm/implementation`.
    pub name: String,
    /// Its part in the comparison.
    pub role: Role,
    /// What is promised of its function.
    pub promise: Promise,
    /// Nanoseconds an operation, median of the rounds.
    pub ns: f64,
    /// Nanoseconds an operation in the best round.
    pub best_ns: f64,
    /// Cycles an operation, median of the rounds.
    pub cycles: f64,
    /// How far the medians of the fifths of the run are apart, in cycles, as a part of the
    /// median.
    pub spread: f64,
    /// Of ours: the time of each contender of the race by that of this one, median of the ratios
    /// of all rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratios: Vec<f64>,
}

impl Row {
    /// The name for readers: ours without the backend that detection chooses.
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
            // Of ours the state of a map is named after its crate.
            (Role::Ours, None) => self.name.trim_end_matches("::RandomState").to_owned(),
            (_, None) => self.name.clone(),
        }
    }
}

/// The part of a contender in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Ours, as a user gets it on this machine.
    Ours,
    /// Ours, on a backend that detection does not choose here.
    OursForced,
    /// Of others.
    Peer,
    /// No hash: what the memory or the multiplier allows.
    Wall,
}

/// What is promised of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// A theorem bounds the probability of a collision under a random key.
    Proven,
    /// Made as a pseudo-random function, and studied as one.
    Prf,
    /// Neither.
    Heuristic,
}

impl Promise {
    /// All of them, the strongest bound first.
    pub const ALL: [Self; 3] = [Self::Proven, Self::Prf, Self::Heuristic];

    /// The promise in a word.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Prf => "PRF",
            Self::Heuristic => "heuristic",
        }
    }
}

/// A table that is no race. Cells that are numbers sort as numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its heading.
    pub title: String,
    /// Where the figures are from, how they were measured, and what is left out and why.
    pub text: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<String>>,
}

impl Results {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no file of results; the message has the path.
    pub fn read(path: &Path) -> Result<Self, String> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| named(&error))?;
        serde_json::from_str(&text).map_err(|error| named(&error))
    }

    /// Writes a file with a race a line, so that versions can be compared.
    ///
    /// # Errors
    /// As the file system has them.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        let text = serde_json::to_string(self)?;
        let text =
            text.replace("{\"name\":", "\n{\"name\":").replace("\"tables\":", "\n\"tables\":");
        fs::write(path, text + "\n")
    }

    /// Prints `text`, and writes it to `STEM.md` and the results to `STEM.json`; without a stem they
    /// are `WHAT-BUILD` among the results of the report.
    ///
    /// # Errors
    /// A message with the stem, if a file cannot be written.
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

    /// Adds the sections and tables of the other that this has not.
    pub fn add_missing(&mut self, other: Self) {
        let (sections, tables) = (other.sections.into_iter(), other.tables.into_iter());
        let new: Vec<_> = sections.filter(|s| self.section(&s.name).is_none()).collect();
        self.sections.extend(new);
        let is_new = |t: &Table| self.tables.iter().all(|known| known.title != t.title);
        let new: Vec<_> = tables.filter(is_new).collect();
        self.tables.extend(new);
    }

    /// The section of this name.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }
}

/// Adds results to a list, in which a build on a machine is there once, with the first of each
/// section. Quick runs stand apart, and show what no full run in the list has.
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
    /// The race of this name.
    #[must_use]
    pub fn case(&self, name: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// All contenders, in the order of their first appearance.
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
        // The median of the ratios, which is not the ratio of the medians.
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
