//! Every kind of key under every hasher: times and their geometric means.

use super::kinds::{self, Kind};
use super::words::DICTIONARY;
use super::{MapKey, Op, many};
use crate::measure::{race, section};
use crate::options::Options;
use crate::race::Plan;
use crate::results::{Promise, Row, Section, Unit};
use crate::table::Table;
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

/// Makes the table of geometric means over all kinds of keys, the hashers that promise something
/// first, each group by the mean over all operations on tables.
#[must_use]
pub fn means(sections: &[&Section]) -> Table {
    let shown: Vec<_> =
        sections.iter().filter(|section| SHOWN.contains(&operation(&section.name))).collect();
    let operations = shown.iter().map(|section| operation(&section.name).to_owned());
    let columns = ["hasher", "promise"].map(str::to_owned).into_iter().chain(operations).collect();
    let mut rows: Vec<(bool, f64, Vec<String>)> = Vec::new();
    let contenders = sections.first().map_or(Vec::new(), |section| section.contenders());
    for Row { name, promise, .. } in contenders {
        let mean = |section: &Section| {
            let times = section.cases.iter().filter_map(|case| case.row(name));
            mean(times.map(|row| row.ns.ln()))
        };
        let on_tables = sections.iter().filter(|section| operation(&section.name) != "hash");
        let all = self::mean(on_tables.map(|section| mean(section)));
        let cells = shown.iter().map(|section| format!("{:.2}", mean(section).exp()));
        let first = [format!("`{name}`"), promise.label().to_owned()];
        rows.push((*promise == Promise::Heuristic, all, first.into_iter().chain(cells).collect()));
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    Table { columns, rows: rows.into_iter().map(|row| row.2).collect() }
}

/// The operations in the table of means.
const SHOWN: [&str; 4] = ["hash", "hit", "insert", "build"];

/// Returns the operation of a section.
fn operation(section: &str) -> &str {
    section.rsplit('-').next().unwrap_or_default()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
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
    fn hashers_that_promise_something_stand_first() {
        use Promise::{Heuristic, Prf, Proven};
        let slow = [("h", Heuristic, 1.0), ("a", Proven, 8.0), ("b", Prf, 4.0)];
        let fast = [("h", Heuristic, 3.0), ("a", Proven, 2.0), ("b", Prf, 9.0)];
        let sections = [
            section_of("suite-1k-hash", &[("u32", &[("h", Heuristic, 1.0), ("a", Proven, 100.0)])]),
            section_of("suite-1k-hit", &[("u32", &slow), ("u64", &fast)]),
            section_of("suite-1k-remove", &[("u32", &slow)]),
        ];
        let table = means(&sections.each_ref());
        assert_eq!(table.columns, ["hasher", "promise", "hash", "hit"]);
        // The geometric means of 8 and 2, and of 1 and 3.
        assert_eq!(
            table.rows,
            [["`a`", "proven", "100.00", "4.00"], ["`h`", "heuristic", "1.00", "1.73"]]
        );
        let table = means(&sections.each_ref()[1..]);
        // Those of 4 and 9, and of 8 and 2, which removal makes the slower.
        assert_eq!(table.rows[0], ["`b`", "PRF", "6.00"]);
        assert_eq!(table.rows[1], ["`a`", "proven", "4.00"]);
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
