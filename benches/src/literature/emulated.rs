//! SipHash on AArch64: instructions, counted under emulation.
//!
//! An emulator gives no times that say anything about a CPU, but it can count. qemu's user mode
//! logs every instruction that it runs; the difference of two runs of a program that differ in the
//! number of hashes is what the hashes take, without start and end.

use super::{Row, Table};
use std::path::Path;
use std::process::Command;

/// Lengths, in bytes.
const LENGTHS: [usize; 5] = [3, 8, 16, 64, 1024];

/// The published times of the hash of Redis, in nanoseconds: the default build, and one that reads
/// a word byte by byte.
const PUBLISHED: [(&str, f64); 2] = [("Default", 821.43), ("De-optimized", 823.0)];

/// The functions of the program, with the names that it has for them.
const FUNCTIONS: [&str; 5] = [
    "siphash12/siphash-fast",
    "siphash13/siphash-fast",
    "siphash24/siphash-fast",
    "siphash13/siphasher",
    "siphash13/std",
];

/// Counts the instructions of a hash, with the program `emulated` of the package `instructions`
/// built for AArch64.
///
/// # Errors
/// If qemu does not run, or the program does not know a function.
pub fn table(program: &Path) -> Result<Table, String> {
    let mut rows: Vec<_> = PUBLISHED
        .into_iter()
        .map(|(name, ns)| {
            let mut published = vec![Some(ns)];
            published.resize(LENGTHS.len() + 1, None);
            let here = vec![None; LENGTHS.len() + 1];
            Row {
                name: format!("{name} (SipHash-1-2 of Redis)"),
                measured: String::new(),
                published,
                here,
            }
        })
        .collect();
    for function in FUNCTIONS {
        let mut here = vec![None];
        for length in LENGTHS {
            here.push(Some(instructions(program, function, length)?));
        }
        let published = vec![None; here.len()];
        rows.push(Row { name: String::new(), measured: function.to_owned(), published, here });
    }
    let columns = LENGTHS.map(|n| format!("{n} B, instructions"));
    Ok(Table {
        id: "siphash-aarch64",
        title: "SipHash on AArch64",
        source: "An article on SipHash in Redis on AArch64, Figure 3 and Results",
        published_on: "an AArch64 server that is not named, GCC -O2",
        unit: "nanoseconds a call as published; here, instructions a hash under qemu's emulation",
        columns: ["ns".to_owned()].into_iter().chain(columns).collect(),
        rows,
        notes: vec![
            "The published times are of a million calls in Redis, of messages whose length is not \
             given: they cannot be reproduced, and there is no AArch64 CPU here. Instructions are \
             exact, but say nothing of latencies."
                .to_owned(),
            "The article counts the rotations of the compiled code: 23 lines with `ror`. \
             `.ci/rotates` \
             checks that ours has rotations only, and one load of 64 bits a word."
                .to_owned(),
        ],
    })
}

/// Returns the instructions that a hash takes.
fn instructions(program: &Path, function: &str, length: usize) -> Result<f64, String> {
    const HASHES: usize = 100;
    let few = logged(program, function, length, HASHES)?;
    let many = logged(program, function, length, 2 * HASHES)?;
    Ok((many as f64 - few as f64) / HASHES as f64)
}

/// Returns the number of instructions of a run.
fn logged(program: &Path, function: &str, length: usize, hashes: usize) -> Result<usize, String> {
    let log = std::env::temp_dir().join(format!("literature-{}.log", std::process::id()));
    let output = Command::new("qemu-aarch64-static")
        .args(["-L", "/usr/aarch64-linux-gnu", "-singlestep", "-d", "exec,nochain", "-D"])
        .arg(&log)
        .arg(program)
        .args([function, &length.to_string(), &hashes.to_string()])
        .env_clear()
        .output()
        .map_err(|error| format!("qemu-aarch64-static: {error}"))?;
    let text = std::fs::read(&log);
    let _ = std::fs::remove_file(&log);
    if !output.status.success() {
        return Err(format!("{}: {}", program.display(), String::from_utf8_lossy(&output.stderr)));
    }
    let text = text.map_err(|error| format!("the log of qemu: {error}"))?;
    Ok(text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"Trace ")).count())
}
