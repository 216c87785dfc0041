//! SipHash on AArch64: instruction counts under emulation.
//!
//! An emulator's times say nothing about a CPU, but its instruction counts do. qemu's user mode
//! logs every instruction that it runs. Two runs of a program differ only in the number of hashes,
//! so the difference of their counts is the cost of the hashes, without start-up and exit.

use super::{Row, Table};
use std::path::Path;
use std::process::Command;

/// Lengths, in bytes.
const LENGTHS: [usize; 5] = [3, 8, 16, 64, 1024];

/// The published times of the hash of Redis, in nanoseconds: the default build, and a build that
/// reads a word byte by byte.
const PUBLISHED: [(&str, f64); 2] = [("Default", 821.43), ("De-optimized", 823.0)];

/// The functions, by the names that the program has for them.
const FUNCTIONS: [&str; 5] = [
    "siphash12/siphash-fast",
    "siphash13/siphash-fast",
    "siphash24/siphash-fast",
    "siphash13/siphasher",
    "siphash13/std",
];

/// Counts the instructions of a hash with the program `emulated` of the package `instructions`,
/// built for AArch64.
///
/// # Errors
/// Returns an error if qemu does not run, or if the program does not know a function.
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
        published_on: "an unnamed AArch64 server, GCC -O2",
        unit: "published: nanoseconds per call; here: instructions per hash under qemu",
        columns: ["ns".to_owned()].into_iter().chain(columns).collect(),
        rows,
        notes: vec![
            "The published times are of a million calls in Redis, of messages of unknown length. \
             They cannot be reproduced, because the length is not given and there is no AArch64 \
             CPU here. Instruction counts are exact, but say nothing about latencies."
                .to_owned(),
            "The article counts the rotations in the compiled code: 23 lines with `ror`. \
             `.ci/steps/rotates` checks that our code compiles to rotations only, and to one 64-bit load \
             per word."
                .to_owned(),
        ],
    })
}

/// Returns the number of instructions per hash.
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
    let text = text.map_err(|error| format!("cannot read the log of qemu: {error}"))?;
    Ok(text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"Trace ")).count())
}
