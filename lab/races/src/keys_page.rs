//! The page on hash tables by the type of the key.

use crate::builds::Builds;
use crate::maps::UNEVEN;
use crate::results::{Case, Results, Role, Row, Section};
use crate::svg::digits;
use crate::table::Table;

/// The hasher that all are compared with.
const YARDSTICK: &str = "foldhash::fast";

/// The hashers with a column in the table of keys.
const SHOWN: [&str; 4] = ["multilinear_hash::RandomState", UNEVEN, "rapidhash::fast", "std"];

/// The beginning of the page.
const START: &str = "\
# Hash tables by the type of the key

Written by `report --readme` from the figures of `report keys-1k --save`: std's `HashMap` with `u64` values, under
[the hashers that people choose from](../races/src/maps.rs) and with [keys of 28 types](../races/src/maps/keys.rs). Figures
are the time of a hasher divided by that of `foldhash::fast`: for ours the median of the ratios of all rounds, for others
the quotient of the medians. Below 1 a hasher is faster.

Tables have 1,000 entries, which are brought into the cache before each batch. In larger ones figures depend on what else
uses the cache, and on where the allocator puts a table: at 100,000 entries they move by a fifth.

`foldhash`, `rapidhash`, `rustc-hash` and `ahash` have no bound, and `rustc-hash` has no key. std's and `siphash_fast` are
SipHash-1-3. The others have [the bounds of maps](../../docs/bounds.md); `FastState` gives up that the buckets of regular
keys are as even as a random function's.
";

/// The operations, by the ends of the sections' names.
const OPERATIONS: [&str; 4] = ["hit", "miss", "insert", "build"];

/// Writes the page from the runs of all machines.
#[must_use]
pub fn page(machines: &[Builds]) -> String {
    let mut text = START.to_owned();
    for builds in machines {
        let Some(results) = &builds.keys else { continue };
        text += &builds.heading(results);
        text += "\n### Geometric means over all types of keys\n\n";
        text += &means(results).markdown();
        if let Some(section) = results.section("keys-1k-hit") {
            text += "\n### Hits by the type of the key\n\n";
            text += &types(section).markdown();
        }
    }
    text
}

/// Makes the table of geometric means: a row for each hasher, a column for each operation.
fn means(results: &Results) -> Table {
    let sections: Vec<_> = OPERATIONS
        .into_iter()
        .filter_map(|operation| {
            Some((operation, results.section(&format!("keys-1k-{operation}"))?))
        })
        .collect();
    let contenders = sections.first().map_or(Vec::new(), |(_, section)| section.contenders());
    let row = |row: &&Row| {
        let mean = |(_, section): &(&str, &Section)| {
            let ratios = section.cases.iter().filter_map(|case| ratio(case, &row.name));
            let (sum, count) =
                ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
            digits((sum / count).exp())
        };
        let means = sections.iter().map(mean);
        let first = [format!("`{}`", short(&row.name)), row.promise.label().to_owned()];
        first.into_iter().chain(means).collect()
    };
    let heads = sections.iter().map(|(operation, _)| *operation);
    Table {
        columns: ["hasher", "promise"].into_iter().chain(heads).map(str::to_owned).collect(),
        rows: contenders.iter().filter(|row| row.name != YARDSTICK).map(row).collect(),
    }
}

/// Makes the table of a section: a row for each type of key, a column for each of some hashers.
fn types(section: &Section) -> Table {
    let row = |case: &Case| {
        let yardstick = case.row(YARDSTICK)?;
        let ratios = SHOWN.iter().map(|name| ratio(case, name).map_or_else(String::new, digits));
        let first = [format!("`{}`", case.name), digits(yardstick.ns)];
        Some(first.into_iter().chain(ratios).collect())
    };
    let first = ["key".to_owned(), format!("`{YARDSTICK}`, ns")];
    let heads = SHOWN.iter().map(|name| format!("`{}`", short(name)));
    Table {
        columns: first.into_iter().chain(heads).collect(),
        rows: section.cases.iter().filter_map(row).collect(),
    }
}

/// Returns the time of a hasher divided by that of the yardstick.
fn ratio(case: &Case, name: &str) -> Option<f64> {
    let (row, yardstick) = (case.row(name)?, case.row(YARDSTICK)?);
    let is_peer = row.role == Role::Peer;
    Some(if is_peer { row.ns / yardstick.ns } else { 1.0 / case.ratio(row, yardstick) })
}

/// The name without that of the usual state.
fn short(name: &str) -> &str {
    name.trim_end_matches("::RandomState")
}
