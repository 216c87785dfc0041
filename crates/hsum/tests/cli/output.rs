//! Forms of output, the choice of files, and manual pages.

use crate::{Dir, clhash, row};
use serde_json::{Value, json};
use std::fs;

/// Parses the objects of an output, one a line.
#[track_caller]
fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

#[test]
fn hashes_as_json() {
    let dir = Dir::abc();
    let run = dir.hsum(["--json", "--seed", "0x10", "a", "none", "b"]);
    assert_eq!(run.code, 1);
    let object = |name, message| {
        let hash = clhash(16, message);
        json!({ "algorithm": "clhash", "hash": hash, "name": name, "seed": 16 })
    };
    assert_eq!(objects(run.text()), [object("a", "first"), object("b", "second\n")]);
    let object = &objects(&dir.hsum(["--json", "a"]).good())[0];
    assert_eq!(object["seed"], 0);
    let key = "00".repeat(16);
    let keyed = dir.hsum(["--json", "-a", "siphash-2-4", "--key", &key, "a"]).good();
    let object = &objects(&keyed)[0];
    assert_eq!((&object["keyed"], &object["seed"]), (&json!(true), &Value::Null));
    let object = &objects(&dir.hsum(["--json", "-a", "md5", "a"]).good())[0];
    assert!(object.get("seed").is_none() && object.get("keyed").is_none(), "{object}");
    let all = objects(&dir.hsum(["--json", "--all", "a"]).good());
    let list = objects(&dir.hsum(["list", "--json"]).good());
    let is_mac_only = |name: &Value| row(name.as_str().expect("a name")).mac_only;
    let hashes = list.iter().filter(|row| row["nonce"] == false && !is_mac_only(&row["algorithm"]));
    let stored = hashes.map(|row| &row["stored_name"]);
    assert!(all.iter().map(|line| &line["algorithm"]).eq(stored));
    for option in ["--tag", "--untagged", "-z", "--raw"] {
        dir.hsum(["--json", option, "a"]).is_usage(&["--json"]);
    }
}

#[cfg(unix)]
#[test]
fn names_in_json() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    for name in [&b"a\nb\"\\\x1b"[..], b"\xff\xfe"] {
        let name = std::ffi::OsStr::from_bytes(name);
        if fs::write(dir.path(name), "x").is_err() {
            continue; // Some file systems accept only text.
        }
        let text = dir.hsum(["--json".as_ref(), name]).good();
        let object = &objects(&text)[0];
        match name.to_str() {
            Some(name) => assert_eq!(object["name"], name),
            None => assert_eq!(object["name_hex"], "fffe"),
        }
        assert_eq!(text.lines().count(), 1);
    }
}

#[test]
fn verdicts_as_json() {
    let dir = Dir::abc();
    let list = dir.hsum(["a", "b", "c"]).good();
    dir.write("b", "other");
    fs::remove_file(dir.path("c")).expect("rm");
    let run = dir.hsum_with(["-c", "--json"], &*list);
    let object = |name: &str, status: &str, expected: &str, more: [&str; 2]| {
        let [key, value] = more;
        let expected = clhash(0, expected);
        json!({
            "name": name, "status": status, "algorithm": "clhash", "expected": expected, key: value,
        })
    };
    let [first, other] = ["first", "other"].map(|text| clhash(0, text));
    let failed = [
        object("b", "failed", "second\n", ["found", &other]),
        object("c", "unread", "", ["reason", "No such file or directory"]),
    ];
    let same = object("a", "ok", "first", ["found", &first]);
    assert_eq!(run.code, 1);
    assert_eq!(objects(run.text()), [&[same], &failed[..]].concat());
    let run = dir.hsum_with(["-c", "--json", "--quiet"], &*list);
    assert_eq!(objects(run.text()), failed);
    assert_eq!(dir.hsum_with(["-c", "--json", "--status"], &*list).text(), "");
    // A list that may be cut off is a failure here, too.
    let run = dir.hsum_with(["-c", "--json", "--quiet", "--complete"], list);
    assert_eq!(objects(run.text()), failed);
    assert!(run.stderr.contains("hsum: -: may not be complete"), "{}", run.stderr);
}

#[test]
fn tables_as_json() {
    let dir = Dir::abc();
    let list = objects(&dir.hsum(["list", "--json"]).good());
    assert!(list.iter().map(|o| o["algorithm"].as_str().expect("a name")).eq(dir.algorithms()));
    let vmac = list.iter().find(|object| object["algorithm"] == "vmac64").expect("it is there");
    assert_eq!((&vmac["key_bytes"], &vmac["nonce"]), (&json!([16, 24, 32]), &json!(true)));
    let md5 = list.iter().find(|object| object["algorithm"] == "md5").expect("it is there");
    assert_eq!((&md5["key_bytes"], &md5["bits"]), (&json!([]), &json!(128)));
    let text = dir.hsum(["explain", "CLHash", "--len", "1KiB", "--json"]).good();
    let object = &objects(&text)[0];
    assert_eq!(
        object["collisions"],
        json!({ "bytes": 1024, "log2": -64.0, "one_length": false, "plus": [] })
    );
    assert_eq!(object["available"][0], "portable");
    let text = dir.hsum(["explain", "siphash-2-4", "--json"]).good();
    assert!(objects(&text)[0].get("collisions").is_none());
    let args = ["bench", "--quick", "--json", "-a", "clhash", "--size", "64,1KiB"];
    let figures = objects(&dir.hsum(args).good());
    assert_eq!(figures.len(), 2 * ::clhash::Backend::available().count());
    for object in &figures {
        assert!(object["gb_per_s"].as_f64().is_some_and(|speed| speed > 0.0), "{object}");
        let is_best = object["backend"] == ::clhash::Backend::detect().name();
        assert_eq!(object["algorithm"], "clhash");
        assert_eq!(object["detected"], is_best);
    }
    assert_eq!(figures[0]["bytes"], 64);
    assert_eq!(figures[figures.len() - 1]["bytes"], 1024);
    let etag = dir.hsum(["etag", "--json", "--part-size", "2", "a"]).good();
    let object = &objects(&etag)[0];
    let etag = object["etag"].as_str().expect("text");
    assert!(etag.ends_with("-3") && object["name"] == "a", "{object}");
}

#[test]
fn raw_bytes() {
    let dir = Dir::abc();
    let raw = |args: &[&str]| {
        let run = dir.hsum([&["--raw"], args].concat());
        assert_eq!((run.code, &*run.stderr), (0, ""), "{args:?}");
        run.stdout
    };
    assert_eq!(hex(&raw(&["a"])), clhash(0, "first"));
    let md5 = [0x8b, 0x04, 0xd5, 0xe3, 0x77, 0x5d, 0x29, 0x8e, 0x78, 0x45, 0x5e, 0xfc, 0x5c, 0xa4];
    assert!(raw(&["-a", "md5", "a"]).starts_with(&md5));
    assert_eq!(raw(&["-a", "tmmh16", "--length", "2", "a"]), raw(&["-a", "tmmh16", "a"])[..2]);
    assert_eq!(dir.hsum_with(["--raw"], "first").stdout, raw(&["a"]));
    dir.hsum(["--raw", "a", "b"]).is_usage(&["--raw writes one hash: give one file"]);
    for option in ["--all", "--tag", "-z", "-r", "-c"] {
        dir.hsum(["--raw", option, "a"]).is_usage(&["--raw"]);
    }
    assert_eq!(dir.hsum(["--raw", "none"]).code, 1);
}

fn hex(bytes: &[u8]) -> String {
    testkit::message::hex(bytes)
}

/// Returns the names in plain lines.
#[track_caller]
fn names(text: &str) -> Vec<&str> {
    text.lines().map(|line| line.split_once("  ").expect("a plain line").1).collect()
}

#[cfg(unix)]
#[test]
fn excluded_files() {
    let dir = Dir::new();
    let all = ["d/a.c", "d/a.o", "d/e/b.c", "d/e/b.o", "d/e/target/y", "d/target/x", "d/target.c"];
    for name in all {
        dir.write(name, name);
    }
    let with = |patterns: &[&str]| {
        let mut args = vec!["-r"];
        patterns.iter().for_each(|pattern| args.extend(["--exclude", pattern]));
        let run = dir.hsum(args.into_iter().chain(["d"]));
        // Only that a pattern matched nothing is reported.
        assert!(run.code == 0 && run.stderr.lines().all(|line| line.contains("matched nothing")));
        run.text().to_owned()
    };
    assert_eq!(names(&with(&[])), all);
    let without =
        |gone: &[&str]| all.iter().copied().filter(|name| !gone.contains(name)).collect::<Vec<_>>();
    for (patterns, gone) in [
        (&["*.o"][..], &["d/a.o", "d/e/b.o"][..]),
        (&["target"], &["d/e/target/y", "d/target/x"]),
        (&["target/"], &["d/e/target/y", "d/target/x"]),
        (&["./target"], &["d/target/x"]),
        (&["e//target"], &["d/e/target/y"]),
        (&["y/"], &[]),
        (&["*.o", "!a.o"], &["d/e/b.o"]),
        (&["/target"], &["d/target/x"]),
        (&["/e/*.o"], &["d/e/b.o"]),
        (&["e/target"], &["d/e/target/y"]),
        (&["*.o", "[ab].c"], &["d/a.o", "d/e/b.o", "d/a.c", "d/e/b.c"]),
        (&["e"], &["d/e/b.c", "d/e/b.o", "d/e/target/y"]),
        // The directory that was named is never left out.
        (&["d"], &[]),
    ] {
        assert_eq!(names(&with(patterns)), without(gone), "{patterns:?}");
    }
    assert_eq!(with(&["*"]), "");
    // A file that was named is never left out either.
    let run = dir.hsum(["-r", "--exclude", "*.o", "d/a.o"]);
    assert_eq!((run.code, names(run.text())), (0, vec!["d/a.o"]));
    // A pattern that matched nothing is reported, whatever came of the others.
    let args = ["-r", "--exclude", "*.o", "--exclude", "/d/a.o", "--exclude", "a.o", "d"];
    let says = "hsum: --exclude: /d/a.o matched nothing\n";
    assert_eq!(dir.hsum(args).stderr, says);
    assert_eq!(dir.hsum([&["md5"], &args[..]].concat()).stderr, says);
    for command in ["md5", "etag"] {
        let text = dir.hsum([command, "-r", "--exclude", "*.[oc]", "d"]).good();
        assert_eq!(names(&text), ["d/e/target/y", "d/target/x"], "{command}");
    }
    dir.hsum(["--exclude", "*.o", "d"]).is_usage(&["--recursive"]);
    dir.hsum(["-r", "--exclude", "[", "d"]).is_usage(&["--exclude"]);
    dir.hsum(["-r", "--exclude", "\u{1b}[", "d"]).is_usage(&["--exclude"]);
}

/// Symbolic links are counted, or followed.
#[cfg(unix)]
#[test]
fn symbolic_links() {
    use std::os::unix::fs::symlink;
    let dir = Dir::new();
    dir.write("d/a", "a").write("other/b", "b");
    symlink("a", dir.path("d/link")).expect("ln");
    symlink("../other", dir.path("d/other")).expect("ln");
    for command in [&[][..], &["md5"], &["etag"]] {
        let run = dir.hsum([command, &["-r", "d"]].concat());
        let says = "hsum: --recursive: 2 symbolic links are not followed: see -L\n";
        assert_eq!((run.code, names(run.text()), &*run.stderr), (0, vec!["d/a"], says));
        let text = dir.hsum([command, &["-r", "-L", "d"]].concat()).good();
        assert_eq!(names(&text), ["d/a", "d/link", "d/other/b"]);
    }
    let run = dir.hsum(["-r", "--exclude", "other", "d"]);
    assert_eq!(run.stderr, "hsum: --recursive: 1 symbolic link is not followed: see -L\n");
    // A loop is an error and ends.
    symlink(".", dir.path("d/loop")).expect("ln");
    let run = dir.hsum(["-r", "-L", "d"]);
    assert_eq!((run.code, names(run.text()).len()), (1, 3), "{}", run.stderr);
    for option in ["-L", "--one-file-system"] {
        dir.hsum([option, "d"]).is_usage(&["is meaningful only with --recursive"]);
    }
}

/// Directories of other file systems are left out.
#[cfg(target_os = "linux")]
#[test]
fn one_file_system() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let device = |path: &str| fs::metadata(path).map(|metadata| metadata.dev()).ok();
    let dir = Dir::new();
    dir.write("d/a", "a");
    let below = "/proc/sys/kernel/random";
    if device(below).is_none()
        || device(below) == Some(fs::metadata(dir.path("d")).expect("d").dev())
    {
        println!("left out: file-systems: there is no other file system");
        return;
    }
    symlink(below, dir.path("d/proc")).expect("ln");
    let args = ["-r", "-L", "--exclude", "uuid", "--exclude", "write_*", "d"];
    assert!(names(dir.hsum(args).text()).len() > 1);
    let run = dir.hsum(["-r", "-L", "--one-file-system", "d"]);
    assert_eq!(names(&run.good()), ["d/a"]);
}

#[test]
fn manual_pages() {
    let dir = Dir::new();
    let page = dir.hsum(["man"]).good();
    for part in [".TH hsum 1", "\\-\\-ignore\\-missing", "SUBCOMMANDS", "hsum man"] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    // Each subject is a section.
    for section in ["EXAMPLES", "LISTS", "NAMES", "SECRETS", "\"EXIT STATUS\"", "ENVIRONMENT"] {
        let title = format!("\n.SH {}\n", section.trim_matches('"'));
        assert_eq!(page.matches(&title).count(), 1, "{section}\n{page}");
    }
    assert!(!page.contains(".SH EXTRA") && !page.contains("\nLists:"), "{page}");
    for command in [
        "check",
        "update",
        "md5",
        "etag",
        "bench",
        "explain",
        "list",
        "table",
        "completions",
        "man",
    ] {
        let page = dir.hsum(["man", command]).good();
        assert!(page.contains(&format!(".TH hsum-{command} 1")), "{page}");
    }
    dir.hsum(["man", "sha1"]).is_usage(&["md5"]);
    for command in ["man", "completions"] {
        assert!(dir.hsum([command, "--help"]).good().contains("Install"));
        assert!(dir.hsum(["--help"]).good().contains(&format!("`hsum {command} --help`")));
    }
}
