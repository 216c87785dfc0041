//! The fastest function for each job, and the cases in which a peer is ahead.

use crate::maps::UNEVEN;
use crate::results::{Case, Promise, Results, Role, Row, Unit};
use crate::svg::digits;
use std::fmt::Write as _;

/// A job, and the race that represents it.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The name of the job.
    pub name: &'static str,
    section: &'static str,
    case: &'static str,
    /// The unit of the figures.
    pub unit: Unit,
    /// Selects contenders by name.
    takes: fn(&str) -> bool,
}

const fn job(
    name: &'static str,
    section: &'static str,
    case: &'static str,
    unit: Unit,
    takes: fn(&str) -> bool,
) -> Job {
    Job { name, section, case, unit, takes }
}

fn all(_: &str) -> bool {
    true
}

/// Returns whether a contender is a 64-bit hash: neither a wider one, nor one that needs a nonce.
#[must_use]
pub fn is_plain_64(name: &str) -> bool {
    !name.starts_with("vhash128") && !name.starts_with("vmac")
}

/// Returns whether a contender for maps is not one of our uneven ones.
fn is_not_uneven(name: &str) -> bool {
    name != UNEVEN
}

/// Returns whether a contender for maps is one of our uneven ones, or a peer.
fn is_uneven_or_peer(name: &str) -> bool {
    !is_not_uneven(name) || crate::catalog::role(name) == Role::Peer
}

/// The jobs, in the order of the summary.
pub const JOBS: [Job; 18] = [
    job("Short keys, 1–16 B, one after the other", "latency", "1–16 B", Unit::Cycles, is_plain_64),
    job("Short strings, 1–64 B, independent", "throughput", "1–64 B", Unit::Cycles, is_plain_64),
    job("1 KiB", "throughput", "1 KiB", Unit::GbPerS, is_plain_64),
    job("1 MiB", "throughput", "1 MiB", Unit::GbPerS, is_plain_64),
    job("Batch of u64", "batch-u64", "u64", Unit::Cycles, all),
    job("Batch of strings, 5–38 B", "batch-string", "5–38 B", Unit::Cycles, all),
    job("128 bits, 64 B", "wide", "64 B", Unit::GbPerS, all),
    job("128 bits, 1 KiB", "wide", "1 KiB", Unit::GbPerS, all),
    job("128 bits, 1 MiB", "wide", "1 MiB", Unit::GbPerS, all),
    job("Map of 1,000 u64, hits", "maps-u64", "1k hit", Unit::Ns, is_not_uneven),
    job("The same, `FastState`", "maps-u64", "1k hit", Unit::Ns, is_uneven_or_peer),
    job("Map of 1,000 strings, hits", "maps-str", "1k hit", Unit::Ns, is_not_uneven),
    job("The same strings, `FastState`", "maps-str", "1k hit", Unit::Ns, is_uneven_or_peer),
    job("MAC, 64 B", "mac", "64 B", Unit::GbPerS, all),
    job("MAC, 1 KiB", "mac", "1 KiB", Unit::GbPerS, all),
    job("MAC, 1 MiB", "mac", "1 MiB", Unit::GbPerS, all),
    job("MD5, one message of 1 KiB", "md5-single", "1 KiB", Unit::GbPerS, all),
    job("MD5, 64 messages of 1 KiB", "md5-many", "64 × 1 KiB", Unit::GbPerS, all),
];

/// A job on one machine.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// The job.
    pub job: Job,
    /// The race.
    pub case: &'a Case,
    /// The best function for each promise, in the order of [`Promise::ALL`].
    pub best: [Best<'a>; 3],
}

/// The fastest functions with the same promise.
#[derive(Clone, Copy, Debug)]
pub struct Best<'a> {
    /// The fastest of ours.
    pub ours: Option<&'a Row>,
    /// The fastest peer.
    pub peer: Option<&'a Row>,
    /// The peer's time divided by that of ours with the same promise, or by that of our fastest if
    /// none of ours makes the promise. Above 1, ours is faster.
    pub ratio: Option<f64>,
}

impl<'a> Answer<'a> {
    /// Returns the fastest of the peers that make a promise and that `takes` selects, with its time
    /// divided by that of `ours`.
    #[must_use]
    pub fn rival(
        &self,
        ours: &Row,
        promise: Promise,
        takes: impl Fn(&Row) -> bool,
    ) -> Option<(&'a Row, f64)> {
        let peers = self.case.rows.iter().filter(|row| {
            let is_one = row.role == Role::Peer && row.promise == promise;
            is_one && (self.job.takes)(&row.name) && takes(row)
        });
        let peer = peers.min_by(|a, b| a.cycles.total_cmp(&b.cycles))?;
        Some((peer, self.case.ratio(ours, peer)))
    }
}

/// Answers the jobs that were measured.
#[must_use]
pub fn answers(results: &Results) -> Vec<Answer<'_>> {
    JOBS.iter().filter_map(|job| answer(*job, results)).collect()
}

fn answer(job: Job, results: &Results) -> Option<Answer<'_>> {
    let case = results.section(job.section)?.case(job.case)?;
    let fastest = |role: Role, promise: Option<Promise>| {
        let rows = case.rows.iter().filter(|row| {
            row.role == role && promise.is_none_or(|p| row.promise == p) && (job.takes)(&row.name)
        });
        rows.min_by(|a, b| a.cycles.total_cmp(&b.cycles))
    };
    let best = Promise::ALL.map(|promise| {
        let ours = fastest(Role::Ours, Some(promise));
        let peer = fastest(Role::Peer, Some(promise));
        let base = ours.or_else(|| fastest(Role::Ours, None));
        let ratio = base.zip(peer).map(|(base, peer)| case.ratio(base, peer));
        Best { ours, peer, ratio }
    });
    Some(Answer { job, case, best })
}

/// Formats one line per job, for a terminal.
#[must_use]
pub fn text(results: &Results) -> String {
    let mut text = String::new();
    for answer in answers(results) {
        let _ = write!(text, "{:<42}", format!("{}, {}", answer.job.name, answer.job.unit.label()));
        for (best, promise) in answer.best.into_iter().zip(Promise::ALL) {
            let figure = |row: &Row| digits(answer.job.unit.of(answer.case, row));
            if let Some(ours) = best.ours {
                let _ = write!(text, " {} {};", ours.display(), figure(ours));
            }
            if let (Some(peer), Some(ratio)) = (best.peer, best.ratio) {
                let (name, label) = (peer.display(), promise.label());
                let _ = write!(text, " {label} {name} {} ({}×);", figure(peer), digits(ratio));
            }
        }
        text.truncate(text.trim_end_matches(';').len());
        text.push('\n');
    }
    text
}

/// A peer that is ahead of ours in some cases of a section.
#[derive(Clone, Debug)]
pub struct Loss<'a> {
    /// The name of the section.
    pub section: &'a str,
    /// Our function.
    pub ours: &'a Row,
    /// The peer.
    pub peer: &'a Row,
    /// Whether both compute the same function.
    pub same: bool,
    /// The cases, each with the peer's time divided by ours, which is below 1.
    pub cases: Vec<(&'a str, f64)>,
}

/// The ratio below which a peer is ahead, because ratios are good to about one per cent.
pub const TIE: f64 = 0.99;

/// Prefixes of the sections that compare functions of equal strength, where a faster proven peer is
/// ahead. In other sections only implementations of the same function are compared.
const OF_ONE_STRENGTH: [&str; 7] =
    ["throughput", "latency", "wide", "mac", "batch-", "maps-", "suite-"];

/// Lists peers that are ahead of ours: proven peers faster than the best of our proven functions,
/// and faster implementations of the same function.
#[must_use]
pub fn losses(results: &Results) -> Vec<Loss<'_>> {
    let mut losses: Vec<Loss<'_>> = Vec::new();
    for section in results.sections.iter().filter(|section| section.name != "md5-article") {
        for case in &section.cases {
            let ours = || case.rows.iter().filter(|row| row.role == Role::Ours);
            let best = |takes: &dyn Fn(&Row) -> bool| {
                ours().filter(|row| takes(row)).min_by(|a, b| a.cycles.total_cmp(&b.cycles))
            };
            for peer in case.rows.iter().filter(|row| row.role == Role::Peer) {
                let function = |row: &Row| function(&section.name, &row.name).to_owned();
                let same = best(&|row| function(row) == function(peer));
                let is_rival = peer.promise == Promise::Proven
                    && OF_ONE_STRENGTH.iter().any(|start| section.name.starts_with(start));
                let rival = is_rival.then(|| best(&|row| row.promise == peer.promise)).flatten();
                let Some(ours) = same.or(rival) else { continue };
                let ratio = case.ratio(ours, peer);
                if ratio >= TIE {
                    continue;
                }
                let known = losses.iter_mut().find(|loss| {
                    loss.section == section.name
                        && loss.ours.name == ours.name
                        && loss.peer.name == peer.name
                });
                match known {
                    Some(loss) => loss.cases.push((&case.name, ratio)),
                    None => losses.push(Loss {
                        section: &section.name,
                        ours,
                        peer,
                        same: same.is_some(),
                        cases: vec![(&case.name, ratio)],
                    }),
                }
            }
        }
    }
    losses
}

/// Returns the function that a contender computes. In sections on MD5 that is always MD5.
fn function<'a>(section: &str, name: &'a str) -> &'a str {
    if section.starts_with("md5") { "md5" } else { name.split('/').next().unwrap_or(name) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Machine, Section};

    fn row(name: &str, role: Role, promise: Promise, cycles: f64) -> Row {
        let name = name.to_owned();
        Row { name, role, promise, ns: cycles, cycles, spread: 0.0, ratios: vec![] }
    }

    fn results(section: &str, rows: Vec<Row>) -> Results {
        let case = Case {
            name: "1 KiB".to_owned(),
            x: Some(1024.0),
            bytes: 1024.0,
            ghz: 1.0,
            rounds: 9,
            rows,
        };
        let section = Section {
            name: section.to_owned(),
            text: String::new(),
            unit: Unit::GbPerS,
            cases: vec![case],
        };
        Results { machine: Machine::default(), sections: vec![section] }
    }

    #[test]
    fn fastest_of_each_promise() {
        let all = results(
            "throughput",
            vec![
                row("clhash/x", Role::Ours, Promise::Proven, 10.0),
                row("clhash/forced", Role::OursForced, Promise::Proven, 1.0),
                row("polymur/p", Role::Peer, Promise::Proven, 30.0),
                row("xxh3/slow", Role::Peer, Promise::Heuristic, 9.0),
                row("xxh3/fast", Role::Peer, Promise::Heuristic, 8.0),
            ],
        );
        let answers = answers(&all);
        assert_eq!(answers.len(), 1);
        let [proven, prf, heuristic] = answers[0].best;
        assert_eq!(proven.ours.map(|r| r.name.as_str()), Some("clhash/x"));
        assert_eq!(proven.ratio, Some(3.0));
        assert!(prf.ours.is_none() && prf.peer.is_none() && prf.ratio.is_none());
        assert_eq!(heuristic.peer.map(|r| r.name.as_str()), Some("xxh3/fast"));
        assert_eq!(heuristic.ratio, Some(0.8));
        let ours = proven.ours.expect("a function of ours");
        let rival = |takes: fn(&Row) -> bool| {
            answers[0]
                .rival(ours, Promise::Heuristic, takes)
                .map(|(row, ratio)| (&*row.name, ratio))
        };
        assert_eq!(rival(|_| true), Some(("xxh3/fast", 0.8)));
        assert_eq!(rival(|row| row.name != "xxh3/fast"), Some(("xxh3/slow", 0.9)));
        assert_eq!(rival(|_| false), None);
    }

    #[test]
    fn losses_are_named() {
        let rows = vec![
            row("clhash/x", Role::Ours, Promise::Proven, 10.0),
            row("siphash13/siphash-fast", Role::Ours, Promise::Prf, 50.0),
            row("umash/p", Role::Peer, Promise::Proven, 8.0),
            row("siphash13/siphasher", Role::Peer, Promise::Prf, 40.0),
            row("highwayhash/highway", Role::Peer, Promise::Prf, 20.0),
            row("xxh3/fast", Role::Peer, Promise::Heuristic, 5.0),
        ];
        let all = results("throughput", rows);
        let found = losses(&all);
        let names: Vec<_> = found.iter().map(|l| (l.peer.name.as_str(), l.same)).collect();
        assert_eq!(names, [("umash/p", false), ("siphash13/siphasher", true)]);
        assert_eq!(found[0].cases, [("1 KiB", 0.8)]);
        // A peer that computes one of our functions is compared with that function, not with our
        // fastest.
        let rows = vec![
            row("polyval/x", Role::Ours, Promise::Proven, 5.0),
            row("ghash/x", Role::Ours, Promise::Proven, 10.0),
            row("ghash/ghash", Role::Peer, Promise::Proven, 8.0),
        ];
        let wide = results("wide", rows);
        let found = losses(&wide);
        assert_eq!((&*found[0].ours.name, found[0].same), ("ghash/x", true));
        // Where functions of different strengths meet, only the same function counts.
        let all = results("inner-products", all.sections[0].cases[0].rows.clone());
        assert_eq!(losses(&all).len(), 1);
    }
}
