//! Tests of the program as users run it. The expected outputs are written out, so that no other
//! program is needed.

mod check;
mod commands;
#[cfg(unix)]
mod complete;
#[cfg(unix)]
mod descriptors;
#[cfg(unix)]
mod differential;
mod etag;
mod hash;
mod lists;
mod md5;
mod md5sum;
mod messages;
mod names;
mod nonce;
mod output;
#[cfg(unix)]
mod pipes;
#[cfg(unix)]
mod recipes;
mod secrets;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod table;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod threads;

use assert_cmd::cargo::cargo_bin_cmd;
use provenhash::Algorithm;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Child, Stdio};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A directory of files in which the program runs.
struct Dir(TempDir);

/// The result of a run.
struct Run {
    code: i32,
    stdout: Vec<u8>,
    stderr: String,
}

impl Dir {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary directory"))
    }

    /// Returns a directory with three files, the last of which is empty.
    fn abc() -> Self {
        let dir = Self::new();
        dir.write("a", "first").write("b", "second\n").write("c", "");
        dir
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file's directory")).expect("mkdir");
        fs::write(path, contents).expect("write");
        self
    }

    /// Returns the names of all algorithms.
    fn algorithms(&self) -> Vec<String> {
        let list = self.hsum(["list"]).good();
        let names = list.lines().skip(1).filter_map(|line| line.split_whitespace().next());
        names.map(str::to_owned).collect()
    }

    /// Returns the names of the algorithms that take no nonce.
    fn without_nonce(&self) -> Vec<String> {
        let mut algorithms = self.algorithms();
        algorithms.retain(|name| !row(name).nonce);
        algorithms
    }

    /// Returns the names of the algorithms that hash without a key: all but the MACs.
    fn checksums(&self) -> Vec<String> {
        let mut algorithms = self.without_nonce();
        algorithms.retain(|name| !row(name).mac_only);
        algorithms
    }

    fn hsum<S: AsRef<std::ffi::OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        self.hsum_with(args, "")
    }

    fn hsum_with<S: AsRef<std::ffi::OsStr>>(
        &self,
        args: impl IntoIterator<Item = S>,
        stdin: impl Into<Vec<u8>>,
    ) -> Run {
        let output = cargo_bin_cmd!("hsum")
            .args(args)
            .current_dir(self.0.path())
            .write_stdin(stdin)
            .output()
            .expect("hsum runs");
        output.into()
    }

    /// Runs a shell in which `"$@"` is the program with these arguments. Returns `None` under an
    /// emulator, which has files and memory of its own.
    #[cfg(unix)]
    fn shell(&self, script: &str, program: &str, args: &[&str]) -> Option<Run> {
        if is_emulated() {
            println!("left out: emulated: an emulator has descriptors and memory of its own");
            return None;
        }
        // Those who run the tests may have left descriptors open, which would count.
        let closed: String = (3..=9).map(|number| format!("{number}<&- ")).collect();
        let script = format!("exec {closed}; {script}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, "sh", program]).args(args).current_dir(self.path(""));
        Some(shell.env("LC_ALL", "C").output().expect("a shell runs").into())
    }

    /// Creates a named pipe.
    #[cfg(unix)]
    fn pipe(&self, name: &str) -> PathBuf {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let path = self.path(name);
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("mkfifo");
        path
    }

    /// Starts the program with pipes for all streams, and this number of threads.
    #[cfg(unix)]
    fn start(&self, threads: usize, args: &[&str]) -> Child {
        let mut command = Command::new(HSUM);
        command.args(args).current_dir(self.path("")).env("RAYON_NUM_THREADS", threads.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("hsum runs")
    }
}

#[cfg(unix)]
const HSUM: &str = env!("CARGO_BIN_EXE_hsum");

/// Returns whether the program runs in an emulator of another CPU.
#[cfg(unix)]
fn is_emulated() -> bool {
    cfg!(not(target_arch = "x86_64")) && std::env::var_os("QEMU_LD_PREFIX").is_some()
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("no signal"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("complaints are text here"),
        }
    }
}

impl Run {
    /// Returns standard output as text.
    fn text(&self) -> &str {
        str::from_utf8(&self.stdout).expect("output is text here")
    }

    /// Returns standard output, after checking that the run succeeded without a message.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!((self.code, &*self.stderr), (0, ""), "{}", self.text());
        self.text().to_owned()
    }

    #[track_caller]
    fn is(&self, code: i32, stdout: &str, stderr: &str) {
        assert_eq!((self.code, self.text(), &*self.stderr), (code, stdout, stderr));
    }

    /// Checks that the run ended with a usage error that contains these texts.
    #[track_caller]
    fn is_usage(&self, says: &[&str]) {
        assert_eq!((self.code, self.text()), (2, ""), "{}", self.stderr);
        for part in says {
            assert!(self.stderr.contains(part), "{}", self.stderr);
        }
    }
}

/// Returns the row of an algorithm.
fn row(name: &str) -> &'static Algorithm {
    Algorithm::find(name).expect("a row")
}

/// Returns the digits of CLHASH under the key of a seed.
fn clhash(seed: u64, message: impl AsRef<[u8]>) -> String {
    format!("{:016x}", ::clhash::hash(&::clhash::Key::from_seed(seed), message.as_ref()))
}
