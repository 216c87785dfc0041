//! Two pages on all machines: each job on the machine that is worst for us, and the machines side
//! by side.

use crate::results::{Machine, Promise, Results, Role, Row, Section};
use crate::summary::{self, Answer, Best};
use crate::svg::digits;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The job of the codes of whole messages.
const MAC: &str = "MAC, 1 KiB";

/// The jobs of the page of the worst machines, by their names in the summary.
const ROWS: [&str; 12] = [
    "Short keys, 1–16 B, one after the other",
    "Short strings, 1–64 B, independent",
    "1 KiB",
    "1 MiB",
    "Batch of strings, 5–38 B",
    "128 bits, 1 KiB",
    MAC,
    "Map of 1,000 u64, hits",
    "The same, `UnevenState`",
    "Map of 1,000 strings, hits",
    "The same strings, `UnevenState`",
    "MD5, 64 messages of 1 KiB",
];

/// The results of one machine.
#[derive(Clone, Debug)]
pub struct Builds {
    /// Those of the default build.
    pub default: Results,
    /// Those of the native build, if it was measured.
    pub native: Option<Results>,
    /// Those beside the peers in C, if these were measured.
    pub c_peers: Option<Results>,
    /// Those of hash tables by the type of the key, of each build of which these were measured.
    pub keys: Vec<Results>,
}

impl Builds {
    /// Returns the name of the microarchitecture: `Zen 5` for `zen5`, `Emerald Rapids` for
    /// `emerald-rapids`.
    pub(crate) fn cpu(&self) -> String {
        let name = &self.default.machine.name;
        let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (words, number) = name.split_at(digits);
        let capital = |word: &str| {
            let (first, rest) = word.split_at(word.len().min(1));
            format!("{}{rest} ", first.to_ascii_uppercase())
        };
        let words: String = words.split('-').map(capital).collect();
        format!("{words}{number}").trim_end().to_owned()
    }

    /// Returns the peers that were raced in a section of this name by a program that chooses
    /// kernels at run time.
    fn peers(&self, section: &str) -> BTreeSet<String> {
        let builds = [Some(&self.default), self.c_peers.as_ref()].into_iter().flatten();
        let sections =
            builds.flat_map(|build| &build.sections).filter(|found| found.name == section);
        let rows = sections.flat_map(|found| &found.cases).flat_map(|case| &case.rows);
        rows.filter(|row| row.role == Role::Peer).map(Row::display).collect()
    }

    /// Returns the builds that were measured, with their titles.
    pub(crate) fn each(&self) -> impl Iterator<Item = (String, &Results)> {
        let builds = [Some(&self.default), self.native.as_ref(), self.c_peers.as_ref()]
            .into_iter()
            .flatten();
        builds.map(|results| (format!("{}, {}", self.cpu(), results.machine.build), results))
    }

    /// Returns the runs of hash tables by the type of the key, with their titles.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (String, &Results)> {
        self.keys.iter().map(|results| {
            let build = results.machine.build.trim_end_matches("-keys");
            (format!("{}, {build} build", self.cpu()), results)
        })
    }

    /// Writes the row of a job, and returns it with its lowest ratio.
    fn row(&self, job: &str) -> Option<(f64, String)> {
        let answers = summary::answers(&self.default);
        let answer = answers.iter().find(|answer| answer.job.name == job)?;
        let natives = self.native.as_ref().map(summary::answers).unwrap_or_default();
        // The crate poly1305 chooses its kernel at compile time, so the default build has a slow
        // one.
        let native = natives.iter().find(|native| native.job.name == job && job == MAC);
        let [proven, prf, heuristic] = answer.best;
        // Where nothing is proven or pseudo-random, as for MD5, ours is in the first column.
        let ours = cell(answer, proven.ours.or(heuristic.ours));
        let rival = native.map_or_else(
            || peer(answer, proven),
            |native| peer(native, native.best[0]) + ", both in native builds",
        );
        let row = format!(
            "| {}, {} | {ours} | {rival} | {} | {} | {} | {} |",
            answer.job.name,
            answer.job.unit.label(),
            cell(answer, prf.ours),
            peer(answer, prf),
            peer(answer, heuristic),
            self.cpu(),
        );
        let proven = native.map_or(proven, |native| native.best[0]);
        let ratios = [proven, prf, heuristic].into_iter().filter_map(|best| best.ratio);
        Some((ratios.fold(f64::INFINITY, f64::min), row))
    }
}

/// Lists the peers that other machines have in races of byte strings, and these builds lack in a
/// race that they have.
fn missing(machines: &[Builds], builds: &Builds) -> BTreeSet<String> {
    let of_section = |section: &Section| {
        let own = builds.peers(&section.name);
        let all = machines.iter().flat_map(|other| other.peers(&section.name));
        all.filter(|peer| !own.contains(peer)).collect::<Vec<_>>()
    };
    let races = ["throughput", "latency", "wide", "mac"];
    let sections = builds.default.sections.iter();
    sections.filter(|section| races.contains(&&*section.name)).flat_map(of_section).collect()
}

/// The beginning of the page of the worst machines.
const WORST: &str = "\
# Speed, each job on the CPU that is worst for us

Written by `report --readme` from the JSON files of this folder. Builds are default builds, in which kernels are chosen at
run time. Each row is from the CPU on which its lowest ratio is lowest. A cell shows the fastest function of its kind. The
ratio is the peer's time divided by that of our function of the same kind or, for heuristic hashes, of our fastest: above
1, ours is faster.

| | ours, proven | best proven peer | ours, PRF | best PRF peer | best heuristic | CPU |
|---|---|---|---|---|---|---|
";

/// Writes the page of the worst machines: each job has the row of the machine whose lowest ratio is
/// lowest.
#[must_use]
pub fn worst(machines: &[Builds]) -> String {
    let mut text = WORST.to_owned();
    for job in ROWS {
        let rows = machines.iter().filter_map(|builds| builds.row(job));
        if let Some((_, row)) = rows.min_by(|a, b| a.0.total_cmp(&b.0)) {
            text += &(row + "\n");
        }
    }
    text += "\nThe best heuristic hashes with `-C target-cpu=native`:\n\n";
    for builds in machines {
        let Some(native) = &builds.native else { continue };
        let answers = summary::answers(native);
        for name in ["1 KiB", "1 MiB"] {
            let answer = answers.iter().find(|answer| answer.job.name == name);
            let Some(best) = answer.map(|answer| answer.best[2]) else { continue };
            let (Some(peer), Some(ratio)) = (best.peer, best.ratio) else { continue };
            let (cpu, peer, ratio) = (builds.cpu(), peer.display(), digits(ratio));
            let _ = writeln!(text, "* {cpu}, {name}: `{peer}`, {ratio}×");
        }
    }
    let mut ahead: Vec<_> = machines
        .iter()
        .flat_map(Builds::each)
        .flat_map(|(_, results)| summary::losses(results))
        .filter(|loss| !loss.same)
        .map(|loss| format!("* `{}` of `{}`\n", loss.peer.display(), loss.ours.display()))
        .collect();
    ahead.sort();
    ahead.dedup();
    text += &if ahead.is_empty() {
        "\nNo proven peer of the same strength is ahead of ours in these builds.\n".to_owned()
    } else {
        format!(
            "\nProven peers that are ahead in some race of a default or native build:\n\n{}",
            ahead.concat()
        )
    };
    text += "\n[Where and why](behind.md), with the losses to other implementations of the same function. [The CPUs side \
             by side](cpus.md) has both\nbuilds, and what was not raced. ";
    let with_c = machines.iter().filter(|builds| builds.c_peers.is_some()).map(Builds::cpu);
    let with_c = with_c.collect::<Vec<_>>().join(" and the ");
    text += &if with_c.is_empty() {
        "Peers that need a C compiler were not raced.".to_owned()
    } else {
        format!("Peers in C were raced on the {with_c}.")
    };
    text += " The hashes of Abseil and Go have\n[a table of their own](../races/README.md#the-hashes-of-tables-in-c-and-go).\n";
    text
}

/// The beginning of the page on all machines.
const SIDE_BY_SIDE: &str = "\
# The CPUs side by side

Written by `report --readme` from the JSON files of this folder. A cell has the fastest function of ours that makes the
promise, with its figure, and the fastest peer that does, with its figure and the peer's time divided by ours. Where
none of ours makes the promise, the ratio is to our fastest of all. A ratio in bold is below 0.99: the peer is ahead. An
empty cell was not measured. In default builds some peers lack the kernels that they choose at compile time.

";

/// Writes the page on all machines side by side: for each job and promise our fastest function, and
/// the fastest peer with the ratio.
#[must_use]
pub fn side_by_side(machines: &[Builds]) -> String {
    let mut text = SIDE_BY_SIDE.to_owned();
    let builds: Vec<_> = machines.iter().flat_map(Builds::each).collect();
    for (title, results) in &builds {
        let Machine { cpu, date, rustc, .. } = &results.machine;
        let _ = writeln!(text, "* {title}: {cpu}, {date}, {rustc}");
    }
    for builds in machines {
        let missing: Vec<_> = missing(machines, builds).into_iter().collect();
        if !missing.is_empty() {
            let _ =
                writeln!(text, "* Not raced on the {}: `{}`", builds.cpu(), missing.join("`, `"));
        }
    }
    let titles: Vec<_> = builds.iter().map(|(title, _)| title.as_str()).collect();
    let _ = writeln!(text, "\n| job | promise | {} |", titles.join(" | "));
    text += &format!("|---|---|{}\n", "---|".repeat(builds.len()));
    let answers: Vec<_> = builds.iter().map(|(_, results)| summary::answers(results)).collect();
    for job in summary::JOBS {
        for (i, promise) in Promise::ALL.into_iter().enumerate() {
            let cells = answers.iter().map(|answers| {
                let answer = answers.iter().find(|answer| answer.job.name == job.name);
                answer.map_or_else(String::new, |answer| {
                    let best = answer.best[i];
                    let parts = [cell(answer, best.ours), peer(answer, best)];
                    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
                })
            });
            let cells: Vec<_> = cells.collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                let (name, unit, label) = (job.name, job.unit.label(), promise.label());
                let _ = writeln!(text, "| {name}, {unit} | {label} | {} |", cells.join(" | "));
            }
        }
    }
    text
}

/// Formats a contender with its figure.
fn cell(answer: &Answer<'_>, row: Option<&Row>) -> String {
    row.map_or_else(String::new, |row| {
        format!("`{}` {}", row.display(), digits(answer.job.unit.of(answer.case, row)))
    })
}

/// Formats the best peer with its figure and the ratio.
fn peer(answer: &Answer<'_>, best: Best<'_>) -> String {
    let ratio = best.ratio.map_or_else(String::new, |ratio| {
        let bold = if ratio < summary::TIE { "**" } else { "" };
        format!(", {bold}{}×{bold}", digits(ratio))
    });
    if best.peer.is_none() { String::new() } else { cell(answer, best.peer) + &ratio }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Case, Role, Section, Unit};

    /// Returns a machine's results of one race: ours, which takes `ns`, and a peer, which takes 30.
    fn results(machine: &str, build: &str, ns: f64) -> Results {
        let row = |name: &str, role, promise, ns| Row {
            name: name.to_owned(),
            role,
            promise,
            ns,
            best_ns: ns,
            cycles: ns,
            spread: 0.0,
            ratios: Vec::new(),
        };
        let rows = vec![
            row("clhash/x", Role::Ours, Promise::Proven, ns),
            row("xxh3/twox-hash", Role::Peer, Promise::Heuristic, 30.0),
        ];
        let name = "1 KiB".to_owned();
        let case = Case { name, x: None, bytes: 1024.0, ghz: 3.0, rounds: 9, rows };
        let (name, text) = ("throughput".to_owned(), String::new());
        let sections = vec![Section { name, text, unit: Unit::GbPerS, cases: vec![case] }];
        let [name, build] = [machine, build].map(str::to_owned);
        Results {
            machine: Machine { name, build, ..Machine::default() },
            sections,
            tables: Vec::new(),
        }
    }

    #[test]
    fn machines_are_side_by_side() {
        let default = results("zen4", "default", 20.0);
        let native = Some(results("zen4", "native", 10.0));
        let default_alone = results("emerald-rapids", "default", 60.0);
        let other =
            Builds { default: default_alone, native: None, c_peers: None, keys: Vec::new() };
        let page =
            side_by_side(&[Builds { default, native, c_peers: None, keys: Vec::new() }, other]);
        let lines: Vec<_> = page.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(
            lines,
            [
                "| job | promise | Zen 4, default | Zen 4, native | Emerald Rapids, default |",
                "|---|---|---|---|---|",
                "| 1 KiB, GB/s | proven | `clhash` 51.2 | `clhash` 102 | `clhash` 17.1 |",
                "| 1 KiB, GB/s | heuristic | `xxh3, twox-hash` 34.1, 1.50× | `xxh3, twox-hash` 34.1, 3.00× \
                 | `xxh3, twox-hash` 34.1, **0.500×** |",
            ]
        );
    }

    /// The pages in the folder of results are those that its files give.
    #[test]
    fn the_pages_are_written_by_the_program() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
        let machines = crate::report::machines(&folder).expect("the results of the machines");
        assert!(machines.len() >= 2, "{}", machines.len());
        for (name, page) in [("cpus.md", side_by_side(&machines)), ("speed.md", worst(&machines))] {
            let stored = std::fs::read_to_string(folder.join(name)).expect("the page");
            assert!(stored == page, "report --readme writes another lab/results/{name}");
        }
    }
}
