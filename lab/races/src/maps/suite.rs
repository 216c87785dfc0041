//! Every kind of key under every hasher: times, ranks and geometric means.

use super::kinds::{self, Kind};
use super::words::DICTIONARY;
use super::{MapKey, Op, many};
use crate::measure::{race, section};
use crate::options::Options;
use crate::race::Plan;
use crate::results::{Promise, Section, Table, Unit};
use std::fmt::Write as _;

/// The sizes of tables, by name.
pub const SIZES: [(&str, usize); 3] = [("1k", 1000), ("100k", 100_000), ("4M", 4_000_000)];

/// The measured operations, in the order of the columns.
const OPS: [Op; 6] = [Op::Hash, Op::Hit, Op::Miss, Op::Insert, Op::Build, Op::Remove];

/// Measures tables of one of the sizes. Returns a section for each operation, with a case for each
/// kind.
#[must_use]
pub fn sections((size, entries): (&str, usize), options: &Options) -> Vec<Section> {
    let mut cases = OPS.map(|_| Vec::new());
    macro_rules! every {
        ($($kind:ident;)*) => { $(
            let found = measured(&kinds::$kind, entries, options);
            for (case, cases) in found.into_iter().zip(&mut cases) {
                cases.extend(case);
            }
        )* };
    }
    crate::every_kind!(every);
    let text = format!(
        "std's HashMap of {entries} entries, values u64. hash: `hash_one` alone; hit: keys of the \
         table in random order; miss: keys that are not in it; insert: into an empty table that \
         has \
         room; build: into one that grows; remove: all keys, from the last to the first. Words: \
         {}; \
         if there are fewer than twice the entries, tables hold half of them.",
        DICTIONARY.source
    );
    let named = OPS.into_iter().zip(cases);
    named
        .map(|(op, cases)| section(&format!("suite-{size}-{}", op.name()), Unit::Ns, &text, cases))
        .collect()
}

/// Races all hashers on a kind of key, one operation after the other.
fn measured<K: MapKey>(
    kind: &Kind<K>,
    entries: usize,
    options: &Options,
) -> [Option<crate::Case>; 6] {
    let work = kind.workload(entries);
    let contenders = many::<K>();
    let large = entries > 1 << 20;
    OPS.map(|op| {
        let plan = if large { options.long_plan() } else { options.plan() };
        // A unit of these takes half a second, and the batches of the other hashers come in
        // between.
        let min_rounds = if large && op.is_of_all() { 3 } else { plan.min_rounds };
        let tasks = contenders.iter().map(|c| c.task(op, &work)).collect();
        race(kind.name.to_owned(), [-1.0, 0.0], tasks, options, Plan { min_rounds, ..plan })
    })
}

/// Makes the tables of geometric means and of mean ranks, separately for hashers that promise
/// something and those that do not. A hasher's rank is its position in its table, 1 for the
/// fastest.
#[must_use]
pub fn summary(size: &str, sections: &[Section]) -> Vec<Table> {
    type Belongs = fn(Promise) -> bool;
    let groups: [(&str, Belongs); 2] = [
        ("with a bound, or designed as pseudo-random functions", |p| p != Promise::Heuristic),
        ("without a bound", |p| p == Promise::Heuristic),
    ];
    let group = |(label, belongs): (&str, Belongs)| {
        let means = scores(sections, belongs, |times, i| times[i].ln());
        let ranks = scores(sections, belongs, |times, i| {
            1.0 + times.iter().filter(|time| **time < times[i]).count() as f64
        });
        let table = |what: &str, text: &str, rows: Vec<Vec<String>>| Table {
            title: format!("Maps of {size} entries: {what} of hashers {label}"),
            text: text.to_owned(),
            columns: heads(sections),
            rows,
        };
        [
            table(
                "times",
                "Geometric means over all kinds of keys, ns per operation; the last column over \
                 all operations on tables.",
                rows(means, |mean| format!("{:.2}", mean.exp())),
            ),
            table(
                "ranks",
                "Mean ranks over all kinds of keys, 1 for the fastest of this table; the last \
                 column \
                 over all operations on tables.",
                rows(ranks, |rank| format!("{rank:.1}")),
            ),
        ]
    };
    groups.into_iter().flat_map(group).collect()
}

/// Returns the column heads of a summary.
fn heads(sections: &[Section]) -> Vec<String> {
    let ops = sections.iter().map(|section| operation(&section.name).to_owned());
    let first = ["hasher", "promise"].map(String::from);
    first.into_iter().chain(ops).chain(["all on tables".to_owned()]).collect()
}

/// Returns the operation of a section.
fn operation(section: &str) -> &str {
    section.rsplit('-').next().unwrap_or_default()
}

/// The hashers with the mean score of each section, and last the mean of all sections but `hash`.
type Scores = Vec<(String, Promise, Vec<f64>)>;

/// Computes the mean of a score over all kinds, for each hasher of a group. `score` receives the
/// times of the group in a race and the index of the hasher.
fn scores(
    sections: &[Section],
    belongs: fn(Promise) -> bool,
    score: impl Fn(&[f64], usize) -> f64,
) -> Scores {
    let mut found: Scores = Vec::new();
    for section in sections {
        for row in section.contenders() {
            if belongs(row.promise) && found.iter().all(|(name, ..)| *name != row.name) {
                found.push((row.name.clone(), row.promise, Vec::new()));
            }
        }
    }
    for (name, _, means) in &mut found {
        for section in sections {
            let of_case = |case: &crate::Case| {
                let group: Vec<_> = case.rows.iter().filter(|row| belongs(row.promise)).collect();
                let times: Vec<_> = group.iter().map(|row| row.ns).collect();
                let place = group.iter().position(|row| row.name == *name)?;
                Some(score(&times, place))
            };
            means.push(mean(section.cases.iter().filter_map(of_case)));
        }
        let tables = sections.iter().zip(&*means).filter(|(s, _)| operation(&s.name) != "hash");
        let all = mean(tables.map(|(_, mean)| *mean));
        means.push(all);
    }
    found.sort_by(|a, b| a.2.last().unwrap_or(&0.0).total_cmp(b.2.last().unwrap_or(&0.0)));
    found
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

fn rows(scores: Scores, show: impl Fn(f64) -> String) -> Vec<Vec<String>> {
    let row = |(name, promise, means): (String, Promise, Vec<f64>)| {
        let means = means.into_iter().map(&show);
        [name, promise.label().to_owned()].into_iter().chain(means).collect()
    };
    scores.into_iter().map(row).collect()
}

/// Writes the times of a section as Markdown, a row for each kind of key.
#[must_use]
pub fn markdown(section: &Section) -> String {
    let names: Vec<_> = section.contenders().iter().map(|row| row.name.clone()).collect();
    let mut text = format!("### {}, ns\n\n| key |", section.name);
    for name in &names {
        let _ = write!(text, " {name} |");
    }
    text += "\n|---|";
    text += &"--:|".repeat(names.len());
    for case in &section.cases {
        let _ = write!(text, "\n| {} |", case.name);
        for name in &names {
            let _ = match case.row(name) {
                Some(row) => write!(text, " {} |", row.ns),
                None => write!(text, " |"),
            };
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Case;
    use crate::results::{Role, Row};

    /// A hasher, its promise and its time in nanoseconds.
    type Time = (&'static str, Promise, f64);

    fn section_of(name: &str, cases: &[(&str, &[Time])]) -> Section {
        let row = |(name, promise, ns): &Time| Row {
            name: (*name).to_owned(),
            role: Role::Peer,
            promise: *promise,
            ns: *ns,
            best_ns: *ns,
            cycles: *ns,
            spread: 0.0,
            ratios: Vec::new(),
        };
        let case = |(name, rows): &(&str, &[Time])| Case {
            name: (*name).to_owned(),
            x: None,
            bytes: 0.0,
            ghz: 1.0,
            rounds: 1,
            rows: rows.iter().map(row).collect(),
        };
        section(name, Unit::Ns, "", cases.iter().map(case))
    }

    #[test]
    fn ranks_and_means_are_of_each_group_alone() {
        use Promise::{Heuristic, Prf, Proven};
        let slow = [("a", Proven, 8.0), ("b", Prf, 4.0), ("h", Heuristic, 1.0)];
        let fast = [("a", Proven, 2.0), ("b", Prf, 9.0), ("h", Heuristic, 3.0)];
        let sections = [
            section_of("suite-1k-hash", &[("u32", &[("a", Proven, 1.0), ("b", Prf, 100.0)])]),
            section_of("suite-1k-hit", &[("u32", &slow), ("u64", &fast)]),
        ];
        let [times, ranks, heuristic, _] = &summary("1k", &sections)[..] else {
            panic!("each group has two tables");
        };
        assert_eq!(times.columns, ["hasher", "promise", "hash", "hit", "all on tables"]);
        // The geometric means of 8 and 2, and of 4 and 9. The last column leaves out `hash`.
        assert_eq!(times.rows[0], ["a", "proven", "1.00", "4.00", "4.00"]);
        assert_eq!(times.rows[1], ["b", "PRF", "100.00", "6.00", "6.00"]);
        assert_eq!(ranks.rows[0], ["a", "proven", "1.0", "1.5", "1.5"]);
        assert_eq!(heuristic.rows[0], ["h", "heuristic", "NaN", "1.73", "1.73"]);
        assert_eq!(heuristic.rows.len(), 1);
    }

    /// Keys of every kind are different, hits are in the table and misses are not, because the
    /// tables agree.
    #[test]
    fn tables_of_every_kind_agree() {
        macro_rules! every {
            ($($kind:ident;)*) => { $(
                let work = kinds::$kind.workload(500);
                let contenders = many();
                for op in [Op::Hit, Op::Miss, Op::Remove] {
                    let count = if op.is_of_all() { 1 } else { 1000 };
                    let sums: std::collections::HashSet<_> =
                        contenders.iter().map(|c| c.run(op, &work, 3, count).sum).collect();
                    assert_eq!(sums.len(), 1, "{} {op:?}", kinds::$kind.name);
                    if op == Op::Miss {
                        assert!(sums.contains(&(1000 << 40)), "{}", kinds::$kind.name);
                    }
                }
            )* };
        }
        crate::every_kind!(every);
        assert_eq!(kinds::NAMES.len(), 14);
    }
}
