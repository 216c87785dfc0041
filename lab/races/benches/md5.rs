//! MD5 of one message and of many: `md5/<implementation>/<messages>x<bytes>`.

mod common;

use criterion::Throughput;
use races::md5::{Messages, SINGLES, batches};

fn main() {
    let mut c = common::criterion();
    for (count, len) in [(1, 16), (1, 16 << 10), (2, 16 << 10), (48, 1 << 10), (48, 16 << 10)] {
        let messages = Messages::new(count, len);
        let slices = messages.slices();
        let bytes = Throughput::Bytes(len as u64);
        let names: Vec<_> = batches(&slices, &[]).iter().map(|t| t.name().to_owned()).collect();
        for (i, name) in names.iter().enumerate().skip(if count == 1 { 0 } else { SINGLES.len() }) {
            let task = || batches(&slices, &[]).swap_remove(i);
            common::bench(&mut c, "md5", name, &format!("{count}x{len}"), bytes.clone(), task);
        }
    }
    c.final_summary();
}
