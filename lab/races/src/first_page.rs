//! The README's section on speed, one table from one machine, and its picture.

use crate::builds::Builds;
use crate::plots;
use crate::results::{Promise, Results, Row};
use crate::summary::{self, Answer};
use crate::svg::{self, Size, digits};
use std::fmt::Write as _;

/// The machine of the table and of the picture: that of the newest full run, beside the peers in C
/// too.
const MACHINE: &str = "zen5";

/// The jobs of the table by their names in the summary, with their names in the table.
const ROWS: [(&str, &str); 6] = [
    ("Short keys, 1–16 B, one after the other", "keys of 1–16 B, one after the other"),
    ("Short strings, 1–64 B, independent", "strings of 1–64 B"),
    ("1 KiB", "1 KiB"),
    ("1 MiB", "1 MiB"),
    ("MAC, 1 KiB", "MAC of 1 KiB"),
    ("Map of 1,000 strings, hits", "hit in a map of 1,000 strings"),
];

/// The size of the picture. Its letters can be read on a phone, where it is 400 pixels wide.
const SIZE: Size = Size { width: 560, height: 510, font: 20, legend: 185 };

/// The width of the picture where there is room.
const WIDTH: u32 = 720;

/// Returns the builds of the machine that the first page shows.
///
/// # Errors
/// Returns an error if its results are missing.
pub fn shown(machines: &[Builds]) -> Result<&Builds, String> {
    let found = machines.iter().find(|builds| builds.default.machine.name == MACHINE);
    found.ok_or_else(|| format!("there are no results of {MACHINE}"))
}

/// Draws the picture.
///
/// # Errors
/// Returns an error if the results lack the throughput of messages.
pub fn picture(builds: &Builds) -> Result<String, String> {
    let mut group = plots::picture(&builds.default).ok_or("the results have no throughput")?;
    let mut plot = group.plots.pop().ok_or("the results have no throughput")?;
    plot.notes = vec![
        format!("{}, one thread, independent messages; higher is faster.", builds.cpu()),
        "Proven: a theorem bounds the share of keys under which".to_owned(),
        "two given messages collide. Heuristic: no such bound.".to_owned(),
    ];
    group.plots.push(plot.clone());
    Ok(svg::alone(&group.draw(&plot, SIZE), WIDTH))
}

/// A peer in the race of a job.
struct Rival<'a> {
    answer: Answer<'a>,
    row: &'a Row,
    /// Its time divided by that of our fastest function with a theorem.
    ratio: f64,
    /// Whether it needs a C compiler, so that another program raced it.
    in_c: bool,
}

impl Rival<'_> {
    fn cell(&self) -> String {
        let figure = digits(self.answer.job.unit.of(self.answer.case, self.row));
        let bold = if self.ratio < summary::TIE { "**" } else { "" };
        let in_c = if self.in_c { " (C)" } else { "" };
        format!("{}{in_c} {figure}, {bold}{:.2}×{bold}", name(self.row), self.ratio)
    }
}

/// Returns the name of a function without that of its package.
fn name(row: &Row) -> String {
    let name = row.display();
    name.split(", ").next().unwrap_or_default().trim_start_matches("crate ").to_owned()
}

/// Returns the answer of a build to a job.
fn answer<'a>(results: &'a Results, job: &str) -> Option<Answer<'a>> {
    summary::answers(results).into_iter().find(|answer| answer.job.name == job)
}

/// Returns the fastest peer of a promise. Of the program that races peers in C, only those count
/// that the default build lacks.
fn rival<'a>(builds: &'a Builds, job: &str, promise: Promise) -> Option<Rival<'a>> {
    let default = answer(&builds.default, job)?;
    let of = |answer: Answer<'a>, in_c: bool| {
        let takes = |row: &Row| !in_c || default.case.row(&row.name).is_none();
        let (row, ratio) = answer.rival(answer.best[0].ours?, promise, takes)?;
        Some(Rival { answer, row, ratio, in_c })
    };
    let in_c = builds.c_peers.as_ref().and_then(|results| of(answer(results, job)?, true));
    let rivals = [of(default.clone(), false), in_c];
    rivals.into_iter().flatten().min_by(|a, b| a.row.cycles.total_cmp(&b.row.cycles))
}

/// Writes the README's section.
///
/// # Errors
/// Returns an error if a job was not measured.
pub fn section(builds: &Builds) -> Result<String, String> {
    let machine = &builds.default.machine;
    let rustc = machine.rustc.split(" (").next().unwrap_or_default();
    let mut text = format!(
        "## How fast, honestly\n\nOne CPU, {} ({}), on {}; default builds of {rustc}. \"Ours\" is our fastest function\n\
         with a theorem. After a peer's figure comes its time divided by ours in the same race: above 1, ours is faster.\n\
         A PRF is conjectured to be pseudo-random.\n\n\
         | | ours | best proven peer | best PRF peer | best heuristic |\n|---|---|---|---|---|\n",
        machine.cpu.trim_end_matches(", x86_64"),
        builds.cpu(),
        machine.date,
    );
    for (job, label) in ROWS {
        let own = answer(&builds.default, job).ok_or_else(|| format!("no race: {job}"))?;
        let ours = own.best[0].ours.ok_or_else(|| format!("no function of ours: {job}"))?;
        let unit = own.job.unit;
        let [proven, prf, heuristic] = Promise::ALL
            .map(|promise| rival(builds, job, promise).map_or_else(String::new, |r| r.cell()));
        let (ours, figure) = (name(ours), digits(unit.of(own.case, ours)));
        let label = format!("{label}, {}", unit.label());
        let _ = writeln!(text, "| {label} | {ours} {figure} | {proven} | {prf} | {heuristic} |");
    }
    let missing = |what: &str| format!("no {what} of {MACHINE}");
    let kib = "1 KiB";
    let native = builds.native.as_ref().and_then(|native| answer(native, kib));
    let native = native.ok_or_else(|| missing("native build"))?;
    let (row, ratio) =
        native.best[2].peer.zip(native.best[2].ratio).ok_or_else(|| missing("heuristic peer"))?;
    let c_peers = builds.c_peers.as_ref().and_then(|results| answer(results, kib));
    let c_peers = c_peers.ok_or_else(|| missing("race beside peers in C"))?;
    let ours = c_peers.best[0].ours.ok_or_else(|| missing("function of ours"))?;
    let figure = digits(c_peers.job.unit.of(c_peers.case, ours));
    let _ = write!(
        text,
        "\nWe lose where a ratio is bold, and with `-C target-cpu=native` also to {} at {kib}, **{ratio:.2}×**. Libraries \
         in C (C)\nrace in another program, in which {} reaches {figure} GB/s at {kib}. See \
         [more jobs, on four CPUs](lab/results/speed.md),\n\
         [every loss with its cause](lab/results/behind.md) and [the method](lab/races/README.md).\n",
        name(row),
        name(ours),
    );
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// The README's section is the one that the stored results give.
    #[test]
    fn the_first_page_has_the_stored_results() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let machines = crate::report::machines(&root.join("lab/results")).expect("the results");
        let builds = shown(&machines).expect("the machine of the first page");
        let read = |path: &str| fs::read_to_string(root.join(path)).expect("the text is UTF-8");
        let section = section(builds).expect("every job was measured");
        assert!(read("README.md").contains(&section), "report --readme prints:\n{section}");
    }

    /// Every letter and line of the picture is inside it.
    #[test]
    fn the_legend_is_inside_the_picture() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
        let machines = crate::report::machines(&folder).expect("the results");
        let picture = picture(shown(&machines).expect("the machine")).expect("the throughput");
        let texts: Vec<_> = picture.split("<text x=\"").skip(1).collect();
        assert!(texts.len() > 15, "{}", texts.len());
        for text in texts {
            let (x, rest) = text.split_once('"').expect("a number");
            let (_, rest) = rest.split_once("y=\"").expect("a number");
            let (y, rest) = rest.split_once('"').expect("a number");
            let (_, letters) = rest.split_once('>').expect("a text");
            let letters = letters.split('<').next().unwrap_or_default().trim();
            let [x, y] = [x, y].map(|number| number.parse::<f64>().expect("a number"));
            // A letter is at most 0.55 times as wide as the font is high, on average.
            let width =
                if rest.contains("\"start\"") { 9.0 * letters.chars().count() as f64 } else { 0.0 };
            assert!(
                x >= 0.0 && x + width <= f64::from(SIZE.width),
                "{letters} ends at {}",
                x + width
            );
            assert!((0.0..=f64::from(SIZE.height) - 16.0).contains(&y), "{letters} is at {y}");
        }
    }
}
