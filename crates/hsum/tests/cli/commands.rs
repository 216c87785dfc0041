//! The other commands.

use crate::Dir;

#[test]
fn list() {
    let dir = Dir::new();
    let text = dir.hsum(["list"]).good();
    let best = clhash::Backend::detect().name();
    let line = format!("clhash               64       1064  {best:<15} CLHASH, the published");
    assert!(text.lines().any(|l| l.starts_with(&line)), "{text}");
    assert_eq!(dir.algorithms()[..3], ["clhash", "clhash-mixed", "clhash-bitmix"]);
}

#[test]
fn explain() {
    let dir = Dir::new();
    let text = dir.hsum(["explain", "clhash", "--len", "1024"]).good();
    let best = format!("this CPU:    runs {}", clhash::Backend::detect().name());
    let parts = [
        "Lemire and Kaser",
        "output:      64 bits\n",
        "key:         1064 bytes; the default is seed 0, which everyone knows: under it a hash \
         is a checksum and protects against nobody\n",
        "at most 2^-64.000 = 5.42e-20 for two given messages of at most 1024 bytes",
        "backends:    portable, x86_clmul, x86_vpclmul_x2, x86_vpclmul_x4, aarch64_pmull\n",
        &best,
    ];
    for part in parts {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    for (len, bound) in [("1025", "2^-63.000"), ("4K", "2^-63.000"), ("1024G", "2^-62.999")] {
        let text = dir.hsum(["explain", "clhash-mixed", "--len", len]).good();
        assert!(text.contains(bound), "{text}");
    }
    for name in ["ghash", "polyval"] {
        let text = dir.hsum(["explain", name, "--len", "64"]).good();
        let bound = "at most 2^-126.000 = 1.18e-38 for two given messages of the same length, at most 64 bytes";
        assert!(text.contains(bound), "{text}");
        assert!(dir.hsum(["explain", name, "--json"]).good().contains("\"one_length\":true"));
    }
    // The values that may be seen under a secret key.
    for (name, secret) in [
        ("clhash", "under a secret key, digests, checkpoints and parts are to be hidden from"),
        ("clmac", "under a secret key, digests are public; checkpoints and parts are as secret as"),
        ("md5", "nothing"),
    ] {
        let text = dir.hsum(["explain", name]).good();
        assert!(text.contains(&format!("\nsecret:      {secret}")), "{name}: {text}");
    }
    dir.hsum(["explain"]).is_usage(&["<ALGO>"]);
    dir.hsum(["explain", "sha0"]).is_usage(&["sha0"]);
    assert_eq!(dir.hsum(["explain", "CLHASH"]).good(), dir.hsum(["explain", "clhash"]).good());
    dir.hsum(["explain", "clhash", "--len", "x"]).is_usage(&["not a number of bytes"]);
    dir.hsum(["explain", "clhash", "--len", "17179869184G"]).is_usage(&["more than 2^64-1 bytes"]);
}

#[test]
fn explain_forgeries() {
    let dir = Dir::new();
    let explain = |args: &[&str]| dir.hsum([&["explain"], args].concat()).good();
    for (args, part) in [
        (&["clmac"][..], "at most 2^-63.999 = 5.42e-20 for 1 attempt at a tag of 128 bits"),
        (
            &["clmac"],
            "after 4294967296 messages of at most 1048576 bytes, under a uniform key, plus the advantage",
        ),
        (&["clmac"], "plus the advantage in telling AES-256 from a random permutation\n"),
        (&["clmac", "--senders", "1", "--len", "2K"], "at most 2^-126.999 "),
        (&["clmac", "--senders", "2", "--len", "2K"], "at most 2^-126.415 "),
        (
            &["clmac", "--senders", "4G", "--len", "2K"],
            "bytes of each of 4294967296 senders, under",
        ),
        (&["clmac", "--senders", "4G", "--len", "2K"], "at most 2^-65.000 "),
        (&["clmac", "--messages", "1", "--len", "2K"], "at most 2^-126.415 "),
        (&["clmac", "--messages", "1", "--attempts", "16", "--len", "2K"], "for 16 attempts at"),
        (&["clmac", "--messages", "256T"], "at most 2^-31.999 "),
        (&["clmac", "--messages", "16777215T"], "the theorem says nothing"),
        (
            &["clmac", "--tag-bytes", "16"],
            "at most 2^-63.999 = 5.42e-20 for 1 attempt at a tag of 128",
        ),
        (
            &["clmac", "--tag-bytes", "12", "--attempts", "4G"],
            "= 2.17e-19 for 4294967296 attempts at a tag of 96",
        ),
        (&["clmac", "--tag-bytes", "8", "--attempts", "4G"], "at most 2^-31.999 "),
        (&["clmac"], "output:      128 bits, or cut by --length to 8, 12, 16 bytes\n"),
        (&["siphash-2-4"], "output:      64 bits\n"),
        (&["vmac64", "--len", "128"], "forgeries:   at most 2^-62.000 "),
        (&["vmac64", "--len", "128", "--attempts", "1K"], "forgeries:   at most 2^-52.000 "),
        (&["vmac128", "--len", "128"], "forgeries:   at most 2^-124.000 "),
        (
            &["vmac128"],
            "after any number of messages of at most 1048576 bytes, under a uniform key, plus the \
             advantage in telling AES from a random function; no nonce may repeat\n",
        ),
        (&["siphash-2-4"], "forgeries:   no bound is proved\n"),
        (&["highwayhash64"], "forgeries:   no bound is proved\n"),
        (&["clmac"], "32 bytes; there is no default\n"),
    ] {
        let text = explain(args);
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    for name in ["clhash128", "vhash64", "siphash-1-3", "md5"] {
        assert!(!explain(&[name]).contains("forgeries"), "{name} is no MAC");
        assert!(!explain(&[name, "--json"]).contains("forgery"), "{name} is no MAC");
    }
    let json = explain(&["clmac", "--json", "--messages", "256T", "--attempts", "3"]);
    assert!(json.contains("\"forgery\":{\"attempts\":3,\"bytes\":1048576,\"log2\":"), "{json}");
    let json = explain(&["clmac", "--json", "--tag-bytes", "8"]);
    assert!(json.contains("\"tag_bits\":64") && json.contains("\"widths\":[64,96,128]"), "{json}");
    let says = "hsum: clmac: --tag-bytes has another value than 8, 12, 16\n";
    dir.hsum(["explain", "clmac", "--tag-bytes", "9"]).is(1, "", says);
    let says = "hsum: clhash: does not support --tag-bytes: its hashes have one length\n";
    dir.hsum(["explain", "clhash", "--tag-bytes", "8"]).is(1, "", says);
    dir.hsum(["explain", "clmac", "--messages", "0"]).is_usage(&["not a number from 1"]);
}

#[test]
fn bench() {
    let dir = Dir::new();
    let text = dir.hsum(["bench", "--quick", "--size", "64,1K"]).good();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("GB/s") && lines[0].ends_with("64        1K"), "{text}");
    let mut rows = Vec::new();
    for line in &lines[1..lines.len() - 1] {
        let words: Vec<_> = line.split_whitespace().collect();
        rows.push((words[0].to_owned(), words[1]));
        let speeds: Vec<f64> = words[2..].iter().map(|w| w.parse().expect("a number")).collect();
        assert!(speeds.len() == 2 && speeds.iter().all(|s| s.is_finite() && *s >= 0.0), "{line}");
    }
    let best = clhash::Backend::detect().name();
    let backends = clhash::Backend::available().map(clhash::Backend::name);
    let marked = backends.map(|b| if b == best { format!("*{b}") } else { b.to_owned() });
    let clhash = rows.iter().filter(|row| row.0 == "clhash").map(|row| row.1);
    assert!(clhash.eq(marked), "{text}");
    rows.dedup_by(|a, b| a.0 == b.0);
    assert!(rows.into_iter().map(|row| row.0).eq(dir.algorithms()), "{text}");
}

#[test]
fn bench_of_a_file() {
    let dir = Dir::new();
    dir.write("data", [7; 100]).write("empty", "");
    let one = ["bench", "--quick", "-a", "clhash", "--backend", "portable"];
    let with = |more: &[&'static str]| dir.hsum([&one, more].concat());
    let text = with(&["data"]).good();
    assert!(text.lines().next().is_some_and(|l| l.ends_with("64       100")), "{text}");
    assert_eq!(text.lines().count(), 3);
    with(&["empty"]).is(1, "", "hsum: empty: is empty\n");
    with(&["--size", "101", "data"]).is(1, "", "hsum: data: has 100 bytes, --size needs more\n");
    with(&["--size", "0"]).is_usage(&["--size"]);
    with(&["--size", "1.5K"]).is_usage(&["not a number of bytes"]);
    assert_eq!(with(&["none"]).code, 1);
}

#[test]
fn completions() {
    let dir = Dir::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = dir.hsum(["completions", shell]).good();
        assert!(script.contains("ignore-missing"), "{shell}");
    }
    dir.hsum(["completions", "dos"]).is_usage(&["bash"]);
}

/// Returns the names of a command's options, from its help.
fn options(dir: &Dir, command: &[&str]) -> Vec<String> {
    let help = dir.hsum([command, &["--help"]].concat()).good();
    let name = |line: &str| {
        let (before, rest) = line.split_once("--")?;
        let is_option = before.trim().is_empty() || before.trim_start().starts_with('-');
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
        is_option.then(|| format!("--{}", &rest[..end]))
    };
    help.lines().filter(|line| line.trim_start().starts_with('-')).filter_map(name).collect()
}

/// Manual pages and completions are made of the declarations, and name every option.
#[test]
fn every_option_is_in_the_page_and_the_completions() {
    let dir = Dir::new();
    let scripts = ["bash", "elvish", "fish", "powershell", "zsh"]
        .map(|shell| (shell, dir.hsum(["completions", shell]).good()));
    for (command, least) in [
        ("", 24),
        ("check", 15),
        ("update", 9),
        ("md5", 15),
        ("etag", 9),
        ("bench", 6),
        ("explain", 4),
    ] {
        let command: Vec<_> = Some(command).filter(|name| !name.is_empty()).into_iter().collect();
        let page = dir.hsum([&["man"], &command[..]].concat()).good().replace("\\-", "-");
        assert!(page.contains(".TH hsum") && page.contains(".SH OPTIONS"), "{page}");
        let options = options(&dir, &command);
        assert!(options.len() > least, "{command:?}: {options:?}");
        for option in options {
            assert!(page.contains(&option), "{command:?}: {option} is not in the page");
            for (shell, script) in &scripts {
                let name = if *shell == "fish" { &option[2..] } else { &option };
                assert!(script.contains(name), "{command:?}: {option} is not for {shell}");
            }
        }
    }
}

#[test]
fn help() {
    let dir = Dir::new();
    let text = dir.hsum(["--help"]).good();
    let parts =
        ["checksum", "does not protect", "Exit status:", "--key-file", "ALGO:seed=N", "--check"];
    for part in parts {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(dir.hsum(["-h"]).good().contains("does not protect"));
    for command in ["check", "md5", "etag", "bench", "explain", "list", "completions", "man"] {
        assert!(dir.hsum([command, "--help"]).good().contains("Usage: hsum"));
    }
    assert!(text.contains("\n  check ") && text.contains("\n  update "), "{text}");
    let text = dir.hsum(["check", "--help"]).good();
    assert!(text.contains("--ignore-missing") && !text.contains("--untagged"), "{text}");
    assert_eq!(dir.hsum(["--version"]).good(), format!("hsum {}\n", env!("CARGO_PKG_VERSION")));
    dir.hsum(["--sha1"]).is_usage(&["--sha1"]);
}
