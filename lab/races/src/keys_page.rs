//! The page on hash tables by the type of the key.

use crate::all_machines::Builds;
use crate::results::{Case, Machine, Role, Row, Section};
use crate::svg::digits;
use std::fmt::Write as _;

/// The hasher that all are compared with.
const YARDSTICK: &str = "foldhash::fast";

/// The beginning of the page.
const START: &str = "\
# Hash tables by the type of the key

Written by `report --readme` from the figures of `report keys-1k keys-100k keys-4M --save`. The tables are std's
`HashMap` with `u64` values, under [the hashers that people choose from](../races/src/maps.rs) and with
[keys of 28 types](../races/src/maps/keys.rs). The column of `foldhash::fast` has nanoseconds an operation, medians of
interleaved rounds. The others have the time of their hasher divided by that of `foldhash::fast`: for ours the median of
the ratios of all rounds, for others the quotient of the medians. Below 1 a hasher is faster than `foldhash::fast`.

Tables of 1,000 entries are brought into the cache before each batch. Figures of 100,000 entries depend on what else uses
the cache of the machine, and on where the allocator puts a table: they move by a fifth, insertions by more. Those of
4,000,000 entries move by more still: they have four types of key, and few rounds, three for insertions and for building
from empty. On the Zen 4, other programs ran beside a part of that measurement.

`foldhash::fast`, `foldhash::quality`, `rapidhash::fast`, `rustc-hash` and `ahash` have no bound, and `rustc-hash` has no key.
std's and `siphash_fast` are SipHash-1-3, for which the ratio to std's is the one that counts. The others have the proven
bounds of `hash_core::map`; `UnevenState` gives up that the buckets of regular keys are as even as a random function's.
";

/// The operations, by the ends of the sections' names.
const OPERATIONS: [(&str, &str); 4] = [
    ("hit", "look-ups of keys that the table has"),
    ("miss", "look-ups of other keys"),
    ("insert", "insertions with room for all"),
    ("build", "built from empty"),
];

/// Writes the page from the runs of all machines.
#[must_use]
pub fn page(machines: &[Builds]) -> String {
    let mut text = START.to_owned();
    for (title, results) in machines.iter().flat_map(Builds::keys) {
        let Machine { cpu, date, rustc, .. } = &results.machine;
        let _ = writeln!(text, "\n## {title}\n\n{cpu}; {rustc}; {date}.");
        for (size, entries) in [("1k", "1,000"), ("100k", "100,000"), ("4M", "4,000,000")] {
            for (operation, what) in OPERATIONS {
                let name = format!("keys-{size}-{operation}");
                if let Some(section) = results.sections.iter().find(|found| found.name == name) {
                    let _ = writeln!(text, "\n### {entries} entries, {what}\n");
                    text += &table(section);
                }
            }
        }
    }
    text
}

/// Writes the table of a section, with the geometric means of its columns.
fn table(section: &Section) -> String {
    let Some(first) = section.cases.first() else { return String::new() };
    let names = first.rows.iter().map(|row| row.name.as_str()).filter(|name| *name != YARDSTICK);
    let names: Vec<_> = names.collect();
    let heads: Vec<_> = names.iter().map(|name| format!("`{}`", short(name))).collect();
    let mut text = format!("| key | `{YARDSTICK}` | {} |\n", heads.join(" | "));
    text += &format!("|---|--:|{}\n", "--:|".repeat(names.len()));
    let mut logs = vec![0.0; names.len()];
    for case in &section.cases {
        let Some(yardstick) = case.row(YARDSTICK) else { continue };
        let _ = write!(text, "| `{}` | {}", case.name, digits(yardstick.ns));
        for (name, log) in names.iter().zip(&mut logs) {
            let ratio = case.row(name).map_or(f64::NAN, |row| ratio(case, row, yardstick));
            *log += ratio.ln();
            let _ = write!(text, " | {}", digits(ratio));
        }
        text += " |\n";
    }
    #[expect(clippy::cast_precision_loss, reason = "few cases")]
    let cases = section.cases.len() as f64;
    let means: Vec<_> = logs.iter().map(|log| digits((log / cases).exp())).collect();
    let _ = writeln!(text, "| **geometric mean** | | {} |", means.join(" | "));
    text
}

/// Returns the time of a hasher divided by that of the yardstick.
fn ratio(case: &Case, row: &Row, yardstick: &Row) -> f64 {
    if row.role == Role::Peer { row.ns / yardstick.ns } else { 1.0 / case.ratio(row, yardstick) }
}

/// The name without that of the usual state.
fn short(name: &str) -> &str {
    name.trim_end_matches("::RandomState")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page in the folder of results is the one that its files give, and has all machines'
    /// runs.
    #[test]
    fn the_page_is_written_by_the_program() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
        let machines = crate::report::machines(&folder).expect("the results of the machines");
        let written = page(&machines);
        assert!(written.contains("### 1,000 entries, look-ups of keys that the table has\n"));
        let kept = std::fs::read_to_string(folder.join("keys.md")).expect("the page");
        assert!(kept == written, "report --readme writes another lab/results/keys.md");
    }
}
