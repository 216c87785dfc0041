//! Measures the family beside its peers and writes one HTML page. `README.md` explains how to read
//! it.

use clap::Parser;
use races::{Options, machine, report, sections};
use std::process::ExitCode;

/// The measured packages, whose versions come from the lock file of this build.
const PEERS: &[&str] = &[
    "xxhash-rust",
    "twox-hash",
    #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
    "gxhash",
    "rapidhash",
    "foldhash",
    "ahash",
    "polymur-hash",
    "highway",
    "ghash",
    "polyval",
    "poly1305",
    "polyxor",
    "crc-fast",
    "museair",
    "komihash",
    "cityhasher",
    "siphasher",
    "rustc-hash",
    "fast-md5",
    "md5-many",
    "md5-simd",
    "md-5",
];

fn main() -> ExitCode {
    let machine = machine::describe(include_str!("../../../Cargo.lock"), PEERS);
    let lists = [&sections::NAMES[..], sections::USUAL];
    match report::run(Options::parse(), machine, lists, sections::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
