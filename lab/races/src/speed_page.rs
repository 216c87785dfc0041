//! The page of the fastest functions for each job, CPU by CPU.

use crate::builds::Builds;
use crate::results::{Promise, Row};
use crate::summary::{self, Answer};
use crate::svg::digits;

/// The beginning of the page.
const START: &str = "\
# Speed, CPU by CPU

Written by `report --readme` from the files of this folder. A cell has the fastest function of its kind, in a default build,
which chooses kernels at run time. After a peer's figure stands its time divided by that of our function of the same kind
or, if we have none, of our fastest: above 1 ours is faster, and in bold the peer is. \"(C)\" was raced by
[another program](../races/README.md#peers-that-need-a-c-compiler). The crate `poly1305` chooses its kernel at compile time;
its ratio is that of native builds, where these were measured. Before 2026-11-29 our states of maps had 56 bytes, now they
have 16, and `mshash` was not raced.
";

/// The jobs of the page, by their names in the summary.
const JOBS: [&str; 13] = [
    "Short keys, 1–16 B, one after the other",
    "Short strings, 1–64 B, independent",
    "1 KiB",
    "1 MiB",
    "Batch of u64",
    "Batch of strings, 5–38 B",
    "128 bits, 1 KiB",
    "MAC, 1 KiB",
    "Map of 1,000 u64, hits",
    "The same, `FastState`",
    "Map of 1,000 strings, hits",
    "MD5, one message of 1 KiB",
    "MD5, 64 messages of 1 KiB",
];

/// The head of a table.
const HEAD: &str = "
| | ours, proven | best proven peer | ours, PRF | best PRF peer | best heuristic |
|---|---|---|---|---|---|
";

/// Writes the page.
#[must_use]
pub fn page(machines: &[Builds]) -> String {
    let mut text = START.to_owned();
    for builds in machines {
        text += &builds.heading(&builds.default);
        if builds.c_peers.is_none() {
            text += "Peers in C were not raced here.\n";
        }
        text += HEAD;
        let answers = summary::answers(&builds.default);
        for answer in answers.iter().filter(|answer| JOBS.contains(&answer.job.name)) {
            text += &row(builds, answer);
        }
        text += &native(builds);
    }
    text += "\n[Where a peer is ahead, and why](behind.md). The hashes of Abseil and Go have\n\
             [a table of their own](../races/README.md#the-hashes-of-tables-in-c-and-go).\n";
    text
}

/// Writes the row of a job.
fn row(builds: &Builds, answer: &Answer<'_>) -> String {
    let [proven, prf, heuristic] = answer.best;
    let (name, unit) = (answer.job.name, answer.job.unit.label());
    // Where nothing is proven or pseudo-random, as for MD5, ours is in the first column.
    let ours = figure(answer, proven.ours.or(heuristic.ours));
    let own_prf = figure(answer, prf.ours);
    let [proven, prf, heuristic] = Promise::ALL.map(|promise| peer(builds, answer, promise));
    format!("| {name}, {unit} | {ours} | {proven} | {own_prf} | {prf} | {heuristic} |\n")
}

/// Formats a function with its figure.
fn figure(answer: &Answer<'_>, row: Option<&Row>) -> String {
    row.map_or_else(String::new, |row| {
        let name = row.display();
        let name = name.trim_end_matches(", from the specification");
        format!("`{name}` {}", digits(answer.job.unit.of(answer.case, row)))
    })
}

/// Formats the fastest peer that makes a promise, with its figure and the ratio.
fn peer(builds: &Builds, default: &Answer<'_>, promise: Promise) -> String {
    let of = |answer: Answer<'_>, mark: &'static str, takes: &dyn Fn(&Row) -> bool| {
        let best = answer.best[promise as usize];
        let fastest = || {
            let ours = answer.best.into_iter().filter_map(|best| best.ours);
            ours.min_by(|a, b| a.cycles.total_cmp(&b.cycles))
        };
        let (row, ratio) = answer.rival(best.ours.or_else(fastest)?, promise, takes)?;
        let bold = if ratio < summary::TIE { "**" } else { "" };
        let figure = figure(&answer, Some(row));
        Some((row.cycles, format!("{figure}{mark}, {bold}{}×{bold}", digits(ratio))))
    };
    let other =
        |results| summary::answers(results).into_iter().find(|a| a.job.name == default.job.name);
    let native = builds.native.as_ref().and_then(other);
    if let Some(native) = native.filter(|_| promise == Promise::Proven && is_of_macs(default)) {
        return of(native, " (native)", &|_| true).unwrap_or_default().1;
    }
    let in_c = |row: &Row| default.case.row(&row.name).is_none();
    let in_c = builds.c_peers.as_ref().and_then(other).and_then(|answer| of(answer, " (C)", &in_c));
    let all = [of(default.clone(), "", &|_| true), in_c].into_iter().flatten();
    all.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default().1
}

fn is_of_macs(answer: &Answer<'_>) -> bool {
    answer.job.name.starts_with("MAC")
}

/// Writes which heuristic hashes are the fastest in a native build.
fn native(builds: &Builds) -> String {
    let Some(native) = &builds.native else { return String::new() };
    let answers = summary::answers(native);
    let best = |name: &&str| {
        let best = answers.iter().find(|answer| answer.job.name == *name)?.best[2];
        let (peer, ratio) = (best.peer?.display(), digits(best.ratio?));
        Some(format!("{name} `{peer}` {ratio}×"))
    };
    let best: Vec<_> = ["1 KiB", "1 MiB"].iter().filter_map(best).collect();
    format!("\nThe best heuristic hash with `-C target-cpu=native`: {}.\n", best.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Case, Machine, Results, Role, Section, Unit};

    /// Returns a machine's results of one race: ours, which takes 20 ns, and peers.
    fn results(build: &str, peers: &[(&str, f64)]) -> Results {
        let row = |name: &str, role, promise, ns| Row {
            name: name.to_owned(),
            role,
            promise,
            ns,
            cycles: ns,
            spread: 0.0,
            ratios: Vec::new(),
        };
        let ours = row("clhash/x", Role::Ours, Promise::Proven, 20.0);
        let peers = peers.iter().map(|(name, ns)| row(name, Role::Peer, Promise::Heuristic, *ns));
        let rows = [ours].into_iter().chain(peers).collect();
        let name = "1 KiB".to_owned();
        let case = Case { name, x: None, bytes: 1024.0, ghz: 3.0, rounds: 9, rows };
        let (name, text) = ("throughput".to_owned(), String::new());
        let sections = vec![Section { name, text, unit: Unit::GbPerS, cases: vec![case] }];
        let [name, build] = ["zen4", build].map(str::to_owned);
        Results { machine: Machine { name, build, ..Machine::default() }, sections }
    }

    #[test]
    fn the_fastest_peer_of_both_programs_is_shown() {
        let rows = |all: Vec<Results>| {
            let page = page(&[Builds::new(all).expect("a default build")]);
            let rows = page.lines().filter(|line| line.starts_with("| 1 KiB"));
            rows.map(str::to_owned).collect::<Vec<_>>()
        };
        let default = results("default", &[("xxh3/twox-hash", 30.0)]);
        let native = results("native", &[("gxhash64/gxhash", 10.0)]);
        assert_eq!(
            rows(vec![default.clone(), native]),
            ["| 1 KiB, GB/s | `clhash` 51.2 |  |  |  | `xxh3, twox-hash` 34.1, 1.50× |"]
        );
        let in_c = results("default-c-peers", &[("xxh3/twox-hash", 9.0), ("xxh3/C", 10.0)]);
        assert_eq!(
            rows(vec![default, in_c]),
            ["| 1 KiB, GB/s | `clhash` 51.2 |  |  |  | `xxh3, C` 102 (C), **0.500×** |"]
        );
    }
}
