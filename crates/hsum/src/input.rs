//! Files and standard input: finding them, reading them.

use crate::algorithms::{Digest, Instance};
use crate::descriptors::{OpenFile, Turn};
use crate::output::Failure;
use crate::parallel::Items;
use crate::progress::Progress;
use crate::streams::{self, STDIN};
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use walkdir::WalkDir;

/// Something to hash.
pub(crate) enum Input {
    Stdin(Stdin),
    /// Standard input that has been read to its end.
    Ended,
    File(PathBuf),
}

/// The right to read standard input, which exists once: two readers would each get some of it.
pub(crate) struct Stdin(());

impl Stdin {
    fn claim() -> Option<Self> {
        static CLAIMED: AtomicBool = AtomicBool::new(false);
        (!CLAIMED.swap(true, Ordering::Relaxed)).then_some(Self(()))
    }
}

impl Input {
    /// What a name on the command line or in a list means.
    pub(crate) fn named(name: &Path) -> Result<Self, Failure> {
        // Paths are equal that mean the same file, and `-/` is a directory.
        if name.as_os_str() != "-" {
            return Ok(Self::File(name.into()));
        }
        let stdin =
            Stdin::claim().ok_or_else(|| Failure::new("-", "standard input is read once"))?;
        Ok(Self::Stdin(stdin))
    }

    pub(crate) fn name(&self) -> &OsStr {
        match self {
            Self::Stdin(_) | Self::Ended => OsStr::new("-"),
            Self::File(path) => path.as_os_str(),
        }
    }

    /// Opens it, unless a file has to wait for its turn.
    pub(crate) fn open(&self, turn: Turn) -> io::Result<Option<Source>> {
        Ok(Some(match self {
            Self::Stdin(_) => Source::Stdin(STDIN),
            Self::Ended => Source::Ended,
            Self::File(path) => match OpenFile::open(path, turn)? {
                Some(file) => Source::File(file),
                None => return Ok(None),
            },
        }))
    }

    /// Opens a list, whose files are hashed while it is open.
    pub(crate) fn open_list(&self) -> io::Result<Source> {
        Ok(match self {
            Self::Stdin(_) => Source::Stdin(STDIN),
            Self::Ended => Source::Ended,
            Self::File(path) => Source::File(OpenFile::uncounted(path)?),
        })
    }

    /// Calls `each` with all its bytes, piece by piece.
    pub(crate) fn read(&self, progress: &Progress, each: impl FnMut(&[u8])) -> io::Result<()> {
        match self.open(Turn::First)? {
            Some(mut source) => source.read_all(progress, each),
            None => Err(ErrorKind::ResourceBusy.into()),
        }
    }

    /// The hashes by each hash function, from one reading.
    pub(crate) fn digests(
        &self,
        hashers: &[Box<dyn Instance>],
        progress: &Progress,
    ) -> io::Result<Vec<Digest>> {
        let mut streams: Vec<_> = hashers.iter().map(|hasher| hasher.stream()).collect();
        let each = |bytes: &[u8]| streams.iter_mut().for_each(|stream| stream.update(bytes));
        self.read(progress, each)?;
        Ok(streams.iter().map(|stream| stream.finalize()).collect())
    }
}

/// An input that is open.
pub(crate) enum Source {
    Stdin(streams::Stream),
    Ended,
    File(OpenFile),
}

impl Source {
    /// The length of a regular file, in bytes.
    pub(crate) fn length(&self) -> io::Result<Option<u64>> {
        let Self::File(file) = self else { return Ok(None) };
        Ok(Some(file.metadata()?).filter(Metadata::is_file).map(|metadata| metadata.len()))
    }

    /// Calls `each` with all its bytes, piece by piece.
    pub(crate) fn read_all(
        &mut self,
        progress: &Progress,
        mut each: impl FnMut(&[u8]),
    ) -> io::Result<()> {
        BUFFER.with_borrow_mut(|buffer| {
            buffer.resize(BUFFER_BYTES, 0);
            loop {
                match self.read(buffer) {
                    Ok(0) => return Ok(()),
                    Ok(length) => {
                        each(&buffer[..length]);
                        progress.add(length as u64);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
        })
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(buffer),
            // Where nothing could be read, that is still so.
            Self::Ended => { STDIN }.read(&mut []),
            Self::File(file) => file.read(buffer),
        }
    }
}

/// An input and its result. They stay together, so that no input can get the hash of another one,
/// whatever fails.
pub(crate) struct Job<T> {
    pub(crate) input: Input,
    pub(crate) result: io::Result<T>,
}

impl<T> Job<T> {
    /// A job that was not done, which is an error until it is.
    pub(crate) fn new(input: Input) -> Self {
        Self { input, result: Err(ErrorKind::Other.into()) }
    }

    /// Makes a line of the result, or a failure of the error.
    pub(crate) fn map<L>(self, line: impl FnOnce(&OsStr, T) -> L) -> Result<L, Failure> {
        let name = self.input.name();
        match self.result {
            Ok(result) => Ok(line(name, result)),
            Err(error) => Err(Failure::of_file(name, reason(&error))),
        }
    }
}

/// A step of an iterator over items.
pub(crate) enum Step<T, E> {
    Item(T),
    /// Something else, which is passed on by itself.
    Other(E),
    /// The next item may take long to arrive.
    Pause,
}

/// Collects items into batches of at most `size`, each with the sum of the `bytes` of its items. A
/// batch ends at a pause.
pub(crate) fn batches<T, E>(
    steps: impl Iterator<Item = Step<T, E>>,
    size: usize,
    bytes: impl Fn(&T) -> usize,
) -> impl Iterator<Item = (usize, Result<Vec<T>, E>)> {
    /// A batch that holds so many bytes has no room for more.
    const FULL: usize = 1 << 16;
    let mut steps = steps.fuse();
    let mut other = None;
    iter::from_fn(move || {
        if let Some(other) = other.take() {
            return Some((0, Err(other)));
        }
        let (mut held, mut batch) = (0, Vec::new());
        while batch.len() < size && held < FULL {
            match steps.next() {
                Some(Step::Item(item)) => {
                    held += bytes(&item);
                    batch.push(item);
                }
                Some(Step::Other(error)) if batch.is_empty() => return Some((0, Err(error))),
                Some(Step::Other(error)) => {
                    other = Some(error);
                    break;
                }
                Some(Step::Pause) if batch.is_empty() => {}
                Some(Step::Pause) | None => break,
            }
        }
        (!batch.is_empty()).then_some((held, Ok(batch)))
    })
}

/// Bytes of a read. From 64 KiB to 1 MiB makes no difference; below, the calls take their time.
///
/// For one GiB in the page cache (an EPYC, Linux 6.18) reading and hashing goes at 12 GB/s, reading
/// alone at 14, hashing a mapping of the file at 6.5, or 8 with its pages populated at once. And a
/// mapped file that somebody truncates ends the program.
const BUFFER_BYTES: usize = 1 << 17;

thread_local! {
    /// Kept from file to file: making it would cost more than hashing a small one.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Names on the command line.
pub(crate) struct Names<'a> {
    pub(crate) names: &'a [PathBuf],
    /// A directory is the files in it and below, sorted by name in each directory.
    pub(crate) recursive: bool,
    /// Standard input that has been read is an empty file, as to the coreutils, and no error.
    pub(crate) stdin_again: bool,
}

/// A batch, or the reason why a name has no input.
type Batch<T> = Result<Vec<T>, Failure>;

impl Names<'_> {
    /// The inputs that they mean, in order; standard input if there are none.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Result<Input, Failure>> {
        let stdin = self.names.is_empty().then_some(Path::new("-"));
        let names = self.names.iter().map(PathBuf::as_path).chain(stdin);
        names.flat_map(move |name| -> Box<dyn Iterator<Item = _>> {
            if self.recursive && name.is_dir() {
                return Box::new(files_below(name));
            }
            let input = match Input::named(name) {
                Err(_) if self.stdin_again => Ok(Input::Ended),
                input => input,
            };
            Box::new(iter::once(input))
        })
    }

    /// The inputs in batches of at most `together`, so that all of some threads have some.
    pub(crate) fn batches(
        &self,
        together: usize,
        threads: usize,
    ) -> Items<impl Iterator<Item = (usize, Batch<Input>)>> {
        let most = if self.recursive { together } else { self.names.len().div_ceil(threads) };
        let steps = self.inputs().map(|input| input.map_or_else(Step::Other, Step::Item));
        let bytes = |input: &Input| input.name().len();
        Items { items: batches(steps, most.clamp(1, together), bytes), are_slow: false }
    }

    /// Bytes of all files together, if that is easy to tell.
    pub(crate) fn total(&self) -> Option<u64> {
        if self.names.is_empty() {
            return None;
        }
        let length = |name| fs::metadata(name).ok().filter(Metadata::is_file).map(|m| m.len());
        self.names.iter().map(length).sum()
    }
}

fn files_below(directory: &Path) -> impl Iterator<Item = Result<Input, Failure>> {
    WalkDir::new(directory).sort_by_file_name().into_iter().filter_map(move |entry| match entry {
        Ok(entry) => entry.file_type().is_file().then(|| Ok(Input::File(entry.into_path()))),
        Err(error) => {
            let name = error.path().unwrap_or(directory);
            let reason = error.io_error().map_or_else(|| "is in a loop".to_owned(), reason);
            Some(Err(Failure::of_file(name, reason)))
        }
    })
}

/// What the system says, without the number that Rust appends.
pub(crate) fn reason(error: &io::Error) -> String {
    if error.kind() == ErrorKind::IsADirectory {
        return "is a directory".to_owned();
    }
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}
