//! The page on hash tables under every hasher.

use crate::builds::Builds;
use crate::maps::{UNEVEN, suite};
use crate::results::{Case, Promise, Row};
use std::fmt::Write as _;

/// The beginning of the page.
const START: &str = "\
# Hash tables under every hasher

Written by `report --readme` from the figures of [`maps --save`](../races/README.md#maps-under-every-hasher): std's
`HashMap` with 1,000 entries and `u64` values, filled with [14 kinds of keys](../races/src/maps/kinds.rs) as programs have
them. Times are in nanoseconds an operation. The bound of a hasher holds for what a key writes in one call; `polymur-hash`
chains writes by its tweak. `FastState` gives up that the buckets of regular keys are as even as a random function's.
";

/// Writes the page.
#[must_use]
pub fn page(machines: &[Builds]) -> String {
    let mut text = START.to_owned();
    for builds in machines {
        let Some(results) = &builds.maps else { continue };
        text += &builds.heading(results);
        text += "\n### Geometric means over all kinds of keys\n\n";
        let sections: Vec<_> = results
            .sections
            .iter()
            .filter(|section| section.name.starts_with("suite-1k"))
            .collect();
        text += &suite::means(&sections).markdown();
        let Some(hits) = results.section("suite-1k-hit") else { continue };
        text += "\n### Hits by the kind of key\n\n\
                 | key | fastest proven | fastest PRF | fastest heuristic |\n|---|---|---|---|\n";
        for case in &hits.cases {
            let [proven, prf, heuristic] = Promise::ALL.map(|promise| fastest(case, promise));
            let _ = writeln!(text, "| {} | {proven} | {prf} | {heuristic} |", case.name);
        }
    }
    text
}

/// Formats the fastest hasher that makes a promise, with its time. Uneven ones do not take part.
fn fastest(case: &Case, promise: Promise) -> String {
    let is_one = |row: &&Row| row.promise == promise && row.name != UNEVEN;
    let row = case.rows.iter().filter(is_one).min_by(|a, b| a.ns.total_cmp(&b.ns));
    row.map_or_else(String::new, |row| format!("`{}` {:.2}", row.display(), row.ns))
}
