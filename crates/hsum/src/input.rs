//! Files and standard input: finding and reading them.

use crate::algorithms::{Digest, Hasher, Stream};
use crate::cli::WalkArgs;
use crate::descriptors::{OpenFile, Turn, place};
use crate::exclude::is_excluded;
use crate::output::{Failure, Output};
use crate::parallel::Items;
use crate::progress::Progress;
use crate::quote::quote;
use crate::streams::{self, STDIN, STDOUT};
use std::cell::RefCell;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use walkdir::{DirEntry, WalkDir};

/// A message to hash.
pub(crate) enum Input {
    Stdin(Stdin),
    /// Standard input after it has been read to its end.
    Ended,
    File(PathBuf),
}

/// The right to read standard input. It exists once, because two readers would each get a part.
pub(crate) struct Stdin(());

impl Stdin {
    fn claim() -> Option<Self> {
        static CLAIMED: AtomicBool = AtomicBool::new(false);
        (!CLAIMED.swap(true, Ordering::Relaxed)).then_some(Self(()))
    }
}

impl Input {
    /// Returns the input that a name on the command line or in a list stands for.
    pub(crate) fn named(name: &Path) -> Result<Self, Failure> {
        // Names are compared instead of paths: `-/` is a directory, but equals `-` as a path.
        if name.as_os_str() != "-" {
            return Ok(Self::File(name.into()));
        }
        let once = || Failure::new("-", "standard input can be read only once");
        Stdin::claim().map(Self::Stdin).ok_or_else(once)
    }

    pub(crate) fn name(&self) -> &OsStr {
        match self {
            Self::Stdin(_) | Self::Ended => OsStr::new("-"),
            Self::File(path) => path.as_os_str(),
        }
    }

    /// Opens the input. Returns `None` if a file has to wait for a descriptor.
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

    /// Opens a list. Its files are hashed while it is open.
    pub(crate) fn open_list(&self) -> io::Result<Source> {
        Ok(match self {
            Self::Stdin(_) => Source::Stdin(STDIN),
            Self::Ended => Source::Ended,
            Self::File(path) => Source::File(OpenFile::uncounted(path)?),
        })
    }

    /// Calls `each(piece)` for all pieces of the input.
    pub(crate) fn read(&self, progress: &Progress, each: impl FnMut(&[u8])) -> io::Result<()> {
        match self.open(Turn::First)? {
            Some(mut source) => source.read_all(progress, each),
            None => Err(ErrorKind::ResourceBusy.into()),
        }
    }

    /// Computes the hash by each hash function, reading the input once.
    pub(crate) fn digests(
        &self,
        hashers: &[Hasher],
        progress: &Progress,
    ) -> io::Result<Vec<Digest>> {
        let mut streams: Vec<_> = hashers.iter().map(Hasher::stream).collect();
        let each = |bytes: &[u8]| streams.iter_mut().for_each(|stream| stream.update(bytes));
        self.read(progress, each)?;
        Ok(streams.iter().map(Stream::finalize).collect())
    }
}

/// An open input.
pub(crate) enum Source {
    Stdin(streams::Stream),
    Ended,
    File(OpenFile),
}

impl Source {
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        match self {
            Self::Stdin(stdin) => stdin.metadata(),
            Self::Ended => Err(ErrorKind::NotFound.into()),
            Self::File(file) => file.metadata(),
        }
    }

    /// Returns the length of a regular file in bytes, and nothing for other inputs.
    pub(crate) fn length(&self) -> io::Result<Option<u64>> {
        let Self::File(file) = self else { return Ok(None) };
        Ok(Some(file.metadata()?).filter(Metadata::is_file).map(|metadata| metadata.len()))
    }

    /// Returns the identity of the source, unless it is a regular file, which each reader reads
    /// from its beginning.
    pub(crate) fn shared(&self) -> Option<Shared> {
        self.metadata().ok().and_then(|metadata| Shared::of(&metadata))
    }

    /// Calls `each(piece)` for all pieces that are left.
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

/// The identity of a pipe, terminal or other file from which each reader takes bytes that no other
/// reader gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shared((u64, u64));

impl Shared {
    fn of(metadata: &Metadata) -> Option<Self> {
        place(metadata).filter(|_| !metadata.is_file()).map(Self)
    }

    /// Returns whether the path leads to this file.
    pub(crate) fn is_at(self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|metadata| Self::of(&metadata) == Some(self))
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(buffer),
            // A stream that cannot be read gives the same error again.
            Self::Ended => { STDIN }.read(&mut []),
            Self::File(file) => file.read(buffer),
        }
    }
}

/// An input and its result, which stay together so that no input can get the hash of another one,
/// whatever fails.
pub(crate) struct Job<T> {
    pub(crate) input: Input,
    pub(crate) result: io::Result<T>,
}

impl<T> Job<T> {
    /// Returns a job that is not done. Its result is an error until it is done.
    pub(crate) fn new(input: Input) -> Self {
        Self { input, result: Err(ErrorKind::Other.into()) }
    }

    /// Converts the result to a line, or the error to a failure.
    pub(crate) fn map<L>(self, line: impl FnOnce(&OsStr, T) -> L) -> Result<L, Failure> {
        let name = self.input.name();
        match self.result {
            Ok(result) => Ok(line(name, result)),
            Err(error) => Err(Failure::of_argument(name, &error)),
        }
    }
}

/// A step of an iterator over items that may arrive slowly.
pub(crate) enum Step<T, E> {
    Item(T),
    /// Something that is no item, and is passed on by itself.
    Other(E),
    /// The next item may take a long time to arrive.
    Pause,
}

/// The number of bytes from which on a batch is full.
pub(crate) const FULL: usize = 1 << 16;

/// Collects items into batches of at most `size`. Returns each batch with the sum of the `bytes` of
/// its items. A batch ends at a pause.
pub(crate) fn batches<T, E>(
    steps: impl Iterator<Item = Step<T, E>>,
    size: usize,
    bytes: impl Fn(&T) -> usize,
) -> impl Iterator<Item = (usize, Result<Vec<T>, E>)> {
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

/// The number of bytes in a read. All sizes from 64 KiB to 1 MiB are equally fast; with smaller
/// ones, the system calls take time.
///
/// Files are read, because to hash a mapping takes longer, even with its pages populated at once.
/// Besides, truncating a mapped file would end the program.
const BUFFER_BYTES: usize = 1 << 17;

thread_local! {
    /// Kept from file to file, because allocating it would take longer than hashing a small file.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Names on the command line.
pub(crate) struct Names<'a> {
    pub(crate) names: &'a [PathBuf],
    /// Whether the files in directories are read, and which.
    pub(crate) walk: &'a WalkArgs,
    /// As in md5sum, standard input is empty once it has been read, instead of an error, and the
    /// output is read like any other file if it is named.
    pub(crate) as_md5sum: bool,
    /// Files that are left out of directories, and of names.
    pub(crate) left_out: &'a Places,
}

/// Files that change while files are hashed, such as the list that is written: its hash would be
/// that of a part of it.
#[derive(Default)]
pub(crate) struct Places(Vec<(u64, u64)>);

impl Places {
    /// Returns the place of standard output, if that is a regular file.
    pub(crate) fn of_stdout() -> Self {
        let mut places = Self::default();
        // Where nothing can be written, nothing changes.
        places.add({ STDOUT }.write(&[]).and_then(|_| STDOUT.metadata()));
        places
    }

    /// Adds a regular file.
    pub(crate) fn add(&mut self, metadata: io::Result<Metadata>) {
        self.0.extend(metadata.ok().filter(Metadata::is_file).as_ref().and_then(place));
    }

    /// Returns whether the path leads to one of the files.
    fn have(&self, path: &Path) -> bool {
        let is_one = |metadata| place(&metadata).is_some_and(|place| self.0.contains(&place));
        !self.0.is_empty() && fs::metadata(path).is_ok_and(is_one)
    }
}

/// A batch, or the reason why a name has no input.
type Batch<T> = Result<Vec<T>, Failure>;

impl Names<'_> {
    /// Returns the inputs that the names stand for, in order, or standard input if there are none.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Result<Input, Failure>> {
        let stdin = self.names.is_empty().then_some(Path::new("-"));
        let names = self.names.iter().map(PathBuf::as_path).chain(stdin);
        names.filter(|name| !self.leaves_out(name)).flat_map(
            move |name| -> Box<dyn Iterator<Item = _>> {
                if self.walk.recursive && name.is_dir() {
                    return Box::new(files_below(name, self.walk, self.left_out));
                }
                let input = match Input::named(name) {
                    Err(_) if self.as_md5sum => Ok(Input::Ended),
                    input => input,
                };
                Box::new(iter::once(input))
            },
        )
    }

    fn leaves_out(&self, name: &Path) -> bool {
        !self.as_md5sum && name.as_os_str() != "-" && self.left_out.have(name)
    }

    /// Reports which of the names are left out. That of the list is often among them, because
    /// `*` stands for the list of an earlier run as well.
    pub(crate) fn report_left_out(&self, out: &mut Output) {
        for name in self.names.iter().filter(|name| self.leaves_out(name)) {
            out.warn(&Failure::of_file(name, "is left out, because the output goes there"));
        }
    }

    /// Reports what was left out of directories in vain or without being asked for.
    pub(crate) fn report_walk(&self, out: &mut Output) {
        for pattern in self.walk.exclude.iter().filter(|pattern| !pattern.has_matched()) {
            let reason = format!("{} matched nothing", quote(pattern.text.as_ref()));
            out.warn(&Failure::new("--exclude", reason));
        }
        match self.walk.links.load(Ordering::Relaxed) {
            0 => {}
            1 => out.warn(&Failure::new("--recursive", "1 symbolic link is not followed: see -L")),
            links => {
                let reason = format!("{links} symbolic links are not followed: see -L");
                out.warn(&Failure::new("--recursive", reason));
            }
        }
    }

    /// Returns the inputs in batches of at most `together`, small enough that each of the
    /// `threads` gets some.
    pub(crate) fn batches(
        &self,
        together: usize,
        threads: usize,
    ) -> Items<impl Iterator<Item = (usize, Batch<Input>)>> {
        self.batches_of(|_| true, together, threads)
    }

    /// Returns those of the inputs in batches that are wanted.
    pub(crate) fn batches_of(
        &self,
        is_wanted: impl Fn(&Input) -> bool,
        together: usize,
        threads: usize,
    ) -> Items<impl Iterator<Item = (usize, Batch<Input>)>> {
        let most = if self.walk.recursive { together } else { self.names.len().div_ceil(threads) };
        let inputs = self.inputs().filter(move |input| input.as_ref().map_or(true, &is_wanted));
        let steps = inputs.map(|input| input.map_or_else(Step::Other, Step::Item));
        let bytes = |input: &Input| input.name().len();
        Items { items: batches(steps, most.clamp(1, together), bytes), are_slow: false }
    }

    /// Returns the length of all files together in bytes, if all names are those of regular files.
    pub(crate) fn total(&self) -> Option<u64> {
        if self.names.is_empty() {
            return None;
        }
        let length = |name| fs::metadata(name).ok().filter(Metadata::is_file).map(|m| m.len());
        self.names.iter().map(length).sum()
    }
}

/// Returns the regular files in a directory and below it, sorted by name in each directory.
fn files_below<'a>(
    directory: &'a Path,
    walk: &'a WalkArgs,
    left_out: &'a Places,
) -> impl Iterator<Item = Result<Input, Failure>> + use<'a> {
    let is_wanted = move |entry: &DirEntry| {
        let path = entry.path().strip_prefix(directory).unwrap_or(entry.path());
        // The directory itself was named.
        entry.depth() == 0 || !is_excluded(&walk.exclude, path, entry.file_type().is_dir())
    };
    let entries = WalkDir::new(directory)
        .sort_by_file_name()
        .follow_links(walk.dereference)
        .same_file_system(walk.one_file_system)
        .into_iter()
        .filter_entry(is_wanted);
    entries.filter_map(move |entry| match entry {
        // A link that was named is followed.
        Ok(entry) if entry.depth() > 0 && entry.file_type().is_symlink() => {
            walk.links.fetch_add(1, Ordering::Relaxed);
            None
        }
        Ok(entry) if !entry.file_type().is_file() || left_out.have(entry.path()) => None,
        Ok(entry) => Some(Ok(Input::File(entry.into_path()))),
        Err(error) => {
            let name = error.path().unwrap_or(directory);
            Some(Err(match error.io_error() {
                Some(error) => Failure::of_argument(name.as_os_str(), error),
                None => Failure::of_file(name, "is in a loop"),
            }))
        }
    })
}

/// Returns a path that equals that of the same file in a list, whether one of them is absolute or
/// begins with `./`.
pub(crate) fn comparable(path: &Path) -> PathBuf {
    /// Otherwise the system would be asked for each path.
    static HERE: LazyLock<PathBuf> = LazyLock::new(|| env::current_dir().unwrap_or_default());
    HERE.join(path).components().collect()
}

/// Returns the text of the system's error, without the number that Rust appends.
pub(crate) fn reason(error: &io::Error) -> String {
    if error.kind() == ErrorKind::IsADirectory {
        return "is a directory".to_owned();
    }
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}
