//! The example programs, and the code in READMEs, keep what SECURITY.md demands of their readers:
//! no tag is compared by `==`, whose time says how much of a guess is right, and no secret key is
//! an argument, which every user of the machine can read.
//!
//! Both rules are about text. A line with a comparison has no word for a tag, except in an
//! assertion, which compares what the program itself computed, or beside a difference of all bits
//! that `black_box` hides from the compiler. In a program that takes arguments none of them is
//! `key` or `KEY`, but `key_file`.

use std::fs;
use std::path::{Path, PathBuf};

/// The kind of a source: all of it is code, or only the text between fences.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Readme,
}

/// The words for the arguments of a program.
const ARGUMENTS: [&str; 3] = ["args", "argv", "arguments"];

/// Returns the lines of a source that break a rule.
fn faults(kind: Kind, source: &str) -> Vec<String> {
    let source = match kind {
        Kind::Code => source.split("#[cfg(test)]").next().unwrap_or_default().to_owned(),
        Kind::Readme => fenced(source),
    };
    let takes_arguments = words(&source).any(|word| ARGUMENTS.contains(&word));
    let lines = source.lines().map(str::trim);
    let bad = lines.filter(|line| compares_tags(line) || takes_arguments && key_is_argument(line));
    bad.map(str::to_owned).collect()
}

/// The code between the fences of a README.
fn fenced(text: &str) -> String {
    text.split("```").skip(1).step_by(2).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn compares_tags(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    // Lengths and what a call returns of errors are public.
    let public = ["tag.len", "tag_len", "== PH_", "!= PH_"];
    let code = public.iter().fold(code.to_owned(), |code, public| code.replace(public, ""));
    let is_tag = |word: &str| {
        let last = word.rsplit('_').next().unwrap_or_default();
        ["tag", "tags", "mac", "macs"].contains(&last) || is_mac_function(word)
    };
    let compares = ["==", "!=", "memcmp", "strcmp", ".eq(", ".ne("];
    let asserts = ["assert", "CHECK("].iter().any(|start| code.starts_with(start));
    compares.iter().any(|sign| code.contains(sign))
        && words(&code).any(is_tag)
        && !asserts
        && !code.contains("black_box(")
}

/// Whether a word is a function whose value is a tag.
fn is_mac_function(word: &str) -> bool {
    let starts = ["siphash_2_4", "siphash128_2_4", "siphash_4_8", "tag64", "tag96"];
    starts.contains(&word)
}

fn key_is_argument(line: &str) -> bool {
    let of_arguments = |word| ARGUMENTS.contains(&word);
    // An argument is taken by its place, in a pattern, or is named in the usage.
    let is_pattern = line.starts_with("[\"");
    let is_taken = words(line).any(|w| w == "key") && (is_pattern || words(line).any(of_arguments));
    is_taken || words(line).any(|word| word.ends_with("KEY"))
}

/// The sources of all examples, relative to the root of the repository.
fn sources() -> Vec<(Kind, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut folders = vec![root.join("examples/examples"), root.join("bindings/python/examples")];
    let mut readmes =
        ["README.md", "bindings/python/README.md", "engines/README.md"].map(PathBuf::from).to_vec();
    for krate in fs::read_dir(root.join("crates")).expect("the crates") {
        let krate = krate.expect("a crate").path();
        folders.push(krate.join("examples"));
        readmes.push(krate.join("README.md"));
    }
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            let is_source = path
                .extension()
                .is_some_and(|end| ["rs", "c", "cpp", "h", "py"].iter().any(|known| end == *known));
            if path.is_dir() {
                folders.push(path);
            } else if is_source {
                found.push((Kind::Code, path));
            }
        }
    }
    let readmes = readmes.into_iter().map(|path| root.join(path)).filter(|path| path.exists());
    found.extend(readmes.map(|path| (Kind::Readme, path)));
    found
}

#[test]
fn no_example_compares_tags_by_equality_or_takes_a_key_as_an_argument() {
    let sources = sources();
    assert!(sources.len() > 35, "{} sources", sources.len());
    let all = sources.iter().flat_map(|(kind, path)| {
        let source = fs::read_to_string(path).expect("a text");
        faults(*kind, &source).into_iter().map(|line| format!("{}: {line}", path.display()))
    });
    // `dudect` measures that a comparison which stops early is found to leak.
    let faults: Vec<_> = all.filter(|fault| !fault.contains("dudect.rs: let stops = ")).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Each of these lines has a fault, which a rule finds.
#[test]
fn the_rules_find_their_faults() {
    for line in [
        ".filter(|(body, tag)| is_fresh(body) & (siphash_2_4(key, *body) == **tag))",
        ".filter(|((body, tag), hash)| is_fresh(body) & (hash == tag))",
        "if (memcmp(tag.bytes, received, 16) == 0) {",
        "if key.digest(message) != received_tag:",
    ] {
        assert_eq!(faults(Kind::Code, line), [line]);
        assert_eq!(faults(Kind::Readme, &format!("text\n```c\n{line}\n```\n")), [line]);
    }
    let program = "let args = args();\n//! gmac -- KEY NONCE\nlet [key, nonce] = &arguments[..];\n\
                   [\"sign\", key] => sign(),\nkey = sys.argv[1]\nusage: signed_log HEXKEY";
    assert_eq!(faults(Kind::Code, program).len(), 5);
    let good = "args();\n//! gmac -- KEYFILE NONCE\nlet [key_file, nonce] = &arguments[..];\n\
                assert_eq!(mac.finalize(), tag(&key, b\"a\"));\nif tag.len == 16 {";
    assert!(faults(Kind::Code, good).is_empty());
}
