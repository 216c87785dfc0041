//! `hsum update`: lists that follow their files.

use crate::algorithms::md5::TOGETHER;
use crate::algorithms::{ALGORITHMS, Digest};
use crate::check::{Hashers, Listed};
use crate::cli::UpdateArgs;
use crate::ending::{End, Lines};
use crate::input::{FULL, Input, Names, Places, Step, batches, comparable, reason};
use crate::output::{Failure, Output};
use crate::parallel::{Items, in_order};
use crate::progress::Progress;
use crate::replace::NewFile;
use crate::sums::{self, Entry, Format, Line, Reader, escaped};
use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(args: &UpdateArgs, out: &mut Output) -> Result<(), Failure> {
    let failure = |error: io::Error| Failure::of_argument(args.list.as_os_str(), &error);
    let hashers = Hashers::new(&args.key, args.algorithm, None, None, None)?;
    let plain = args.algorithm.unwrap_or(&ALGORITHMS[0]);
    let old = Old::read(&args.list, Reader::any(plain, args.zero))?;
    let mut new = NewFile::create(&args.list).map_err(failure)?;
    let start = new.modified().map(seconds).map_err(failure)?;
    // If the clock was set back, the times of files say nothing.
    let since = old.since.filter(|since| *since <= start);
    // A new line is like the first one.
    let (algorithm, mark, bits) = match old.lines.first() {
        Some(line) => (line.algorithm, line.mark, line.digest.bits()),
        None => (plain, hashers.material.mark(), plain.output_bits),
    };
    let progress = Progress::bytes(args.walk.no_progress, None);
    out.set_progress(&progress);
    let mut left_out = Places::of_stdout();
    new.metadata().into_iter().for_each(|metadata| left_out.add(metadata));
    let names =
        Names { names: &args.files, walk: &args.walk, as_md5sum: false, left_out: &left_out };
    names.report_left_out(out);
    let listed: HashSet<_> = old.lines.iter().map(|line| comparable(&line.name)).collect();
    let lines = old.lines.into_iter().map(|line| Ok(Task::of_line(line, since)));
    let inputs = names.inputs().take_while(|_| !args.files.is_empty());
    let is_new = |input: &Input| !listed.contains(&comparable(Path::new(input.name())));
    let added = inputs.filter(|input| input.as_ref().map_or(true, is_new)).map(|input| {
        let input = input?;
        if !matches!(input, Input::File(_)) {
            return Err(Failure::new("-", "standard input cannot be hashed again: name a file"));
        }
        // The hash to come.
        let digest = Digest::from_bytes(&[0; Digest::MAX_BYTES]).expect("32 bytes").first(bits);
        let line = Line { algorithm, mark, name: input.name().into(), digest };
        Ok(Task::Hash(Listed::new(line, input), true))
    });
    let steps = lines.chain(added).map(|task| task.map_or_else(Step::Other, Step::Item));

    let mut ending = Lines::new();
    let mut written = Ok(());
    // Lines that are kept go together. A file that is hashed by itself ends a batch, so that the
    // next one is hashed meanwhile.
    let alone = hashers.function(algorithm, None).map_or(1, |hasher| hasher.together()) == 1;
    let bytes = |task: &Task| match task {
        Task::Hash(..) if alone => FULL,
        task => task.bytes(),
    };
    in_order(
        Items { items: batches(steps, TOGETHER, bytes), are_slow: false },
        out,
        |batch| {
            batch.map(|mut tasks| {
                let mut todo: Vec<_> = tasks.iter_mut().filter_map(Task::hashed).collect();
                hashers.hash(&mut todo, &progress);
                tasks
            })
        },
        |out, tasks| {
            let tasks = tasks.unwrap_or_else(|failure| {
                out.complain(&failure);
                Vec::new()
            });
            for line in tasks.into_iter().filter_map(|task| task.settle(out)) {
                let Line { algorithm, mark, name, digest } = line;
                let format = Format {
                    bits: Some(digest.bits()),
                    ..Format::usual(algorithm, mark, args.zero)
                };
                let mut text = Vec::new();
                format.write(&mut text, algorithm, name.as_os_str(), digest);
                ending.add(&text[..text.len() - 1]);
                if written.is_ok() {
                    written = new.write_all(&text);
                }
            }
        },
    );
    names.report_walk(out);
    if out.has_failed() {
        return Err(Failure::of_file(&args.list, "is not updated, because it would lack lines"));
    }
    let end = ending.end(Some(start)) + if args.zero { "\0" } else { "\n" };
    written.and_then(|()| new.write_all(end.as_bytes())).map_err(failure)?;
    new.keep().map_err(failure)
}

/// The list before the update.
#[derive(Default)]
struct Old {
    lines: Vec<Line>,
    /// The time before which unchanged files had these hashes, in seconds since 1970.
    since: Option<u64>,
}

impl Old {
    /// Reads a list, all of whose lines must be whole. There is no line if there is no list.
    fn read(path: &Path, reader: Reader) -> Result<Self, Failure> {
        let list = match Input::File(path.into()).open_list() {
            Ok(list) => list,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::of_argument(path.as_os_str(), &error)),
        };
        let mut old = Self::default();
        for entry in sums::entries(list, reader) {
            let wrong = match entry {
                Entry::Pause => continue,
                Entry::Line(line) if line.name.as_os_str() == "-" => {
                    "a line is of standard input, which is gone".to_owned()
                }
                Entry::Line(line) => {
                    old.lines.push(line);
                    old.since = None;
                    continue;
                }
                // After several lists, the last time holds only for the last one.
                Entry::End(_, Ok(End { since, is_first })) => {
                    old.since = since.filter(|_| is_first);
                    continue;
                }
                Entry::Malformed(number, Some(hint)) => {
                    format!("{number}: this looks like {hint}")
                }
                Entry::Malformed(number, None) => format!("{number}: improperly formatted line"),
                Entry::Unknown(number, tag) => format!("{number}: unknown algorithm {tag}"),
                Entry::End(number, Err(why)) => format!("{number}: {why}"),
                Entry::Broken(error) => reason(&error),
            };
            return Err(Failure::of_file(path, wrong));
        }
        Ok(old)
    }
}

/// What becomes of a line.
enum Task {
    /// The file has not changed.
    Keep(Line),
    /// The file does not exist any more.
    Drop(Line),
    /// The file is hashed, and may be new.
    Hash(Listed, bool),
}

impl Task {
    fn of_line(line: Line, since: Option<u64>) -> Self {
        /// The times of a file system may be this much too early, in seconds: FAT has steps of two.
        const STEP: u64 = 2;
        match fs::metadata(&line.name) {
            Err(error) if error.kind() == ErrorKind::NotFound => Self::Drop(line),
            Ok(metadata)
                if metadata.is_file()
                    && since
                        .is_some_and(|since| changed(&metadata).saturating_add(STEP) < since) =>
            {
                Self::Keep(line)
            }
            _ => {
                let input = Input::File(line.name.clone());
                Self::Hash(Listed::new(line, input), false)
            }
        }
    }

    fn hashed(&mut self) -> Option<&mut Listed> {
        if let Self::Hash(listed, _) = self { Some(listed) } else { None }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Keep(line) | Self::Drop(line) | Self::Hash(Listed { line, .. }, _) => {
                line.name.as_os_str().len()
            }
        }
    }

    /// Reports what is different, and returns the line of the new list.
    fn settle(self, out: &mut Output) -> Option<Line> {
        let (mut line, hash, is_new) = match self {
            Self::Keep(line) => return Some(line),
            Self::Drop(line) => {
                say(out, &line, "GONE");
                return None;
            }
            Self::Hash(Listed { line, job, without }, is_new) => {
                let hash = match without {
                    Some(why) => Err(why.to_string()),
                    None => job.result.map_err(|error| reason(&error)),
                };
                (line, hash, is_new)
            }
        };
        match hash.map(|hash| hash.first(line.digest.bits())) {
            Ok(hash) => {
                if is_new || hash != line.digest {
                    say(out, &line, if is_new { "NEW" } else { "CHANGED" });
                }
                line.digest = hash;
                Some(line)
            }
            Err(why) => {
                out.complain(&Failure::of_file(&line.name, why));
                None
            }
        }
    }
}

fn say(out: &mut Output, line: &Line, what: &str) {
    let (mark, name) = escaped(line.name.as_os_str().as_encoded_bytes());
    out.buffer().extend([mark, &name, b": ", what.as_bytes(), b"\n"].concat());
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Returns the time at which a file was changed, moved or copied to its place, in seconds since
/// 1970.
fn changed(metadata: &Metadata) -> u64 {
    let modified = metadata.modified().map_or(u64::MAX, seconds);
    #[cfg(unix)]
    let placed = u64::try_from(std::os::unix::fs::MetadataExt::ctime(metadata)).unwrap_or(0);
    // Copying a file may preserve the time of its change, but not that of its creation.
    #[cfg(not(unix))]
    let placed = metadata.created().map_or(u64::MAX, seconds);
    modified.max(placed)
}
