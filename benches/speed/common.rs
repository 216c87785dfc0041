//! What all benches share.

use criterion::{BenchmarkId, Criterion, Throughput};
use std::fmt::Display;
use std::hint::black_box;
use std::iter;

/// Measures calls of an operation as `function/what/size`.
pub(crate) fn measure<T>(
    c: &mut Criterion,
    function: &str,
    what: &str,
    size: impl Display,
    throughput: Throughput,
    mut operation: impl FnMut() -> T,
) {
    let mut group = c.benchmark_group(function);
    group.throughput(throughput);
    group.bench_function(BenchmarkId::new(what, size), |b| b.iter(|| black_box(operation())));
    group.finish();
}

/// Returns words that look random, the same in every run (xorshift).
pub(crate) fn words(count: usize) -> Vec<u64> {
    let next = |x: &u64| {
        let x = x ^ (x << 13);
        let x = x ^ (x >> 7);
        Some(x ^ (x << 17))
    };
    iter::successors(Some(0x9e37_79b9_7f4a_7c15), next).take(count).collect()
}

/// Returns numbers below `end` that look random, the same in every run.
pub(crate) fn below(end: u64, count: usize) -> Vec<usize> {
    let number = |word: u64| usize::try_from(word % end).expect("a small number");
    words(count).into_iter().map(number).collect()
}
