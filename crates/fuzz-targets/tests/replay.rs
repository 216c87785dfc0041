//! Runs the stored inputs through the functions that fuzzers run.
//!
//! `FUZZ_CORPUS=folder` adds those of `folder/<target>`, to measure the coverage of a whole corpus.

use arbitrary::Unstructured;
use fuzz_targets::{TARGETS, rows};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, panic};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// An input and where it is stored.
type Input = (String, Vec<u8>);

/// Decodes a packed file of seeds: a line per seed, its bytes as hexadecimal digits or `-` for no
/// bytes, the lines sorted by length, then by value, none twice. `.ci/tools/seeds` writes this
/// form.
fn seeds(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let Some(line) = line.strip_suffix('\n') else {
            return Err(format!("line {number}: no line end"));
        };
        let digits = if line == "-" { "" } else { line };
        let seed = hex::decode(digits).map_err(|error| format!("line {number}: {error}"))?;
        let written = if seed.is_empty() { "-".into() } else { hex::encode(&seed) };
        if line != written {
            return Err(format!("line {number}: must be {written}"));
        }
        if seeds.last().is_some_and(|last| (last.len(), last) >= (seed.len(), &seed)) {
            return Err(format!("line {number}: must come before the previous line, or is a copy"));
        }
        seeds.push(seed);
    }
    Ok(seeds)
}

/// Reads the packed seeds of a target.
fn packed(target: &str) -> Vec<Input> {
    let path = fuzz().join("seeds").join(target).with_extension("hex");
    let read = fs::read_to_string(&path).map_err(|error| error.to_string());
    match read.and_then(|text| seeds(&text)) {
        Ok(seeds) => {
            let place = |line| format!("{}:{line}", path.display());
            (1..).zip(seeds).map(|(line, seed)| (place(line), seed)).collect()
        }
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// Reads the files of a target in a folder. Targets without findings have no folder.
fn files(folder: &Path, target: &str) -> Vec<Input> {
    let Ok(files) = fs::read_dir(folder.join(target)) else { return Vec::new() };
    let mut inputs: Vec<Input> = files
        .map(|file| {
            let path = file.expect("the folder entry is readable").path();
            (path.display().to_string(), fs::read(&path).expect("the file is readable"))
        })
        .collect();
    inputs.sort();
    inputs
}

#[test]
fn seeds_and_findings() {
    let corpus = std::env::var_os("FUZZ_CORPUS").map(PathBuf::from);
    let mut failures = Vec::new();
    for (name, target) in TARGETS {
        // Fuzzers start from seeds; findings are inputs that once failed.
        let seeds = packed(name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        let findings = files(&fuzz().join("findings"), name);
        let corpus = corpus.as_ref().map_or_else(Vec::new, |folder| files(folder, name));
        for (place, data) in seeds.iter().chain(&findings).chain(&corpus) {
            if panic::catch_unwind(|| target(data)).is_err() {
                failures.push(format!("{name} fails on {place}"));
            }
        }
        let [seeds, findings, corpus] = [&seeds, &findings, &corpus].map(Vec::len);
        println!("{name}: {seeds} seeds, {findings} findings, {corpus} others");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The seeds of a target over the table reach every row that the target has. A row that none of
/// them chooses, because it is newer, takes all of them.
#[test]
fn seeds_reach_every_row() {
    for (target, has) in rows::TARGETS {
        let (_, run) = TARGETS.iter().find(|(name, _)| name == target).expect("a target");
        let chosen = |data: &[u8]| {
            let row = rows::row(&mut Unstructured::new(data), target);
            row.expect("a seed has the byte that chooses the row").name
        };
        let mut seeds: Vec<_> = packed(target).into_iter().map(|(_, data)| data).collect();
        let reached: BTreeSet<_> = seeds.iter().map(|data| chosen(data)).collect();
        for (number, row) in (0..).zip(table::ALGORITHMS.iter().filter(|row| has(row))) {
            if !reached.contains(row.name) {
                for data in seeds.iter_mut().filter(|data| !data.is_empty()) {
                    data[0] = number;
                    assert_eq!(chosen(data), row.name, "{target}");
                    run(data);
                }
            }
        }
    }
}

#[test]
fn malformed_seeds_are_errors() {
    let some = [vec![], vec![0x0a], vec![0xff], vec![0, 1]];
    assert_eq!(seeds("-\n0a\nff\n0001\n").as_deref(), Ok(&some[..]));
    assert_eq!(seeds(""), Ok(vec![]));
    let malformed = [
        "\n",
        "00",
        "00\n\n",
        "\n00\n",
        "0\n",
        "0x\n",
        "0A\n",
        "00\r\n",
        " 00\n",
        "--\n",
        "00\n00\n",
        "-\n-\n",
        "01\n00\n",
        "0001\n02\n",
        "00\n-\n",
        "# seeds\n00\n",
    ];
    for text in malformed {
        assert!(seeds(text).is_err(), "{text:?}");
    }
}

/// Every seed, finding, dictionary and fuzz program belongs to a target.
#[test]
fn nothing_is_left_over() {
    let mut programs = 0;
    for (folder, end) in
        [("seeds", ".hex"), ("findings", ""), ("dictionaries", ".dict"), ("fuzz_targets", ".rs")]
    {
        for file in fs::read_dir(fuzz().join(folder)).expect("the folder is readable") {
            let name = file.expect("the folder entry is readable").file_name();
            let target = name.to_str().and_then(|name| name.strip_suffix(end));
            let known = TARGETS.iter().any(|(known, _)| Some(*known) == target);
            assert!(known, "{folder}/{} belongs to no target", name.display());
            programs += usize::from(folder == "fuzz_targets");
        }
    }
    assert_eq!(programs, TARGETS.len());
}
