//! `hsum FILE...`.

use crate::{Dir, clhash};
use provenhash::Algorithm;
use std::fs;
use testkit::vectors::{CLHASH, HASHES, HashFile};

const NO_FILE: &str = if cfg!(windows) {
    "The system cannot find the file specified."
} else {
    "No such file or directory"
};

/// Checks every value of an algorithm under a key of a file, with a file for each message, in one
/// run with these options. Returns the number of values.
fn vectors(dir: &Dir, file: &HashFile, name: &str, id: &str, options: &[&str]) -> usize {
    let mut args: Vec<_> =
        ["--untagged", "-a", name].iter().chain(options).map(|a| (*a).to_owned()).collect();
    let mut expected = String::new();
    let values = file.values.iter().filter(|v| v.function == name && v.key == id);
    for (i, v) in values.enumerate() {
        let message = format!("{i}-{}", v.length);
        dir.write(&message, v.generator.message(v.length));
        expected += &format!("{}  {message}\n", v.output.replace(',', ""));
        args.push(message);
    }
    let count = expected.lines().count();
    if count > 0 {
        assert_eq!(dir.hsum(args).good(), expected, "{name}, key {id}");
    }
    count
}

/// The files of vectors name the algorithms, and other functions as well. A file with the keys of
/// several algorithms has the longest one; the others use its beginning.
#[test]
fn vectors_by_key_file() {
    let mut algorithms = 0;
    for file in HASHES.iter().map(|table| table.hashes().without_zeros()) {
        let rows = file.functions().into_iter().filter_map(Algorithm::find);
        for row in rows.filter(|row| !row.nonce) {
            let mut count = 0;
            for (id, key) in &file.keys {
                let dir = Dir::new();
                let key_bytes = row.key_lengths.first().copied();
                if let Some(key_bytes) = key_bytes {
                    dir.write("key", &key[..key_bytes]);
                }
                let options: &[_] = if key_bytes.is_some() { &["--key-file", "key"] } else { &[] };
                count += vectors(&dir, &file, row.name, id, options);
            }
            assert!(count > 20, "{}: {count} values", row.name);
            algorithms += 1;
        }
    }
    assert!(algorithms > 25, "{algorithms}");
}

#[test]
fn vectors_by_key() {
    let file = CLHASH.hashes();
    let (id, key) = file.keys.iter().find(|(id, _)| *id == "std").expect("the file has it");
    let key = testkit::message::hex(key).to_uppercase();
    assert!(vectors(&Dir::new(), &file, "clhash", id, &["--key", &key]) > 100);
}

/// A seed gives the key that the reference derives from it.
#[test]
fn seeds_are_those_of_the_reference() {
    let dir = Dir::abc();
    for seed in ["0", "1", "18446744073709551615"] {
        let number = seed.parse().expect("a number");
        let key = reference::seed::bytes("CLHASH", number, clhash::Key::BYTES);
        let by_key = dir.hsum(["--untagged", "--key", &testkit::message::hex(&key), "a", "b"]);
        assert_eq!(dir.hsum(["--untagged", "--seed", seed, "a", "b"]).good(), by_key.good());
    }
}

#[test]
fn vectors_by_standard_input() {
    let dir = Dir::new();
    let file = CLHASH.hashes();
    let of_key = file.values.iter().filter(|v| v.key == "sm1");
    let (_, key) = file.keys.iter().find(|(id, _)| *id == "sm1").expect("the file has it");
    dir.write("key", key);
    for v in of_key.filter(|v| [0, 1, 1024, 1025, 1_048_583].contains(&v.length)) {
        for args in [&["--key-file", "key"][..], &["--key-file=key", "-"]] {
            let args = [&["--untagged"], args].concat();
            let run = dir.hsum_with(args, v.generator.message(v.length));
            assert_eq!(run.good(), format!("{}  -\n", v.output), "{} bytes", v.length);
        }
    }
}

#[test]
fn key_files_may_be_text() {
    let dir = Dir::abc();
    let digits = testkit::message::hex(&clhash::Key::from_seed(7).to_bytes());
    for end in ["", "\n", "\r\n"] {
        dir.write("key", format!("{digits}{end}"));
        let expected = format!("{}  a\n", clhash(7, "first"));
        assert_eq!(dir.hsum(["--untagged", "--key-file", "key", "a"]).good(), expected);
    }
}

#[test]
fn without_a_key_it_is_seed_0() {
    let dir = Dir::abc();
    let expected = format!("{}  a\n{}  b\n", clhash(0, "first"), clhash(0, "second\n"));
    assert_eq!(dir.hsum(["a", "b"]).good(), expected);
    assert_eq!(dir.hsum(["--seed", "0", "a", "b"]).good(), expected);
}

/// The example of the documentation.
#[test]
fn example() {
    let dir = Dir::new();
    dir.write("a.txt", "abc").write("b.txt", "hello\n");
    let plain = "e4b09a1e4823b6e2  a.txt\nc3e993a960465e19  b.txt\n";
    let tagged = "clhash:seed=1 (a.txt) = e4b09a1e4823b6e2\n\
                  clhash:seed=1 (b.txt) = c3e993a960465e19\n";
    assert_eq!(dir.hsum(["--seed", "1", "a.txt", "b.txt"]).good(), tagged);
    assert_eq!(dir.hsum(["--seed", "0x1", "--untagged", "a.txt", "b.txt"]).good(), plain);
    assert_eq!(dir.hsum_with(["-c"], tagged).good(), "a.txt: OK\nb.txt: OK\n");
}

#[test]
fn all_algorithms_in_one_reading() {
    let dir = Dir::new();
    // Longer than a read, and longer than the messages that clhash-bitmix mixes.
    let message = testkit::message::NOISE.message(300_001);
    dir.write("long", &message).write("short", "x");
    let (key, wide_key) = (clhash::Key::from_seed(3), clhash::clhash128::Key::from_seed(3));
    let digits = |words: [u64; 2]| words.map(|word| format!("{word:016x}")).concat();
    let mut expected = String::new();
    for (name, message) in [("long", &*message), ("short", b"x")] {
        expected += &format!(
            "clhash:seed=3 ({name}) = {:016x}\nclhash-mixed-1:seed=3 ({name}) = {:016x}\n\
             clhash-bitmix:seed=3 ({name}) = {:016x}\nclhash128-1:seed=3 ({name}) = {}\n\
             clhash128-mixed-1:seed=3 ({name}) = {}\n",
            clhash::hash(&key, message),
            clhash::hash_mixed(&key, message),
            clhash::hash_bitmix(&key, message),
            digits(clhash::clhash128::hash(&wide_key, message)),
            digits(clhash::clhash128::hash_mixed(&wide_key, message)),
        );
    }
    let all = dir.hsum(["--all", "--seed", "3", "long", "short"]).good();
    assert_eq!(all.lines().count(), 2 * dir.without_nonce().len());
    let clhash: String = all.split_inclusive('\n').filter(|l| l.starts_with("clhash")).collect();
    assert_eq!(clhash, expected);
    dir.hsum(["--all", "--backend", "portable", "short"]).is_usage(&["--backend"]);
    dir.hsum(["--all", "--key", "00", "short"]).is_usage(&["--key"]);
    dir.hsum(["--all", "-a", "clhash", "short"]).is_usage(&["--algorithm"]);
}

#[test]
fn tagged_lines() {
    let expected = format!("clhash (b) = {}\n", clhash(0, "second\n"));
    assert_eq!(Dir::abc().hsum(["--tag", "b"]).good(), expected);
}

#[cfg(unix)]
#[test]
fn awkward_names() {
    let dir = Dir::new();
    for name in ["l\nf", "c\rr", "b\\s", " sp ace ", "(x) = 0", "*"] {
        dir.write(name, name);
    }
    let hash = |name: &str| clhash(0, name);
    let expected = [
        format!("\\{}  l\\nf", hash("l\nf")),
        format!("\\{}  c\\rr", hash("c\rr")),
        format!("\\{}  b\\\\s", hash("b\\s")),
        format!("{}   sp ace ", hash(" sp ace ")),
        format!("{}  (x) = 0", hash("(x) = 0")),
        format!("{}  *\n", hash("*")),
    ];
    let names = ["l\nf", "c\rr", "b\\s", " sp ace ", "(x) = 0", "*"];
    assert_eq!(dir.hsum(names).good(), expected.join("\n"));
    let tagged = format!("\\clhash (l\\nf) = {}\n", hash("l\nf"));
    assert_eq!(dir.hsum(["--tag", "l\nf"]).good(), tagged);
    let zero = format!("{}  l\nf\0{}  b\\s\0", hash("l\nf"), hash("b\\s"));
    assert_eq!(dir.hsum(["--zero", "l\nf", "b\\s"]).good(), zero);
    let tagged = format!("clhash (l\nf) = {}\0", hash("l\nf"));
    assert_eq!(dir.hsum(["-z", "--tag", "l\nf"]).good(), tagged);
    // A complaint is one line, whatever the name is.
    dir.hsum(["no\nfile"]).is(1, "", &format!("hsum: 'no'$'\\n''file': {NO_FILE}\n"));
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    let name = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    if fs::write(dir.path(name), "x").is_err() {
        return; // Some file systems take text only.
    }
    let run = dir.hsum([name]);
    assert_eq!(run.stdout, [clhash(0, "x").as_bytes(), b"  \xff\xfe\n"].concat());
    let checked = dir.hsum_with(["check"], run.stdout);
    assert_eq!((checked.code, &*checked.stdout), (0, &b"\xff\xfe: OK\n"[..]));
}

#[test]
fn trouble_with_a_file_stops_no_other() {
    let dir = Dir::abc();
    fs::create_dir(dir.path("d")).expect("mkdir");
    let lines = format!("{}  a\n{}  c\n", clhash(0, "first"), clhash(0, ""));
    dir.hsum(["a", "none", "c"]).is(1, &lines, &format!("hsum: none: {NO_FILE}\n"));
    if cfg!(unix) {
        dir.hsum(["a", "d", "c"]).is(1, &lines, "hsum: d: is a directory\n");
    }
    assert_eq!(lines, format!("{}  a\n0000000000000000  c\n", clhash(0, "first")));
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_named() {
    use std::os::unix::fs::PermissionsExt;
    let dir = Dir::abc();
    fs::set_permissions(dir.path("a"), fs::Permissions::from_mode(0o000)).expect("chmod");
    if fs::File::open(dir.path("a")).is_ok() {
        println!("left out: superuser: the superuser reads everything");
        return;
    }
    let rest = format!("{}  b\n", clhash(0, "second\n"));
    dir.hsum(["a", "b"]).is(1, &rest, "hsum: a: Permission denied\n");
}

#[test]
fn keys_that_do_not_fit() {
    let dir = Dir::abc();
    let digits = "07".repeat(1064);
    dir.write("short", [7; 1063])
        .write("text", format!("{digits}\n\n"))
        .write("junk", [b'x'; 2128]);
    let says =
        |name, found: usize| format!("hsum: {name}: key has {found} bytes, clhash needs 1064\n");
    dir.hsum(["--key", "0011", "a"]).is(1, "", &says("--key", 2));
    dir.hsum(["--key-file", "short", "a"]).is(1, "", &says("short", 1063));
    dir.hsum(["--key-file", "text", "a"]).is(1, "", &says("text", 2130));
    dir.hsum(["--key-file", "junk", "a"]).is(1, "", &says("junk", 2128));
    dir.hsum(["--key-file", "none", "a"]).is(1, "", &format!("hsum: --key-file: {NO_FILE}\n"));
    dir.write("huge", vec![0; 1 << 20]);
    dir.hsum(["--key-file", "huge", "a"]).is(
        1,
        "",
        "hsum: huge: too long for a key: has 1 MiB or more\n",
    );
    dir.hsum(["--key", "0g", "a"]).is_usage(&["--key", "character 2 is not"]);
    dir.hsum(["--key", "000", "a"]).is_usage(&["--key", "odd number of digits"]);
    dir.hsum(["--seed", "-1", "a"]).is_usage(&[]);
    dir.hsum(["--seed", "x", "a"]).is_usage(&["--seed"]);
    dir.hsum(["--seed", "1", "--key-file", "short", "a"]).is_usage(&["--seed", "--key-file"]);
}

#[test]
fn backends_by_name() {
    let dir = Dir::abc();
    let expected = format!("{}  b\n", clhash(0, "second\n"));
    let available: Vec<_> = clhash::Backend::available().map(clhash::Backend::name).collect();
    for name in clhash::Backend::NAMES {
        let run = dir.hsum(["--backend", name, "b"]);
        if available.contains(name) {
            assert_eq!(run.good(), expected, "{name}");
        } else {
            run.is_usage(&[&["this CPU lacks it"][..], &available].concat());
        }
    }
    let run = dir.hsum(["--backend", "best", "b"]);
    run.is_usage(&[&["best", "no such backend"][..], &available].concat());
    dir.hsum(["-a", "md6", "b"]).is_usage(&["md6", "clhash-bitmix"]);
}

#[cfg(unix)]
#[test]
fn directories_in_order() {
    let dir = Dir::new();
    for name in ["t/b/2", "t/b/10", "t/a.txt", "t/a/z", "t/c", "alone"] {
        dir.write(name, name);
    }
    let expected = ["t/a/z", "t/a.txt", "t/b/10", "t/b/2", "t/c", "alone"]
        .map(|name| format!("{}  {name}\n", clhash(0, name)));
    assert_eq!(dir.hsum(["-r", "t", "alone"]).good(), expected.concat());
    dir.hsum(["--recursive", "none"]).is(1, "", &format!("hsum: none: {NO_FILE}\n"));
}

#[cfg(unix)]
#[test]
fn directories_without_links() {
    let dir = Dir::new();
    dir.write("t/file", "x");
    std::os::unix::fs::symlink("file", dir.path("t/link")).expect("symlink");
    std::os::unix::fs::symlink("..", dir.path("t/loop")).expect("symlink");
    std::os::unix::fs::symlink("t", dir.path("named")).expect("symlink");
    let hash = clhash(0, "x");
    let says = "hsum: --recursive: 2 symbolic links are not followed: see -L\n";
    dir.hsum(["-r", "t"]).is(0, &format!("{hash}  t/file\n"), says);
    dir.hsum(["-r", "named"]).is(0, &format!("{hash}  named/file\n"), says);
    assert_eq!(dir.hsum(["t/link"]).good(), format!("{hash}  t/link\n"));
}

#[test]
fn many_files_in_order() {
    let dir = Dir::new();
    let mut expected = String::new();
    let mut names: Vec<_> = (0..3000).map(|i| format!("{}", i * 7919 % 3000)).collect();
    for (i, name) in names.iter().enumerate() {
        // The first files take the longest time.
        let message = name.repeat(3000 / (i + 1) + 1);
        expected += &format!("{}  {name}\n", clhash(0, &message));
        dir.write(name, message);
    }
    names.insert(1500, "none".to_owned());
    dir.hsum(names).is(1, &expected, &format!("hsum: none: {NO_FILE}\n"));
}

#[test]
fn standard_input_is_read_once() {
    let run = Dir::new().hsum_with(["-", "-"], "text");
    let expected = format!("{}  -\n", clhash(0, "text"));
    run.is(1, &expected, "hsum: -: standard input can be read only once\n");
}

#[test]
fn files_named_like_commands() {
    let dir = Dir::abc();
    dir.write("list", "x").write("-a", "y");
    let line = |name| format!("{}  {name}\n", clhash(0, "x"));
    assert_eq!(dir.hsum(["--", "list"]).good(), line("list"));
    assert_eq!(dir.hsum(["./list"]).good(), line("./list"));
    assert_eq!(dir.hsum(["c", "list"]).good(), format!("0000000000000000  c\n{}", line("list")));
    assert_eq!(dir.hsum(["--", "-a"]).good(), format!("{}  -a\n", clhash(0, "y")));
    assert_eq!(dir.hsum(["-a", "clhash", "list"]).good(), line("list"));
    dir.write("sums", line("list"));
    assert_eq!(dir.hsum(["-c", "sums"]).good(), "list: OK\n");
}

/// Runs the program with this standard output.
#[cfg(unix)]
fn with_stdout(
    dir: &Dir,
    args: &[&str],
    stdout: impl Into<std::process::Stdio>,
) -> std::process::Child {
    std::process::Command::new(env!("CARGO_BIN_EXE_hsum"))
        .args(args)
        .current_dir(dir.path(""))
        .stdout(stdout)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("hsum runs")
}

#[cfg(unix)]
#[test]
fn nobody_reads_the_output() {
    use std::os::unix::process::ExitStatusExt;
    let dir = Dir::abc();
    for args in [&["a", "b"][..], &["list"], &["completions", "bash"], &["--help"], &["man"]] {
        let (reader, writer) = std::io::pipe().expect("pipe");
        drop(reader);
        let output = with_stdout(&dir, args, writer).wait_with_output().expect("hsum ends");
        // SIGPIPE ends it, as it ends the coreutils.
        assert_eq!((output.status.signal(), &*output.stderr), (Some(13), &b""[..]), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_output_cannot_be_written() {
    let dir = Dir::abc();
    let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let output = with_stdout(&dir, &["a"], full).wait_with_output().expect("hsum ends");
    let says = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), &*says),
        (Some(1), "hsum: standard output: No space left on device\n")
    );
}
