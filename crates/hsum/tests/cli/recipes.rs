//! The recipes of the README, what they must not miss, and the examples of the help.

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

/// Makes a key for signatures, and the file of those whose signatures are good. Returns whether
/// there is a program for that.
fn make_signer(dir: &Dir) -> bool {
    let commands = "mkdir ~/.ssh && ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519 && \
                    echo \"me $(cat ~/.ssh/id_ed25519.pub)\" > SIGNERS";
    Command::new("ssh-keygen").arg("-?").output().is_ok() && run(dir, commands).0 == 0
}

/// Runs commands in a shell that finds the program, and returns its status and all output.
fn run(dir: &Dir, commands: &str) -> (i32, String) {
    let folder = Path::new(HSUM).parent().expect("a folder").display();
    let path = format!("{}:{folder}:{}", dir.path("bin").display(), env!("PATH"));
    let mut shell = Command::new("bash");
    shell.args(["-euo", "pipefail", "-c", commands]).current_dir(dir.path(""));
    shell.env("PATH", path).env("HOME", dir.path(""));
    let output = shell.output().expect("bash runs");
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code().expect("no signal"), text.concat())
}

/// Each recipe works, and each command that checks something fails after each of these.
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
            "# A release for everyone",
            &[
                "echo x > dist/app",
                "rm dist/app",
                "sed -i 1d SHA256SUMS",
                "echo x > dist/app; sha256sum dist/app dist/doc/page > SHA256SUMS",
                "rm SHA256SUMS.sig",
            ],
        ),
        (
            "# A release for those",
            &[
                "rm dist/app",
                "touch dist/new",
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
        let (dir, signs) = (place(), recipe.contains("ssh-keygen"));
        if signs && !make_signer(&dir) {
            println!("left out: ssh-keygen: there is no program that signs");
            continue;
        }
        let (code, text) = run(&dir, recipe);
        assert_eq!(code, 0, "{recipe}\n{text}");
        let is_check = |line: &&str| line.contains("check") || line.contains("verify");
        let commands = recipe.lines().filter(|line| !line.starts_with('#'));
        let checks: Vec<_> = commands.filter(is_check).collect();
        assert!(checks.is_empty() == troubles.is_empty(), "{recipe}");
        assert!(checks.iter().all(|check| run(&dir, check).0 == 0), "{recipe}");
        for trouble in troubles {
            let dir = place();
            assert!(!signs || make_signer(&dir));
            assert_eq!(run(&dir, recipe).0, 0, "{recipe}");
            assert_eq!(run(&dir, trouble).0, 0, "{trouble}");
            for check in &checks {
                let (code, text) = run(&dir, check);
                // ssh-keygen ends with 255.
                assert!(code == 1 || signs && code != 0, "{trouble}: {check}\n{text}");
            }
        }
    }
}

/// The examples of the help work, each in a directory with what it names.
#[test]
fn examples_of_the_help() {
    if crate::is_emulated() {
        println!("left out: emulated: a shell runs no program of another CPU");
        return;
    }
    let help = Dir::new().hsum(["--help"]).good();
    let (_, rest) = help.split_once("Examples:\n").expect("a section");
    let (examples, _) = rest.split_once("\n\n").expect("an end");
    assert!(Dir::new().hsum(["-h"]).good().contains(examples));
    let lines = examples.lines();
    assert!(lines.clone().all(|line| line.len() <= 71), "{examples}");
    let commands: Vec<_> = lines.filter_map(|line| line.trim().strip_prefix("hsum ")).collect();
    assert!(commands.len() > 9, "{commands:?}");
    for text in commands {
        let command = format!("hsum {}", text.split("  ").next().expect("a command"));
        let dir = Dir::new();
        dir.write("x.iso", "x").write("FILE", "x").write("KEY", [7; 32]).write("DIR/a.c", "x");
        dir.write("LIST", dir.hsum(["-r", "DIR"]).good());
        dir.write("MD5SUMS", dir.hsum(["md5", "FILE"]).good());
        dir.write("ETAGS", dir.hsum(["etag", "FILE"]).good()).write("DIR/b.o", "y");
        if command.contains("check -r") {
            fs::remove_file(dir.path("DIR/b.o")).expect("rm");
        }
        let (code, text) = run(&dir, &command);
        assert_eq!(code, 0, "{command}: {text}");
    }
}
