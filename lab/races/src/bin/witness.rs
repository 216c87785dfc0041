//! Searches pairs of messages that collide under many keys, and counts the keys, for peers and for
//! the family. `report --readme` makes the page of what it stores.

use clap::Parser;
use races::machine;
use races::witness::page::{Counted, Row, Run, page};
use races::witness::{Keys, hashes, maps, pairs, search};
use std::process::ExitCode;

/// Counts the keys under which given pairs of messages collide.
#[derive(Debug, Parser)]
struct Arguments {
    /// The binary logarithm of the number of keys of each peer. Slow ones have fewer, and our
    /// functions, whose keys have up to 8 KiB, 2^10 times fewer.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(12..40))]
    keys: u32,
    /// The same for hashers of maps.
    #[arg(long, default_value_t = 28, value_parser = clap::value_parser!(u32).range(4..40))]
    map_keys: u32,
    /// Only hashes and hashers whose names contain this; can be repeated.
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Keeps the counts in `lab/results/witness/<build>.json`.
    #[arg(long)]
    save: bool,
}

/// The packages, whose versions come from the lock file of this build.
const PEERS: &[&str] = &[
    "ahash",
    "cityhasher",
    "foldhash",
    #[cfg(all(target_arch = "x86_64", target_feature = "aes", target_feature = "avx2"))]
    "gxhash",
    "komihash",
    "museair",
    "polymur-hash",
    "rapidhash",
    "rustc-hash",
    "xxhash-rust",
];

/// The keys of a search, by the binary logarithm of the number of the last ones.
const fn of(last: u32) -> Keys {
    Keys { first: last.saturating_sub(13), second: last.saturating_sub(5), last }
}

/// How many pairs the search adds to the given ones.
const FOUND: usize = 3;

fn row(stream: u64, hash: &hashes::Hash, keys: u32, all: &[pairs::Pair]) -> Row {
    eprintln!("{}", hash.name);
    let messages: Vec<_> =
        all.iter().map(|pair| pair.messages.each_ref().map(Vec::as_slice)).collect();
    let keys = of(keys).fewer(hash.fewer);
    let counted = search(stream, &messages, [pairs::GIVEN, FOUND], keys, &hash.count);
    // Of several that collide as often, the first.
    let worst = counted.into_iter().rev().max_by_key(|(_, collisions)| *collisions);
    let worst = worst.map(|(i, collisions)| Counted {
        name: all[i].name.clone(),
        source: all[i].source.to_owned(),
        collisions,
    });
    Row {
        name: hash.name.to_owned(),
        ours: hash.ours,
        key: hash.key.to_owned(),
        bound: hash.bound.clone(),
        keys: keys.last,
        worst: worst.expect("some pairs are given"),
    }
}

fn run(Arguments { keys, map_keys, only, save }: &Arguments) -> Result<(), String> {
    let wanted =
        |name: &str| only.is_empty() || only.iter().any(|text| name.contains(text.as_str()));
    let machine = machine::describe(include_str!("../../../Cargo.lock"), PEERS);
    let all = pairs::all();
    let all_hashes = hashes::peers().into_iter().chain(hashes::ours());
    let hashes = all_hashes.filter(|hash| wanted(hash.name));
    let hashes = (0..).zip(hashes).map(|(stream, hash)| row(stream, &hash, *keys, &all)).collect();
    let maps = maps::rows(of(*map_keys), wanted);
    let run = Run { machine, hashes, maps };
    if *save {
        let path = format!("lab/results/witness/{}.json", run.machine.build);
        let text = serde_json::to_string_pretty(&run).map_err(|error| error.to_string())?;
        std::fs::write(&path, text + "\n").map_err(|error| format!("{path}: {error}"))?;
    }
    print!("{}", page(&[run]));
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
