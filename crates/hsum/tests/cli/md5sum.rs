//! The md5sum of the coreutils, to compare with.

use crate::{Dir, Run};
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// Returns the version of this machine's md5sum, if that is the coreutils'.
pub(crate) fn version() -> Option<(u32, u32)> {
    static VERSION: LazyLock<Option<(u32, u32)>> = LazyLock::new(|| {
        let run = Command::new("md5sum").arg("--version").output().ok()?;
        let text = String::from_utf8(run.stdout).ok()?;
        let number = text.strip_prefix("md5sum (GNU coreutils) ")?.lines().next()?;
        let mut parts = number.split('.').map(str::parse);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    });
    if VERSION.is_none() {
        println!("not compared: this machine has no md5sum of the coreutils");
    }
    *VERSION
}

impl Dir {
    /// Runs the md5sum of the coreutils, if there is one.
    fn md5sum(&self, args: &[&OsStr], stdin: &[u8]) -> Option<Run> {
        version()?;
        let mut child = Command::new("md5sum")
            .args(args)
            .current_dir(self.path(""))
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        // It may end before it reads this.
        let _ = child.stdin.take()?.write_all(stdin);
        let output = child.wait_with_output().ok()?;
        Some(output.into())
    }

    /// Checks that both programs do the same for these arguments, and returns the run of hsum.
    #[track_caller]
    pub(crate) fn both<S: AsRef<OsStr>>(&self, args: &[S], stdin: &[u8]) -> Run {
        let args: Vec<_> = args.iter().map(AsRef::as_ref).collect();
        let ours = self.hsum_with([OsStr::new("md5")].iter().chain(&args), stdin);
        if let Some(theirs) = self.md5sum(&args, stdin) {
            let mut options = args.iter().take_while(|arg| **arg != "--");
            let is_check = options.any(|arg| {
                arg.to_str().is_some_and(|a| a.starts_with("-c") || a.starts_with("--c"))
            });
            let stdout = if is_check { as_printed(&ours.stdout) } else { ours.stdout.clone() };
            assert_eq!(
                (ours.code, String::from_utf8_lossy(&stdout)),
                (theirs.code, String::from_utf8_lossy(&theirs.stdout)),
                "{args:?}: {} and {}",
                ours.stderr,
                theirs.stderr
            );
            assert_eq!(
                ours.stderr.is_empty(),
                theirs.stderr.is_empty(),
                "{args:?}: {} and {}",
                ours.stderr,
                theirs.stderr
            );
        }
        ours
    }
}

/// Converts verdicts as coreutils 9.11 quotes them to those of this machine's version.
fn as_printed(verdicts: &[u8]) -> Vec<u8> {
    match version() {
        Some(version) if version < (9, 11) => verdicts
            .split_inclusive(|byte| *byte == b'\n')
            .flat_map(|line| {
                let end = [": OK\n", ": FAILED\n", ": FAILED open or read\n"];
                let end = end.iter().find(|end| line.ends_with(end.as_bytes())).expect("a verdict");
                let mut name = unquoted(&line[..line.len() - end.len()]);
                let is_escaped =
                    name.contains(&b'\n') || version >= (9, 4) && name.starts_with(b"\\");
                if is_escaped {
                    let escape = |byte: u8| match byte {
                        b'\n' => b"\\n".to_vec(),
                        b'\r' => b"\\r".to_vec(),
                        b'\\' => b"\\\\".to_vec(),
                        byte => vec![byte],
                    };
                    name = [b"\\".to_vec(), name.into_iter().flat_map(escape).collect()].concat();
                }
                [&name, end.as_bytes()].concat()
            })
            .collect(),
        _ => verdicts.to_vec(),
    }
}

/// Reads a word as a shell does.
fn unquoted(mut word: &[u8]) -> Vec<u8> {
    let mut name = Vec::new();
    while let [first, rest @ ..] = word {
        let find = |text: &[u8], quote| text.iter().position(|b| *b == quote).expect("an end");
        word = match (first, rest) {
            (b'\\', [byte, rest @ ..]) => {
                name.push(*byte);
                rest
            }
            (b'\'' | b'"', _) => {
                let end = find(rest, *first);
                name.extend(&rest[..end]);
                &rest[end + 1..]
            }
            (b'$', [b'\'', rest @ ..]) => {
                let end = find(rest, b'\'');
                let escapes = str::from_utf8(&rest[..end]).expect("text");
                name.extend(escapes.split('\\').skip(1).map(|escape| match escape {
                    "a" => 7,
                    "b" => 8,
                    "t" => b'\t',
                    "n" => b'\n',
                    "v" => 11,
                    "f" => 12,
                    "r" => b'\r',
                    octal => u8::from_str_radix(octal, 8).expect("octal digits"),
                }));
                &rest[end + 1..]
            }
            _ => {
                name.push(*first);
                rest
            }
        };
    }
    name
}
