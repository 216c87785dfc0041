//! Measurements. [`store`](crate::store) has their form in files.

use serde::{Deserialize, Serialize};

/// All measurements of one build on one machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The machine and the build.
    pub machine: Machine,
    /// The races.
    pub sections: Vec<Section>,
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
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 10^9 bytes per second.
    GbPerS,
    /// Cycles per operation.
    Cycles,
    /// Nanoseconds per operation.
    Ns,
}

impl Unit {
    /// All units.
    pub const ALL: [Self; 3] = [Self::GbPerS, Self::Cycles, Self::Ns];

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
#[derive(Clone, Debug, PartialEq)]
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
        let mut peers = self.rows.iter().filter(|row| row.role == Role::Peer);
        let index = peers.position(|peer| peer.name == other.name);
        let known = index.and_then(|i| row.ratios.get(i).copied());
        known.unwrap_or(other.cycles / row.cycles)
    }
}

/// A contender in a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name, `algorithm/implementation`.
    pub name: String,
    /// The role in the comparison.
    pub role: Role,
    /// The promise of its function.
    pub promise: Promise,
    /// Nanoseconds per operation, median of the rounds.
    pub ns: f64,
    /// Cycles per operation, median of the rounds.
    pub cycles: f64,
    /// The range of the medians of the fifths of the run, in cycles, as a fraction of the median.
    pub spread: f64,
    /// For ours: the time of each peer in the race divided by that of this one, median of the
    /// ratios of all rounds.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Role {
    /// All roles.
    pub const ALL: [Self; 4] = [Self::Ours, Self::OursForced, Self::Peer, Self::Wall];

    /// Returns the role in one word.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::OursForced => "ours-forced",
            Self::Peer => "peer",
            Self::Wall => "wall",
        }
    }
}

/// The promise of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Adds the sections of `other` that `self` lacks.
    pub fn add_missing(&mut self, other: Self) {
        let sections = other.sections.into_iter();
        let new: Vec<_> = sections.filter(|s| self.section(&s.name).is_none()).collect();
        self.sections.extend(new);
    }

    /// Returns what the pages show: ours as detection chooses them and peers, without the sections
    /// that are only part of the report.
    #[must_use]
    pub fn kept(&self) -> Self {
        const OF_THE_REPORT: [&str; 3] = ["md5-article", "keys-100k", "keys-4M"];
        let is_kept = |row: &Row| matches!(row.role, Role::Ours | Role::Peer);
        let mut kept = self.clone();
        kept.sections.retain(|section| !OF_THE_REPORT.iter().any(|s| section.name.starts_with(s)));
        for case in kept.sections.iter_mut().flat_map(|section| &mut section.cases) {
            case.rows.retain(is_kept);
        }
        kept
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
    }
    all.retain(|known| !known.sections.is_empty());
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
        let [ns, cycles] = [1.0, 3.0];
        Row { name, role, promise, ns, cycles, spread: 0.0, ratios: vec![2.5] }
    }

    fn results(section: &str) -> Results {
        let rows = vec![row("a/x", Role::Ours), row("b/y", Role::Peer)];
        let case =
            Case { name: "1 KiB".to_owned(), x: None, bytes: 1024.0, ghz: 3.0, rounds: 9, rows };
        let unit = Unit::GbPerS;
        let (name, text) = (section.to_owned(), String::new());
        let machine = Machine { name: "zen4".to_owned(), ..Machine::default() };
        let section = Section { name, text, unit, cases: vec![case] };
        Results { machine, sections: vec![section] }
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

    /// The median of the ratios differs from the ratio of the medians, and stays with its peer.
    #[test]
    fn ratios_of_what_is_kept() {
        let mut all = results("throughput");
        let rows = &mut all.sections[0].cases[0].rows;
        rows[0].ratios = vec![2.5, 4.0];
        rows.insert(1, row("read/memory", Role::Wall));
        rows.insert(2, row("a/z", Role::OursForced));
        rows.push(row("c/y", Role::Peer));
        let ratios = |case: &Case| {
            let ratio = |name| case.row(name).map(|other| case.ratio(&case.rows[0], other));
            ["b/y", "c/y", "read/memory"].map(ratio)
        };
        assert_eq!(ratios(&all.sections[0].cases[0]), [Some(2.5), Some(4.0), Some(1.0)]);
        assert_eq!(ratios(&all.kept().sections[0].cases[0]), [Some(2.5), Some(4.0), None]);
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
