//! A table from standard input, which is copied to a file because tables are read several times.

use super::listing::failure;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static SPOOL: Mutex<Option<Spool>> = Mutex::new(None);

/// Returns whether a name means standard input.
pub(crate) fn is(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the path of the copy.
pub(crate) fn spooled() -> Result<PathBuf> {
    let mut copy = lock();
    if let Some(copy) = &*copy {
        return Ok(copy.path());
    }
    let (mut file, made) =
        Spool::create().map_err(|error| failure(&std::env::temp_dir(), &error))?;
    let path = made.path();
    *copy = Some(made);
    io::copy(&mut io::stdin().lock(), &mut file).map_err(|error| {
        exec_datafusion_err!(
            "standard input: {}",
            crate::output::without_number(&error.to_string())
        )
    })?;
    Ok(path)
}

/// Replaces the path of the copy in a message.
pub(crate) fn named(message: &str) -> String {
    match &*lock() {
        Some(copy) => message.replace(&*copy.path().to_string_lossy(), "standard input"),
        None => message.to_owned(),
    }
}

/// Removes the copy. To be called before the program ends, because a static is never dropped.
pub(crate) fn remove() {
    *lock() = None;
}

fn lock() -> MutexGuard<'static, Option<Spool>> {
    SPOOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file without a name, which the system removes however the program ends. It can be opened again
/// as long as it is open.
#[cfg(target_os = "linux")]
struct Spool(File);

#[cfg(target_os = "linux")]
impl Spool {
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
struct Spool(tempfile::TempDir);

#[cfg(not(target_os = "linux"))]
impl Spool {
    fn create() -> io::Result<(File, Self)> {
        let copy = Self(tempfile::tempdir()?);
        Ok((File::create_new(copy.path())?, copy))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("stdin")
    }
}
