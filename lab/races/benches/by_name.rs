//! Every row of the table as its users call it, beside direct calls:
//! `by-name/<algorithm>/<way>/<bytes>`. The table may cost up to 3 ns per call.

mod common;

use criterion::Throughput;
use races::{Messages, subjects};

fn main() {
    let mut c = common::criterion();
    let subjects = subjects::by_name();
    for len in [8, 16, 64, 1024] {
        let messages = Messages::new(len..=len);
        for subject in &subjects {
            let task = || subject.throughput(&messages);
            let bytes = Throughput::Bytes(len as u64);
            common::bench(&mut c, "by-name", subject.name(), &len.to_string(), bytes, task);
        }
    }
    c.final_summary();
}
