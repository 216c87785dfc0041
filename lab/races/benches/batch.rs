//! Batch functions beside loops over single hashes: `batch/<algorithm>/<implementation>
//! <function>/<lengths>`, 1,024 messages per iteration.

mod common;

use criterion::{Criterion, Throughput};
use races::Task;
use races::batch::{Strings, Words};
use races::calls::CALL;

fn all<'a>(c: &mut Criterion, parameter: &str, tasks: impl Fn() -> Vec<Task<'a>>) {
    let names: Vec<_> = tasks().iter().map(|task| task.name().to_owned()).collect();
    for (i, name) in names.iter().enumerate() {
        let elements = Throughput::Elements(CALL as u64);
        common::bench(c, "batch", name, parameter, elements, || tasks().swap_remove(i));
    }
}

fn main() {
    let mut c = common::criterion();
    let words = Words::new();
    all(&mut c, "u64", || words.tasks());
    for lengths in [5..=38, 16..=16, 1..=256] {
        let name = format!("{}-{}", lengths.start(), lengths.end());
        let strings = Strings::new(lengths);
        let slices = strings.slices();
        all(&mut c, &name, || strings.tasks(&slices));
    }
    c.final_summary();
}
