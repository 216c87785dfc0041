//! `hsum --check`: verifying lists of hashes.

mod audit;
mod hashers;
mod verdict;

use crate::algorithms::{ALGORITHMS, Digest};
use crate::cli::{CheckArgs, HashArgs, WalkArgs};
use crate::ending::End;
use crate::input::{Input, Names, Places, Source, Step, batches, reason};
use crate::others;
use crate::output::{Failure, Output};
use crate::parallel::{Items, in_order};
use crate::progress::Progress;
use crate::sums::{self, Entry, Line, Reader};
use audit::Audit;
pub(crate) use hashers::{Hashers, Listed};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use verdict::{Counts, Verdict};

pub(crate) fn run(args: &HashArgs, out: &mut Output) -> Result<(), Failure> {
    let HashArgs { key, algorithm, length, nonce, backend, .. } = args;
    let hashers = Hashers::new(key, *algorithm, *length, nonce.as_ref(), *backend)?;
    let plain = algorithm.unwrap_or(&ALGORITHMS[0]);
    let rules =
        Rules { verdicts: &args.verdicts, complete: args.complete, json: args.json, is_md5: false };
    check(&args.files, |_| Reader::any(plain, args.zero), hashers, rules, &args.walk, out)
}

/// Verifies lists, each with a reader of its own.
pub(crate) fn check(
    lists: &[PathBuf],
    reader: impl Fn(&Input) -> Reader,
    hashers: Hashers,
    rules: Rules<'_>,
    walk: &WalkArgs,
    out: &mut Output,
) -> Result<(), Failure> {
    let progress = Progress::bytes(walk.no_progress, None);
    out.set_progress(&progress);
    let checker = Checker { rules, hashers, progress, audits: walk.recursive };
    let is_audited = |path: &PathBuf| walk.recursive && path.is_dir();
    let (directories, lists): (Vec<_>, Vec<_>) = lists.iter().cloned().partition(is_audited);
    if walk.recursive && directories.is_empty() {
        let reason = "compares lists with directories in --check: name one beside the lists";
        return Err(Failure::new("--recursive", reason));
    }
    let mut audit = walk.recursive.then(|| Audit::new(directories, walk));
    let (walk, left_out) = (&WalkArgs::default(), &Places::default());
    let names = Names { names: &lists, walk, as_md5sum: false, left_out };
    for sums in names.inputs() {
        let checked =
            sums.and_then(|sums| checker.check(&sums, reader(&sums), audit.as_mut(), out));
        if let Err(failure) = checked {
            out.complain(&failure);
        }
    }
    if let Some(audit) = audit {
        audit.report(&checker, out);
    }
    Ok(())
}

/// The rules for what is reported, and what is a failure.
pub(crate) struct Rules<'a> {
    pub(crate) verdicts: &'a CheckArgs,
    /// A list without the line that ends it is a failure.
    pub(crate) complete: bool,
    /// Verdicts are JSON objects.
    pub(crate) json: bool,
    /// As in md5sum, verdicts quote names for a shell, standard input may be read again, and a list
    /// on standard input has no line of it.
    pub(crate) is_md5: bool,
}

impl CheckArgs {
    /// Reports a malformed line, and what the list may be.
    pub(crate) fn improper(
        &self,
        out: &mut Output,
        number: usize,
        hint: Option<&str>,
        complaint: impl Fn(&str) -> Failure,
    ) {
        if let Some(hint) = hint.filter(|_| !self.status) {
            out.warn(&complaint(&format!("{number}: this looks like {hint}")));
        }
        if self.strict {
            out.fail();
        }
        if self.warn && !self.status {
            out.warn(&complaint(&format!("{number}: improperly formatted line")));
        }
    }

    /// Reports numbers above 0: of what, if it is one and if there are several, and what it is.
    pub(crate) fn sum_up(
        &self,
        out: &mut Output,
        numbers: &[(u64, &str, &str, &str)],
        complaint: impl Fn(&str) -> Failure,
    ) {
        for (count, one, many, what) in numbers {
            if *count > 0 && !self.status {
                let noun = if *count == 1 { one } else { many };
                out.warn(&complaint(&format!("WARNING: {count} {noun} {what}")));
            }
        }
    }
}

/// What became of a line.
enum Outcome {
    File(Line, Verdict),
    /// The line with this number is malformed, and perhaps one of another program.
    Improper(usize, Option<&'static str>),
    /// The line with this number has the tag of an unknown algorithm.
    Unknown(usize, String),
    /// The line with this number ends the list, or says what is wrong with it.
    End(usize, Result<End, String>),
    /// The reason why the list cannot be read any further.
    Broken(String),
}

/// Without --warn, further lines of unknown algorithms are only counted.
const NAMED: u64 = 10;

struct Checker<'a> {
    rules: Rules<'a>,
    hashers: Hashers,
    progress: Progress,
    /// Files that do not exist are looked for under other names.
    audits: bool,
}

impl Checker<'_> {
    fn check(
        &self,
        sums: &Input,
        reader: Reader,
        mut audit: Option<&mut Audit<'_>>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let complaint = |why: &str| Failure::of_file(sums.name(), why);
        let list = sums.open_list().map_err(|error| Failure::of_argument(sums.name(), &error))?;
        if let Some(audit) = &mut audit {
            audit.left_out.add(list.metadata());
        }
        // The lines of a pipe may come one by one. Each is checked when it arrives.
        let are_slow = !matches!(list.length(), Ok(Some(_)));
        let mut counts = Counts::default();
        let mut broken = None;
        let &CheckArgs { status, warn, .. } = self.rules.verdicts;
        let together =
            self.hashers.function(reader.plain, None).map_or(1, |hasher| hasher.together());
        let mut settle = |out: &mut Output, outcome| {
            counts.has_ended = matches!(outcome, Outcome::End(..));
            match outcome {
                Outcome::File(line, verdict) => {
                    counts.count(&line, &verdict);
                    if let Some(audit) = &mut audit {
                        audit.note(&line.name);
                    }
                    match (verdict, &mut audit) {
                        (Verdict::Missing, Some(audit)) => audit.miss(line),
                        (Verdict::Missing, None) => {}
                        (verdict, _) => {
                            if let Verdict::Unread(why) | Verdict::Unverified(why) = &verdict {
                                out.complain(&Failure::of_file(&line.name, &**why));
                            }
                            self.rules.say(out, &line, &verdict);
                        }
                    }
                }
                Outcome::Improper(number, hint) => {
                    counts.improper += 1;
                    self.rules.verdicts.improper(out, number, hint, complaint);
                }
                Outcome::Unknown(number, tag) => {
                    counts.unknown += 1;
                    // The line names a file that is not verified.
                    out.fail();
                    if (warn || counts.unknown <= NAMED) && !status {
                        let by = others::program(&tag).filter(|_| counts.unknown == 1);
                        let by = by.map_or_else(String::new, |by| format!(": {by} -c"));
                        out.warn(&complaint(&format!("{number}: unknown algorithm {tag}{by}")));
                    }
                }
                Outcome::End(_, Ok(_)) => {}
                Outcome::End(number, Err(why)) => {
                    out.complain(&complaint(&format!("{number}: {why}")));
                }
                Outcome::Broken(reason) => broken = Some(reason),
            }
        };
        let bytes = |listed: &Listed| listed.line.name.as_os_str().len();
        in_order(
            Items { items: batches(self.lines(list, reader), together, bytes), are_slow },
            out,
            |batch| batch.map_or_else(|outcome| vec![outcome], |batch| self.outcomes(batch)),
            |out, outcomes| outcomes.into_iter().for_each(|outcome| settle(out, outcome)),
        );
        match broken {
            Some(reason) => Err(complaint(&reason)),
            None => counts.sum_up(self, out, complaint),
        }
    }

    /// Returns the lines of a list with their files, or the outcomes that are known already.
    fn lines(
        &self,
        list: Source,
        reader: Reader,
    ) -> impl Iterator<Item = Step<Listed, Outcome>> + use<> {
        let (stdin_again, shared) = (self.rules.is_md5, list.shared());
        sums::entries(list, reader).map(move |entry| match entry {
            Entry::Pause => Step::Pause,
            Entry::Broken(error) => Step::Other(Outcome::Broken(reason(&error))),
            Entry::Malformed(number, hint) => Step::Other(Outcome::Improper(number, hint)),
            Entry::Unknown(number, tag) => Step::Other(Outcome::Unknown(number, tag)),
            Entry::End(number, end) => Step::Other(Outcome::End(number, end)),
            // Reading it, as /dev/stdin or by the name of a pipe, would take lines from the list.
            Entry::Line(line) if shared.is_some_and(|shared| shared.is_at(&line.name)) => {
                let reason = "is the list that is read".to_owned();
                Step::Other(Outcome::File(line, Verdict::Unread(reason)))
            }
            Entry::Line(line) => match Input::named(&line.name) {
                Ok(input) => Step::Item(Listed::new(line, input)),
                Err(_) if stdin_again => Step::Item(Listed::new(line, Input::Ended)),
                Err(Failure { reason, .. }) => {
                    Step::Other(Outcome::File(line, Verdict::Unread(reason)))
                }
            },
        })
    }

    fn outcomes(&self, mut batch: Vec<Listed>) -> Vec<Outcome> {
        self.hashers.hash(&mut batch.iter_mut().collect::<Vec<_>>(), &self.progress);
        let outcome = |Listed { line, job, without }| {
            let verdict = match without {
                Some(why) => Verdict::Unverified(why.to_string()),
                None => self.verdict(&line, job.result),
            };
            Outcome::File(line, verdict)
        };
        batch.into_iter().map(outcome).collect()
    }

    fn verdict(&self, line: &Line, found: io::Result<Digest>) -> Verdict {
        let may_miss = self.rules.verdicts.ignore_missing || self.audits;
        match found.map(|found| found.first(line.digest.bits())) {
            Ok(found) if found == line.digest => Verdict::Same,
            Ok(found) => Verdict::Differs(found),
            Err(error) if may_miss && error.kind() == ErrorKind::NotFound => Verdict::Missing,
            Err(error) => Verdict::Unread(reason(&error)),
        }
    }
}
