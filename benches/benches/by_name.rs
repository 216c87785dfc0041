//! Functions that are chosen by name, beside direct calls: `by-name/<algorithm>/<way>/<bytes>`. The
//! table may cost up to 3 ns per call.

use criterion::{BenchmarkId, Criterion, Throughput};
use provenhash::Algorithm;
use std::hint::black_box;

/// Measures one algorithm both ways.
fn pair(c: &mut Criterion, name: &str, direct: impl Fn(&[u8]) -> u64) {
    let key = Algorithm::find(name).expect("a row").from_seed(1).expect("no nonce");
    let mut group = c.benchmark_group(format!("by-name/{name}"));
    for len in [8, 16, 64, 1024] {
        let message = vec![7; len];
        assert_eq!(key.hash(&message).to_u64(), Some(direct(&message)), "{name}");
        group.throughput(Throughput::Bytes(len as u64));
        group.bench_with_input(BenchmarkId::new("direct", len), &message, |b, message| {
            b.iter(|| direct(black_box(message)));
        });
        group.bench_with_input(BenchmarkId::new("table", len), &message, |b, message| {
            b.iter(|| black_box(&key).hash(black_box(message)).to_u64());
        });
        group.bench_with_input(BenchmarkId::new("number", len), &message, |b, message| {
            b.iter(|| black_box(&key).hash_u64(black_box(message)));
        });
    }
    group.finish();
}

fn main() {
    let mut c = Criterion::default().configure_from_args();
    let key = clhash::Key::from_seed(1);
    pair(&mut c, "clhash", |message| clhash::hash(&key, message));
    let key = vhash::Key64::from_seed(1);
    pair(&mut c, "vhash64", |message| vhash::hash(&key, message));
    let key = siphash_fast::Key::from_seed(1);
    pair(&mut c, "siphash-1-3", |message| siphash_fast::siphash13(&key, message));
    let key = highwayhash::Key::from_seed(1);
    pair(&mut c, "highwayhash64", |message| highwayhash::hash(&key, message));
    c.final_summary();
}
