//! Tables that can be read only once, from standard input or a pipe. They are copied to files,
//! because tables are read several times.

use super::listing::failure;
use crate::output::{quoted, without_number};
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::Result;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static COPIES: Mutex<Vec<(PathBuf, Copy)>> = Mutex::new(Vec::new());

/// Returns whether a name means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns whether a table can be read only once.
pub(crate) fn is_needed(path: &Path) -> bool {
    is_stdin(path) || path.metadata().is_ok_and(|metadata| is_pipe(&metadata))
}

/// Refuses two tables that are the same pipe, each of which would have a part of it.
pub(crate) fn check([a, b]: [&Path; 2]) -> Result<()> {
    let is_same = match (identity(a), identity(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    };
    if is_needed(a) && is_needed(b) && is_same {
        return exec_err!("only one table can be {}", shown(a));
    }
    Ok(())
}

/// Returns the path of the copy of a table, which is made at the first call.
pub(crate) fn of(path: &Path) -> Result<PathBuf> {
    if let Some((_, copy)) = lock().iter().find(|(of, _)| of == path) {
        return Ok(copy.path());
    }
    let (mut file, made) =
        Copy::create().map_err(|error| failure(&std::env::temp_dir(), &error))?;
    let copied = made.path();
    lock().push((path.to_owned(), made));
    let read = if is_stdin(path) {
        io::copy(&mut io::stdin().lock(), &mut file)
    } else {
        File::open(path).and_then(|mut pipe| io::copy(&mut pipe, &mut file))
    };
    read.map_err(|error| {
        exec_datafusion_err!("{}: {}", shown(path), without_number(&error.to_string()))
    })?;
    Ok(copied)
}

/// Replaces the paths of copies in a message.
pub(crate) fn named(message: &str) -> String {
    let copies = lock();
    let mut names: Vec<_> = copies.iter().map(|(of, copy)| (copy.path(), shown(of))).collect();
    // A path can start with another one.
    names.sort_by_key(|(path, _)| usize::MAX - path.as_os_str().len());
    names.iter().fold(message.to_owned(), |message, (path, name)| {
        message.replace(&*path.to_string_lossy(), name)
    })
}

/// Removes the copies. To be called before the program ends, because a static is never dropped.
pub(crate) fn remove() {
    lock().clear();
}

fn shown(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { quoted(path) }
}

fn lock() -> MutexGuard<'static, Vec<(PathBuf, Copy)>> {
    COPIES.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_fifo()
}

/// Returns what tells an open file apart from others, whatever names it has.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let metadata = if is_stdin(path) {
        File::from(io::stdin().as_fd().try_clone_to_owned().ok()?).metadata()
    } else {
        path.metadata()
    };
    metadata.ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// A file without a name, which the system removes however the program ends. It can be opened again
/// as long as it is open.
#[cfg(target_os = "linux")]
struct Copy(File);

#[cfg(target_os = "linux")]
impl Copy {
    fn create() -> io::Result<(File, Self)> {
        let file = tempfile::tempfile()?;
        Ok((file.try_clone()?, Self(file)))
    }

    fn path(&self) -> PathBuf {
        use std::os::fd::AsRawFd;
        format!("/proc/self/fd/{}", self.0.as_raw_fd()).into()
    }
}

/// A folder with the file, which stays behind if a signal ends the program.
#[cfg(not(target_os = "linux"))]
struct Copy(tempfile::TempDir);

#[cfg(not(target_os = "linux"))]
impl Copy {
    fn create() -> io::Result<(File, Self)> {
        let copy = Self(tempfile::tempdir()?);
        Ok((File::create_new(copy.path())?, copy))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("copy")
    }
}
