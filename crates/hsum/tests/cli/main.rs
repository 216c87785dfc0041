//! The program as its users run it. Expectations are written out, so that nothing else has to be
//! installed.

mod check;
mod commands;
mod etag;
mod hash;
mod md5;
mod nonce;

use assert_cmd::cargo::cargo_bin_cmd;
use std::fs;
use std::path::{Path, PathBuf};
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
        Run {
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
