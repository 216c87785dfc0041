//! The files of a table.
//!
//! A file is a table. A directory is the table of all files in it and in its folders. Names that
//! start with `_` or `.` are ignored, as in Spark, Hive and pyarrow. Everything else in a directory
//! must be a file of the table: if files were skipped, or deleted ones counted, different tables
//! could look the same.

use super::{copies, text};
use crate::cli::{Common, Format};
use crate::output::{missing, quoted, without_number};
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::Result;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The files of a table, all of one format.
pub(crate) struct Listing {
    pub(crate) format: Format,
    pub(crate) files: Vec<PathBuf>,
}

/// Folders whose presence means that a table is not simply all files in its directory.
const REFUSED: [(&str, &str); 4] = [
    ("_delta_log", "is part of a Delta table, whose log says which files count"),
    (".hoodie", "is part of a Hudi table, whose log says which files count"),
    ("_spark_metadata", "is written by a stream of Spark, whose log says which files count"),
    ("_temporary", "is written by a job that has not ended"),
];

impl Listing {
    /// Finds the files of a table.
    pub(crate) fn of(path: &Path, common: &Common) -> Result<Self> {
        if copies::is_needed(path) {
            let format = format_of_copy(path, common)?;
            return Ok(Self { format, files: vec![copies::of(path)?] });
        }
        // With standard input or a pipe, the format is that of it alone.
        let format = common.format.filter(|_| !common.has_copies);
        let metadata = path.metadata().map_err(|error| failure(path, &error))?;
        let mut files = Vec::new();
        if metadata.is_dir() {
            // A folder of a Delta table also has files that the table no longer contains.
            let absolute = path.canonicalize().map_err(|error| failure(path, &error))?;
            for folder in absolute.ancestors() {
                refuse(folder, path)?;
            }
            walk(path, &mut files)?;
        } else if metadata.is_file() {
            files.push(path.to_owned());
        } else {
            return exec_err!("{}: neither a file nor a directory", quoted(path));
        }
        let Some(first) = files.first() else {
            return exec_err!("{}: contains no table", quoted(path));
        };
        let of_first = format_of(first, format)?;
        for file in &files {
            if format_of(file, format)? != of_first {
                let (first, file) = (quoted(first), quoted(file));
                return exec_err!("{}: files of several kinds: {first}, {file}", quoted(path));
            }
        }
        Ok(Self { format: of_first, files })
    }
}

/// Copies those of two tables that can be read only once, at the same time: one program may write
/// to both.
pub(crate) fn copy(paths: [&Path; 2], common: &Common) -> Result<()> {
    copies::check(paths)?;
    let paths = || paths.into_iter().filter(|path| copies::is_needed(path));
    paths().try_for_each(|path| format_of_copy(path, common).map(|_| ()))?;
    std::thread::scope(|scope| {
        let copy = |path| scope.spawn(move || copies::of(path).map(|_| ()));
        let threads: Vec<_> = paths().map(copy).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Result<()>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().try_for_each(join)
    })
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = folder.read_dir().and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(|error| failure(folder, &error))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    refuse(folder, folder)?;
    for entry in entries {
        let (name, path) = (entry.file_name(), entry.path());
        let name = name.as_encoded_bytes();
        // Follows links.
        let metadata = fs::metadata(&path).map_err(|error| failure(&path, &error))?;
        if metadata.is_dir() && name.contains(&b'=') {
            return exec_err!(
                "{}: the name of the folder is the value of a column, which is not read",
                quoted(&path)
            );
        }
        if name.starts_with(b"_committed_") || name.starts_with(b"_started_") {
            return exec_err!(
                "{}: a log of Databricks, which says which files count",
                quoted(&path)
            );
        }
        if name.starts_with(b"_") || name.starts_with(b".") {
            continue;
        }
        if metadata.is_dir() && is_version(name) {
            return exec_err!("{}: a version of a Hive table, which others replace", quoted(&path));
        }
        if metadata.is_dir() && path.is_symlink() {
            // A link can lead back here, and files would count more than once.
            return exec_err!("{}: a link to a folder", quoted(&path));
        } else if metadata.is_dir() {
            walk(&path, files)?;
        } else if metadata.is_file() {
            files.push(path);
        } else {
            return exec_err!("{}: neither a file nor a directory", quoted(&path));
        }
    }
    Ok(())
}

/// Refuses a table with a log in one of its folders.
fn refuse(folder: &Path, table: &Path) -> Result<()> {
    if let Some((name, reason)) = REFUSED.iter().find(|(name, _)| folder.join(name).is_dir()) {
        return exec_err!("{}: {reason} ({name})", quoted(table));
    }
    // The name of this folder alone says little.
    let files = folder.join("metadata").read_dir().into_iter().flatten().flatten();
    if files
        .into_iter()
        .any(|file| file.file_name().as_encoded_bytes().ends_with(b".metadata.json"))
    {
        return exec_err!(
            "{}: is part of an Iceberg table, whose metadata says which files count",
            quoted(table)
        );
    }
    Ok(())
}

/// Returns whether a folder has the name of a version of a transactional table of Hive: `base_5`,
/// `delta_5_5`, `delete_delta_5_5_0`.
fn is_version(name: &[u8]) -> bool {
    let numbers = ["base_", "delta_", "delete_delta_"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix.as_bytes()));
    numbers.is_some_and(|numbers| {
        !numbers.is_empty() && numbers.iter().all(|byte| byte.is_ascii_digit() || *byte == b'_')
    })
}

/// Returns the format of standard input or a pipe.
fn format_of_copy(path: &Path, common: &Common) -> Result<Format> {
    if common.format.is_none() && copies::is_stdin(path) {
        return exec_err!("give the format of standard input with --format");
    }
    format_of(path, common.format)
}

/// Returns the format of a file by its name, unless it is given.
fn format_of(file: &Path, given: Option<Format>) -> Result<Format> {
    let name = text::decompressed_name(file);
    let is_compressed = name != file;
    let extension = name.extension().map(OsStr::to_ascii_lowercase);
    let found = given.or_else(|| Format::of_extension(extension?.to_str()?));
    found.filter(|format| given.is_some() || !is_compressed || format.is_text()).ok_or_else(|| {
        exec_datafusion_err!(
            "{}: neither .parquet, .csv, .tsv, .ndjson nor .arrow; give the format with --format",
            quoted(file)
        )
    })
}

pub(crate) fn failure(path: &Path, error: &io::Error) -> datafusion::error::DataFusionError {
    let is_missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidFilename);
    let name = if is_missing { missing(path) } else { quoted(path) };
    exec_datafusion_err!("{name}: {}", without_number(&error.to_string()))
}
