//! The recipes of the README, and what they must not miss.

use crate::{Dir, HSUM};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../README.md");

/// Returns the recipes: each a comment and commands.
fn recipes() -> Vec<&'static str> {
    let blocks = README.split("```bash\n").skip(1);
    blocks.map(|rest| rest.split("```").next().expect("an end")).collect()
}

/// Returns a directory with all that the recipes name.
fn place() -> Dir {
    let dir = Dir::new();
    for name in ["backup/a", "backup/b/c", "data/x", "data/y/z", "dist/app", "dist/doc/page"] {
        dir.write(name, name);
    }
    // The MD5 of data/x, as the program of AWS prints an ETag.
    let etag = dir.hsum(["etag", "data/x"]).good();
    let etag = etag.split(' ').next().expect("digits");
    dir.write("bin/aws", format!("#!/bin/sh\necho '\"{etag}\"'\n"));
    fs::set_permissions(dir.path("bin/aws"), Permissions::from_mode(0o755)).expect("chmod");
    dir
}

/// Runs commands in a shell that finds the program, and returns its status and all output.
fn run(dir: &Dir, commands: &str) -> (i32, String) {
    let folder = Path::new(HSUM).parent().expect("a folder").display();
    let path = format!("{}:{folder}:{}", dir.path("bin").display(), env!("PATH"));
    let mut shell = Command::new("bash");
    shell.args(["-euo", "pipefail", "-c", commands]).current_dir(dir.path("")).env("PATH", path);
    let output = shell.output().expect("bash runs");
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code().expect("no signal"), text.concat())
}

/// Each recipe works, and its last command fails after each of these.
#[test]
fn recipes_work_and_fail_when_they_must() {
    if crate::is_emulated() {
        println!("left out: emulated: a shell runs no program of another CPU");
        return;
    }
    let cases = [
        (
            "# A backup",
            &["echo x > backup/a", "rm backup/b/c", "touch backup/new", "mv backup/a backup/d"][..],
        ),
        (
            "# A bag",
            &[
                "echo x > data/x",
                "rm data/x",
                "touch data/new",
                "mv data/x data/d",
                "sed -i 1d manifest-md5.txt",
            ],
        ),
        (
            "# A CI step",
            &[
                "echo x > dist/app",
                "rm dist/app",
                "touch dist/new",
                "sed -i 1d SUMS",
                "sed -i '$d' SUMS",
                "sed -i 1s/^./g/ SUMS",
            ],
        ),
        (
            "# A release",
            &[
                "echo x > dist/app",
                "sed -i 1d TAGS",
                "head -c 32 /dev/urandom > KEY",
                "cp dist/doc/page dist/app",
            ],
        ),
        ("# S3", &["echo x > data/x", "rm data/x"]),
        ("# A disk", &[]),
    ];
    let recipes = recipes();
    assert_eq!(recipes.len(), cases.len());
    for (recipe, (title, troubles)) in recipes.iter().zip(cases) {
        assert!(recipe.starts_with(title), "{recipe}");
        let dir = place();
        let (code, text) = run(&dir, recipe);
        assert_eq!(code, 0, "{recipe}\n{text}");
        let last = recipe.trim_end().lines().next_back().expect("a command");
        assert_eq!(run(&dir, last).0, 0, "{last}");
        for trouble in troubles {
            let dir = place();
            assert_eq!(run(&dir, recipe).0, 0, "{recipe}");
            assert_eq!(run(&dir, trouble).0, 0, "{trouble}");
            let (code, text) = run(&dir, last);
            assert_eq!(code, 1, "{trouble}: {last}\n{text}");
        }
    }
}
