//! Limits the number of files that are open at once.
//!
//! The system limits the open files of a process (`ulimit -n`). Each thread may have one file open
//! at any time, and no more threads run than that allows. The files that a thread opens beside its
//! first one share the descriptors that are left over, and wait while all of these are in use.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::thread;
use std::time::Duration;

/// Descriptors for a list, a directory, and files that libraries open for a moment.
const RESERVED: usize = 8;

/// Descriptors for the files that all threads hash.
static FOR_FILES: LazyLock<usize> = LazyLock::new(|| {
    let inherited = fs::read_dir("/dev/fd").map_or(3, Iterator::count);
    limit().saturating_sub(inherited + RESERVED).max(1)
});

#[cfg(unix)]
fn limit() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    limit.and_then(|limit| limit.try_into().ok()).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn limit() -> usize {
    512
}

/// The number of files that are open now.
static OPEN: AtomicUsize = AtomicUsize::new(0);
/// The number of open files that are not the first of their thread.
static BESIDE: AtomicUsize = AtomicUsize::new(0);

/// Returns the number of threads: the value of `--threads` or else of `RAYON_NUM_THREADS`, or the
/// number of CPUs. There are at most [`MOST_THREADS`], as many as may have a file open, and as many
/// as the address space has room for.
pub(crate) fn threads() -> usize {
    static THREADS: LazyLock<usize> = LazyLock::new(|| {
        let cpus = thread::available_parallelism().map_or(1, usize::from);
        let said = || std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
        let wanted = CHOSEN.get().copied().or_else(said).filter(|number| *number > 0);
        let room = usize::try_from(address_space() / ROOM).unwrap_or(usize::MAX);
        wanted.unwrap_or(cpus).min(cpus.max(MOST_THREADS)).min(*FOR_FILES).min(room).max(1)
    });
    *THREADS
}

/// The number of threads that options choose.
static CHOSEN: OnceLock<usize> = OnceLock::new();

/// Sets the number of threads, before any is started.
pub(crate) fn set_threads(number: usize) {
    // The first call counts, and there is only one.
    let _ = CHOSEN.set(number);
}

/// Returns whether each thread reads one file at a time, from its beginning to its end, because
/// `--threads` bounds the number of all. On a disk with heads, reading files in turn takes far
/// longer.
pub(crate) fn reads_in_order() -> bool {
    CHOSEN.get().is_some()
}

/// Returns how many files, or parts of one, a thread reads side by side: `most`, or one if files
/// are read [in order](reads_in_order).
pub(crate) fn side_by_side(most: usize) -> usize {
    if reads_in_order() { 1 } else { most }
}

/// More threads than CPUs help where files are on slow devices. Some thousands exhaust the limits
/// of the system, where the program cannot end in an orderly way.
const MOST_THREADS: usize = 256;

/// The address space that a thread may take: glibc reserves 64 MiB for the memory of each, and
/// stacks and buffers have less than 32.
const ROOM: u64 = 96 << 20;

/// Returns the number of bytes that the process may map (`ulimit -v`).
#[cfg(unix)]
fn address_space() -> u64 {
    rustix::process::getrlimit(rustix::process::Resource::As).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
fn address_space() -> u64 {
    u64::MAX
}

/// Says whether the thread that opens a file has other files open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The file is the only one that the thread has open.
    First,
    /// The thread has other files open, and can continue with those.
    Beside,
}

/// An open file.
pub(crate) struct OpenFile {
    file: File,
    /// The length of a regular file when it was opened, in bytes.
    length: u64,
    /// The system knows that the file is read from its beginning to its end.
    is_advised: bool,
    /// `None` if the file is not counted.
    turn: Option<Turn>,
}

impl OpenFile {
    /// Opens a file. Returns `None` if that has to wait until the thread has closed another one.
    pub(crate) fn open(path: &Path, turn: Turn) -> io::Result<Option<Self>> {
        if turn == Turn::Beside && !take(&BESIDE, FOR_FILES.saturating_sub(threads())) {
            return Ok(None);
        }
        let opened = match turn {
            Turn::First => patiently(|| File::open(path)).map(Some),
            Turn::Beside => match File::open(path) {
                Err(error) if is_exhausted(&error) => Ok(None),
                opened => opened.map(Some),
            },
        };
        if let Ok(Some(file)) = opened {
            OPEN.fetch_add(1, Ordering::SeqCst);
            return Ok(Some(Self::new(file, Some(turn))));
        }
        give_back(turn);
        opened.map(|_| None)
    }

    /// Opens the only file of a thread.
    pub(crate) fn first(path: &Path) -> io::Result<Self> {
        // The first file of a thread never has to wait.
        Self::open(path, Turn::First)?.ok_or_else(|| io::ErrorKind::ResourceBusy.into())
    }

    /// Opens a file that stays open while others are hashed. It is not counted, because no thread
    /// may wait until it is closed.
    pub(crate) fn uncounted(path: &Path) -> io::Result<Self> {
        Ok(Self::new(File::open(path)?, None))
    }

    fn new(file: File, turn: Option<Turn>) -> Self {
        let length = file.metadata().ok().filter(Metadata::is_file).map_or(0, |m| m.len());
        Self { file, length, is_advised: false, turn }
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// Reads at an offset from the beginning of the file, in bytes.
    #[cfg(unix)]
    pub(crate) fn read_at(&self, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, buffer, at)
    }

    /// Reads at an offset from the beginning of the file, in bytes.
    #[cfg(windows)]
    pub(crate) fn read_at(&self, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&self.file, buffer, at)
    }
}

/// Returns the numbers of the device and of the file on it, where files have such numbers.
pub(crate) fn place(metadata: &Metadata) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        None
    }
}

impl Read for OpenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        // Otherwise the hash would be that of a file that never was.
        if length == 0 && !buffer.is_empty() && self.metadata()?.len() < self.length {
            return Err(changed());
        }
        // A file that is longer than the buffer is read to its end. A shorter one already was.
        if length == buffer.len() && !self.is_advised {
            self.is_advised = true;
            advise(&self.file);
        }
        Ok(length)
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        if let Some(turn) = self.turn {
            OPEN.fetch_sub(1, Ordering::SeqCst);
            give_back(turn);
        }
    }
}

/// The error of a file that became shorter, or other than it was.
pub(crate) fn changed() -> io::Error {
    io::Error::other("changed while it was read")
}

/// Tells the system that a file is read in order, so that it reads more of it ahead.
fn advise(file: &File) {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::fs::{Advice, fadvise};
        // It is only advice.
        let _ = fadvise(file, 0, None, Advice::Sequential);
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    {
        let _ = file;
    }
}

/// Retries while no descriptor is left and other threads have files open, which they will close.
fn patiently<T>(mut open: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    const TRIES: u32 = 20;
    let mut alone = 0;
    loop {
        match open() {
            Err(error) if is_exhausted(&error) && alone < TRIES => {
                // A thread may have closed one file and not yet opened the next one.
                alone = if OPEN.load(Ordering::SeqCst) == 0 { alone + 1 } else { 0 };
                thread::sleep(Duration::from_millis(1));
            }
            result => return result,
        }
    }
}

/// Increments the count if it is below the limit, and tells whether it was.
fn take(count: &AtomicUsize, limit: usize) -> bool {
    let more = |count| (count < limit).then_some(count + 1);
    count.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).is_ok()
}

fn give_back(turn: Turn) {
    if turn == Turn::Beside {
        BESIDE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns whether the process or the system has no descriptor left.
fn is_exhausted(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let code = error.raw_os_error();
        [Errno::MFILE, Errno::NFILE].iter().any(|errno| code == Some(errno.raw_os_error()))
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use rustix::io::Errno;

    fn exhausted<T>() -> io::Result<T> {
        Err(Errno::MFILE.into())
    }

    #[test]
    fn a_thread_waits_for_those_that_have_files_open() {
        OPEN.fetch_add(1, Ordering::SeqCst);
        let mut tries = 0;
        let opened = patiently(|| {
            tries += 1;
            if tries < 50 { exhausted() } else { Ok(tries) }
        });
        OPEN.fetch_sub(1, Ordering::SeqCst);
        assert_eq!(opened.expect("the fiftieth"), 50);
        // An open list is not counted, because it is closed after its files.
        let list = std::env::current_exe().and_then(|path| OpenFile::uncounted(&path));
        assert!(list.is_ok());
        // If no thread has a file open, it is an error. (Other tests may have one for a while.)
        let error = patiently(exhausted::<()>).expect_err("none");
        assert_eq!(error.raw_os_error(), Some(Errno::MFILE.raw_os_error()));
        let error = patiently(|| Err::<(), io::Error>(Errno::NOENT.into())).expect_err("none");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_file_that_shrinks_while_it_is_read_is_an_error() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("file");
        for (length, is_error) in [(99, true), (50, true), (0, true), (100, false), (200, false)] {
            fs::write(&path, [7; 100]).expect("write");
            let mut file = OpenFile::first(&path).expect("open");
            file.read_exact(&mut [0; 50]).expect("half of it");
            File::options()
                .write(true)
                .open(&path)
                .and_then(|f| f.set_len(length))
                .expect("resize");
            let read = io::copy(&mut file, &mut io::sink());
            assert_eq!(read.is_err(), is_error, "{length}: {read:?}");
        }
    }

    #[test]
    fn what_is_taken_is_given_back() {
        let path = std::env::current_exe().expect("this program");
        let count = AtomicUsize::new(0);
        assert!(take(&count, 1) && !take(&count, 1));
        let before = BESIDE.load(Ordering::SeqCst);
        let file = OpenFile::open(&path, Turn::Beside).expect("open");
        assert_eq!(BESIDE.load(Ordering::SeqCst), before + 1);
        drop(file);
        assert!(OpenFile::open(Path::new("/none"), Turn::Beside).is_err());
        assert_eq!(BESIDE.load(Ordering::SeqCst), before);
    }
}
