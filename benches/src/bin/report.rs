//! Measures the family beside its peers and writes tables and plots. `README.md` says how to read
//! them.

use benches::{Options, machine, measure, sections};
use std::process::ExitCode;

/// The packages that are measured, with versions from the lock file of this build.
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
    "siphasher",
    "rustc-hash",
    "fast-md5",
    "md5-many",
    "md5-simd",
    "md-5",
];

fn main() -> ExitCode {
    let header = machine::header(include_str!("../../../Cargo.lock"), PEERS);
    match Options::parse(std::env::args().skip(1), &sections::NAMES, "target/report")
        .and_then(|options| measure::report(&options, &header, sections::run))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
