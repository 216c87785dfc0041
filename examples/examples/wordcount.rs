//! Counts the words of a text with the standard library's hasher and with the map hasher of
//! `multilinear-hash`, which takes one type parameter, and prints the time of each.
//!
//! ```text
//! cargo run --release -p examples --example wordcount -- FILE
//! ```
//!
//! Without a file it counts the words of this repository's Apache licence, repeated many times. The
//! runs of the two are interleaved and the medians of their times are printed, so that neither gets
//! the quieter moments of the machine.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const LICENCE: &str = include_str!("../../LICENSE-APACHE");
const ROUNDS: usize = 21;

fn main() -> ExitCode {
    let text = match std::env::args().nth(1) {
        None => LICENCE.repeat(100),
        Some(path) => match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        },
    };

    let [mut std_times, mut our_times] = [Vec::new(), Vec::new()];
    let mut counts = HashMap::new();
    for _ in 0..ROUNDS {
        let (by_std, time) = count::<std::hash::RandomState>(&text);
        std_times.push(time);
        let (by_ours, time) = count::<multilinear_hash::RandomState>(&text);
        our_times.push(time);
        let same = by_std.len() == by_ours.len()
            && by_std.iter().all(|(word, n)| by_ours.get(word) == Some(n));
        if !same {
            eprintln!("the two tables differ in their counts");
            return ExitCode::FAILURE;
        }
        counts = by_std;
    }

    let words: usize = counts.values().sum();
    println!("{words} words, {} different", counts.len());
    let mut most: Vec<_> = counts.into_iter().collect();
    most.sort_by_key(|&(word, n)| (std::cmp::Reverse(n), word));
    for (word, n) in most.iter().take(5) {
        println!("{n:>9} {word}");
    }
    let [by_std, by_ours] = [std_times, our_times].map(median);
    println!("std              {by_std:>10.2?}");
    println!("multilinear_hash {by_ours:>10.2?}");
    println!("std / multilinear_hash: {:.2}", by_std.as_secs_f64() / by_ours.as_secs_f64());
    ExitCode::SUCCESS
}

/// Counts the occurrences of each word, and returns the time that it took.
fn count<S: BuildHasher + Default>(text: &str) -> (HashMap<&str, usize, S>, Duration) {
    let start = Instant::now();
    let mut counts = HashMap::default();
    for word in text.split_whitespace() {
        *counts.entry(word).or_default() += 1;
    }
    (counts, start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
