//! Runs the stored inputs through the functions that fuzzers run.
//!
//! `FUZZ_CORPUS=folder` adds those of `folder/<target>`, to measure the coverage of a whole corpus.

use fuzz_targets::TARGETS;
use std::path::{Path, PathBuf};
use std::{fs, panic};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Lists the files of a target in a folder. Targets without findings have no folder.
fn inputs(folder: &Path, target: &str) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(folder.join(target)) else { return Vec::new() };
    let mut paths: Vec<_> =
        files.map(|file| file.expect("the folder entry is readable").path()).collect();
    paths.sort();
    paths
}

#[test]
fn seeds_and_findings() {
    let corpus = std::env::var_os("FUZZ_CORPUS").map(PathBuf::from);
    let mut failures = Vec::new();
    for (name, target) in TARGETS {
        // Fuzzers start from seeds; findings are inputs that once failed.
        let seeds = inputs(&fuzz().join("seeds"), name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        let findings = inputs(&fuzz().join("findings"), name);
        let corpus = corpus.as_ref().map_or_else(Vec::new, |folder| inputs(folder, name));
        for path in seeds.iter().chain(&findings).chain(&corpus) {
            let data = fs::read(path).expect("the file is readable");
            if panic::catch_unwind(|| target(&data)).is_err() {
                failures.push(format!("{name} fails on {}", path.display()));
            }
        }
        let [seeds, findings, corpus] = [&seeds, &findings, &corpus].map(Vec::len);
        println!("{name}: {seeds} seeds, {findings} findings, {corpus} others");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Every folder and every fuzz program belongs to a target.
#[test]
fn nothing_is_left_over() {
    let known = |path: &Path| {
        let name = path.file_stem().and_then(|name| name.to_str());
        TARGETS.iter().any(|(target, _)| Some(*target) == name)
    };
    let mut programs = 0;
    for folder in ["seeds", "findings", "dictionaries", "fuzz_targets"] {
        let Ok(files) = fs::read_dir(fuzz().join(folder)) else { continue };
        for file in files {
            let path = file.expect("the folder entry is readable").path();
            assert!(known(&path), "{}", path.display());
            programs += usize::from(folder == "fuzz_targets");
        }
    }
    assert_eq!(programs, TARGETS.len());
}
