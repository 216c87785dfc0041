//! The speed of every crate. A bench has the name `FUNCTION/WHAT/SIZE`, and its peers have theirs:
//! `siphasher`, `std` and `xxh3`. The README of this folder says how to choose some.

mod batches;
mod by_name;
mod common;
mod fields;
mod maps;
mod messages;
mod tables;

use criterion::Criterion;
use std::time::Duration;

fn main() {
    // Some 380 benches in 0.7 seconds each: four minutes. Arguments replace these values.
    let mut c = Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .sample_size(15)
        .nresamples(10_000)
        .without_plots()
        .configure_from_args();
    messages::all(&mut c);
    batches::all(&mut c);
    by_name::all(&mut c);
    maps::all(&mut c);
    fields::all(&mut c);
    tables::all(&mut c);
    c.final_summary();
}
