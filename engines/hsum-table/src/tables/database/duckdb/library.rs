//! DuckDB's library, which is loaded when a table in DuckDB is first opened.
//!
//! It is not a part of this program, because it takes longer to compile than everything else here.

use crate::output::quoted;
use adbc_core::error::Error;
use adbc_core::options::AdbcVersion;
use adbc_driver_manager::ManagedDriver;
use datafusion::common::exec_err;
use datafusion::error::Result;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The variable with the path of the library.
const VARIABLE: &str = "HSUM_DUCKDB_LIBRARY";
/// The variable in which the system's loader has folders that come before its own.
const FOLDERS: &str = if cfg!(target_os = "macos") {
    "DYLD_LIBRARY_PATH"
} else if cfg!(windows) {
    "PATH"
} else {
    "LD_LIBRARY_PATH"
};
/// Where libraries are installed.
const SYSTEM: [&str; 7] = [
    "/usr/local/lib",
    "/usr/lib64",
    "/usr/lib",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/opt/homebrew/lib",
    "/opt/local/lib",
];
/// The function of the library that fills the table of its functions.
const ENTRY: &[u8] = b"duckdb_adbc_init";

/// Loads the library. `name` is that of the table, for messages.
pub(super) fn load(name: &str) -> Result<ManagedDriver> {
    let path = find(name, std::env::var_os(VARIABLE).as_deref())?;
    let driver = ManagedDriver::load_dynamic_from_filename(&path, Some(ENTRY), AdbcVersion::V110);
    driver.or_else(|error: Error| {
        let path = quoted(&path);
        exec_err!("{name}: {path} cannot be loaded as DuckDB's library: {}", error.message)
    })
}

/// Returns the path of the library: that of the variable, or the first in a folder of libraries.
///
/// All paths are absolute. Otherwise a library in the folder of the data could run as this program.
fn find(name: &str, variable: Option<&OsStr>) -> Result<PathBuf> {
    if let Some(path) = variable {
        let path = Path::new(path);
        let shown = quoted(path);
        if !path.is_absolute() {
            return exec_err!("{name}: {VARIABLE} is {shown}, and not an absolute path");
        }
        if path.is_file() {
            return Ok(path.to_owned());
        }
        return exec_err!("{name}: {VARIABLE} is {shown}, which is not a file");
    }
    let file = format!("{DLL_PREFIX}duckdb{DLL_SUFFIX}");
    let folders = std::env::var_os(FOLDERS).unwrap_or_default();
    let folders = std::env::split_paths(&folders).filter(|folder| folder.is_absolute());
    let mut paths = folders.chain(SYSTEM.map(PathBuf::from)).map(|folder| folder.join(&file));
    paths.find(|path| path.is_file()).map_or_else(
        || {
            exec_err!(
                "{name}: DuckDB's library {file} is not installed: it is in no folder of {FOLDERS}, \
                 nor in {}. Set {VARIABLE} to its absolute path. DuckDB offers it for C and C++ at \
                 https://duckdb.org/docs/installation",
                SYSTEM.join(", ")
            )
        },
        Ok,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_that_of_an_absolute_path() {
        let folder = tempfile::tempdir().expect("created");
        let path = folder.path().join("some library");
        let find = |path: &Path| find("t", Some(path.as_os_str()));
        let error = |path: &Path| find(path).expect_err("refused").to_string();
        assert!(error(&path).contains("which is not a file"), "{}", error(&path));
        assert!(error(folder.path()).contains("which is not a file"));
        std::fs::write(&path, "").expect("written");
        assert_eq!(find(&path).expect("a file"), path);
        for relative in ["Cargo.toml", "./Cargo.toml", ""] {
            let relative = Path::new(relative);
            assert!(error(relative).contains("not an absolute path"), "{}", error(relative));
        }
    }
}
