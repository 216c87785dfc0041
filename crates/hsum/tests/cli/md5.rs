//! `hsum md5`, compared with the md5sum of the coreutils if the machine has it.

use crate::{Dir, md5sum};
use std::ffi::OsStr;

const A: &str = "8b04d5e3775d298e78455efc5ca404d5  a\n";

#[test]
fn files_and_standard_input() {
    let dir = Dir::abc();
    let expected = "8b04d5e3775d298e78455efc5ca404d5  a\n\
                    59d0d19fc45ca69230d858f60a5557f8  b\n\
                    d41d8cd98f00b204e9800998ecf8427e  c\n";
    dir.both(&["a", "b", "c"], b"").is(0, expected, "");
    dir.both::<&str>(&[], b"first").is(0, &A.replace('a', "-").replace("-40", "a40"), "");
    dir.both(&["-", "a", "-"], b"first");
    let run = dir.both(&["a", "none", ".", "c"], b"");
    assert_eq!(run.code, 1);
    assert_eq!(run.stderr, "hsum: none: No such file or directory\nhsum: .: is a directory\n");
}

#[test]
fn many_files_of_all_sizes() {
    let dir = Dir::new();
    let data = testkit::Generator::SplitMix(1).message(700_000);
    let sizes = [0, 1, 55, 56, 63, 64, 65, 1000, 65_535, 65_536, 65_537, 131_072, 131_073, 700_000];
    let mut names = Vec::new();
    for (index, size) in sizes.into_iter().cycle().take(150).enumerate() {
        let name = format!("f{index:03}");
        dir.write(&name, &data[..size - size.min(index / 14)]);
        names.push(name);
    }
    for count in [1, 2, 3, 5, 14, 40, 150] {
        let run = dir.both(&names[..count], b"");
        assert_eq!(run.text().lines().count(), count);
        // Both programs accept the list.
        let list = run.stdout;
        assert_eq!(dir.both(&["-c", "--quiet"], &list).good(), "");
    }
    let run = dir.hsum(["md5", "-r", "."]);
    assert_eq!(run.good().lines().count(), 150);
}

#[test]
fn forms_of_lines() {
    let dir = Dir::abc();
    for args in [
        &["-b", "a", "b"][..],
        &["-t", "a"],
        &["--tag", "a", "b"],
        &["-z", "a", "b"],
        &["-z", "--tag", "a"],
        &["-b", "-t", "a"],
        &["-t", "-b", "a"],
        &["--tag", "-t", "a"],
        &["-t", "--tag", "-b", "a"],
        &["--tag", "-b", "a"],
        &["-b", "--tag", "a"],
        &["--tag", "--tag", "a"],
        &["-bb", "a"],
        &["-tt", "a"],
        &["-bz", "a"],
        &["--bin", "a"],
        &["a", "-b"],
        &["--", "a"],
        &["--", "-b"],
    ] {
        dir.both(args, b"");
    }
}

/// Until coreutils 9.10, `--tag` won over an earlier `--text`.
#[test]
fn no_tag_for_text() {
    let dir = Dir::abc();
    for args in [["-t", "--tag", "a"], ["--tag", "-t", "a"]] {
        let run = dir.hsum([&["md5"], &args[..]].concat());
        assert_eq!((run.code, run.text()), (1, ""), "{args:?}");
        if md5sum::version() >= Some((9, 10)) {
            dir.both(&args, b"");
        }
    }
}

#[test]
fn command_lines_that_make_no_sense() {
    let dir = Dir::abc();
    dir.write("sums", A);
    for args in [
        &["--nonsense"][..],
        &["-x", "a"],
        &["--quiet", "a"],
        &["--status", "a"],
        &["--strict", "a"],
        &["--warn", "a"],
        &["-w", "a"],
        &["--ignore-missing", "a"],
        &["-c", "-b", "sums"],
        &["-c", "-t", "sums"],
        &["-c", "--tag", "sums"],
        &["-c", "-z", "sums"],
        // An option that --check would contradict does not replace it.
        &["-b", "--strict", "a"],
        &["-t", "--ignore-missing", "a"],
        &["--tag", "-w", "a"],
        &["-z", "--quiet", "a"],
    ] {
        let run = dir.both(args, b"");
        assert_eq!((run.code, run.text()), (1, ""), "{args:?}");
    }
    assert_eq!(dir.hsum(["md5", "--help"]).code, 0);
}

#[cfg(unix)]
#[test]
fn odd_names() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    let names = [
        &b"a b"[..],
        b" a",
        b"a ",
        b"a\\b",
        b"\\",
        b"a\nb",
        b"a\rb",
        b"\n",
        b"\\n",
        b"*a",
        b"\xff\xfe",
        b"(a) = b",
        b"MD5 (a) = b",
        b"a\tb",
        b"'\"$",
        "ä".as_bytes(),
    ];
    let names = names.map(OsStr::from_bytes);
    for name in names {
        dir.write(name, name.as_bytes());
    }
    for form in [&[][..], &["-b"], &["--tag"], &["-z"], &["-z", "--tag"]] {
        let args: Vec<_> = form.iter().map(OsStr::new).chain(names).collect();
        let list = dir.both(&args, b"").stdout;
        if !form.contains(&"-z") {
            let run = dir.both(&["-c"], &list);
            assert_eq!((run.code, &*run.stderr), (0, ""));
        }
    }
    // Some files are gone, others have changed.
    let args: Vec<_> = ["--tag"].iter().map(OsStr::new).chain(names).collect();
    let list = dir.both(&args, b"").stdout;
    for (index, name) in names.iter().enumerate() {
        if index % 2 == 0 {
            dir.write(name, "other");
        } else {
            std::fs::remove_file(dir.path(name)).expect("rm");
        }
    }
    for options in
        [&["-c"][..], &["-c", "--quiet"], &["-c", "--status"], &["-c", "--ignore-missing"]]
    {
        assert_eq!(dir.both(options, &list).code, 1);
    }
}

#[test]
fn checking() {
    let dir = Dir::abc();
    let list = dir.hsum(["md5", "a", "b", "c"]).good();
    dir.both(&["-c"], list.as_bytes()).is(0, "a: OK\nb: OK\nc: OK\n", "");
    dir.write("sums", &list).write("b", "other");
    std::fs::remove_file(dir.path("c")).expect("rm");
    let nonsense = format!("{list}nonsense\n# comment\n\n\r\n");
    for options in [
        &["-c"][..],
        &["-c", "--quiet"],
        &["-c", "--status"],
        &["-c", "--strict"],
        &["-c", "-w"],
        &["-c", "--ignore-missing"],
        &["-c", "--ignore-missing", "--strict", "--quiet"],
        &["-cw", "--str"],
    ] {
        for list in ["", "x\n", A, &nonsense, &[A, "x\n", &list].concat()] {
            dir.both(options, list.as_bytes());
        }
    }
    dir.both(&["-c", "sums", "none", "sums"], b"");
    dir.both(&["-c", "."], b"");
    // Of these options the last counts.
    for options in [
        ["-c", "--quiet", "--status"],
        ["-c", "--status", "--quiet"],
        ["-c", "--status", "-w"],
        ["-cw", "--status", "--strict"],
        ["-cw", "--quiet", "--strict"],
        ["-c", "--quiet", "-w"],
    ] {
        dir.both(&options, nonsense.as_bytes());
    }
    // Standard input is no file of a list that it contains, and empty once it has been read.
    let of_stdin = A.replace("  a", "  -");
    dir.both(&["-c"], format!("{of_stdin}{list}").as_bytes());
    dir.both(&["-c", "-w"], of_stdin.as_bytes());
    dir.both(&["-c", "--strict"], format!("{A}{of_stdin}").as_bytes());
    dir.write("two", format!("{of_stdin}d41d8cd98f00b204e9800998ecf8427e  -\n{of_stdin}"));
    let verdicts = "-: OK\n-: OK\n-: FAILED\n";
    assert_eq!(dir.both(&["-c", "two"], b"first").text(), verdicts);
    // All files are missing.
    dir.both(&["-c", "--ignore-missing"], A.replace("  a", "  none").as_bytes());
    dir.both(&["-c", "--ignore-missing"], [A, &A.replace("  a", "  none")].concat().as_bytes());
}

#[test]
fn improper_lines() {
    let dir = Dir::abc();
    dir.write(" a", "first").write("*a", "first");
    let hex = &A[..32];
    let lines = [
        format!("{hex} a"),
        format!("{hex} *a"),
        format!("{hex}\t a"),
        format!("{hex}\ta"),
        format!("{hex}  *a"),
        format!("{hex}   a"),
        format!("{hex}  "),
        format!("{hex} "),
        hex.to_owned(),
        format!("{hex}a"),
        format!(" \t{hex}  a"),
        format!("\u{b}{hex}  a"),
        format!("{}  a", hex.to_uppercase()),
        format!("{}  a", &hex[1..]),
        format!("0{hex}  a"),
        format!("g{}  a", &hex[1..]),
        format!("\\{hex}  a"),
        format!("\\{hex}  \\a"),
        format!("\\{hex}  a\\"),
        format!("\\\\{hex}  a"),
        format!("MD5 (a) = {hex}"),
        format!("MD5(a)= {hex}"),
        format!("MD5 (a)={hex}"),
        format!("MD5 (a) \t= \t{hex}"),
        format!("MD5  (a) = {hex}"),
        format!("MD5\t(a) = {hex}"),
        format!("md5 (a) = {hex}"),
        format!("  MD5 (a) = {hex}"),
        format!("\\MD5 (a) = {hex}"),
        format!("\\MD5 (\\a) = {hex}"),
        format!("MD5 (a) = {hex} "),
        format!("MD5 (a) = {hex}0"),
        format!("MD5 (a) = {}", &hex[1..]),
        format!("MD5 (a = {hex}"),
        format!("MD5 )a( = {hex}"),
        format!("MD5 () = {hex}"),
        format!("MD5 (a) {hex}"),
        format!("SHA1 (a) = {hex}"),
        format!("clhash (a) = {}", &hex[..16]),
        " ".to_owned(),
        "\\".to_owned(),
        "MD5".to_owned(),
        "MD5 (".to_owned(),
        format!("{hex}  a\r"),
        format!("{hex}  a\r\r"),
    ];
    for line in &lines {
        dir.both(&["-c"], format!("{line}\n").as_bytes());
        dir.both(&["-c"], format!("{hex} a\n{line}\n{A}").as_bytes());
        dir.both(&["-c", "--strict"], format!("{A}{line}\n{hex} a").as_bytes());
    }
    dir.both(&["-cw"], format!("{A}x\n{A}y\n").as_bytes()).is(
        0,
        "a: OK\na: OK\n",
        "hsum: -: 2: improperly formatted line\nhsum: -: 4: improperly formatted line\n\
         hsum: -: WARNING: 2 lines are improperly formatted\n",
    );
}

/// Verdicts are quoted for a shell, as coreutils 9.11 does.
#[cfg(unix)]
#[test]
fn verdicts_on_odd_names() {
    let dir = Dir::new();
    let names = ["a\\b", "a\\", "\\a", "a\nb", "a\tb", "a b", "it's", "a\u{1b}[31m", "plain", "ä"];
    for name in names {
        dir.write(name, "x");
    }
    let list = dir.hsum([&["md5", "--tag"], &names[..]].concat()).good();
    let run = dir.both(&["-c"], list.as_bytes());
    let verdicts = "'a\\b': OK\n'a\\': OK\n'\\a': OK\n'a'$'\\n''b': OK\n'a'$'\\t''b': OK\n\
                    'a b': OK\n\"it's\": OK\n'a'$'\\033''[31m': OK\nplain: OK\nä: OK\n";
    assert_eq!(run.good(), verdicts);
}
