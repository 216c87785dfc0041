//! The races of a section, and what becomes of the section.

use crate::messages::Messages;
use crate::options::Options;
use crate::plot::Plot;
use crate::race::{Plan, Race, Task};
use crate::report::{Case, Section};
use crate::subject::Subject;
use std::ops::RangeInclusive;

/// A section that was measured, with its tables and its plot.
#[derive(Debug)]
pub struct Measured {
    /// The times.
    pub section: Section,
    /// The tables.
    pub markdown: String,
    /// The plot, if lines say something.
    pub plot: Option<Plot>,
}

/// Runs the sections that the options name. Prints and writes each as soon as it is measured.
///
/// # Errors
/// If the files cannot be written.
pub fn report(
    options: &Options,
    header: &str,
    run: impl Fn(&str, &Options) -> Vec<Measured>,
) -> Result<(), String> {
    println!("{header}");
    for name in &options.sections {
        for Measured { section, markdown, plot } in run(name, options) {
            let ghz = section.cases.iter().map(|case| case.race.ghz());
            let [low, high] = [f64::min, f64::max].map(|f| ghz.clone().fold(f64::NAN, f));
            let title = format!(
                "## {}\n\n{}\n\nClock: {low:.2}–{high:.2} GHz.",
                section.name, section.text
            );
            println!("{title}\n\n{markdown}");
            let file = format!("{title}\n\n{header}\n{markdown}");
            section
                .write(&options.out, &file, plot.as_ref())
                .map_err(|error| format!("cannot write to {}: {error}", options.out.display()))?;
        }
    }
    Ok(())
}

/// Runs a race of the tasks that the options want. Returns `None` if they want none.
#[must_use]
pub fn race(
    name: String,
    [x, bytes]: [f64; 2],
    tasks: Vec<Task<'_>>,
    options: &Options,
    plan: Plan,
) -> Option<Case> {
    let tasks: Vec<_> = tasks.into_iter().filter(|task| options.wants(task.name())).collect();
    if tasks.is_empty() {
        return None;
    }
    eprintln!("{name}");
    Some(Case { name, x, bytes, race: Race::run(tasks, plan) })
}

/// Races the subjects on independent messages of these lengths.
#[must_use]
pub fn throughput(
    subjects: &[Subject],
    lengths: RangeInclusive<usize>,
    options: &Options,
    plan: Plan,
) -> Option<Case> {
    let (name, x, messages) = series(lengths, options);
    let tasks = subjects.iter().map(|s| s.throughput(&messages)).collect();
    race(name, [x, messages.mean_len()], tasks, options, plan)
}

/// Races the subjects on messages whose address depends on the hash before.
#[must_use]
pub fn latency(
    subjects: &[Subject],
    lengths: RangeInclusive<usize>,
    options: &Options,
) -> Option<Case> {
    let (name, x, messages) = series(lengths, options);
    let tasks = subjects.iter().map(|s| s.latency(&messages)).collect();
    race(name, [x, messages.mean_len()], tasks, options, options.plan())
}

/// Returns the name of a case of these lengths, its position on the axis, and the messages.
pub(crate) fn series(lengths: RangeInclusive<usize>, options: &Options) -> (String, f64, Messages) {
    let (first, last) = (*lengths.start(), *lengths.end());
    let messages = Messages::new(lengths).aligned(options.aligned);
    if first == last {
        (size(first), first as f64, messages)
    } else {
        (format!("{first}–{last} B"), -1.0, messages)
    }
}

/// Formats a number of bytes, such as 4 KiB or 64 MiB.
#[must_use]
pub fn size(bytes: usize) -> String {
    match bytes {
        b if b >= 1 << 20 => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 => format!("{} KiB", b >> 10),
        b => format!("{b} B"),
    }
}

/// Shows every case in a table.
pub(crate) fn everything(_: &Case) -> bool {
    true
}
