//! The program as its users run it. Expectations are written out, so that nothing else has to be
//! installed.

mod check;
mod commands;
#[cfg(unix)]
mod descriptors;
mod etag;
mod hash;
mod md5;
mod names;
mod nonce;
#[cfg(unix)]
mod pipes;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod table;
#[cfg(unix)]
mod threads;

use assert_cmd::cargo::cargo_bin_cmd;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Child, Stdio};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A directory with files, where the program runs.
struct Dir(TempDir);

/// What a run left behind.
struct Run {
    code: i32,
    stdout: Vec<u8>,
    stderr: String,
}

impl Dir {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary directory"))
    }

    /// With three files, the last of them empty.
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

    /// The algorithms that there are.
    fn algorithms(&self) -> Vec<String> {
        let list = self.hsum(["list"]).good();
        let names = list.lines().skip(1).filter_map(|line| line.split_whitespace().next());
        names.map(str::to_owned).collect()
    }

    /// Those that need no nonce.
    fn without_nonce(&self) -> Vec<String> {
        let mut algorithms = self.algorithms();
        algorithms.retain(|name| !name.starts_with("vmac"));
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

    /// A run of a shell, in which `"$@"` is the program with these arguments. Nothing where an
    /// emulator stands between: it has files and memory of its own.
    #[cfg(unix)]
    fn shell(&self, script: &str, program: &str, args: &[&str]) -> Option<Run> {
        if is_emulated() {
            println!("left out: an emulator has descriptors and memory of its own");
            return None;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh", program]).args(args).current_dir(self.path(""));
        Some(shell.env("LC_ALL", "C").output().expect("a shell runs").into())
    }

    /// Makes a pipe with a name.
    #[cfg(unix)]
    fn pipe(&self, name: &str) -> PathBuf {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let path = self.path(name);
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("mkfifo");
        path
    }

    /// Starts the program with both outputs piped, and as many threads.
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

/// Whether the program runs in an emulator of another CPU.
#[cfg(unix)]
fn is_emulated() -> bool {
    cfg!(not(target_arch = "x86_64")) && std::env::var_os("QEMU_LD_PREFIX").is_some()
}

/// Whether this machine has the coreutils' own program.
fn has_md5sum() -> bool {
    let version = Command::new("md5sum").arg("--version").output();
    let has = version.is_ok_and(|run| run.stdout.starts_with(b"md5sum (GNU coreutils)"));
    if !has {
        println!("not compared: this machine has no md5sum of the coreutils");
    }
    has
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
    /// Standard output, as text.
    fn text(&self) -> &str {
        str::from_utf8(&self.stdout).expect("output is text here")
    }

    /// Standard output of a run without any trouble.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!((self.code, &*self.stderr), (0, ""), "{}", self.text());
        self.text().to_owned()
    }

    #[track_caller]
    fn is(&self, code: i32, stdout: &str, stderr: &str) {
        assert_eq!((self.code, self.text(), &*self.stderr), (code, stdout, stderr));
    }

    /// A command line that makes no sense, and what is said about it.
    #[track_caller]
    fn is_usage(&self, says: &[&str]) {
        assert_eq!((self.code, self.text()), (2, ""), "{}", self.stderr);
        for part in says {
            assert!(self.stderr.contains(part), "{}", self.stderr);
        }
    }
}

/// CLHASH of some bytes under the key of a seed.
fn clhash(seed: u64, message: impl AsRef<[u8]>) -> String {
    format!("{:016x}", ::clhash::hash(&::clhash::Key::from_seed(seed), message.as_ref()))
}
