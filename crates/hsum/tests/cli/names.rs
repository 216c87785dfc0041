//! Names, lists and arguments with control characters, and errors that must not show a key.

#[cfg(unix)]
use crate::md5sum;
use crate::{Dir, Run, clhash};

/// Checks that complaints contain only text and line ends.
#[track_caller]
fn is_text(run: &Run) {
    assert!(!run.stderr.contains(|c: char| c.is_control() && c != '\n'), "{:?}", run.stderr);
    assert!(!run.stderr.contains('\u{202e}'), "{:?}", run.stderr);
}

#[cfg(unix)]
#[test]
fn complaints_quote_names() {
    let dir = Dir::abc();
    dir.write("here", "x").write("key\u{1b}[2J", "0");
    let odd = "a\u{1b}[31m";
    let quoted = "'a'$'\\033''[31m'";
    let missing = format!("hsum: {quoted}: No such file or directory\n");
    for command in [&[][..], &["--all"], &["md5"], &["etag"], &["-r"], &["check"], &["md5", "-c"]] {
        dir.hsum([command, &[odd]].concat()).is(1, "", &missing);
    }
    dir.hsum(["bench", "--quick", odd]).is(1, "", &missing);
    let etag = format!("{}-2", "0".repeat(32));
    dir.hsum(["etag", "--verify", &etag, odd]).is(1, "", &missing);
    // The name is from a list.
    let hash = "0".repeat(16);
    let run = dir.hsum_with(["check"], format!("{hash}  {odd}\n"));
    assert!(run.stderr.starts_with(&missing), "{}", run.stderr);
    is_text(&run);
    let run = dir.hsum_with(["md5", "-c"], format!("{hash}{hash}  {odd}\n"));
    assert!(run.stderr.starts_with(&missing), "{}", run.stderr);
    is_text(&run);
    // The names of lists and of key files.
    dir.write("list\u{7}", "nonsense\n");
    let run = dir.hsum(["check", "list\u{7}"]);
    assert!(run.stderr.starts_with("hsum: 'list'$'\\a': no properly"), "{}", run.stderr);
    is_text(&run);
    let run = dir.hsum_with(["check", "--key-file", "key\u{1b}[2J"], format!("{hash}  here\n"));
    let says = "hsum: here: 'key'$'\\033''[2J': key has 1 bytes, clhash needs 1064\n";
    assert!(run.stderr.starts_with(says), "{}", run.stderr);
    is_text(&run);
    for name in ["", " ", "a\nhsum: b: OK", "\u{9b}31m", "\u{202e}gpj.exe", "x\u{7f}", "\r", "it's"]
    {
        let run = dir.hsum([name]);
        assert_eq!((run.code, run.stderr.lines().count()), (1, 1), "{:?}", run.stderr);
        is_text(&run);
    }
}

/// Complaints about names are those of `md5sum`.
#[cfg(unix)]
#[test]
fn names_as_the_coreutils_quote_them() {
    if md5sum::version().is_none() {
        return;
    }
    let dir = Dir::new();
    let mut names: Vec<String> = [
        "none",
        "a b",
        "a:b",
        "it's",
        "it's $",
        "a\n",
        "\na",
        "a\u{1b}[31m",
        "\u{1}\u{2}b",
        "#a",
        "a#",
        "~",
        "{",
        "}",
        "{}",
        "a\\b",
        "a?",
        "a=",
        "a\tb\u{7f}",
        "a\"b",
    ]
    .map(String::from)
    .to_vec();
    names.extend((1..128).map(|byte: u8| format!("{}x", char::from(byte))));
    names.extend((1..128).map(|byte: u8| format!("x{}", char::from(byte))));
    let mut args = vec!["--"];
    args.extend(names.iter().map(String::as_str));
    let ours = dir.hsum([&["md5"], &args[..]].concat());
    let theirs = std::process::Command::new("md5sum")
        .args(&args)
        .current_dir(dir.path(""))
        .env("LC_ALL", "C")
        .output()
        .expect("md5sum runs");
    let theirs = String::from_utf8(theirs.stderr).expect("text");
    assert_eq!(theirs.lines().count(), names.len());
    for (ours, theirs) in ours.stderr.lines().zip(theirs.lines()) {
        assert_eq!(ours.replacen("hsum", "md5sum", 1), theirs);
    }
}

#[test]
fn arguments_that_make_no_sense_are_shown_as_text() {
    let dir = Dir::abc();
    let odd = "\u{1b}]0;pwned\u{7}\u{202e}";
    for args in [
        &["--", "--x"][..0],
        &[&*format!("--{odd}")],
        &[&format!("--{odd}\nerror: x")],
        &[&format!("-{odd}")],
        &["-a", odd],
        &["--backend", odd],
        &["--seed", odd],
        &["--key", odd],
        &["--nonce", odd],
        &["--length", odd],
        &["-r", "--exclude", &format!("{{{odd}")],
        &["man", odd],
        &["explain", odd],
        &["explain", "clhash", "--len", odd],
        &["explain", "clhash", odd],
        &["list", odd],
        &["completions", odd],
        &["etag", "--verify", odd],
        &["etag", "--part-size", odd],
        &["bench", "--size", odd],
        &["check", &format!("--{odd}")],
        &["--tag=x\u{1b}[31m"],
        &["--all", "--key", odd],
    ] {
        if args.is_empty() {
            continue;
        }
        let run = dir.hsum(args);
        assert_eq!((run.code, run.text()), (2, ""), "{args:?}");
        is_text(&run);
    }
    let run = dir.hsum(["md5", &format!("--{odd}")]);
    assert_eq!((run.code, run.text()), (1, ""));
    is_text(&run);
}

/// Only the name `-` is standard input.
#[test]
fn a_path_that_starts_with_a_dash() {
    let dir = Dir::new();
    for name in ["-/", "-/.", "-//"] {
        let missing = format!("hsum: {name}: No such file or directory\n");
        for command in [&["--"][..], &["md5", "--"], &["etag", "--"]] {
            dir.hsum_with([command, &[name]].concat(), "text").is(1, "", &missing);
        }
        dir.write("list", format!("{}  {name}\n", clhash(0, "text")));
        let run = dir.hsum_with(["check", "list"], "text");
        assert_eq!((run.code, run.text()), (1, &*format!("{name}: FAILED open or read\n")));
    }
    dir.write("-/file", "x");
    assert_eq!(dir.hsum(["-r", "--", "-/"]).good(), format!("{}  -/file\n", clhash(0, "x")));
}

/// A line has at most 1 MiB. A list is read up to the first longer line.
#[test]
fn long_lines() {
    const MIB: usize = 1 << 20;
    let dir = Dir::abc();
    let good = dir.hsum(["a"]).good();
    let sum = dir.hsum(["md5", "a"]).good();
    let line = |length: usize| format!("{}{}", &good[..18], "x".repeat(length - 18));
    for (length, verdict) in [(1_000_000, "File name too long"), (MIB, "File name too long")] {
        let run = dir.hsum_with(["check"], format!("{good}{}\n{good}", line(length)));
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains(verdict) && run.stderr.contains("1 listed file could"));
        assert!(
            run.text().starts_with("a: OK\nxxx")
                && run.text().ends_with("FAILED open or read\na: OK\n")
        );
        // A line of other text is malformed, however long it is.
        let list = format!("{sum}{}\n{sum}", "x".repeat(length));
        let says = "hsum: -: WARNING: 1 line is improperly formatted\n";
        dir.hsum_with(["md5", "-c"], &*list).is(0, "a: OK\na: OK\n", says);
        dir.hsum_with(["md5", "-c"], list.trim_end()).is(0, "a: OK\na: OK\n", says);
    }
    for end in ["\n", ""] {
        let list = format!("{good}{}{end}", line(MIB + 1));
        let says = "hsum: -: line 2 is longer than 1048576 bytes\n";
        dir.hsum_with(["check"], list).is(1, "a: OK\n", says);
        let list = format!("# {}{end}", "x".repeat(MIB));
        let says = "hsum: -: line 1 is longer than 1048576 bytes\n";
        dir.hsum_with(["md5", "-c"], list).is(1, "", says);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_without_an_end() {
    let dir = Dir::new();
    let says = "hsum: /dev/zero: line 1 is longer than 1048576 bytes\n";
    dir.hsum(["check", "/dev/zero"]).is(1, "", says);
    dir.hsum(["md5", "-c", "/dev/zero"]).is(1, "", says);
}

#[test]
fn lists_of_other_systems() {
    let dir = Dir::abc();
    let list = dir.hsum(["a", "b", "c"]).good();
    let verdicts = "a: OK\nb: OK\nc: OK\n";
    assert_eq!(dir.hsum_with(["check"], list.replace('\n', "\r\n")).good(), verdicts);
    assert_eq!(dir.hsum_with(["check"], list.trim_end()).good(), verdicts);
    // A byte-order mark is no part of the first line.
    assert_eq!(dir.hsum_with(["check"], format!("\u{feff}{list}")).good(), verdicts);
    let tagged = dir.hsum(["--tag", "a", "b", "c"]).good();
    assert_eq!(dir.hsum_with(["check"], format!("\u{feff}{tagged}")).good(), verdicts);
    let says = "hsum: -: WARNING: 1 line is improperly formatted\n";
    let marked = list.replacen('\n', "\n\u{feff}", 1);
    dir.hsum_with(["check"], marked).is(0, "a: OK\nc: OK\n", says);
    // md5sum does not skip it.
    let sums = dir.hsum(["md5", "a", "b", "c"]).good();
    dir.hsum_with(["md5", "-c"], format!("\u{feff}{sums}")).is(0, "b: OK\nc: OK\n", says);
    // UTF-16 has a NUL after each letter.
    let wide: Vec<u8> = list.bytes().flat_map(|byte| [byte, 0]).collect();
    let run = dir.hsum_with(["check"], wide);
    assert_eq!((run.code, run.text()), (1, ""));
    assert!(run.stderr.ends_with("no properly formatted checksum lines found\n"), "{}", run.stderr);
    is_text(&run);
}

#[cfg(unix)]
#[test]
fn nul_in_a_list() {
    let dir = Dir::abc();
    let hash = clhash(0, "first");
    // No file has such a name. It does not stand for the file whose name ends before the NUL.
    let run = dir.hsum_with(["check"], format!("{hash}  a\0b\n{hash}  a\n"));
    assert_eq!((run.code, run.text()), (1, "a\0b: FAILED open or read\na: OK\n"));
    assert!(run.stderr.starts_with("hsum: 'a'$'\\000''b': "), "{}", run.stderr);
    is_text(&run);
    let list = format!("\0\n{hash}\0  a\n\0{hash}  a\n{hash}  a\n");
    let run = dir.hsum_with(["check", "--strict"], list);
    assert_eq!((run.code, run.text()), (1, "a: OK\n"));
    // With -z, a NUL ends a line and a line feed does not.
    let run = dir.hsum_with(["check", "-z"], format!("{hash}  a\0{hash}  a\nb\0\0"));
    assert_eq!((run.code, run.text()), (1, "a: OK\n\\a\\nb: FAILED open or read\n"));
}

/// Some files can be opened but not read, even by the superuser.
#[cfg(target_os = "linux")]
#[test]
fn files_that_cannot_be_read() {
    let dir = Dir::abc();
    let file = "/proc/self/mem";
    if crate::is_emulated() || std::fs::read(file).is_ok() {
        println!("left out: unreadable-files: reading {file} is no error here");
        return;
    }
    let says = "hsum: /proc/self/mem: Input/output error\n";
    for command in [&[][..], &["--all"], &["md5"], &["etag"]] {
        let expected = dir.hsum([command, &["a", "b"]].concat()).good();
        dir.hsum([command, &["a", file, "b"]].concat()).is(1, &expected, says);
    }
    dir.hsum(["check", file]).is(1, "", says);
    dir.hsum(["md5", "-c", file]).is(1, "", says);
    dir.hsum(["--key-file", file, "a"]).is(1, "", says);
}
