//! Standard output and standard error on a terminal.

use crate::{Dir, HSUM, clhash};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Opens a terminal. Returns the end that sees what is written, and the end to write to.
fn terminal() -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).expect("grantpt");
    unlockpt(&master).expect("unlockpt");
    let name = ptsname(&master, Vec::new()).expect("a name");
    let mut options = OpenOptions::new();
    let slave = options.read(true).write(true).open(OsStr::from_bytes(name.as_bytes()));
    (master.into(), slave.expect("open"))
}

/// Returns what was written until the other ends were closed.
fn seen(mut master: File) -> String {
    let mut bytes = Vec::new();
    // The end is an error on some systems.
    let _ = master.read_to_end(&mut bytes);
    String::from_utf8(bytes).expect("text").replace("\r\n", "\n")
}

/// Runs the program with a terminal as standard output, and returns its status and output.
fn shown(dir: &Dir, args: &[&OsStr], stdin: Stdio) -> (Option<i32>, String) {
    shown_on(Some("xterm"), dir, args, stdin)
}

/// Does so on a terminal of this kind.
fn shown_on(term: Option<&str>, dir: &Dir, args: &[&OsStr], stdin: Stdio) -> (Option<i32>, String) {
    let (master, slave) = terminal();
    let mut command = Command::new(HSUM);
    command.env_remove("TERM").env_remove("NO_COLOR").envs(term.map(|term| ("TERM", term)));
    command.args(args).current_dir(dir.path("")).stdin(stdin).stdout(slave).stderr(Stdio::null());
    let mut child = command.spawn().expect("hsum runs");
    // The command holds the other end of the terminal.
    drop(command);
    let output = seen(master);
    (child.wait().expect("hsum ends").code(), output)
}

fn file(dir: &Dir, contents: &[u8]) -> Stdio {
    dir.write("stdin", contents);
    File::open(dir.path("stdin")).expect("open").into()
}

#[test]
fn names_do_not_control_it() {
    let dir = Dir::new();
    let names = [&b"a\x1b[31m"[..], "\u{9b}31m\u{202e}".as_bytes(), b"\x07\x7f", b"\xff", b"ok"];
    let shown_names = ["a\\033[31m", "\\302\\23331m\\342\\200\\256", "\\a\\177", "\\377", "ok"];
    let names = names.map(OsStr::from_bytes);
    for name in names {
        dir.write(name, "x");
    }
    let line = |name: &str| format!("{}  {name}\n", clhash(0, "x"));
    let (code, text) = shown(&dir, &names, Stdio::null());
    assert_eq!((code, text), (Some(0), shown_names.map(line).concat()));
    // A pipe gets the bytes of the names, so that the list is right.
    let list = dir.hsum(names).stdout;
    assert!(list.starts_with(&[clhash(0, "x").as_bytes(), b"  a\x1b[31m\n"].concat()));
    let verdicts = shown_names.map(|name| format!("{name}: OK\n")).concat();
    for command in [&["-c"][..], &["check"], &["-c", "--no-progress"]] {
        let args: Vec<_> = command.iter().map(OsStr::new).collect();
        let (code, text) = shown(&dir, &args, file(&dir, &list));
        assert_eq!((code, &*text), (Some(0), &*verdicts), "{command:?}");
    }
    // A list cannot send anything to the terminal by the name of a missing file.
    let list = format!("{}  \u{1b}]0;pwned\u{7}\n", "0".repeat(16));
    let (code, text) = shown(&dir, &["-c".as_ref()], file(&dir, list.as_bytes()));
    assert_eq!((code, &*text), (Some(1), "\\033]0;pwned\\a: FAILED open or read\n"));
    for option in ["md5", "etag", "--tag", "--json", "-z", "--all", "-r"] {
        let args = [&[OsStr::new(option)], &names[..]].concat();
        let (code, text) = shown(&dir, &args, Stdio::null());
        assert_eq!(code, Some(0), "{option}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        assert!(!text.contains('\u{202e}'), "{text:?}");
    }
    let (code, text) = shown(&dir, &["--raw".as_ref(), "ok".as_ref()], Stdio::null());
    assert!(code == Some(0) && !text.contains(char::is_control), "{text:?}");
}

/// The help is styled on a terminal.
#[test]
fn help_has_its_style() {
    let dir = Dir::new();
    let (code, text) = shown(&dir, &["-h".as_ref()], Stdio::null());
    assert!(code == Some(0) && text.contains("\u{1b}[") && text.contains("--check"), "{text}");
    for term in [None, Some(""), Some("dumb")] {
        let (code, text) = shown_on(term, &dir, &["--help".as_ref()], Stdio::null());
        assert!(code == Some(0) && !text.contains('\u{1b}') && text.contains("--check"), "{text}");
    }
}

/// Progress is shown on a terminal if hashing takes long, except with --no-progress.
#[test]
fn progress() {
    let dir = Dir::new();
    let start = |args: &[&str]| {
        let (master, slave) = terminal();
        let mut command = Command::new(HSUM);
        command.args(args).current_dir(dir.path(""));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(slave);
        (master, command.spawn().expect("hsum runs"))
    };
    let commands = [&[][..], &["md5"], &["etag"]];
    let hidden = [&["--no-progress"][..], &["md5", "--no-progress"], &["etag", "--no-progress"]];
    let mut runs: Vec<_> = commands.iter().chain(&hidden).map(|args| start(args)).collect();
    for _ in 0..2 {
        for (_, child) in &mut runs {
            child.stdin.as_mut().expect("piped").write_all(b"some").expect("write");
        }
        thread::sleep(Duration::from_millis(700));
    }
    for (_, child) in &mut runs {
        child.stdin.as_mut().expect("piped").write_all(b"more").expect("write");
    }
    for (index, (master, mut child)) in runs.into_iter().enumerate() {
        drop(child.stdin.take());
        assert!(child.wait().expect("hsum ends").success());
        let text = seen(master);
        assert_eq!(!text.is_empty(), index < commands.len(), "{index}: {text:?}");
    }
}
