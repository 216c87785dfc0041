//! Files and standard input: finding them, reading them.

use crate::algorithms::{Digest, Instance, Stream};
use crate::output::Failure;
use crate::progress::Progress;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
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
        if name != "-" {
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

    pub(crate) fn open(&self) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            Self::Stdin(_) => Box::new(io::stdin().lock()),
            Self::Ended => Box::new(io::empty()),
            Self::File(path) => Box::new(File::open(path)?),
        })
    }

    /// Appends its bytes to each stream, from one reading.
    pub(crate) fn feed(
        &self,
        streams: &mut [Box<dyn Stream + '_>],
        progress: &Progress,
    ) -> io::Result<()> {
        let mut input = self.open()?;
        BUFFER.with_borrow_mut(|buffer| {
            buffer.resize(BUFFER_BYTES, 0);
            loop {
                match input.read(buffer) {
                    Ok(0) => return Ok(()),
                    Ok(length) => {
                        streams.iter_mut().for_each(|s| s.update(&buffer[..length]));
                        progress.add(length as u64);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
        })
    }
}

/// The hashes of each input by each hash function; each input is read once.
pub(crate) fn digests(
    hashers: &[Box<dyn Instance>],
    inputs: &[Input],
    progress: &Progress,
) -> Vec<io::Result<Vec<Digest>>> {
    if let [hasher] = hashers {
        let digests = hasher.digests(inputs, progress).into_iter();
        return digests.map(|digest| Ok(vec![digest?])).collect();
    }
    let digests = |input: &Input| {
        let mut streams: Vec<_> = hashers.iter().map(|h| h.stream()).collect();
        input.feed(&mut streams, progress)?;
        Ok(streams.iter().map(|s| s.finalize()).collect())
    };
    inputs.iter().map(digests).collect()
}

/// Items one after the other in batches of at most `size`. What is no item comes by itself.
pub(crate) fn batches<T, E>(
    items: impl Iterator<Item = Result<T, E>>,
    size: usize,
) -> impl Iterator<Item = Result<Vec<T>, E>> {
    let mut items = items.fuse();
    let mut other = None;
    iter::from_fn(move || {
        if let Some(other) = other.take() {
            return Some(Err(other));
        }
        let mut batch = Vec::new();
        while batch.len() < size {
            match items.next() {
                Some(Ok(item)) => batch.push(item),
                Some(Err(error)) if batch.is_empty() => return Some(Err(error)),
                Some(Err(error)) => {
                    other = Some(error);
                    break;
                }
                None => break,
            }
        }
        (!batch.is_empty()).then_some(Ok(batch))
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

    /// The size of batches so that all CPUs have some.
    pub(crate) fn batch(&self, together: usize) -> usize {
        if self.recursive {
            return together;
        }
        self.names.len().div_ceil(rayon::current_num_threads()).clamp(1, together)
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
            let reason = error.io_error().map_or_else(|| error.to_string(), reason);
            Some(Err(Failure::new(name, reason)))
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
