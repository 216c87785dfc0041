//! Measures hash tables under every hasher, over kinds of keys, operations and sizes, and stores
//! the times for the report.

use clap::Parser;
use races::maps::suite::{self, SIZES};
use races::results::{Results, Section};
use races::{Options, machine, report};
use std::process::ExitCode;

/// Measures hash tables under every hasher.
#[derive(Debug, Parser)]
struct Arguments {
    /// Sizes of the tables: 1k, 100k, 4M [default: 1k, 100k]. The last takes 7 GB and more than an
    /// hour.
    sizes: Vec<String>,
    /// Runs few rounds, and only 1k unless sizes are named: half a minute per size.
    #[arg(long)]
    quick: bool,
    /// Only hashers whose names contain this; can be repeated.
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Keeps the times in `lab/results`, for `report --readme`.
    #[arg(long)]
    save: bool,
}

/// The measured packages, whose versions come from the lock file of this build.
const PEERS: &[&str] = &[
    "ahash",
    "foldhash",
    #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
    "gxhash",
    "highway",
    "komihash",
    "museair",
    "polymur-hash",
    "rapidhash",
    "rustc-hash",
    "siphasher",
    "xxhash-rust",
];

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(Arguments { sizes, quick, only, save }: Arguments) -> Result<(), String> {
    let mut machine = machine::describe(include_str!("../../../Cargo.lock"), PEERS);
    machine.quick = quick;
    let mut options = Options::parse_from(["maps"]);
    options.quick = quick;
    options.only = only;
    let usual = if quick { &SIZES[..1] } else { &SIZES[..2] };
    let sizes = if sizes.is_empty() {
        usual.to_vec()
    } else {
        let find = |name: &String| {
            SIZES
                .into_iter()
                .find(|size| size.0 == name)
                .ok_or_else(|| format!("unknown size {name}: choose 1k, 100k or 4M"))
        };
        sizes.iter().map(find).collect::<Result<_, _>>()?
    };
    machine.build += "-maps";
    let mut results = Results { machine, sections: Vec::new() };
    println!("{}", results.machine.markdown());
    for size in sizes {
        eprintln!("{} entries", size.0);
        let sections = suite::sections(size, &options);
        println!("## {} entries, geometric means over all keys, ns\n", size.0);
        println!("{}", suite::means(&sections.iter().collect::<Vec<&Section>>()).markdown());
        for section in &sections {
            println!("{}", suite::markdown(section));
        }
        results.sections.extend(sections);
    }
    if save { report::keep(&results) } else { Ok(()) }
}
