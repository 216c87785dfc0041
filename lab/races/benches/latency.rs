//! Messages whose address depends on the previous hash:
//! `latency/<algorithm>/<implementation>/<bytes>`, for every length from 0 to 64 and for mixtures.

mod common;

use criterion::Throughput;
use races::{Messages, subjects};

fn main() {
    let mut c = common::criterion();
    let subjects = subjects::all();
    for lengths in (0..=64).map(|n| n..=n).chain([1..=16, 1..=64]) {
        let name = match (lengths.start(), lengths.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        let messages = Messages::new(lengths);
        for subject in &subjects {
            let task = || subject.latency(&messages);
            let one = Throughput::Elements(1);
            common::bench(&mut c, "latency", subject.name(), &name, one, task);
        }
    }
    c.final_summary();
}
