//! Independent messages: `throughput/<algorithm>/<implementation>/<bytes>`.
//!
//! Lengths vary by an eighth around the size in the name, so that branches on them are not all
//! predicted. The report measures exact sizes as well.

mod common;

use criterion::Throughput;
use races::{Messages, subjects};

fn main() {
    let mut c = common::criterion();
    let subjects = subjects::all();
    for size in [64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 64 << 20] {
        let messages = Messages::new(size - size / 8..=size + size / 8);
        for subject in &subjects {
            let bytes = Throughput::Bytes(size as u64);
            let task = || subject.throughput(&messages);
            common::bench(&mut c, "throughput", subject.name(), &size.to_string(), bytes, task);
        }
    }
    c.final_summary();
}
