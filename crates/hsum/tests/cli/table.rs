//! `hsum table` runs another program, which is a script in these tests.

use crate::Dir;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

const HSUM: &str = env!("CARGO_BIN_EXE_hsum");

fn script(path: &Path, says: &str, status: u8) {
    let text = format!("#!/bin/sh\nprintf '%s' {says}\nprintf ' <%s>' \"$@\"\nexit {status}\n");
    let written = path.with_extension("text");
    fs::write(&written, text).expect("write");
    copy(&written, path);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("chmod");
}

/// Copies a program by another process. If this one wrote it, a process that another test starts
/// meanwhile would inherit the descriptor, and the program would be busy until that process runs
/// its own.
fn copy(from: &Path, to: &Path) {
    let status = Command::new("cp").arg(from).arg(to).status().expect("cp runs");
    assert!(status.success());
}

fn run(program: &Path, path: &Path, args: &[&str]) -> Output {
    Command::new(program).args(args).env("PATH", path).output().expect("hsum runs")
}

/// Copies hsum to a directory of its own.
fn alone(dir: &Dir) -> std::path::PathBuf {
    fs::create_dir_all(dir.path("bin")).expect("mkdir");
    let hsum = dir.path("bin/hsum");
    copy(Path::new(HSUM), &hsum);
    hsum
}

#[test]
fn a_missing_program_is_said() {
    let dir = Dir::new();
    let hsum = alone(&dir);
    let output = run(&hsum, &dir.path("nowhere"), &["table", "a.parquet"]);
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{stderr}");
    assert!(
        stderr.starts_with("hsum: table: the program hsum-table is neither beside"),
        "{stderr}"
    );
}

#[test]
fn arguments_and_status_pass_through() {
    let dir = Dir::new();
    let hsum = alone(&dir);
    fs::create_dir_all(dir.path("path")).expect("mkdir");
    script(&dir.path("path/hsum-table"), "path", 1);
    let args = ["table", "diff", "--help", "--seed", "x y", "--", "-z", ""];
    let output = run(&hsum, &dir.path("path"), &args);
    let text = "path <diff> <--help> <--seed> <x y> <--> <-z> <>";
    assert_eq!(String::from_utf8(output.stdout).expect("text"), text);
    assert_eq!((output.status.code(), &*output.stderr), (Some(1), &b""[..]));

    // The program beside hsum has precedence.
    script(&dir.path("bin/hsum-table"), "beside", 0);
    let output = run(&hsum, &dir.path("path"), &["table"]);
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"beside <>"[..]));
}

#[test]
fn a_program_that_cannot_run_is_said() {
    let dir = Dir::new();
    let hsum = alone(&dir);
    fs::write(dir.path("bin/hsum-table"), "").expect("write");
    let output = run(&hsum, &dir.path("nowhere"), &["table"]);
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.ends_with("hsum-table: Permission denied\n"), "{stderr}");
}

#[test]
fn a_closed_output_is_said() {
    let dir = Dir::new();
    let hsum = alone(&dir);
    script(&dir.path("bin/hsum-table"), "lost", 0);
    let hsum = hsum.to_str().expect("a path in text");
    let Some(run) = dir.shell("exec \"$@\" table >&-", hsum, &[]) else { return };
    run.is(2, "", "hsum: standard output: Bad file descriptor\n");
}
