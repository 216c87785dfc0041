//! Times the operations of comemo that hash, and prints nanoseconds per operation.

use comemo::{Prehashed, Track, Tracked, memoize, track};
use std::hint::black_box;
use std::time::Instant;

struct Files(Vec<String>);

#[track]
impl Files {
    fn read(&self, index: usize) -> String {
        self.0[index].clone()
    }
}

#[memoize]
fn number(x: u64) -> u64 {
    x + 1
}

#[memoize]
fn text(x: &str) -> usize {
    x.len()
}

#[memoize]
fn words(files: Tracked<'_, Files>, count: usize) -> usize {
    (0..count).map(|i| files.read(i).split(' ').count()).sum()
}

/// Prints the time of one call of `f`: the fastest of ten runs.
fn time(label: &str, times: u32, mut f: impl FnMut()) {
    let mut best = f64::MAX;
    for _ in 0..10 {
        let start = Instant::now();
        for _ in 0..times {
            f();
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(times));
    }
    println!("{label}\t{best}");
}

fn main() {
    for (name, bytes, times) in [
        ("16 B", 16, 20_000),
        ("64 B", 64, 20_000),
        ("256 B", 256, 10_000),
        ("1 KiB", 1 << 10, 5_000),
        ("16 KiB", 16 << 10, 500),
        ("1 MiB", 1 << 20, 10),
    ] {
        let value: &'static str = "x".repeat(bytes).leak();
        time(&format!("`Prehashed::new`, string of {name}, ns"), times, || {
            black_box(Prehashed::new(black_box(value)));
        });
    }
    time("memoized call, `u64`, hit, ns", 20_000, || {
        black_box(number(black_box(7)));
    });
    let long = "word ".repeat(13_107);
    time("memoized call, string of 64 KiB, hit, ns", 100, || {
        black_box(text(black_box(&long)));
    });
    let files = Files((0..20).map(|i| format!("{i} {}", "word ".repeat(800))).collect());
    time("memoized call, 20 tracked files of 4 KB, hit, ns", 200, || {
        black_box(words(black_box(&files).track(), 20));
    });
}
