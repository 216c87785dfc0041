//! Every door to senders lists the same copies of a process that repeat nonces, and says what one
//! repetition is.

use std::fs;
use std::path::Path;

/// Returns the words of a file, without the marks of comments, lists and code.
fn words(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(path)).expect("the door has a text");
    let lines = text.lines().map(|line| {
        let line = line.trim().trim_start_matches(['/', '*', '!', ' ']);
        line.trim_start_matches("- ").replace(['`', '*', '\\'], "")
    });
    let lines: Vec<String> = lines.collect();
    lines.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_door_lists_the_copies_that_repeat_nonces() {
    let source = words("crates/clmac/src/nonce/sender.rs");
    let (start, end) = ("One nonce that tags two messages", "and some emulators of programs.");
    let start = source.find(start).expect("the list begins");
    let end = source[start..].find(end).expect("the list ends") + end.len();
    let list = &source[start..start + end];
    for what in ["_Fork", "clone", "vfork", "snapshot", "CRIU", "ancestor", "suffices"] {
        assert!(list.contains(what), "{what}");
    }
    for door in [
        "crates/clmac/README.md",
        "bindings/c/src/sender.rs",
        "bindings/c/include/provenhash.h",
        "bindings/c/README.md",
        "bindings/python/src/sender.rs",
        "bindings/python/README.md",
        "proofs/spec/clmac.md",
    ] {
        assert!(words(door).contains(list), "{door} has another list than clmac's `Sender`");
    }
}
