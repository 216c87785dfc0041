//! The content of lists, and how `hsum --check` uses it.

use crate::{Dir, clhash, row};
use std::fs;

/// A list needs no options, whatever the algorithm and the seed were.
#[test]
fn a_list_is_enough() {
    let dir = Dir::abc();
    for algorithm in dir.without_nonce() {
        for seed in [&[][..], &["--seed", "0x10"], &["--seed", "18446744073709551615"]] {
            let (row, has_seed) = (row(&algorithm), !seed.is_empty());
            let takes_none = row.key_lengths.is_empty();
            if has_seed && takes_none || !has_seed && row.mac_only {
                continue;
            }
            for form in [&[][..], &["--tag"], &["-z"]] {
                let args = [&["-a", &algorithm], seed, form, &["a", "b"]].concat();
                let list = dir.hsum(args).good();
                let zero = form.contains(&"-z").then_some("-z");
                let args = ["--check", "-"].into_iter().chain(zero);
                assert_eq!(dir.hsum_with(args, list).good(), "a: OK\nb: OK\n", "{algorithm}");
            }
        }
    }
    let list = dir.hsum(["--all", "--seed", "7", "a"]).good();
    assert!(list.contains("clhash:seed=7 (a) = ") && list.contains("MD5 (a) = "), "{list}");
    let verdicts = "a: OK\n".repeat(dir.without_nonce().len());
    assert_eq!(dir.hsum_with(["-c"], list).good(), verdicts);
}

/// Lists under several seeds, one after the other.
#[test]
fn lists_may_be_joined() {
    let dir = Dir::abc();
    let mut list = String::new();
    for seed in 0..200 {
        list += &dir.hsum_with(["--seed", &seed.to_string(), "a"], "").good();
    }
    assert_eq!(dir.hsum_with(["-c"], list).good(), "a: OK\n".repeat(200));
}

#[test]
fn forms_of_lines() {
    let dir = Dir::abc();
    let hash = clhash(0, "first");
    let plain = format!("{hash}  a\n");
    let tagged = format!("clhash (a) = {hash}\n");
    for args in [&[][..], &["--untagged"], &["-a", "clhash"], &["-a", "CLHash", "--seed", "0"]] {
        assert_eq!(dir.hsum([args, &["a"]].concat()).good(), plain);
    }
    for args in [&["--tag"][..], &["--untagged", "--tag"], &["--tag", "--seed", "0"]] {
        assert_eq!(dir.hsum([args, &["a"]].concat()).good(), tagged);
    }
    for args in [&["--untagged", "--seed", "16"], &["--untagged", "--seed=0x10"][..]] {
        assert_eq!(
            dir.hsum([args, &["a"]].concat()).good(),
            format!("{}  a\n", clhash(16, "first"))
        );
    }
    let seeded = dir.hsum(["--seed", "0x10", "a"]).good();
    assert_eq!(seeded, format!("clhash:seed=16 (a) = {}\n", clhash(16, "first")));
    // Tags and seeds are read like the values of options.
    for list in [
        seeded.replace("clhash:seed=16", "CLHASH:seed=0x10"),
        tagged.replace("clhash", "CLHash"),
        dir.hsum(["-a", "Md5", "a"]).good().replace("MD5", "md5"),
    ] {
        assert_eq!(dir.hsum_with(["-c", "--strict"], list).good(), "a: OK\n");
    }
    dir.hsum(["--all", "--untagged", "a"]).is_usage(&["--untagged"]);
    dir.hsum(["-a", "md5", "--seed", "1", "a"]).is(1, "", "hsum: md5: takes no key and no seed\n");
}

/// `hsum check` is `hsum --check`.
#[test]
fn both_spellings() {
    let dir = Dir::abc();
    dir.write("list", dir.hsum(["a", "b"]).good());
    for check in ["check", "--check", "-c"] {
        assert_eq!(dir.hsum([check, "list"]).good(), "a: OK\nb: OK\n");
        assert_eq!(dir.hsum([check, "--quiet", "--strict", "list"]).good(), "");
    }
    // Options may stand anywhere, as in the coreutils.
    assert_eq!(dir.hsum(["--quiet", "list", "-c"]).good(), "");
    assert_eq!(dir.hsum(["-cw", "list"]).good(), "a: OK\nb: OK\n");
    for option in ["--quiet", "--status", "--strict", "--warn", "-w", "--ignore-missing"] {
        dir.hsum([option, "a"]).is_usage(&["--check"]);
        assert_eq!(dir.hsum([option, "-c", "list"]).code, 0, "{option}");
    }
    for option in ["--all", "--tag", "--untagged", "--raw"] {
        dir.hsum(["-c", option, "list"]).is_usage(&["--check"]);
    }
}

#[test]
fn no_line_matches() {
    let dir = Dir::abc();
    let hint = |other| format!("hsum: -: no hash matched: wrong algorithm or {other}?\n");
    let warning = "hsum: -: WARNING: 2 computed checksums did NOT match\n";
    let failed = "a: FAILED\nb: FAILED\n";
    let list = dir.hsum(["-a", "vhash64", "--untagged", "a", "b"]).good();
    dir.hsum_with(["-c"], &*list).is(1, failed, &format!("{warning}{}", hint("seed")));
    dir.hsum_with(["-c", "--status"], list).is(1, "", "");
    let list = dir.hsum(["a", "b"]).good();
    let key = "07".repeat(1064);
    let run = dir.hsum_with(["-c", "--key", &key], &*list);
    run.is(1, failed, &format!("{warning}{}", hint("key")));
    // The hint is wrong if a line matches, or if lines record the algorithm and the seed.
    let spoiled = list.replacen(&list[..1], if list.starts_with('0') { "1" } else { "0" }, 1);
    let run = dir.hsum_with(["-c"], spoiled);
    run.is(1, "a: FAILED\nb: OK\n", "hsum: -: WARNING: 1 computed checksum did NOT match\n");
    let list = dir.hsum(["--seed", "5", "a", "b"]).good();
    dir.write("a", "other").write("b", "other");
    dir.hsum_with(["-c"], list).is(1, failed, warning);
}

#[test]
fn unknown_algorithms() {
    let dir = Dir::abc();
    let good = dir.hsum(["a"]).good();
    let hash = "0123456789abcdef";
    let seeds = ["clhash:seed=x", "clhash:seed=", "md5:seed=1"];
    for (tag, by) in [("SHA256", ": sha256sum -c"), ("BLAKE2b-256", ": b2sum -c"), ("clhash:x", "")]
        .into_iter()
        .chain(seeds.map(|tag| (tag, "")))
    {
        let list = format!("{tag} (a) = {hash}\n{good}");
        let says = format!(
            "hsum: -: 1: unknown algorithm {tag}{by}\n\
             hsum: -: WARNING: 1 line has an unknown algorithm\n"
        );
        dir.hsum_with(["-c"], &*list).is(1, "a: OK\n", &says);
        dir.hsum_with(["-c", "--status"], list).is(1, "", "");
    }
    let says = "hsum: -: 1: unknown algorithm SHA1: sha1sum -c\n\
                hsum: -: WARNING: 1 line has an unknown algorithm\n";
    dir.hsum_with(["-c"], format!("SHA1 (a) = {hash}\n")).is(1, "", says);
    let says = "hsum: -: WARNING: 1 line is improperly formatted\n";
    let control = "S\u{1b}[31m (a) = 00";
    for line in ["SHA1 () = 00", "SHA1 (a) = ", "SHA1 (a) 00", control, " (a) = 00"] {
        dir.hsum_with(["-c"], format!("{line}\n{good}")).is(0, "a: OK\n", says);
    }
    let long = format!("{} (a) = 00\n{good}", "x".repeat(65));
    dir.hsum_with(["-c"], long).is(0, "a: OK\n", says);
    // Only the first ones are reported, unless --warn is given.
    let many = "SHA1 (a) = 00\n".repeat(1000) + &good;
    for (args, named) in [(&["-c"][..], 10), (&["-c", "--warn"], 1000)] {
        let run = dir.hsum_with(args, &*many);
        assert_eq!((run.code, run.text()), (1, "a: OK\n"));
        assert_eq!(run.stderr.matches("unknown algorithm SHA1").count(), named);
        assert!(run.stderr.ends_with("WARNING: 1000 lines have an unknown algorithm\n"));
    }
}

/// The author of a list cannot choose what a key is used for, nor avoid it.
#[test]
fn a_key_is_for_one_algorithm() {
    let dir = Dir::abc();
    let key = "00112233445566778899aabbccddeeff";
    let keyed = ["-a", "siphash-2-4", "--key", key];
    let list = dir.hsum([&keyed[..], &["a"]].concat()).good();
    assert!(list.starts_with("siphash-2-4:key (a) = ") && !list.contains("0011"), "{list}");
    assert_eq!(dir.hsum_with([&["-c"], &keyed[..]].concat(), &*list).good(), "a: OK\n");
    let unread = |args: &[&str], list: &str, says: &str| {
        let summary = "hsum: -: WARNING: 1 line was NOT verified\n";
        let says = format!("hsum: a: {says}\n{summary}");
        dir.hsum_with(args, list).is(1, "a: NOT VERIFIED\n", &says);
    };
    let says = "--key: the hash was made with a key: give --key or --key-file";
    unread(&["-c"], &list, says);
    unread(&["-c", "--seed", "1"], &list, says);
    let other = |found, only| {
        format!("--algorithm: the line is of {found}, and only {only} is verified: give -a {found}")
    };
    unread(&["-c", "--key", key], &list, &other("siphash-2-4", "clhash"));
    // GHASH gives 0 to zeros under every key.
    dir.write("a", [0; 32]);
    let zeros = format!("ghash (a) = {}\n", "0".repeat(32));
    let args = [&["-c"], &keyed[..]].concat();
    unread(&args, &zeros, &other("ghash", "siphash-2-4"));
    unread(&["-c", "-a", "clhash"], &zeros, &other("ghash", "clhash"));
    assert_eq!(dir.hsum_with(["-c"], zeros).good(), "a: OK\n");
    let public = dir.hsum(["-a", "siphash-2-4", "--seed", "3", "a"]).good();
    unread(&args, &public, "--key: the line records a seed instead of a key");
    unread(&["-c", "--seed", "4"], &public, "--seed: the line records another seed");
    let md5 = dir.hsum(["-a", "md5", "a"]).good();
    unread(&args, &md5, &other("md5", "siphash-2-4"));
}

/// A key appears in no list, in any form.
#[test]
fn keys_are_not_recorded() {
    let dir = Dir::abc();
    let key = "a1b2c3d4e5f60718293a4b5c6d7e8f90";
    dir.write("key", key);
    for form in [&[][..], &["--untagged"], &["--json"], &["-z"]] {
        for option in [["--key", key], ["--key-file", "key"]] {
            let run = dir.hsum([&["-a", "siphash-2-4"], form, &option, &["a"]].concat());
            assert!(!run.good().contains("a1b2"), "{form:?}");
        }
    }
}

#[test]
fn missing_files_of_every_form() {
    let dir = Dir::abc();
    for args in [&["a", "b"][..], &["--seed", "1", "a", "b"], &["-a", "md5", "a", "b"]] {
        let list = dir.hsum(args).good();
        fs::rename(dir.path("b"), dir.path("gone")).expect("mv");
        let run = dir.hsum_with(["-c", "--ignore-missing"], list);
        assert_eq!(run.good(), "a: OK\n");
        fs::rename(dir.path("gone"), dir.path("b")).expect("mv");
    }
}
