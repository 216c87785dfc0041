//! `hsum check SUMS`: verifying lists of hashes.

use crate::algorithms::{ALGORITHMS, Hasher};
use crate::cli::CheckArgs;
use crate::input::{Input, inputs, reason};
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::parallel::in_order;
use crate::progress::Progress;
use crate::sums::{Format, Line, escaped};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::{convert, mem, slice};

pub(crate) fn run(args: &CheckArgs, out: &mut Output) -> Result<(), Failure> {
    let material = Material::read(&args.key)?;
    // A key that does not fit an algorithm is a matter of the lines that use it.
    let hashers = ALGORITHMS.iter().map(|a| (a.name, material.hasher(a, args.backend))).collect();
    let progress = Progress::bytes(None);
    out.set_progress(&progress);
    let checker = Checker { args, hashers, progress };
    for sums in inputs(&args.sums, false) {
        let checked = sums.and_then(|sums| checker.check(&sums, out));
        if let Err(failure) = checked {
            out.complain(&failure);
        }
    }
    Ok(())
}

/// What became of a line.
enum Outcome {
    Same(PathBuf),
    Differs(PathBuf),
    /// There is no such file, and that does not matter.
    Missing,
    Unread(Failure),
    /// It is none; its number.
    Improper(usize),
    /// The list cannot be read any further.
    Broken(String),
}

/// So many improper lines of a list are named; the rest are counted. A file that is no list at all
/// has thousands.
const NAMED: u64 = 10;

#[derive(Default)]
struct Counts {
    same: u64,
    differing: u64,
    missing: u64,
    unread: u64,
    improper: u64,
}

struct Checker<'a> {
    args: &'a CheckArgs,
    hashers: HashMap<&'static str, Result<Box<dyn Hasher>, Failure>>,
    progress: Progress,
}

impl Checker<'_> {
    fn check(&self, sums: &Input, out: &mut Output) -> Result<(), Failure> {
        let complaint = |why: &str| Failure::new(sums.name(), why);
        let list = sums.open().map_err(|error| complaint(&reason(&error)))?;
        let mut counts = Counts::default();
        let mut broken = None;
        let status = self.args.status;
        in_order(
            self.lines(list),
            out,
            |line| line.map_or_else(convert::identity, |line| self.outcome(line)),
            |out, outcome| match outcome {
                Outcome::Same(name) => {
                    counts.same += 1;
                    if !self.args.quiet && !status {
                        say(out, &name, "OK");
                    }
                }
                Outcome::Differs(name) => {
                    counts.differing += 1;
                    if !status {
                        say(out, &name, "FAILED");
                    }
                }
                Outcome::Missing => counts.missing += 1,
                Outcome::Unread(failure) => {
                    counts.unread += 1;
                    out.complain(&failure);
                    if !status {
                        say(out, failure.name.as_ref(), "FAILED open or read");
                    }
                }
                Outcome::Improper(number) => {
                    counts.improper += 1;
                    out.fail();
                    if counts.improper <= NAMED && !status {
                        out.warn(&complaint(&format!("{number}: improperly formatted line")));
                    }
                }
                Outcome::Broken(reason) => broken = Some(reason),
            },
        );
        match broken {
            Some(reason) => Err(complaint(&reason)),
            None => self.sum_up(&counts, out, complaint),
        }
    }

    /// The lines of a list but empty ones and comments, or what became of them already.
    fn lines(&self, list: impl Read) -> impl Iterator<Item = Result<Line, Outcome>> {
        let format = Format { tag: false, zero: self.args.zero };
        let lines = BufReader::new(list).split(format.end()).enumerate();
        // A list that fails once may do so for ever.
        let mut broken = false;
        let lines = lines.take_while(move |(_, line)| !mem::replace(&mut broken, line.is_err()));
        lines.filter_map(move |(index, line)| {
            let line = match line {
                Ok(line) => line,
                Err(error) => return Some(Err(Outcome::Broken(reason(&error)))),
            };
            let line = line.strip_suffix(b"\r").filter(|_| !format.zero).unwrap_or(&line);
            if line.is_empty() || line.starts_with(b"#") {
                return None;
            }
            let parsed = Line::parse(line, self.args.algorithm, format.zero);
            Some(parsed.ok_or(Outcome::Improper(index + 1)))
        })
    }

    fn outcome(&self, line: Line) -> Outcome {
        let unread = |reason| Outcome::Unread(Failure::new(&line.name, reason));
        let hasher = match &self.hashers[line.algorithm.name] {
            Ok(hasher) => hasher,
            Err(Failure { name, reason }) => {
                return unread(format!("{}: {reason}", name.display()));
            }
        };
        let input = match Input::named(&line.name) {
            Ok(input) => input,
            Err(failure) => return Outcome::Unread(failure),
        };
        match input.digests(slice::from_ref(hasher), &self.progress) {
            Ok(digests)
                if digests.first().map(|d| d.first(line.digest.bits())) == Some(line.digest) =>
            {
                Outcome::Same(line.name)
            }
            Ok(_) => Outcome::Differs(line.name),
            Err(error) if self.args.ignore_missing && error.kind() == ErrorKind::NotFound => {
                Outcome::Missing
            }
            Err(error) => unread(reason(&error)),
        }
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
            if count > 0 && !self.args.status {
                let noun = if count == 1 { one } else { many };
                out.warn(&complaint(&format!("WARNING: {count} {noun} {what}")));
            }
        }
        if same + differing + unread == 0 && !self.args.status {
            out.warn(&complaint("no file was verified"));
        }
        if same == 0 || differing + unread > 0 {
            out.fail();
        }
        Ok(())
    }
}

/// Prints `NAME: VERDICT`.
fn say(out: &mut Output, name: &Path, verdict: &str) {
    let (mark, name) = escaped(name.as_os_str().as_encoded_bytes());
    out.buffer().extend([mark, &name, b": ", verdict.as_bytes(), b"\n"].concat());
}
