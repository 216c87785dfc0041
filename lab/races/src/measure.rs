//! The races of a section.

use crate::messages::Messages;
use crate::options::Options;
use crate::race::{Plan, Race, Task};
use crate::results::{Case, Section, Unit};
use crate::subject::Subject;
use std::borrow::Borrow;
use std::ops::RangeInclusive;

/// Makes a section from its races.
#[must_use]
pub fn section(
    name: &str,
    unit: Unit,
    text: &str,
    cases: impl IntoIterator<Item = Case>,
) -> Section {
    Section { name: name.into(), text: text.into(), unit, cases: cases.into_iter().collect() }
}

/// Runs a race of the tasks that the options select. Returns `None` if they select none.
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
    options.progress.set_message(name.clone());
    let race = Race::run(tasks, plan);
    options.progress.tick();
    let x = (x >= 0.0).then_some(x);
    Some(Case { name, x, bytes, ghz: race.ghz(), rounds: race.rounds(), rows: race.rows() })
}

/// Races the subjects on independent messages of these lengths.
#[must_use]
pub fn throughput(
    subjects: &[impl Borrow<Subject>],
    lengths: RangeInclusive<usize>,
    options: &Options,
    plan: Plan,
) -> Option<Case> {
    let (name, x, messages) = series(lengths, options);
    let tasks = subjects.iter().map(|s| s.borrow().throughput(&messages)).collect();
    race(name, [x, messages.mean_len()], tasks, options, plan)
}

/// Races the subjects on messages whose address depends on the previous hash.
#[must_use]
pub fn latency(
    subjects: &[impl Borrow<Subject>],
    lengths: RangeInclusive<usize>,
    options: &Options,
) -> Option<Case> {
    let (name, x, messages) = series(lengths, options);
    let tasks = subjects.iter().map(|s| s.borrow().latency(&messages)).collect();
    race(name, [x, messages.mean_len()], tasks, options, options.plan())
}

/// Returns the name of a case with these lengths, its position on the axis, and the messages.
#[must_use]
pub fn series(lengths: RangeInclusive<usize>, options: &Options) -> (String, f64, Messages) {
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
