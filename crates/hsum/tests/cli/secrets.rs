//! No error shows a key, in the right place or in a wrong one, and keys of zeros are refused.

use crate::Dir;

const NO_FILE: &str = "No such file or directory";

/// No error shows a key.
#[test]
fn keys_are_not_shown() {
    let dir = Dir::abc();
    let key = "000102030405060708090a0b0c0d0e0g";
    for args in [
        &["--key", key, "a"][..],
        &[&*format!("--key={key}"), "a"],
        &[&format!("--key{key}"), "a"],
        &["--seed", key, "a"],
        &[&format!("--seed={key}"), "a"],
        &[&format!("--seed{key}"), "a"],
        &["--key", key, "--seed", key, "a"],
        &["--key", key, "--key", key, "a"],
        &["--all", "--key", key, "a"],
        &["--key", &key[..31], "a"],
        &["--key", &format!("{key}\u{1b}"), "a"],
        &["check", "--key", key, "a"],
        &["check", "--seed", key, "a"],
        &["-a", "siphash-2-4", "--key", &key[..30], "a"],
        &["-a", "md5", "--key", &key[..30], "a"],
    ] {
        let run = dir.hsum(args);
        assert_ne!(run.code, 0, "{args:?}");
        assert!(!run.stderr.contains("01020304"), "{args:?}: {}", run.stderr);
        // The wrong character is not shown either: it may belong to a key in another notation.
        assert!(!run.stderr.contains("'g'"), "{args:?}: {}", run.stderr);
    }
    dir.write("key", key);
    let run = dir.hsum(["-a", "siphash-2-4", "--key-file", "key", "a"]);
    run.is(1, "", "hsum: key: key has 32 bytes, siphash-2-4 needs 16\n");
}

/// A key in the place of any other value, in several notations.
#[test]
fn keys_in_the_wrong_place_are_not_shown() {
    let dir = Dir::abc();
    let long = "07".repeat(1064);
    let base64 = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
    let commands = ["", "check", "md5", "etag", "bench", "explain", "list", "completions", "man"];
    let options = [
        "-a",
        "--algorithm",
        "-j",
        "--threads",
        "-l",
        "--length",
        "--backend",
        "--exclude",
        "--nonce",
        "--size",
        "--len",
        "--messages",
        "--attempts",
        "--tag-bytes",
        "--part-size",
        "--threshold",
        "--verify",
        "--unknown",
        "--tag",
        "--quiet",
        "-k",
    ];
    for key in ["0707070707070707", &"07".repeat(16), &"07".repeat(32), &long, base64] {
        let number = key.trim_start_matches('0');
        let quiet = |args: &[&str]| {
            let run = dir.hsum(args);
            for text in [run.text(), &*run.stderr] {
                assert!(!text.contains(number), "{args:?}: {} {text}", run.code);
            }
            run
        };
        // The text of a usage error, and what the program prints where there is none. One key of
        // each kind is enough for that, and programs take time.
        let parsed = |args: &[&str]| {
            let words = ["hsum"].iter().chain(args).map(std::ffi::OsString::from);
            match hsum::parse::arguments(&words.collect::<Vec<_>>()) {
                Err(text) => assert!(!text.contains(number), "{args:?}: {text}"),
                Ok(()) if [16, 32].contains(&key.len()) && args[0] != "bench" => drop(quiet(args)),
                Ok(()) => {}
            }
        };
        for command in commands {
            let command = Some(command).filter(|name| !name.is_empty());
            for option in options {
                for args in [
                    &[option, key, "a"][..],
                    &[&*format!("{option}={key}"), "a"],
                    &[&format!("{option}{key}"), "a"],
                    &["a", option, key],
                ] {
                    let args: Vec<_> = command.into_iter().chain(args.iter().copied()).collect();
                    // The value of these is any number, which the description shows.
                    let is_number = ["--len", "--messages", "--attempts"]
                        .iter()
                        .any(|option| args.iter().any(|arg| arg.starts_with(option)));
                    // A name that is of Base64 is one of a file.
                    let is_flag = ["--tag", "--quiet"].contains(&option);
                    let is_name = key == base64 && is_flag && args.contains(&key);
                    if !(is_number && key.len() == 16 || is_name) {
                        parsed(&args);
                    }
                }
            }
            if key != base64 {
                parsed(&command.into_iter().chain([key]).collect::<Vec<_>>());
                parsed(&command.into_iter().chain(["-r", key]).collect::<Vec<_>>());
                parsed(&command.into_iter().chain(["--", key]).collect::<Vec<_>>());
            }
        }
        for file in [key, &format!("0x{key}"), &format!("hex:{key}"), &format!("./{key}")] {
            for command in [&[][..], &["check"], &["-c", "-a", "clmac"]] {
                let run = quiet(&[command, &["--key-file", file, "a"]].concat());
                assert!(run.stderr.contains("--key-file: "), "{}", run.stderr);
            }
        }
        dir.hsum(["-a", key, "a"]).is_usage(&["invalid value '...' for '--algorithm <ALGO>'"]);
    }
    let says = |file: &str| format!("hsum: {file}: {NO_FILE}\n");
    dir.hsum(["--key-file", "k"]).is(1, "", &says("--key-file"));
    dir.hsum(["07".repeat(16)]).is(1, "", &says("(32 hexadecimal digits)"));
    dir.hsum([format!("0x{}", "ab".repeat(8))]).is(1, "", &says("(16 hexadecimal digits)"));
    // Other names, and names of files that exist, are shown.
    for name in ["070707070707070", "07070707070707070.tar", "a/0707070707070707"] {
        assert!(dir.hsum([name]).stderr.starts_with(&format!("hsum: {name}: ")), "{name}");
    }
    let name = "07".repeat(16);
    dir.write(&name, "x");
    assert!(dir.hsum([&name]).good().ends_with(&format!("  {name}\n")));
    assert!(dir.hsum(["check", &name]).stderr.starts_with(&format!("hsum: {name}: no properly")));
    // A short value helps to find the mistake.
    dir.hsum(["-a", "clhsh", "a"]).is_usage(&["'clhsh'", "'clhash'"]);
    dir.hsum(["--ignore-missing-files-please"]).is_usage(&["'--ignore-missing-files-please'"]);
}

/// Zeros, which a crash may leave of a file, are refused as a key by every algorithm.
#[test]
fn a_key_of_zeros_is_refused() {
    let dir = Dir::abc();
    let says = "hsum: key: key is all zeros: was the file lost in a crash?\n";
    for (algorithm, bytes) in [("clhash", 1064), ("ghash", 16), ("siphash-2-4", 16), ("clmac", 32)]
    {
        for contents in [
            vec![0; bytes],
            "00".repeat(bytes).into(),
            [b"0".repeat(2 * bytes), b"\n".to_vec()].concat(),
        ] {
            dir.write("key", contents);
            dir.hsum(["-a", algorithm, "--key-file", "key", "a"]).is(1, "", says);
        }
    }
    // Digits on the command line were not lost. Universal hashes are zero under them.
    let zeros = "00".repeat(16);
    let says = "hsum: ghash: key has zeros where they make hashes ignore a part of the message, \
                ghash excludes it\n";
    dir.hsum(["-a", "ghash", "--key", &zeros, "a"]).is(1, "", says);
    dir.hsum(["-a", "siphash-2-4", "--key", &zeros, "a"]).good();
    dir.write("key", "");
    dir.hsum(["-a", "ghash", "--key-file", "key", "a"]).is(
        1,
        "",
        "hsum: key: key has 0 bytes, ghash needs 16\n",
    );
}

/// The key may come from a pipe, as a password manager writes it.
#[test]
fn a_key_from_standard_input() {
    let dir = Dir::abc();
    let key = "07".repeat(32);
    let expected = dir.hsum(["-a", "clmac", "--key", &key, "a"]).good();
    let args = ["-a", "clmac", "--key-file", "-"];
    let with = |more: &[&str]| dir.hsum_with([&args[..], more].concat(), format!("{key}\n"));
    assert_eq!(with(&["a"]).good(), expected);
    dir.write("list", &expected);
    assert_eq!(with(&["-c", "list"]).good(), "a: OK\n");
    let says = "hsum: -: standard input can be read only once\n";
    with(&["-"]).is(1, "", says);
    with(&["-c"]).is(1, "", says);
    // A file of that name has another path.
    dir.write("-", [7; 32]);
    assert_eq!(dir.hsum(["-a", "clmac", "--key-file", "./-", "a"]).good(), expected);
}
