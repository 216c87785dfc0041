//! Each function has one name. Where no hyphen can stand, as in identifiers, it is an underscore.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a name is spelled otherwise, because it is that of another project.
const OF_OTHERS: [(&str, &str); 9] = [
    // The package of RustCrypto.
    ("md-5", "Cargo.toml"),
    ("md-5", "crates/md5-opt/src/digest.rs"),
    ("md-5", "crates/md5-opt/tests/digest.rs"),
    ("md-5", "crates/md5-opt/tests/lanes.rs"),
    // A folder of Google's library.
    ("sip_tree_hash", "crates/siphash-fast/src/named.rs"),
    // libsodium's function.
    ("siphash24", "bindings/c/include/provenhash/drop-in/sodium/crypto_shorthash.h"),
    // A package for Python.
    ("siphash24", "bindings/python/README.md"),
    ("siphash24", "bindings/python/tests/test_habits.py"),
    ("siphash24", "bindings/python/tests/upstream.py"),
];

/// Returns the sources and docs of the repository, but for its laboratory, whose results keep the
/// names under which they were measured.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<_> =
        ["crates", "bindings", "engines", "examples", "benches", "docs", "proofs/spec"]
            .map(|folder| root.join(folder))
            .to_vec();
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let hidden = |name: &str| name.starts_with('.') || name == "target";
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            let ends = ["rs", "c", "h", "hpp", "cpp", "py", "pyi", "md", "toml"];
            let is_text = path.extension().is_some_and(|end| ends.iter().any(|e| end == *e));
            if path.is_dir() && !hidden(name) {
                folders.push(path);
            } else if is_text && name != "names.rs" {
                let text = fs::read_to_string(&path).expect("a text");
                texts.push((path.strip_prefix(&root).expect("below the root").into(), text));
            }
        }
    }
    texts
}

/// Returns the words of lower-case letters, digits, hyphens and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    text.split(move |c: char| !is_inside(c))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter(|word| !word.contains(|c: char| c.is_ascii_uppercase()))
        .filter(|word| !word.ends_with(['-', '_']))
}

/// Returns the letters and digits.
fn plain(word: &str) -> String {
    word.replace(['-', '_'], "")
}

#[test]
fn names_have_one_spelling() {
    let names: HashMap<_, _> =
        provenhash::ALGORITHMS.iter().map(|row| (plain(row.name), row.name)).collect();
    let texts = texts();
    assert!(texts.len() > 700, "{} texts", texts.len());
    let mut others = Vec::new();
    for (path, text) in &texts {
        for word in words(text) {
            let Some(name) = names.get(&plain(word)) else { continue };
            let is_name = word == *name || word == name.replace('-', "_");
            let file = path.to_str().expect("UTF-8");
            if !is_name && !OF_OTHERS.iter().any(|(w, f)| *w == word && file.ends_with(f)) {
                others.push(format!("{file}: {word} instead of {name}"));
            }
        }
    }
    others.sort_unstable();
    others.dedup();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn other_spellings_are_found() {
    let found: Vec<_> = words("siphash24, siphash_2_4 SipHash-2-4 (vhash-64) clhash_").collect();
    assert_eq!(found, ["siphash24", "siphash_2_4", "vhash-64"]);
    assert_eq!(plain("siphash-2-4"), plain("siphash24"));
}
