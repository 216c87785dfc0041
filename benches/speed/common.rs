//! Functions that all benches share.

use criterion::{Bencher, BenchmarkId, Criterion, Throughput};
use std::fmt::Display;
use std::hint::black_box;
use std::iter;

/// Returns whether a function is another one with a mixer after it, other rounds or other words of
/// its state, or one for compatibility alone.
pub(crate) fn runs_a_kernel_of_another(function: &str) -> bool {
    let others = [
        "clhash-bitmix",
        "siphash-1-2",
        "siphash-4-8",
        "siphash-1-2-nocase",
        "siphash128-1-3",
        "siptreehash13",
        "halfsiphash32",
        "highwayhash128",
    ];
    function.ends_with("-mixed") || others.contains(&function)
}

/// Measures calls of an operation, the first one excepted, as `function/what/size`.
pub(crate) fn measure<T>(
    c: &mut Criterion,
    function: &str,
    what: &str,
    size: impl Display,
    throughput: Throughput,
    mut operation: impl FnMut() -> T,
) {
    let id = BenchmarkId::new(what, size);
    run(c, function, id, throughput, &mut |b| {
        // Not timed, because the first call may fill a map or detect the CPU.
        black_box(operation());
        b.iter(&mut operation);
    });
}

/// Runs a bench. The loop is behind a pointer, so that criterion's own code is compiled once and
/// not for every bench.
fn run(
    c: &mut Criterion,
    function: &str,
    id: BenchmarkId,
    throughput: Throughput,
    bench: &mut dyn FnMut(&mut Bencher<'_>),
) {
    let mut group = c.benchmark_group(function);
    group.throughput(throughput);
    group.bench_function(id, bench);
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
