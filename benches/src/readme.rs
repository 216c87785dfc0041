//! The part of the report that goes into the README: a table and a picture.

use crate::plots;
use crate::results::{Results, Row};
use crate::summary::{self, Answer, Best};
use crate::svg::{self, Size, digits};
use std::fmt::Write as _;

/// The job of the codes of whole messages.
const MAC: &str = "MAC, 1 KiB";

/// The jobs in the README, by their names in the summary.
const ROWS: [&str; 10] = [
    "Short keys, 1–16 B, one after the other",
    "Short strings, 1–64 B, independent",
    "1 KiB",
    "1 MiB",
    "Batch of strings, 5–38 B",
    "128 bits, 1 KiB",
    MAC,
    "Map of 1,000 u64, hits",
    "Map of 1,000 strings, hits",
    "MD5, 64 messages of 1 KiB",
];

/// The size of the picture, which is as wide as a page of text.
const SIZE: Size = Size { width: 850, height: 400, font: 16, legend: 260 };

/// Draws the picture: the first question of the report.
///
/// # Errors
/// Returns an error if the results lack the section of that question.
pub fn picture(results: &Results) -> Result<String, String> {
    let groups = plots::groups(std::slice::from_ref(results));
    let first = groups.first().and_then(|group| Some((group, group.plots.first()?)));
    let (group, plot) = first.ok_or("the results have no section throughput")?;
    Ok(svg::alone(&group.draw(plot, SIZE)))
}

/// Writes the section on speed from the default build, and from the native one if it was measured.
/// `picture` is the path of the picture.
#[must_use]
pub fn markdown(default: &Results, native: Option<&Results>, picture: &str) -> String {
    let machine = &default.machine;
    let mut text = format!(
        "## Speed\n\n{}, {}, {}, a default build: kernels are chosen at run time. A cell shows the \
         fastest function of its kind. The ratio is the peer's time divided by that of our \
         function of the same kind or, for heuristic hashes, of our fastest: above 1, ours is \
         faster.\n\n\
         | | ours, proven | best proven peer | ours, PRF | best PRF peer | best heuristic |\n\
         |---|---|---|---|---|---|\n",
        machine.cpu, machine.date, machine.rustc
    );
    let answers = summary::answers(default);
    let native_answers = native.map(summary::answers).unwrap_or_default();
    for answer in ROWS.iter().filter_map(|name| answers.iter().find(|a| a.job.name == *name)) {
        let [proven, prf, heuristic] = answer.best;
        // Where nothing is proven or pseudo-random, as for MD5, ours is in the first column.
        let ours = proven.ours.or(heuristic.ours);
        let _ = writeln!(
            text,
            "| {}, {} | {} | {} | {} | {} | {} |",
            answer.job.name,
            answer.job.unit.label(),
            cell(answer, ours),
            // The crate poly1305 chooses its kernel at compile time, so the default build has a slow one.
            native_answers
                .iter()
                .find(|native| native.job.name == answer.job.name && native.job.name == MAC)
                .map_or_else(
                    || peer(answer, proven),
                    |native| { peer(native, native.best[0]) + ", both in native builds" }
                ),
            cell(answer, prf.ours),
            peer(answer, prf),
            peer(answer, heuristic),
        );
    }
    let _ = write!(text, "\n![GB/s by the length of a message]({picture})\n\n");
    if let Some(native) = native {
        let answers = summary::answers(native);
        let heuristic = |name: &str| {
            let answer = answers.iter().find(|answer| answer.job.name == name)?;
            let (row, ratio) = (answer.best[2].peer?, answer.best[2].ratio?);
            Some(format!("{} with {} at {name}", row.display(), digits(ratio)))
        };
        let found: Vec<_> = ["1 KiB", "1 MiB"].into_iter().filter_map(heuristic).collect();
        if !found.is_empty() {
            let _ = write!(
                text,
                "With `-C target-cpu=native` the best heuristic hashes are {}.\n\n",
                found.join(", and ")
            );
        }
    }
    let losses = summary::losses(default);
    let proven: Vec<_> = losses.iter().filter(|loss| !loss.same).collect();
    if proven.is_empty() {
        text += "In these rows no proven peer of the same strength is ahead of ours; \
                 [peers](benches/results/peers-zen4.md) lists where the originals, in C and C++, are.";
    } else {
        let named = proven.iter().map(|loss| {
            let (peer, ours) = (loss.peer.display(), loss.ours.display());
            let cases =
                loss.cases.iter().map(|(case, ratio)| format!("{case}, {}", digits(*ratio)));
            let cases = cases.collect::<Vec<_>>().join("; ");
            format!("`{peer}` of `{ours}` ({}: {cases})", loss.section)
        });
        let _ =
            write!(text, "Proven peers are ahead here: {}.", named.collect::<Vec<_>>().join(", "));
    }
    text += " The report has all other figures, including other implementations of the same \
             functions: `cargo run --release --manifest-path benches/Cargo.toml --bin report` \
             writes `target/report/index.html`, and [`benches`](benches/README.md) explains how it measures.\n";
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
