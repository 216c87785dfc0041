//! `hsum --check LIST`.

use crate::{Dir, clhash};
use std::fs;

/// Returns three files, and `sums`, a list of them.
fn listed() -> Dir {
    let dir = Dir::abc();
    let sums = dir.hsum(["a", "b", "c"]).good();
    dir.write("sums", sums);
    dir
}

/// Returns the same files after `b` has changed and `c` is gone, and a list with a malformed line.
fn spoiled() -> Dir {
    let dir = listed();
    let sums = fs::read_to_string(dir.path("sums")).expect("sums");
    dir.write("sums", sums + "nonsense\n").write("b", "other");
    fs::remove_file(dir.path("c")).expect("rm");
    dir
}

const UNREAD: &str = "hsum: c: No such file or directory\n";
const LINE: &str = "hsum: sums: 4: improperly formatted line\n";
const NO_MATCH: &str = "hsum: -: no hash matched: wrong algorithm or seed?\n";
const SUMMARY: &str = "hsum: sums: WARNING: 1 line is improperly formatted\n\
                       hsum: sums: WARNING: 1 listed file could not be read\n\
                       hsum: sums: WARNING: 1 computed checksum did NOT match\n";

#[test]
fn what_was_printed_is_verified() {
    let dir = Dir::abc();
    for key in [&["--seed", "5"][..], &[]] {
        for form in
            [&[][..], &["--tag"], &["--all"], &["--zero"], &["-z", "--tag"], &["-z", "--all"]]
        {
            let args = [key, form, &["a", "b", "c"]].concat();
            let sums = dir.hsum(&args).good();
            let zero = form.iter().filter(|f| ["-z", "--zero"].contains(f));
            let args: Vec<_> = ["-c"].iter().chain(zero).collect();
            let all = if key.is_empty() { dir.checksums() } else { dir.without_nonce() };
            let each = if form.contains(&"--all") { all.len() } else { 1 };
            let expected = ["a: OK\n", "b: OK\n", "c: OK\n"].map(|line| line.repeat(each)).concat();
            assert_eq!(dir.hsum_with(&args, &*sums).good(), expected, "{form:?}");
            // The options may repeat what the list records.
            let args: Vec<_> = args.into_iter().chain(key).collect();
            assert_eq!(dir.hsum_with(args, sums).good(), expected, "{form:?}");
        }
    }
}

#[test]
fn plain_lines_are_of_the_algorithm_that_is_asked_for() {
    let dir = Dir::abc();
    for algorithm in dir.checksums() {
        let sums = dir.hsum(["-a", &algorithm, "--untagged", "a", "b"]).good();
        let run = dir.hsum_with(["-c", "-a", &algorithm, "-"], sums);
        assert_eq!(run.good(), "a: OK\nb: OK\n");
    }
    let sums = dir.hsum(["-a", "clhash-mixed", "--untagged", "a", "b"]).good();
    let says = format!("hsum: -: WARNING: 2 computed checksums did NOT match\n{NO_MATCH}");
    dir.hsum_with(["-c"], sums).is(1, "a: FAILED\nb: FAILED\n", &says);
}

/// A version is part of a stored name: a list without it does not say which function it is of.
#[test]
fn lists_have_versions() {
    let dir = Dir::abc();
    for algorithm in ["clhash128", "multilinear64", "mmh32"] {
        let sums = dir.hsum(["--tag", "-a", algorithm, "a"]).good();
        assert!(sums.starts_with(&format!("{algorithm}-1 (a) = ")), "{sums}");
        assert_eq!(dir.hsum_with(["-c"], &*sums).good(), "a: OK\n");
        let stored = format!("{algorithm}-1");
        assert_eq!(dir.hsum(["--tag", "-a", &stored, "a"]).good(), sums);
        let bare = sums.replacen("-1", "", 1);
        assert_eq!(dir.hsum_with(["-c"], &*bare).code, 1, "{bare}");
    }
}

#[test]
fn another_key() {
    let dir = listed();
    let says = "hsum: sums: WARNING: 2 computed checksums did NOT match\n";
    // The hash of the empty message is 0 under every key.
    dir.hsum(["-c", "--seed", "1", "sums"]).is(1, "a: FAILED\nb: FAILED\nc: OK\n", says);
    let run = dir.hsum(["-c", "--key", "00", "sums"]);
    assert_eq!(run.code, 1);
    assert!(run.text().starts_with("a: NOT VERIFIED\n"));
    let says = "hsum: a: --key: key has 1 bytes, clhash needs 1064\n";
    assert!(run.stderr.starts_with(says), "{}", run.stderr);
    assert!(run.stderr.ends_with("hsum: sums: WARNING: 3 lines were NOT verified\n"));
}

#[cfg(unix)]
#[test]
fn troubles() {
    let dir = spoiled();
    let stdout = "a: OK\nb: FAILED\nc: FAILED open or read\n";
    dir.hsum(["-c", "sums"]).is(1, stdout, &format!("{UNREAD}{SUMMARY}"));
    for warn in ["-w", "--warn"] {
        dir.hsum(["-c", warn, "sums"]).is(1, stdout, &format!("{UNREAD}{LINE}{SUMMARY}"));
    }
    let quiet = "b: FAILED\nc: FAILED open or read\n";
    dir.hsum(["-c", "--quiet", "sums"]).is(1, quiet, &format!("{UNREAD}{SUMMARY}"));
    dir.hsum(["-c", "--status", "sums"]).is(1, "", UNREAD);
    let summary = SUMMARY.replace("hsum: sums: WARNING: 1 listed file could not be read\n", "");
    dir.hsum(["-c", "--ignore-missing", "sums"]).is(1, "a: OK\nb: FAILED\n", &summary);
}

#[test]
fn success_in_silence() {
    let dir = listed();
    assert_eq!(dir.hsum(["-c", "--quiet", "sums"]).good(), "");
    assert_eq!(dir.hsum(["-c", "--status", "sums"]).good(), "");
}

#[test]
fn missing_files_may_be_ignored() {
    let dir = listed();
    fs::remove_file(dir.path("a")).expect("rm");
    let run = dir.hsum(["-c", "--ignore-missing", "sums"]);
    assert_eq!(run.good(), "b: OK\nc: OK\n");
    for name in ["b", "c"] {
        fs::remove_file(dir.path(name)).expect("rm");
    }
    let says = "hsum: sums: no file was verified\n";
    dir.hsum(["-c", "--ignore-missing", "sums"]).is(1, "", says);
    dir.hsum(["-c", "--ignore-missing", "--status", "sums"]).is(1, "", "");
}

#[test]
fn improper_lines() {
    let dir = Dir::abc();
    let good = dir.hsum(["a"]).good();
    let digits = clhash(0, "first");
    let improper = [
        "nonsense".to_owned(),
        " ".to_owned(),
        format!("{} a", &digits),
        format!("{}  a", &digits[1..]),
        format!("{digits}0  a"),
        format!("{}  a", digits.replace(&digits[..1], "g")),
        format!("{digits}  "),
        format!("\\{digits}  a\\"),
        format!("\\{digits}  \\a"),
        format!("MD5 (a) = {digits}"),
        format!("clhash (a) = {digits}0"),
        format!("clhash (a = {digits}"),
        format!("clhash )a( = {digits}"),
        format!("clhash () = {digits}"),
        "clhash".to_owned(),
    ];
    for line in improper {
        let list = format!("{line}\n{good}");
        let says = "hsum: -: WARNING: 1 line is improperly formatted\n";
        dir.hsum_with(["-c"], &*list).is(0, "a: OK\n", says);
        dir.hsum_with(["-c", "--strict"], &*list).is(1, "a: OK\n", says);
        dir.hsum_with(["-c", "--status"], &*list).is(0, "", "");
        // Of --quiet, --status and --warn, the last counts.
        dir.hsum_with(["-c", "--warn", "--quiet", "--strict", "--status"], &*list).is(1, "", "");
        dir.hsum_with(["-c", "--warn", "--status", "--quiet"], &*list).is(0, "", says);
    }
    let says = "hsum: -: 1: improperly formatted line\nhsum: -: 3: improperly formatted line\n\
                hsum: -: WARNING: 2 lines are improperly formatted\n";
    dir.hsum_with(["-c", "--warn"], format!("x\n{good}y\n")).is(0, "a: OK\n", says);
}

#[test]
fn lines_of_other_tools() {
    let dir = Dir::abc();
    let digits = clhash(0, "first");
    let list = format!(
        "# a comment\n\n{digits} *a\n\t {}  a\n{digits}  a\r\nclhash(a)= {digits}\n\
         clhash (a) = {}\nclhash (a)  =  {digits}\n\\{digits}  a\n{digits}  a",
        digits.to_uppercase(),
        digits.to_uppercase()
    );
    assert_eq!(dir.hsum_with(["-c", "--strict"], list).good(), "a: OK\n".repeat(8));
}

#[cfg(unix)]
#[test]
fn awkward_names() {
    let dir = Dir::new();
    let names = ["l\nf", "c\rr", "b\\n", " a ", "x) = 1"];
    for name in names {
        dir.write(name, name);
    }
    let ok = "\\l\\nf: OK\n\\c\\rr: OK\n\\b\\\\n: OK\n a : OK\nx) = 1: OK\n";
    for form in [&[][..], &["--tag"], &["-z"], &["-z", "--tag"]] {
        let sums = dir.hsum([form, &names].concat()).good();
        let zero = form.contains(&"-z").then_some("-z");
        let checked = dir.hsum_with(["-c", "--strict"].into_iter().chain(zero), sums);
        assert_eq!(checked.good(), ok, "{form:?}");
    }
}

#[test]
fn lists_that_are_none() {
    let dir = Dir::abc();
    let none = "no properly formatted checksum lines found";
    let line = |name| format!("hsum: {name}: {none}\n");
    dir.hsum(["-c", "b"]).is(1, "", &line("b"));
    dir.hsum(["-c", "c"]).is(1, "", &format!("hsum: c: {none}\n"));
    dir.hsum_with(["-c"], [0xff; 100]).is(1, "", &line("-"));
    let run = dir.hsum(["-c", "none"]);
    assert_eq!((run.code, run.text()), (1, ""));
    assert!(run.stderr.starts_with("hsum: none: "), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_list_that_cannot_be_read() {
    let dir = listed();
    fs::create_dir(dir.path("d")).expect("mkdir");
    let ok = "a: OK\nb: OK\nc: OK\n";
    dir.hsum(["-c", "d", "sums"]).is(1, ok, "hsum: d: is a directory\n");
}

#[test]
fn standard_input_is_the_list_and_no_file_of_it() {
    let dir = Dir::abc();
    let list = format!("{}  -\n{}  c\n", clhash(0, "x"), clhash(0, ""));
    let run = dir.hsum_with(["-c", "--quiet"], list);
    let says = "hsum: -: standard input can be read only once\n\
                hsum: -: WARNING: 1 listed file could not be read\n";
    run.is(1, "-: FAILED open or read\n", says);
}

/// Under another name, the list would lose the lines that are hashed as a file.
#[cfg(target_os = "linux")]
#[test]
fn a_list_in_a_pipe_does_not_name_itself() {
    let dir = Dir::abc();
    if crate::is_emulated() {
        println!("left out: emulated: an emulator has a /proc of its own");
        return;
    }
    std::os::unix::fs::symlink("/dev/stdin", dir.path("link")).expect("symlink");
    // The rest of the list is longer than what the reader has in memory.
    for (check, hash, rest) in [
        (&["-c"][..], clhash(0, ""), format!("{}  b\n", "0".repeat(16))),
        (
            &["md5", "-c"],
            "d41d8cd98f00b204e9800998ecf8427e".into(),
            format!("{}  b\n", "0".repeat(32)),
        ),
    ] {
        for name in ["/dev/stdin", "/proc/self/fd/0", "link"] {
            let list = format!("{hash}  {name}\n{}", rest.repeat(10_000));
            let run = dir.hsum_with(check, &*list);
            let first = format!("{name}: FAILED open or read\n");
            assert_eq!((run.code, run.text()), (1, &*(first + &"b: FAILED\n".repeat(10_000))));
            let says = format!("hsum: {name}: is the list that is read\n");
            assert!(run.stderr.starts_with(&says), "{}", run.stderr);
        }
    }
    // A regular file is read from its beginning by each reader.
    dir.write("list", format!("{}  /dev/stdin\n", "0".repeat(16)));
    let Some(run) = dir.shell("\"$@\" <list", crate::HSUM, &["-c"]) else { return };
    assert_eq!((run.code, run.text()), (1, "/dev/stdin: FAILED\n"));
}

#[test]
fn standard_input_may_be_a_file_of_a_list() {
    let dir = Dir::new();
    dir.write("sums", format!("{}  -\n", clhash(0, "x")));
    assert_eq!(dir.hsum_with(["-c", "sums"], "x").good(), "-: OK\n");
}

/// The verifier says the length of tags, and the author of a list cannot choose a shorter one.
#[test]
fn tags_have_the_length_that_is_verified() {
    let dir = Dir::abc();
    let key = ["--key-file", "key"];
    for (algorithm, key_bytes, lengths) in
        [("tmmh16", 4224, &["2", "4", "6", "8"][..]), ("clmac", 32, &["8", "12", "16"])]
    {
        dir.write("key", testkit::Generator::SplitMix(1).message(key_bytes));
        // `clmac` has no default key.
        let keys = if algorithm == "clmac" { &[&key[..]][..] } else { &[&key[..], &[]] };
        for key in keys {
            let args = [&["-a", algorithm], *key].concat();
            for form in [&["--untagged"][..], &[]] {
                for bytes in lengths {
                    verified_in_one_length(&dir, &args, form, bytes, lengths);
                }
            }
        }
        // Each line of a list has its own length.
        let args = [&["-a", algorithm], keys[0]].concat();
        let [short, .., whole] = *lengths else { panic!("there are several lengths") };
        let line = |n| dir.hsum([&args[..], &["-l", n, "a"]].concat()).good();
        let lines = [whole, short, whole].map(line).concat();
        let run = dir.hsum_with([&["-c"], &args[..]].concat(), lines);
        assert_eq!((run.code, run.text()), (1, "a: OK\na: NOT VERIFIED\na: OK\n"));
    }
    // Tags have no other lengths, and other algorithms have hashes of one length.
    for line in ["00000  a", "00  a", "00000000000000000000  a", "  a", "tmmh16 (a) = 000000"] {
        let run = dir.hsum_with(["-c", "-a", "tmmh16"], format!("{line}\n"));
        assert_eq!((run.code, run.text()), (1, ""), "{line}");
    }
    assert_eq!(dir.hsum_with(["-c"], "0000  a\n").code, 1);
}

/// Checks that a list of hashes of `bytes` bytes is verified in that length alone. The last one of
/// the `lengths` is that of whole hashes.
fn verified_in_one_length(dir: &Dir, args: &[&str], form: &[&str], bytes: &str, lengths: &[&str]) {
    let sums = dir.hsum([args, &["--length", bytes], form, &["a", "b", "c"]].concat()).good();
    let line = sums.lines().next().expect("a line");
    let hex = if form.is_empty() { line.split(' ').next_back() } else { line.split(' ').next() };
    assert_eq!(hex.map(|hex| (hex.len() / 2).to_string()).as_deref(), Some(bytes), "{sums}");
    let check = [&["-c"], args].concat();
    for wanted in lengths {
        let run = dir.hsum_with([&check[..], &["--length", wanted]].concat(), &*sums);
        if *wanted == bytes {
            assert_eq!(run.good(), "a: OK\nb: OK\nc: OK\n");
        } else {
            let says = format!(
                "hsum: a: --length: the line has a hash of {bytes} bytes, and {wanted} are verified\n"
            );
            assert!(run.stderr.starts_with(&says), "{}", run.stderr);
            assert_eq!((run.code, run.text().contains("OK")), (1, false));
        }
    }
    // By default the tags must be whole.
    let is_whole = lengths.last() == Some(&bytes);
    let run = dir.hsum_with(&check, &*sums);
    assert_eq!(run.code == 0, is_whole, "{}", run.stderr);
    assert_eq!(run.text().contains("OK"), is_whole);
    // The first byte and the last one of the first hash count.
    let first = sums.find("= ").map_or(0, |i| i + 2);
    let last = first + 2 * bytes.parse::<usize>().expect("a number") - 1;
    for at in [first, last] {
        let other = if sums.as_bytes()[at] == b'0' { "1" } else { "0" };
        let mut spoiled = sums.clone();
        spoiled.replace_range(at..=at, other);
        let run = dir.hsum_with([&check[..], &["-l", bytes]].concat(), spoiled);
        assert_eq!((run.code, run.text()), (1, "a: FAILED\nb: OK\nc: OK\n"));
    }
}

#[test]
fn a_length_is_for_hashes_that_can_be_cut() {
    let dir = Dir::abc();
    for length in ["3", "16"] {
        let says = "hsum: tmmh16: --length has another value than 2, 4, 6, 8\n";
        dir.hsum(["-a", "tmmh16", "-l", length, "a"]).is(1, "", says);
    }
    let says = "hsum: clmac: --length has another value than 8, 12, 16\n";
    dir.hsum(["-a", "clmac", "--seed", "1", "-l", "4", "a"]).is(1, "", says);
    let run = dir.hsum(["--length", "2", "a"]);
    run.is(1, "", "hsum: clhash: does not support --length: its hashes have one length\n");
    dir.hsum(["-c", "--length", "2", "a"]).is(
        1,
        "",
        "hsum: clhash: does not support --length: its hashes have one length\n",
    );
    dir.hsum(["--all", "--length", "2", "a"]).is_usage(&["--length"]);
    let whole = dir.hsum(["-a", "tmmh16", "a"]).good();
    let cut = dir.hsum(["-a", "tmmh16", "--length", "4", "a"]).good();
    assert_eq!(cut.len(), whole.len() - 8);
    assert!(whole.starts_with(cut.trim_end()));
}
