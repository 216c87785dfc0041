//! Helpers shared by the tests.

#![allow(dead_code, reason = "no test uses all of them")]

pub(crate) mod duckdb;
#[cfg(unix)]
pub(crate) mod server;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::ipc::writer::{FileWriter, StreamWriter};
use datafusion::parquet::arrow::ArrowWriter;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A directory of tables, in which the program runs.
pub(crate) struct Dir(pub(crate) TempDir);

/// The outcome of a run.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Dir {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("the directory can be created"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), text).expect("written");
        self
    }

    pub(crate) fn parquet(&self, name: &str, batch: &RecordBatch) -> &Self {
        let file = File::create(self.path(name)).expect("created");
        let mut writer =
            ArrowWriter::try_new(file, batch.schema(), None).expect("the schema is supported");
        writer.write(batch).expect("written");
        writer.close().expect("written");
        self
    }

    pub(crate) fn arrow(&self, name: &str, batch: &RecordBatch) -> &Self {
        let file = File::create(self.path(name)).expect("created");
        let mut writer =
            FileWriter::try_new(file, &batch.schema()).expect("the schema is supported");
        writer.write(batch).expect("written");
        writer.finish().expect("written");
        self
    }

    /// Writes an Arrow stream.
    pub(crate) fn stream(&self, name: &str, batch: &RecordBatch) -> &Self {
        let file = File::create(self.path(name)).expect("created");
        let mut writer =
            StreamWriter::try_new(file, &batch.schema()).expect("the schema is supported");
        writer.write(batch).expect("written");
        writer.finish().expect("written");
        self
    }

    pub(crate) fn folder(&self, name: &str) -> &Self {
        fs::create_dir_all(self.path(name)).expect("created");
        self
    }

    /// Returns the program, which is to run in this directory. It is also the home folder, because
    /// that of this machine may have passwords.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hsum-table"));
        command.current_dir(self.0.path()).env("HOME", self.0.path()).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"PG") {
                command.env_remove(name);
            }
        }
        command
    }

    pub(crate) fn run(&self, args: &[impl AsRef<OsStr>]) -> Run {
        let output = self.command().args(args).output().expect("hsum-table runs");
        Run {
            code: output.status.code().expect("no signal ended it"),
            stdout: String::from_utf8(output.stdout).expect("the text is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("the text is UTF-8"),
        }
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn is(&self, code: i32, stdout: &str) {
        assert_eq!((self.code, &*self.stdout, &*self.stderr), (code, stdout, ""));
    }

    /// Checks that `diff` found the tables the same.
    #[track_caller]
    pub(crate) fn is_same(&self) {
        self.is(0, "");
    }

    /// Checks that `diff` found differences.
    #[track_caller]
    pub(crate) fn is_different(&self) {
        // Which key it found is a matter of other tests.
        let is_key = |line: &str| line.starts_with("hsum-table: key: ");
        assert!(self.stderr.lines().all(is_key) && self.code == 1, "{} {}", self.code, self.stderr);
    }

    /// Checks that `diff` cannot tell, and says why.
    #[track_caller]
    pub(crate) fn is_refused(&self, says: &[&str]) {
        self.is_trouble(says);
        assert!(self.stderr.starts_with("hsum-table: cannot compare: "), "{}", self.stderr);
    }

    #[track_caller]
    pub(crate) fn is_trouble(&self, says: &[&str]) {
        assert_eq!((self.code, &*self.stdout), (2, ""), "{}", self.stderr);
        assert!(
            self.stderr.starts_with("hsum-table: ") || says.contains(&"Usage"),
            "{}",
            self.stderr
        );
        assert!(!self.stderr.contains("bug in DataFusion"), "{}", self.stderr);
        for text in says {
            assert!(self.stderr.contains(text), "{text} is missing in {}", self.stderr);
        }
    }
}
