//! Runs tasks as criterion benches.

use criterion::{BenchmarkId, Criterion, Throughput};
use races::Task;
use std::time::Duration;

/// Returns a configuration with short runs, because there are hundreds of benches; figures to
/// compare come from the report.
pub(crate) fn criterion() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
        .sample_size(10)
        .configure_from_args()
}

/// Adds the bench `<task's name>/<parameter>` to the group. The task is built only if the bench
/// runs.
pub(crate) fn bench<'a>(
    c: &mut Criterion,
    group: &str,
    name: &str,
    parameter: &str,
    throughput: Throughput,
    task: impl Fn() -> Task<'a>,
) {
    let mut group = c.benchmark_group(group);
    group.throughput(throughput);
    group.bench_function(BenchmarkId::new(name, parameter), |b| {
        let mut task = task();
        let mut seed = 0;
        b.iter_custom(|iterations| {
            seed += 1;
            task.run(seed, usize::try_from(iterations).expect("the count fits into an index"))
                .elapsed
        });
    });
    group.finish();
}
