//! `hsum --check`: verifying lists of hashes.

use crate::algorithms::{ALGORITHMS, Algorithm, Digest, Hasher, cut};
use crate::cli::{CheckArgs, HashArgs, HexBytes, WalkArgs};
use crate::input::{Input, Job, Names, Source, Step, batches, reason};
use crate::json;
use crate::keys::Material;
use crate::output::{Failure, Output};
use crate::parallel::{Items, in_order};
use crate::progress::Progress;
use crate::quote::quote;
use crate::sums::{self, Entry, Line, Mark, Reader, escaped};
use serde_json::json;
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) fn run(args: &HashArgs, out: &mut Output) -> Result<(), Failure> {
    let material = Material::read(&args.key)?;
    let plain = args.algorithm.unwrap_or(&ALGORITHMS[0]);
    // An algorithm that was chosen holds for all lines, and under a key the default is a choice.
    // Otherwise the author of a list would choose what the key is used for, and some algorithms
    // hash some messages to 0 under every key.
    let only = (args.algorithm.is_some() || material.is_key()).then_some(plain);
    let hashers = Hashers {
        material,
        nonce: args.nonce.clone(),
        backend: args.backend,
        only,
        bits: args.length.map(|length| cut(plain, "--length", length)).transpose()?,
        made: Mutex::default(),
    };
    if args.algorithm.is_some() {
        hashers.material.fits(plain)?;
    }
    let rules = Rules { verdicts: &args.verdicts, json: args.json, is_md5: false };
    check(&args.files, |_| Reader::any(plain, args.zero), hashers, rules, &args.walk, out);
    Ok(())
}

/// Verifies lists, each with a reader of its own.
pub(crate) fn check(
    lists: &[PathBuf],
    reader: impl Fn(&Input) -> Reader,
    hashers: Hashers,
    rules: Rules<'_>,
    walk: &WalkArgs,
    out: &mut Output,
) {
    let progress = Progress::bytes(walk.no_progress, None);
    out.set_progress(&progress);
    let checker = Checker { rules, hashers, progress };
    let names = Names { names: lists, walk: &WalkArgs::default(), stdin_again: false };
    for sums in names.inputs() {
        let checked = sums.and_then(|sums| checker.check(&sums, reader(&sums), out));
        if let Err(failure) = checked {
            out.complain(&failure);
        }
    }
}

/// The rules for what is reported, and what is a failure.
pub(crate) struct Rules<'a> {
    pub(crate) verdicts: &'a CheckArgs,
    /// Verdicts are JSON objects.
    pub(crate) json: bool,
    /// As in md5sum, verdicts quote names for a shell, standard input may be read again, and a list
    /// on standard input has no line of it.
    pub(crate) is_md5: bool,
}

/// The hash functions that lines need.
pub(crate) struct Hashers {
    /// The key that the options give.
    pub(crate) material: Material,
    pub(crate) nonce: Option<HexBytes>,
    pub(crate) backend: Option<&'static str>,
    /// The algorithm that lines must have, if one was chosen.
    pub(crate) only: Option<&'static Algorithm>,
    /// The number of bits that hashes must have, or else all of the algorithm's. Otherwise the
    /// author of a list could choose a tag so short that it is guessed.
    pub(crate) bits: Option<usize>,
    /// The functions made so far, by algorithm and by the seed if a line records one.
    pub(crate) made: Mutex<HashMap<(&'static str, Option<u64>), Made>>,
}

/// A hash function, or the reason why there is none.
pub(crate) type Made = Result<Arc<Hasher>, Failure>;

impl Hashers {
    /// The number of functions that are kept, more than there are algorithms. The limit bounds the
    /// memory for lists of many seeds.
    const KEPT: usize = 64;

    /// Returns the hash function of a line.
    fn of_line(&self, line: &Line) -> Made {
        let Line { algorithm, mark, digest, .. } = *line;
        if let Some(only) = self.only.filter(|only| only.name != algorithm.name) {
            let reason = format!(
                "the line is of {}, and only {} is verified: give -a {0}",
                algorithm.name, only.name
            );
            return Err(Failure::new("--algorithm", reason));
        }
        let (found, wanted) = (digest.bits(), self.bits.unwrap_or(algorithm.output_bits));
        if found != wanted {
            let [found, wanted] = [found, wanted].map(|bits| bits / 8);
            let reason = format!("the line has a hash of {found} bytes, and {wanted} are verified");
            return Err(Failure::new("--length", reason));
        }
        let seed = match (mark, &self.material) {
            (Mark::None, _) | (Mark::Key, Material::Bytes { .. }) => None,
            (Mark::Seed(seed), Material::Public) => Some(seed),
            (Mark::Seed(seed), Material::Seed(given)) if seed == *given => None,
            (Mark::Seed(_), Material::Seed(_)) => {
                return Err(Failure::new("--seed", "the line records another seed"));
            }
            (Mark::Seed(_), Material::Bytes { .. }) => {
                return Err(Failure::new("--key", "the line records a seed instead of a key"));
            }
            (Mark::Key, _) => {
                let reason = "the hash was made with a key: give --key or --key-file";
                return Err(Failure::new("--key", reason));
            }
        };
        self.function(algorithm, seed)
    }

    /// Returns the hash function under the key of a seed, or else under the key of the options.
    fn function(&self, algorithm: &'static Algorithm, seed: Option<u64>) -> Made {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= Self::KEPT {
            made.clear();
        }
        let make = || {
            let of_seed = seed.map(Material::Seed);
            let material = of_seed.as_ref().unwrap_or(&self.material);
            material.hasher(algorithm, self.nonce.as_ref(), self.backend).map(Arc::from)
        };
        made.entry((algorithm.name, seed)).or_insert_with(make).clone()
    }
}

/// The result of a line.
enum Outcome {
    Same(PathBuf),
    /// The hash differs. The line recorded this about the key.
    Differs(PathBuf, Mark),
    /// There is no such file, and missing files are ignored.
    Missing,
    /// The reason why there is no hash of the file.
    Unread(PathBuf, String),
    /// The line with this number is malformed.
    Improper(usize),
    /// The line with this number has the tag of an unknown algorithm.
    Unknown(usize, String),
    /// The reason why the list cannot be read any further.
    Broken(String),
}

/// Without --warn, further lines of unknown algorithms are only counted.
const NAMED: u64 = 10;

#[derive(Default)]
struct Counts {
    same: u64,
    differing: u64,
    /// The differing lines that record nothing about the key.
    unmarked: u64,
    missing: u64,
    unread: u64,
    improper: u64,
    unknown: u64,
}

struct Checker<'a> {
    rules: Rules<'a>,
    hashers: Hashers,
    progress: Progress,
}

impl Checker<'_> {
    fn check(&self, sums: &Input, reader: Reader, out: &mut Output) -> Result<(), Failure> {
        let complaint = |why: &str| Failure::of_file(sums.name(), why);
        let list = sums.open_list().map_err(|error| Failure::of_argument(sums.name(), &error))?;
        // The lines of a pipe may come one by one. Each is checked when it arrives.
        let are_slow = !matches!(list.length(), Ok(Some(_)));
        let mut counts = Counts::default();
        let mut broken = None;
        let &CheckArgs { quiet, status, strict, warn, .. } = self.rules.verdicts;
        let together =
            self.hashers.function(reader.plain, None).map_or(1, |hasher| hasher.together());
        let mut settle = |out: &mut Output, outcome| match outcome {
            Outcome::Same(name) => {
                counts.same += 1;
                if !quiet && !status {
                    self.say(out, &name, Verdict::Same);
                }
            }
            Outcome::Differs(name, mark) => {
                counts.differing += 1;
                counts.unmarked += u64::from(mark == Mark::None);
                if !status {
                    self.say(out, &name, Verdict::Differs);
                }
            }
            Outcome::Missing => counts.missing += 1,
            Outcome::Unread(name, reason) => {
                counts.unread += 1;
                out.complain(&Failure::of_file(&name, reason));
                if !status {
                    self.say(out, &name, Verdict::Unread);
                }
            }
            Outcome::Improper(number) => {
                counts.improper += 1;
                if strict {
                    out.fail();
                }
                if warn && !status {
                    out.warn(&complaint(&format!("{number}: improperly formatted line")));
                }
            }
            Outcome::Unknown(number, tag) => {
                counts.unknown += 1;
                // The line names a file that is not verified.
                out.fail();
                if (warn || counts.unknown <= NAMED) && !status {
                    out.warn(&complaint(&format!("{number}: unknown algorithm {tag}")));
                }
            }
            Outcome::Broken(reason) => broken = Some(reason),
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
            None => self.sum_up(&counts, out, complaint),
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
            Entry::Malformed(number) => Step::Other(Outcome::Improper(number)),
            Entry::Unknown(number, tag) => Step::Other(Outcome::Unknown(number, tag)),
            // Reading it, as /dev/stdin or by the name of a pipe, would take lines from the list.
            Entry::Line(line) if shared.is_some_and(|shared| shared.is_at(&line.name)) => {
                let reason = "is the list that is read".to_owned();
                Step::Other(Outcome::Unread(line.name, reason))
            }
            Entry::Line(line) => match Input::named(&line.name) {
                Ok(input) => Step::Item(Listed { line, job: Job::new(input) }),
                Err(_) if stdin_again => Step::Item(Listed { line, job: Job::new(Input::Ended) }),
                Err(Failure { reason, .. }) => Step::Other(Outcome::Unread(line.name, reason)),
            },
        })
    }

    fn outcomes(&self, mut batch: Vec<Listed>) -> Vec<Outcome> {
        let kind =
            |Listed { line, .. }: &Listed| (line.algorithm.name, line.mark, line.digest.bits());
        for run in batch.chunk_by_mut(|a, b| kind(a) == kind(b)) {
            match self.hashers.of_line(&run[0].line) {
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

    fn outcome(&self, Listed { line: Line { name, digest, mark, .. }, job }: Listed) -> Outcome {
        let ignores = self.rules.verdicts.ignore_missing;
        match job.result {
            Ok(found) if found.first(digest.bits()) == digest => Outcome::Same(name),
            Ok(_) => Outcome::Differs(name, mark),
            Err(error) if ignores && error.kind() == ErrorKind::NotFound => Outcome::Missing,
            Err(error) => Outcome::Unread(name, reason(&error)),
        }
    }

    /// Prints `NAME: VERDICT`.
    fn say(&self, out: &mut Output, name: &Path, verdict: Verdict) {
        let (text, word) = match verdict {
            Verdict::Same => ("OK", "ok"),
            Verdict::Differs => ("FAILED", "failed"),
            Verdict::Unread => ("FAILED open or read", "unread"),
        };
        if self.rules.json {
            return json::file(out.buffer(), name.as_os_str(), json!({ "status": word }));
        }
        if self.rules.is_md5 {
            let line = format!("{}: {text}\n", quote(name.as_os_str()));
            return out.buffer().extend(line.into_bytes());
        }
        let (mark, name) = escaped(name.as_os_str().as_encoded_bytes());
        out.buffer().extend([mark, &name, b": ", text.as_bytes(), b"\n"].concat());
    }

    fn sum_up(
        &self,
        counts: &Counts,
        out: &mut Output,
        complaint: impl Fn(&str) -> Failure,
    ) -> Result<(), Failure> {
        let &Counts { same, differing, unmarked, missing, unread, improper, unknown } = counts;
        let status = self.rules.verdicts.status;
        if same + differing + missing + unread + unknown == 0 {
            return Err(complaint("no properly formatted checksum lines found"));
        }
        let trouble = [
            (improper, "line is", "lines are", "improperly formatted"),
            (unknown, "line has", "lines have", "an unknown algorithm"),
            (unread, "listed file", "listed files", "could not be read"),
            (differing, "computed checksum", "computed checksums", "did NOT match"),
        ];
        for (count, one, many, what) in trouble {
            if count > 0 && !status {
                let noun = if count == 1 { one } else { many };
                out.warn(&complaint(&format!("WARNING: {count} {noun} {what}")));
            }
        }
        // It is more likely that an option is missing than that all files have changed.
        if same == 0 && differing > 0 && unmarked == differing && !status && !self.rules.is_md5 {
            let other = if self.hashers.material.is_key() { "key" } else { "seed" };
            out.warn(&complaint(&format!("no hash matched: wrong algorithm or {other}?")));
        }
        if same + differing + unread + unknown == 0 && !status {
            out.warn(&complaint("no file was verified"));
        }
        if same == 0 || differing + unread > 0 {
            out.fail();
        }
        Ok(())
    }
}

/// The verdict on a file.
#[derive(Clone, Copy)]
enum Verdict {
    Same,
    Differs,
    Unread,
}

/// A line of a list, with its file and the hash of that.
struct Listed {
    line: Line,
    job: Job<Digest>,
}
