//! A table from standard input, which is copied to a file because tables are read several times.

use super::listing::failure;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// The folder of the copy.
static FOLDER: Mutex<Option<TempDir>> = Mutex::new(None);

/// Returns whether a name means standard input.
pub(crate) fn is(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the path of the copy.
pub(crate) fn spooled() -> Result<PathBuf> {
    let mut folder = lock();
    if let Some(folder) = &*folder {
        return Ok(folder.path().join("stdin"));
    }
    let made = tempfile::tempdir().map_err(|error| failure(&std::env::temp_dir(), &error))?;
    let path = made.path().join("stdin");
    let mut file = File::create_new(&path).map_err(|error| failure(&path, &error))?;
    *folder = Some(made);
    io::copy(&mut io::stdin().lock(), &mut file).map_err(|error| {
        exec_datafusion_err!(
            "standard input: {}",
            crate::output::without_number(&error.to_string())
        )
    })?;
    Ok(path)
}

/// Removes the copy. To be called before the program ends, because a static is never dropped.
pub(crate) fn remove() {
    *lock() = None;
}

fn lock() -> MutexGuard<'static, Option<TempDir>> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}
