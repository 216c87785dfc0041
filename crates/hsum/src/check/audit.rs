//! `hsum --check --recursive`: the files in directories that lists lack, and those that are gone.

use super::hashers::{Kind, kind};
use super::verdict::Verdict;
use super::{Checker, Hashers};
use crate::algorithms::Digest;
use crate::cli::WalkArgs;
use crate::descriptors;
use crate::input::{Input, Job, Names, Places, comparable};
use crate::output::{Failure, Output};
use crate::parallel::in_order;
use crate::progress::Progress;
use crate::sums::Line;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

/// Compares the files of lists with those in directories.
pub(super) struct Audit<'a> {
    directories: Vec<PathBuf>,
    walk: &'a WalkArgs,
    /// The lists and the output, which have no lines of their own.
    pub(super) left_out: Places,
    listed: HashSet<PathBuf>,
    /// The lines of files that do not exist.
    gone: Vec<Line>,
}

impl<'a> Audit<'a> {
    pub(super) fn new(directories: Vec<PathBuf>, walk: &'a WalkArgs) -> Self {
        let left_out = Places::of_stdout();
        Self { directories, walk, left_out, listed: HashSet::new(), gone: Vec::new() }
    }

    /// Notes the file of a line.
    pub(super) fn note(&mut self, name: &Path) {
        self.listed.insert(comparable(name));
    }

    /// Notes that the file of a line does not exist.
    pub(super) fn miss(&mut self, line: Line) {
        self.gone.push(line);
    }

    /// Reports the files without a line, and the lines without a file.
    pub(super) fn report(self, checker: &Checker<'_>, out: &mut Output) {
        let Self { directories, walk, left_out, listed, gone } = self;
        let names = Names { names: &directories, walk, as_md5sum: false, left_out: &left_out };
        let mut kinds: Vec<_> = gone.iter().map(|line| (kind(line), line)).collect();
        kinds.sort_by_key(|(kind, _)| *kind);
        kinds.dedup_by_key(|(kind, _)| *kind);
        let kinds: Vec<_> = kinds.into_iter().map(|(_, line)| line).collect();
        // The lines of one hash, the first of them last.
        let mut by_hash: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, line) in gone.iter().enumerate().rev() {
            by_hash.entry((kind(line), line.digest.as_bytes().to_vec())).or_default().push(index);
        }
        let is_unlisted = |input: &Input| !listed.contains(&comparable(Path::new(input.name())));
        let mut is_found = vec![false; gone.len()];
        let (mut moved, mut unlisted) = (0, 0);
        in_order(
            names.batches_of(is_unlisted, 1, descriptors::threads()),
            out,
            |batch| {
                let hash = |input| hashes(input, &kinds, &checker.hashers, &checker.progress);
                batch.map(|inputs| inputs.into_iter().map(hash).collect::<Vec<_>>())
            },
            |out, results| {
                let found = results.unwrap_or_else(|failure| {
                    out.complain(&failure);
                    Vec::new()
                });
                for (name, hashes) in found {
                    let hashes = hashes.unwrap_or_else(|error| {
                        out.complain(&Failure::of_argument(name.as_os_str(), &error));
                        Vec::new()
                    });
                    let place = hashes.iter().find_map(|(kind, hash)| {
                        by_hash.get_mut(&(*kind, hash.as_bytes().to_vec()))?.pop()
                    });
                    match place {
                        Some(place) => {
                            let verdict = Verdict::Moved(name);
                            checker.rules.say(out, &gone[place], &verdict);
                            moved += 1;
                            is_found[place] = true;
                        }
                        None => {
                            checker.rules.say_unlisted(out, name.as_os_str());
                            unlisted += 1;
                        }
                    }
                }
            },
        );
        let mut missing = 0;
        names.report_walk(out);
        let ignores = checker.rules.verdicts.ignore_missing;
        for (line, _) in gone.iter().zip(is_found).filter(|(_, found)| !ignores && !found) {
            checker.rules.say(out, line, &Verdict::Missing);
            missing += 1;
        }
        for (count, one, many) in [
            (unlisted, "file is not in the list", "files are not in the list"),
            (moved, "listed file has another name", "listed files have other names"),
            (missing, "listed file is missing", "listed files are missing"),
        ] {
            if count > 0 {
                out.fail();
                if !checker.rules.verdicts.status {
                    let what = if count == 1 { one } else { many };
                    out.warn(&Failure::new("audit", format!("WARNING: {count} {what}")));
                }
            }
        }
    }
}

/// The hashes of a file, each with its function.
type Hashes = io::Result<Vec<(Kind, Digest)>>;

/// Returns the name of a file and its hash by the function of each line.
fn hashes(
    input: Input,
    lines: &[&Line],
    hashers: &Hashers,
    progress: &Progress,
) -> (PathBuf, Hashes) {
    let mut job = Job::new(input);
    let each = lines.iter().filter_map(|line| {
        // The reason why there is no function is reported with a line that needs it.
        let hasher = hashers.of_line(line).ok()?;
        hasher.digests(&mut [&mut job], progress);
        let digest = std::mem::replace(&mut job.result, Err(io::ErrorKind::Other.into()));
        Some(digest.map(|digest| (kind(line), digest.first(line.digest.bits()))))
    });
    let hashes = each.collect();
    (job.input.name().into(), hashes)
}
