//! Hash tables: `maps/<hasher>/<key>-<entries>-<operation>`.

mod common;

use criterion::{Criterion, Throughput};
use races::maps::{MapKey, Op, Workload, contenders};
use std::cell::LazyCell;

fn tables<K: MapKey>(c: &mut Criterion, entries: usize) {
    // Built only if one of these benches runs, because a million strings take a while.
    let work = LazyCell::new(|| Workload::<K>::new(entries));
    let contenders = contenders::<K>();
    for op in Op::ALL {
        let parameter = format!("{}-{entries}-{}", K::NAME, op.name());
        let elements = if op.is_of_all() { entries as u64 } else { 1 };
        for contender in &contenders {
            let task = || contender.task(op, &work);
            let elements = Throughput::Elements(elements);
            common::bench(c, "maps", contender.name(), &parameter, elements, task);
        }
    }
}

fn main() {
    let mut c = common::criterion();
    for entries in [1000, 1_000_000] {
        tables::<u64>(&mut c, entries);
        tables::<&'static str>(&mut c, entries);
    }
    c.final_summary();
}
