//! `hsum check SUMS`: verifying lists of hashes.

use crate::algorithms::{ALGORITHMS, Digest, Instance};
use crate::cli::CheckArgs;
use crate::input::{Input, Job, Names, Step, batches, reason};
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::parallel::{Items, in_order};
use crate::progress::Progress;
use crate::sums::{self, Entry, Line, Reader, escaped};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &CheckArgs, out: &mut Output) -> Result<(), Failure> {
    let material = Material::read(&args.key)?;
    // A key that does not fit an algorithm is a matter of the lines that use it.
    let nonce = args.nonce.as_ref();
    let hashers =
        ALGORITHMS.iter().map(|a| (a.name, material.hasher(a, nonce, args.backend))).collect();
    let rules = Rules {
        quiet: args.quiet,
        status: args.status,
        ignore_missing: args.ignore_missing,
        strict: true,
        named: NAMED,
        escape_lines_only: false,
    };
    let reader = || Reader::any(args.algorithm, args.zero);
    check(&args.sums, reader, hashers, rules, out);
    Ok(())
}

/// Verifies lists, each with a reader of its own.
pub(crate) fn check(
    lists: &[PathBuf],
    reader: impl Fn() -> Reader,
    hashers: Hashers,
    rules: Rules,
    out: &mut Output,
) {
    let progress = Progress::bytes(None);
    out.set_progress(&progress);
    let checker = Checker { rules, hashers, progress };
    for sums in (Names { names: lists, recursive: false, stdin_again: false }).inputs() {
        let checked = sums.and_then(|sums| checker.check(&sums, reader(), out));
        if let Err(failure) = checked {
            out.complain(&failure);
        }
    }
}

/// What is said, and what is wrong.
pub(crate) struct Rules {
    /// Nothing is said of files that match.
    pub(crate) quiet: bool,
    /// Nothing is said of any file.
    pub(crate) status: bool,
    /// Files that do not exist do not matter.
    pub(crate) ignore_missing: bool,
    /// Improper lines do.
    pub(crate) strict: bool,
    /// So many improper lines of a list are named.
    pub(crate) named: u64,
    /// Only names of several lines are escaped in verdicts.
    pub(crate) escape_lines_only: bool,
}

/// The hash functions of algorithms by name, or why there is none.
pub(crate) type Hashers = HashMap<&'static str, Result<Box<dyn Instance>, Failure>>;

/// What became of a line.
enum Outcome {
    Same(PathBuf),
    Differs(PathBuf),
    /// There is no such file, and that does not matter.
    Missing,
    /// The reason why there is no hash of the file.
    Unread(PathBuf, String),
    /// The line with this number is malformed.
    Improper(usize),
    /// The reason why the list cannot be read any further.
    Broken(String),
}

/// Improper lines beyond these are only counted. A file that is no list at all has thousands.
const NAMED: u64 = 10;

#[derive(Default)]
struct Counts {
    same: u64,
    differing: u64,
    missing: u64,
    unread: u64,
    improper: u64,
}

struct Checker {
    rules: Rules,
    hashers: Hashers,
    progress: Progress,
}

impl Checker {
    fn check(&self, sums: &Input, reader: Reader, out: &mut Output) -> Result<(), Failure> {
        let complaint = |why: &str| Failure::of_file(sums.name(), why);
        let list = sums.open_list().map_err(|error| complaint(&reason(&error)))?;
        // The lines of a pipe may come one by one, and each is checked when it is there.
        let are_slow = !matches!(list.length(), Ok(Some(_)));
        let mut counts = Counts::default();
        let mut broken = None;
        let status = self.rules.status;
        let together = self.hashers[reader.plain.name].as_ref().map_or(1, |h| h.together());
        let mut settle = |out: &mut Output, outcome| match outcome {
            Outcome::Same(name) => {
                counts.same += 1;
                if !self.rules.quiet && !status {
                    self.say(out, &name, "OK");
                }
            }
            Outcome::Differs(name) => {
                counts.differing += 1;
                if !status {
                    self.say(out, &name, "FAILED");
                }
            }
            Outcome::Missing => counts.missing += 1,
            Outcome::Unread(name, reason) => {
                counts.unread += 1;
                out.complain(&Failure::of_file(&name, reason));
                if !status {
                    self.say(out, &name, "FAILED open or read");
                }
            }
            Outcome::Improper(number) => {
                counts.improper += 1;
                if self.rules.strict {
                    out.fail();
                }
                if counts.improper <= self.rules.named && !status {
                    out.warn(&complaint(&format!("{number}: improperly formatted line")));
                }
            }
            Outcome::Broken(reason) => broken = Some(reason),
        };
        let bytes = |listed: &Listed| listed.line.name.as_os_str().len();
        in_order(
            Items { items: batches(lines(list, reader), together, bytes), are_slow },
            out,
            |batch| batch.map_or_else(|outcome| vec![outcome], |batch| self.outcomes(batch)),
            |out, outcomes| outcomes.into_iter().for_each(|outcome| settle(out, outcome)),
        );
        match broken {
            Some(reason) => Err(complaint(&reason)),
            None => self.sum_up(&counts, out, complaint),
        }
    }

    fn outcomes(&self, mut batch: Vec<Listed>) -> Vec<Outcome> {
        for run in batch.chunk_by_mut(|a, b| a.line.algorithm.name == b.line.algorithm.name) {
            match &self.hashers[run[0].line.algorithm.name] {
                Ok(hasher) => {
                    let mut jobs: Vec<_> = run.iter_mut().map(|listed| &mut listed.job).collect();
                    hasher.digests(&mut jobs, &self.progress);
                }
                Err(why) => {
                    let results = run.iter_mut().map(|listed| &mut listed.job.result);
                    results.for_each(|result| *result = Err(io::Error::other(why.to_string())));
                }
            }
        }
        batch.into_iter().map(|listed| self.outcome(listed)).collect()
    }

    fn outcome(&self, Listed { line: Line { name, digest, .. }, job }: Listed) -> Outcome {
        match job.result {
            Ok(found) if found.first(digest.bits()) == digest => Outcome::Same(name),
            Ok(_) => Outcome::Differs(name),
            Err(error) if self.rules.ignore_missing && error.kind() == ErrorKind::NotFound => {
                Outcome::Missing
            }
            Err(error) => Outcome::Unread(name, reason(&error)),
        }
    }

    /// Prints `NAME: VERDICT`.
    fn say(&self, out: &mut Output, name: &Path, verdict: &str) {
        let raw = name.as_os_str().as_encoded_bytes();
        let (mark, name) = if self.rules.escape_lines_only && !raw.contains(&b'\n') {
            (&b""[..], raw.into())
        } else {
            escaped(raw)
        };
        out.buffer().extend([mark, &name, b": ", verdict.as_bytes(), b"\n"].concat());
    }

    fn sum_up(
        &self,
        counts: &Counts,
        out: &mut Output,
        complaint: impl Fn(&str) -> Failure,
    ) -> Result<(), Failure> {
        let &Counts { same, differing, missing, unread, improper } = counts;
        if same + differing + missing + unread == 0 {
            return Err(complaint("no properly formatted checksum lines found"));
        }
        let trouble = [
            (improper, "line is", "lines are", "improperly formatted"),
            (unread, "listed file", "listed files", "could not be read"),
            (differing, "computed checksum", "computed checksums", "did NOT match"),
        ];
        for (count, one, many, what) in trouble {
            if count > 0 && !self.rules.status {
                let noun = if count == 1 { one } else { many };
                out.warn(&complaint(&format!("WARNING: {count} {noun} {what}")));
            }
        }
        if same + differing + unread == 0 && !self.rules.status {
            out.warn(&complaint("no file was verified"));
        }
        if same == 0 || differing + unread > 0 {
            out.fail();
        }
        Ok(())
    }
}

/// A line of a list, with its file and what became of that.
struct Listed {
    line: Line,
    job: Job<Digest>,
}

/// The lines of a list with their files, or the outcomes that are known already.
fn lines(list: impl Read, reader: Reader) -> impl Iterator<Item = Step<Listed, Outcome>> {
    sums::entries(list, reader).map(|entry| match entry {
        Entry::Pause => Step::Pause,
        Entry::Broken(error) => Step::Other(Outcome::Broken(reason(&error))),
        Entry::Malformed(number) => Step::Other(Outcome::Improper(number)),
        Entry::Line(line) => match Input::named(&line.name) {
            Ok(input) => Step::Item(Listed { line, job: Job::new(input) }),
            Err(Failure { reason, .. }) => Step::Other(Outcome::Unread(line.name, reason)),
        },
    })
}
