//! Messages that lead on.

use crate::{Dir, clhash};

/// A list of another program: what it is and what checks it, once.
#[test]
fn lists_of_other_programs() {
    let dir = Dir::abc();
    let utf16: Vec<u8> = "\u{feff}00  a\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let hex = |digits: usize| "0123456789abcdef".repeat(8)[..digits].to_owned();
    let etag = format!("{}-7", hex(32));
    for (line, says) in [
        (format!("{}  a\n", hex(32)), "md5sum's: hsum md5 -c"),
        (format!("{} *a\n", hex(32)), "md5sum's: hsum md5 -c"),
        (format!("\\{}  a\\\\b\n", hex(32)), "md5sum's: hsum md5 -c"),
        (format!("{} a\n", hex(32)), "md5sum's: hsum md5 -c"),
        (format!("{}  a\n", hex(40)), "sha1sum's: sha1sum -c"),
        (format!("{}  a\n", hex(64)), "sha256sum's: sha256sum -c, or else b3sum's: b3sum -c"),
        (format!("{}  a\n", hex(128)), "sha512sum's: sha512sum -c, or else b2sum's: b2sum -c"),
        (format!("{etag}  a\n"), "a list of ETags: hsum etag -c"),
        (format!("XXH3_{}  a\n", hex(16)), "xxhsum's: xxhsum -c"),
        (format!("a b {}\n", hex(8)), "rhash's or another list of CRC-32: rhash -c"),
        (format!("{}  a\n", hex(8)), "xxhsum's: xxhsum -c"),
        ("%%%% HASHDEEP-1.0\n".to_owned(), "hashdeep's: hashdeep -a -k"),
        (
            "{\"name\":\"a\"}\n".to_owned(),
            "JSON, which is not for --check: write the list without --json",
        ),
    ] {
        let none = "hsum: -: no properly formatted checksum lines found\n";
        let expected = format!("hsum: -: 1: this looks like {says}\n{none}");
        dir.hsum_with(["-c"], line.repeat(3)).is(1, "", &expected);
        dir.hsum_with(["-c", "--status"], line.repeat(3)).is(1, "", none);
    }
    let run = dir.hsum_with(["-c"], utf16);
    assert!(run.stderr.contains("this looks like UTF-16, as PowerShell"), "{}", run.stderr);
    // Other readers say so as well, but not where to send their own lists.
    let sha1 = format!("{}  a\n", hex(40));
    dir.write("sha1", &sha1).write("md5", format!("{}  a\n", hex(33)));
    for command in [&["md5", "-c"][..], &["etag", "-c"], &["update"], &["-a", "md5", "-c"]] {
        let run = dir.hsum([command, &["sha1"]].concat());
        let says = "hsum: sha1: 1: this looks like sha1sum's: sha1sum -c\n";
        assert!(run.code == 1 && run.stderr.starts_with(says), "{command:?}: {}", run.stderr);
        assert!(!dir.hsum([command, &["md5"]].concat()).stderr.contains("looks like"));
    }
    let clhash = format!("{}  a\n", hex(16));
    let run = dir.hsum_with(["md5", "-c"], clhash);
    assert!(
        run.stderr.starts_with("hsum: -: 1: this looks like hsum's: hsum -c"),
        "{}",
        run.stderr
    );
    // A line of its own that has no name, or a wrong escape, is just malformed.
    for line in [format!("{}  \n", hex(16)), format!("\\{}  a\\x\n", hex(16))] {
        assert!(!dir.hsum_with(["-c"], line).stderr.contains("looks like"));
    }
    // RHash puts tags into columns.
    let rhash = dir.hsum(["md5", "--tag", "a"]).good().replace("MD5 ", "MD5   ");
    assert_eq!(dir.hsum_with(["-c"], &*rhash).good(), "a: OK\n");
    let run = dir.hsum_with(["-c"], rhash.replace("MD5", "SHA1"));
    assert!(run.stderr.starts_with("hsum: -: 1: unknown algorithm SHA1: sha1sum -c\n"));
    // A list of BSD is one of ours.
    let bsd = dir.hsum(["md5", "--tag", "a"]).good();
    assert_eq!(dir.hsum_with(["-c"], bsd).good(), "a: OK\n");
}

/// One corrupt file is just that; if all of several differ, an option is missing.
#[test]
fn hints_at_options() {
    let dir = Dir::abc();
    let key = "07".repeat(32);
    let with = |key: &'static str| ["--key".to_owned(), key.repeat(32)];
    let [right, wrong] = [with("07"), with("08")];
    for (algorithm, files) in [("clmac", 1), ("clmac", 3), ("clhash", 1), ("clhash", 2)] {
        let names = &["a", "b", "c"][..files];
        let mac = ["-a".to_owned(), algorithm.to_owned()];
        let keyed = algorithm == "clmac";
        let options = |key: &[String]| if keyed { [&mac[..], key].concat() } else { mac.to_vec() };
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let list = dir.hsum([options(&right), names].concat()).good();
        let list = if keyed { list } else { list.replace(['0', '1', '2', '3', '4'], "5") };
        let run = dir.hsum_with([vec!["-c".to_owned()], options(&wrong)].concat(), list);
        assert_eq!(run.code, 1);
        let what = if keyed { "wrong key?" } else { "wrong algorithm or seed?" };
        let hint = format!("hsum: -: no hash matched: {what}\n");
        assert_eq!(run.stderr.ends_with(&hint), files > 1, "{algorithm} {files}: {}", run.stderr);
        assert_eq!(run.stderr.contains('?'), files > 1);
        assert!(!run.stderr.contains(&key));
    }
}

#[test]
fn algorithms_of_other_programs() {
    let dir = Dir::abc();
    for command in [&["-a"][..], &["bench", "-a"], &["explain"]] {
        let run = dir.hsum([command, &["SHA-256"]].concat());
        let says =
            ["invalid value 'SHA-256'", "  sha256sum computes it\n  hsum has:\n    clhash  "];
        run.is_usage(&says);
        assert!(run.stderr.lines().all(|line| line.len() < 100), "{}", run.stderr);
        for name in dir.algorithms() {
            assert!(run.stderr.contains(&name), "{name}");
        }
    }
    for (name, by) in [("blake3", "b3sum"), ("xxh64", "xxhsum"), ("sha1sum", "sha1sum")] {
        dir.hsum(["-a", name, "a"]).is_usage(&[&format!("{by} computes it")]);
    }
    assert!(!dir.hsum(["-a", "none", "a"]).stderr.contains("computes"));
}

#[test]
fn words_that_are_no_commands() {
    let dir = Dir::abc();
    for (word, says) in [
        ("verify", "hsum check LIST"),
        ("help", "hsum --help"),
        ("sha256", "computed by sha256sum"),
        ("sha256sum", "computed by sha256sum"),
        ("md5sum", "hsum md5"),
        ("highwayhash64", "hsum -a highwayhash64 FILE"),
        ("audit", "hsum check -r LIST DIR"),
    ] {
        dir.hsum([word, "a"]).is_usage(&["no command or file is called", says]);
        // As a file it is hashed, and elsewhere it is a name.
        let run = dir.hsum(["a", word]);
        assert_eq!(run.code, 1, "{word}");
        dir.write(word, "first");
        assert_eq!(dir.hsum([word]).good(), format!("{}  {word}\n", clhash(0, "first")));
    }
}
