//! The counts as they are stored, and the page that is made from them.

use super::maps;
use crate::results::Machine;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;

/// The counts of one build.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The machine and the build.
    pub machine: Machine,
    /// The hashes of byte strings.
    pub hashes: Vec<Row>,
    /// The hashers of maps.
    pub maps: Vec<maps::Row>,
}

/// A hash with the worst of the pairs that were counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name.
    pub name: String,
    /// Whether it is of the family.
    pub ours: bool,
    /// What was drawn.
    pub key: String,
    /// The bound that is proved for 64 bytes, if any.
    pub bound: Option<String>,
    /// The binary logarithm of the number of keys.
    pub keys: u32,
    /// The pair that collides most; of several the first.
    pub worst: Counted,
}

/// A pair with its count.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// What the messages are.
    pub name: String,
    /// Who published it; empty for those of the search.
    pub source: String,
    /// Under how many keys it collides.
    pub collisions: u64,
}

impl Row {
    fn bound(&self) -> &str {
        self.bound.as_deref().unwrap_or("none")
    }
}

/// Formats a share as a power of two, with the count.
fn share(collisions: u64, keys: u32) -> String {
    match collisions {
        0 => format!("none of 2^{keys}"),
        _ if collisions == 1 << keys => format!("all of 2^{keys}"),
        _ => {
            #[expect(clippy::cast_precision_loss, reason = "a figure of three digits")]
            let log = (collisions as f64).log2() - f64::from(keys);
            format!("2^{log:.1} ({collisions} of 2^{keys})")
        }
    }
}

/// Reads the stored runs: of the default build, and of the native one if there is one.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn read(folder: &Path) -> Result<Vec<Run>, String> {
    let read = |build: &str| {
        let path = folder.join("witness").join(format!("{build}.json"));
        let error = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|e| error(&e))?;
        serde_json::from_str(&text).map_err(|e| error(&e))
    };
    let mut runs = vec![read("default")?];
    if folder.join("witness/native.json").exists() {
        runs.push(read("native")?);
    }
    Ok(runs)
}

/// The rows of the default build, and those that only the native one has.
fn rows<T>(runs: &[Run], of: impl Fn(&Run) -> &[T], name: impl Fn(&T) -> &str) -> Vec<(&Run, &T)> {
    let mut rows: Vec<(&Run, &T)> = Vec::new();
    for run in runs {
        for row in of(run) {
            if !rows.iter().any(|(_, known)| name(known) == name(row)) {
                rows.push((run, row));
            }
        }
    }
    rows
}

/// The beginning of the page.
const START: &str = "\
# Two given messages under random keys

Written by `report --readme` from the runs of `witness --save` in `witness/`. The messages are chosen before the key is
drawn: by others, who published them in September 2026, or by a small search. Keys are uniform, and one key is tried on all
pairs. A share is the part of the keys under which both messages have one hash.

The search tries some hundreds of pairs of 4 to 64 bytes: blocks complemented, alone or two at once or in each other's
place; words that a function multiplies, set to the constants that it adds to them, so that the product may be 0; and
solutions for CityHash and gxhash, whose seeds come in after all of the message. It counts all of them under few keys, the
48 that collide most (the simplest, if none does) under more, and at last the first three under fresh keys, so that the
choice does not bias the count. A pair that it does not try may be worse by any factor. That rapidhash and CityHash have pairs
that collide under every seed is known; rapidhash's author recommends secrets of one's own.

**A share is a lower bound on the worst pair of its hash.** \"None\" shows nothing for a hash without a theorem. For our
functions the counts only check the program, because their bound is proved; it is that for 64 bytes.
";

/// Writes the page.
#[must_use]
pub fn page(runs: &[Run]) -> String {
    let mut text = START.to_owned();
    for run in runs {
        let Machine { cpu, build, rustc, date, peers, .. } = &run.machine;
        let peers = peers.join(", ");
        let _ = write!(text, "\nThe {build} build: {date}, {cpu}, {rustc}; {peers}.\n");
    }
    text += "\n## Byte strings\n\n";
    text += &worst(runs);
    text += "\n`foldhash` and `ahash` hash the bytes by one `write`. Rows of the native build are those that the default \
             build lacks.\n\n";
    text += MAPS;
    let maps = rows(runs, |run| &run.maps, |row| &row.name);
    for (_, row) in &maps {
        for worst in row.types.iter().filter(|worst| worst.collisions > 0) {
            let share = share(worst.collisions, row.keys);
            let _ =
                writeln!(text, "| {} | `{}` | {} | {share} |", row.name, worst.values, worst.pair);
        }
    }
    text += "\nNo pair of any type collided:\n\n| hasher | keys | proven |\n|---|---|---|\n";
    for (_, row) in &maps {
        if row.types.iter().all(|worst| worst.collisions == 0) {
            let _ = writeln!(text, "| {} | 2^{} | {} |", row.name, row.keys, row.bound);
        }
    }
    text
}

/// The beginning of the part on maps.
const MAPS: &str = "\
## Hashers of maps

The worst pair that the search found among values of a type, by `BuildHasher::hash_one`. The whole hashes are equal, so both
values are in one bucket of any map. Values are pairs of some 36 words, among them the constants of the hashes; strings are
those above, cut to seven bits a byte. `multilinear_hash` and `clhash` draw a state as a program does, from a key of the
process. Types without a row had no collision.

| hasher | type | worst pair | share of keys |
|---|---|---|---|
";

/// Writes the table of the worst pairs of byte strings.
fn worst(runs: &[Run]) -> String {
    let mut text =
        "| hash | worst known pair | from | share of keys | proven |\n|---|---|---|--:|--:|\n"
            .to_owned();
    let mut ours = Vec::new();
    for (run, row) in rows(runs, |run| &run.hashes, |row| &row.name) {
        if row.ours && row.worst.collisions == 0 {
            ours.push(format!("{} ({})", row.name, row.bound()));
            continue;
        }
        let pair = &row.worst;
        let from = if pair.source.is_empty() { "our search" } else { &pair.source };
        let [name, from] = if pair.collisions == 0 { ["", ""] } else { [&*pair.name, from] };
        let build = if run.machine.build == "native" { ", native build" } else { "" };
        let _ = writeln!(
            text,
            "| {}{build} | {name} | {from} | {} | {} |",
            row.name,
            share(pair.collisions, row.keys),
            row.bound(),
        );
    }
    let _ = writeln!(
        text,
        "\nOf ours, with the bound for 64 bytes, none had a collision under its keys: {}.",
        ours.join(", ")
    );
    text
}

/// Writes the README's sentence: the hashes of which some pair collides under every key that was
/// tried.
#[must_use]
pub fn sentence(runs: &[Run]) -> String {
    let rows = rows(runs, |run| &run.hashes, |row| &row.name);
    let always = rows
        .iter()
        .map(|(_, row)| *row)
        .filter(|row| !row.ours && row.worst.collisions == 1 << row.keys);
    let keys = always.clone().map(|row| row.keys).min().unwrap_or_default();
    let named = |row: &Row| match row.name.split_once(", ") {
        Some((name, key)) => format!("{name} ({key})"),
        None => row.name.clone(),
    };
    let mut names: Vec<_> = always.map(named).collect();
    let last = names.pop().unwrap_or_default();
    format!(
        "- {} and {last} each have\n  [two fixed messages](lab/results/witness.md) that collide under all 2^{keys} seeds \
         that we tried.\n",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        assert_eq!(share(0, 18), "none of 2^18");
        assert_eq!(share(1 << 18, 18), "all of 2^18");
        assert_eq!(share(3 << 10, 20), "2^-8.4 (3072 of 2^20)");
    }

    /// The page and the README's sentence are those that the stored runs give, and ours are within
    /// the bound: with 2^-55 or less, a collision among 2^18 keys would refute it.
    #[test]
    fn the_page_is_written_by_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
        let runs = read(&folder).expect("the stored runs");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
        let kept = std::fs::read_to_string(path).expect("the README");
        assert!(kept.contains(&sentence(&runs)), "the README lacks: {}", sentence(&runs));
        let ours: Vec<_> = runs[0].hashes.iter().filter(|row| row.ours).collect();
        // Functions may be newer than the stored runs.
        let stored: Vec<_> = ours.iter().map(|row| row.name.as_str()).collect();
        let expected = super::super::hashes::ours();
        let expected = expected.iter().map(|hash| hash.name).filter(|name| stored.contains(name));
        assert!(stored.iter().copied().eq(expected), "{ours:?}");
        for row in ours {
            assert!(row.keys >= 18 && row.worst.collisions == 0, "{row:?}");
        }
    }
}
