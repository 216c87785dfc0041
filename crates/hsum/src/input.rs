//! Files and standard input: finding them, reading them.

use crate::algorithms::{Digest, Hasher};
use crate::output::Failure;
use crate::progress::Progress;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use walkdir::WalkDir;

/// Something to hash.
pub(crate) enum Input {
    Stdin(Stdin),
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
            Self::Stdin(_) => OsStr::new("-"),
            Self::File(path) => path.as_os_str(),
        }
    }

    pub(crate) fn open(&self) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            Self::Stdin(_) => Box::new(io::stdin().lock()),
            Self::File(path) => Box::new(File::open(path)?),
        })
    }

    /// Its hash by each hash function, from one reading.
    pub(crate) fn digests(
        &self,
        hashers: &[Box<dyn Hasher>],
        progress: &Progress,
    ) -> io::Result<Vec<Digest>> {
        let mut streams: Vec<_> = hashers.iter().map(|h| h.stream()).collect();
        let mut input = self.open()?;
        BUFFER.with_borrow_mut(|buffer| {
            buffer.resize(BUFFER_BYTES, 0);
            loop {
                match input.read(buffer) {
                    Ok(0) => return Ok(streams.iter().map(|s| s.finalize()).collect()),
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

/// The inputs that the names mean, in order; standard input if there are none. With `recursive`
/// a directory is the files in it and below, sorted by name in each directory.
pub(crate) fn inputs(
    names: &[PathBuf],
    recursive: bool,
) -> impl Iterator<Item = Result<Input, Failure>> {
    let stdin = names.is_empty().then_some(Path::new("-"));
    let names = names.iter().map(PathBuf::as_path).chain(stdin);
    names.flat_map(move |name| -> Box<dyn Iterator<Item = _>> {
        if recursive && name.is_dir() {
            Box::new(files_below(name))
        } else {
            Box::new(iter::once(Input::named(name)))
        }
    })
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
