//! Fingerprints of tables: `tables/<what>/<rows>`, with the rows as elements.
//!
//! `column` is a batch of only that column, including the reset of the batch and the end of its
//! rows. `xor of xxh3` is the common unkeyed method: an exclusive or of hashes of the cells.
//! `threads` fingerprints one table on a pool of that many threads.

use criterion::{BenchmarkId, Criterion, Throughput};
use hash_agg::{BatchError, Bytes, Digest, Fingerprint, Fixed, Key, Rows, parallel};
use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_128;

/// The number of rows in a batch, as in query engines.
const BATCH: usize = 8192;
/// The number of rows in a table that exceeds the caches.
const TABLE: usize = 1 << 22;

/// Contiguous strings, with their offsets.
type Strings = (Vec<u8>, Vec<i32>);

fn strings(lengths: impl Iterator<Item = usize>) -> Strings {
    let mut strings = (Vec::new(), vec![0]);
    for len in lengths {
        strings.0.extend((b'a'..=b'z').cycle().take(len));
        strings.1.push(i32::try_from(strings.0.len()).expect("a small table"));
    }
    strings
}

/// Returns words that look random (xorshift).
fn words(n: usize) -> Vec<u64> {
    let next = |x: &u64| {
        let x = x ^ (x << 13);
        let x = x ^ (x >> 7);
        Some(x ^ (x << 17))
    };
    std::iter::successors(Some(0x9e37_79b9_7f4a_7c15), next).take(n).collect()
}

fn columns(c: &mut Criterion, key: &Key) {
    let words = words(BATCH);
    let integers: Vec<i64> = words.iter().map(|word| word.cast_signed()).collect();
    let days: Vec<i32> =
        words.iter().map(|word| i32::try_from(word % 20_000).expect("a small number")).collect();
    let floats: Vec<f64> = days.iter().map(|day| f64::from(*day) / 7.0).collect();
    let decimals: Vec<i128> = integers.iter().map(|integer| i128::from(integer >> 20)).collect();
    let short = strings(words.iter().map(|_| 12));
    let mixed =
        strings(words.iter().map(|word| usize::try_from(word % 80).expect("a small number")));
    let mut group = c.benchmark_group("tables");
    group.throughput(Throughput::Elements(BATCH as u64));
    let mut rows = Rows::new(key);
    let mut column = |name: &str, append: &dyn Fn(&mut Rows) -> Result<(), BatchError>| {
        group.bench_function(BenchmarkId::new(format!("column {name}"), BATCH), |b| {
            b.iter(|| {
                rows.reset(BATCH);
                append(&mut rows).expect("a column of the batch");
                black_box(rows.finish());
            });
        });
    };
    column("none", &|_| Ok(()));
    column("i64", &|rows| rows.integers(&integers, None));
    column("date32", &|rows| rows.fixed(Fixed::Date, &days, None));
    column("f64", &|rows| rows.floats(&floats, None));
    column("decimal128(2)", &|rows| rows.decimals(2, &decimals, None));
    column("strings of 12 B", &|rows| rows.strings(Bytes::Text, &short.0, &short.1, None));
    column("strings of 0-79 B", &|rows| rows.strings(Bytes::Text, &mixed.0, &mixed.1, None));

    let fingerprints: Vec<u128> =
        words.iter().map(|word| u128::from(*word) << 64 | u128::from(!word)).collect();
    let numbers: Vec<usize> =
        words.iter().map(|word| usize::try_from(word % 1000).expect("a small number")).collect();
    let mut groups = vec![Fingerprint::EMPTY; 1000];
    group.bench_function(BenchmarkId::new("product", BATCH), |b| {
        b.iter(|| Fingerprint::of(key, &fingerprints));
    });
    group.bench_function(BenchmarkId::new("product, 1,000 groups", BATCH), |b| {
        b.iter(|| Fingerprint::update_groups(&mut groups, key, &fingerprints, &numbers));
    });
    group.bench_function(BenchmarkId::new("digest", BATCH), |b| {
        b.iter(|| Digest::of(key, &fingerprints));
    });
    group.bench_function(BenchmarkId::new("xor of xxh3, i64", BATCH), |b| {
        b.iter(|| integers.iter().fold(0, |sum, value| sum ^ xxh3_128(&value.to_le_bytes())));
    });
    group.bench_function(BenchmarkId::new("xor of xxh3, strings of 12 B", BATCH), |b| {
        b.iter(|| short.0.chunks_exact(12).fold(0, |sum, value| sum ^ xxh3_128(value)));
    });
    group.finish();
}

fn threads(c: &mut Criterion, key: &Key) {
    let words = words(TABLE);
    let integers: Vec<i64> = words.iter().map(|word| word.cast_signed()).collect();
    let text =
        strings(words.iter().map(|word| usize::try_from(word % 40).expect("a small number")));
    let of_integers = |rows: &mut Rows, part: Range<usize>| rows.integers(&integers[part], None);
    let of_all = |rows: &mut Rows, part: Range<usize>| {
        rows.integers(&integers[part.clone()], None)?;
        rows.strings(Bytes::Text, &text.0, &text.1[part.start..=part.end], None)
    };
    let mut group = c.benchmark_group("tables");
    group.throughput(Throughput::Elements(TABLE as u64));
    for threads in [1, 2, 4] {
        if threads > std::thread::available_parallelism().map_or(1, usize::from) {
            break;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let id = |name: &str| BenchmarkId::new(format!("{name}, {threads} threads"), TABLE);
        group.bench_function(id("i64"), |b| {
            b.iter(|| pool.install(|| parallel::fingerprint(key, TABLE, of_integers)));
        });
        group.bench_function(id("i64 and strings of 0-39 B"), |b| {
            b.iter(|| pool.install(|| parallel::fingerprint(key, TABLE, of_all)));
        });
    }
    group.finish();
}

fn main() {
    let mut c = Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .sample_size(15)
        .configure_from_args();
    let key = Key::from_seed(1);
    columns(&mut c, &key);
    threads(&mut c, &key);
    c.final_summary();
}
