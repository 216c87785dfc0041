//! Counts the keys under which given pairs of messages collide, for peers and for the family, and
//! prints a table.

use benches::witness::{PAIRS, PEERS, Pair, Words, count_of_row};
use clap::Parser;
use std::thread;

/// Counts the keys under which given pairs of messages collide.
#[derive(Debug, Parser)]
struct Arguments {
    /// The binary logarithm of the number of keys of each peer.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(8..40))]
    keys: u32,
    /// The same for our functions, whose keys have up to 8 KiB.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..40))]
    own_keys: u32,
}

/// Counts the keys, of a number of them, under which two messages collide.
type Count<'a> = &'a (dyn Fn(&mut Words, u64, [&[u8]; 2]) -> u64 + Sync);

/// Adds up what each thread counts on a stream of its own.
fn on_all_threads(stream: u64, keys: u64, count: impl Fn(&mut Words, u64) -> u64 + Sync) -> u64 {
    let threads = thread::available_parallelism().map_or(1, usize::from).next_power_of_two() as u64;
    thread::scope(|scope| {
        let counts: Vec<_> = (0..threads)
            .map(|thread| {
                let count = &count;
                scope.spawn(move || {
                    count(&mut Words::new(stream * threads + thread), keys / threads)
                })
            })
            .collect();
        counts.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
    })
}

/// Prints a share as a power of two, with the count.
fn share(collisions: u64, keys: u64) -> String {
    if collisions == 0 {
        return "0".to_owned();
    }
    #[expect(clippy::cast_precision_loss, reason = "a figure of three digits")]
    let log = (collisions as f64 / keys as f64).log2();
    format!("2^{log:.1} ({collisions})")
}

fn main() {
    let Arguments { keys, own_keys } = Arguments::parse();
    println!("| hash | keys | {} | proven for 64 B |", PAIRS.map(|pair| pair.name).join(" | "));
    println!("|---|--:|{}--:|", "--:|".repeat(PAIRS.len()));
    let mut stream = 0;
    let mut cells = |keys: u64, count: Count<'_>| {
        PAIRS.map(|Pair { messages, .. }| {
            stream += 1;
            share(on_all_threads(stream, keys, |words, keys| count(words, keys, messages)), keys)
        })
    };
    for peer in PEERS {
        let log = keys - peer.fewer;
        let cells = cells(1 << log, &peer.count);
        println!(
            "| {} | 2^{log}: {} | {} | {} |",
            peer.name,
            peer.key,
            cells.join(" | "),
            peer.bound
        );
    }
    for row in provenhash::ALGORITHMS.iter().filter(|row| !row.nonce && row.output_bits >= 64) {
        let Some(bound) = row.collision_bound(64) else { continue };
        let cells =
            cells(1 << own_keys, &|words, n, messages| count_of_row(row, words, n, messages));
        println!("| **{}** | 2^{own_keys} | {} | 2^{bound:.1} |", row.name, cells.join(" | "));
    }
    for Pair { name, source, .. } in PAIRS.iter().filter(|pair| !pair.source.is_empty()) {
        println!("\n{name}: {source}.");
    }
}
