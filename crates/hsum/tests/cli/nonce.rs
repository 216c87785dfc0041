//! Algorithms that take a nonce.

use crate::Dir;
use testkit::message::hex;
use testkit::vectors::{VHASH64, VHASH128, VMAC};

const KEY: &str = "6162636465666768696a6b6c6d6e6f70";
const NONCE: &str = "6263646566676869";
const TAG: &str = "2d376cf5b1813ce5";

/// Returns files with the draft's message "abc", the empty message and another one.
fn dir() -> Dir {
    let dir = Dir::new();
    dir.write("abc", "abc").write("empty", "").write("other", "abd");
    dir
}

/// Returns the arguments for VMAC-64 under the draft's key and nonce, between these.
fn vmac<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<&'a str> {
    [before, &["-a", "vmac64", "--key", KEY, "--nonce", NONCE], after].concat()
}

#[test]
fn published_answers() {
    let dir = dir();
    assert_eq!(dir.hsum(vmac(&[], &["--untagged", "abc"])).good(), format!("{TAG}  abc\n"));
    let run = dir.hsum_with(vmac(&[], &["--tag"]), "abc".repeat(1_000_000));
    assert_eq!(run.good(), "vmac64:key (-) = 09ba597dd7601113\n");
    let run = dir.hsum(["-a", "vmac128", "--key", KEY, "--nonce", NONCE, "empty"]);
    assert_eq!(run.good(), "vmac128:key (empty) = 472766c70f74ed23481d6d7de4e80dac\n");
}

#[test]
fn vectors() {
    let dir = Dir::new();
    for (id, bytes) in VMAC.hashes().keys {
        let (key, nonce) = (hex(&bytes[..16]), hex(&bytes[16..]));
        for v in VMAC.hashes().values.iter().filter(|v| v.key == id && v.length == 1025) {
            let message = v.generator.message(v.length);
            let args = ["--untagged", "-a", v.function, "--key", &key, "--nonce", &nonce];
            let expected = format!("{}  -\n", v.output.replace(',', ""));
            assert_eq!(dir.hsum_with(args, message).good(), expected, "{id}");
        }
    }
    for file in [VHASH64.hashes(), VHASH128.hashes()].map(testkit::HashFile::without_zeros) {
        for (id, bytes) in &file.keys {
            let key = hex(bytes);
            for v in file.values.iter().filter(|v| v.key == *id && v.length == 1025) {
                let message = v.generator.message(v.length);
                let run = dir.hsum_with(["--untagged", "-a", v.function, "--key", &key], message);
                assert_eq!(run.good(), format!("{}  -\n", v.output.replace(',', "")), "{id}");
            }
        }
    }
}

#[test]
fn keys_of_three_lengths() {
    let dir = dir();
    let mut seen = std::collections::HashSet::new();
    for length in [16, 24, 32] {
        let bytes: Vec<u8> = (0..length).collect();
        let digits = hex(&bytes);
        dir.write("raw", &bytes).write("digits", &digits).write("line", format!("{digits}\n"));
        let with = |option: &str, value: &str| {
            dir.hsum(["-a", "vmac64", option, value, "--nonce", "01", "abc"]).good()
        };
        let tag = with("--key", &digits);
        for file in ["raw", "digits", "line"] {
            assert_eq!(with("--key-file", file), tag, "{file} of {length}");
        }
        assert!(seen.insert(tag));
    }
    // --key is not decoded twice: digits of digits are a key of their own.
    let zeros = "30".repeat(32);
    assert!(
        seen.insert(dir.hsum(["-a", "vmac64", "--key", &zeros, "--nonce", "01", "abc"]).good())
    );
    let says = "hsum: --key: key has 2 bytes, vmac64 needs 16, 24 or 32\n";
    dir.hsum(["-a", "vmac64", "--key", "0011", "--nonce", "01", "abc"]).is(1, "", says);
}

#[test]
fn nonces_that_are_missing_or_wrong() {
    let dir = dir();
    let says = "hsum: vmac64: needs a nonce: give --nonce\n";
    dir.hsum(["-a", "vmac64", "--key", KEY, "abc"]).is(1, "", says);
    let says = "hsum: clhash: takes no nonce\n";
    dir.hsum(["--nonce", "01", "abc"]).is(1, "", says);
    let with = |nonce: &str| dir.hsum(["-a", "vmac128", "--key", KEY, "--nonce", nonce, "abc"]);
    let says = |found| format!("hsum: vmac128: nonce has {found} bytes, VMAC needs 1 to 16\n");
    with("").is(1, "", &says(0));
    with(&"00".repeat(17)).is(1, "", &says(17));
    let bit = "hsum: vmac128: nonce has 1 as its first bit, VMAC needs 0\n";
    with(&"80".repeat(16)).is(1, "", bit);
    with("0").is_usage(&["--nonce", "odd number of digits"]);
    with("0g").is_usage(&["--nonce", "character 2 is not"]);
    assert_eq!(with(&"7f".repeat(16)).code, 0);
}

/// A MAC needs a key, because a tag under a key that everyone knows would look like protection.
#[test]
fn a_key_is_needed() {
    let dir = dir();
    for algorithm in ["vmac64", "vmac128", "clmac"] {
        let says = format!(
            "hsum: {algorithm}: is a MAC and needs a secret key: give --key-file or --key \
             (or --seed, for a test)\n"
        );
        if algorithm == "clmac" {
            let seeded = ["-a", algorithm, "--seed", "0"];
            let sums = dir.hsum([&seeded[..], &["abc"]].concat()).good();
            assert_eq!(dir.hsum_with([&["-c"], &seeded[..]].concat(), &*sums).good(), "abc: OK\n");
            dir.hsum(["-a", algorithm, "abc"]).is(1, "", &says);
            let run = dir.hsum_with(["-c"], sums);
            assert_eq!((run.code, run.text()), (1, "abc: NOT VERIFIED\n"));
            assert!(run.stderr.contains("needs a secret key"), "{}", run.stderr);
            // A line that records its seed is one of a test.
            let sums = dir.hsum(["-a", algorithm, "--seed", "5", "abc"]).good();
            assert_eq!(dir.hsum_with(["-c"], sums).good(), "abc: OK\n");
            // --all is for checksums, unless a seed is given.
            let all = dir.hsum(["--all", "abc"]).good();
            assert!(!all.contains("clmac") && all.contains("siphash-2-4 (abc)"), "{all}");
            assert!(dir.hsum(["--all", "--seed", "0", "abc"]).good().contains("clmac"));
            continue;
        }
        dir.hsum(["-a", algorithm, "--nonce", "01", "abc"]).is(1, "", &says);
        dir.hsum(["-a", algorithm, "abc"]).is(1, "", &says);
        let seeded = ["-a", algorithm, "--seed", "0", "--nonce", "01"];
        let sums = dir.hsum([&seeded[..], &["abc"]].concat()).good();
        assert_eq!(dir.hsum_with([&["-c"], &seeded[..]].concat(), &*sums).good(), "abc: OK\n");
        let run = dir.hsum_with(["-c", "--nonce", "01"], sums);
        assert_eq!((run.code, run.text()), (1, "abc: NOT VERIFIED\n"));
        assert!(run.stderr.contains("needs a secret key"), "{}", run.stderr);
    }
}

#[test]
fn a_nonce_is_for_one_message() {
    let dir = dir();
    let says = "hsum: --nonce: is for one message: hash one file at a time\n";
    dir.hsum(vmac(&[], &["abc", "empty"])).is(1, "", says);
    dir.hsum(vmac(&[], &["-r", "."])).is(1, "", says);
    dir.hsum(["--all", "--nonce", "01", "abc"]).is_usage(&["--all", "--nonce"]);
    assert!(!dir.hsum(["--all", "abc"]).good().contains("vmac"));
}

#[test]
fn lists_with_nonces() {
    let dir = dir();
    for form in [&[][..], &["--tag"], &["--untagged"]] {
        let sums = dir.hsum(vmac(&[], &[form, &["abc"]].concat())).good();
        assert_eq!(dir.hsum_with(vmac(&["check"], &[]), &*sums).good(), "abc: OK\n");
        let other = sums.replace("abc", "other");
        let run = dir.hsum_with(vmac(&["check"], &["--status"]), other);
        assert_eq!((run.code, run.text()), (1, ""));
        let run = dir.hsum_with(["check", "-a", "vmac64", "--key", KEY], &*sums);
        assert_eq!((run.code, run.text()), (1, "abc: NOT VERIFIED\n"));
        assert!(run.stderr.starts_with("hsum: abc: vmac64: needs a nonce"), "{}", run.stderr);
    }
    // Lines of other algorithms fail if there is a nonce, which they would not use.
    let sums = dir.hsum(["--tag", "abc"]).good();
    let run = dir.hsum_with(["-c", "--nonce", "01"], sums);
    assert_eq!((run.code, run.text()), (1, "abc: NOT VERIFIED\n"));
    assert!(run.stderr.starts_with("hsum: abc: clhash: takes no nonce"), "{}", run.stderr);
}

#[test]
fn explained() {
    let text = dir().hsum(["explain", "vmac64"]).good();
    let parts = ["16, 24 or 32 bytes; there is no default", "nonce:       another one for each"];
    for part in parts.into_iter().chain(["draft-krovetz-vmac"]) {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(dir().hsum(["explain", "vhash64"]).good().contains("nonce:       none\n"));
}
