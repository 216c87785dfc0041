//! `hsum bench [FILE]`: the speed of every algorithm and backend on this machine.
//!
//! One thread hashes messages of each length, which follow each other in the data. Short messages
//! come from the first [`HOT`] bytes, which are in the cache; longer ones from the first bytes that
//! contain one message. Samples of the rows are interleaved, so that a change of the CPU's clock
//! affects all of them, and each figure is the median of its samples.

use crate::algorithms::{ALGORITHMS, Algorithm, Hasher};
use crate::cli::BenchArgs;
use crate::json;
use crate::keys::Key;
use crate::output::{Failure, Output};
use crate::progress::Progress;
use serde_json::json;
use std::fs::File;
use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

/// Lengths of messages in bytes, unless --size gives others.
const LENGTHS: [usize; 5] = [64, 1 << 10, 1 << 14, 1 << 18, 1 << 24];
/// Bytes that a first-level cache holds.
const HOT: usize = 1 << 14;
/// Bytes of a file that are read.
const MOST: u64 = 1 << 28;

/// An algorithm on a backend: a row of the table.
struct Row {
    algorithm: &'static Algorithm,
    backend: &'static str,
    hasher: Hasher,
}

/// A row's figures for messages of one length.
struct Cell<'a> {
    hasher: &'a Hasher,
    data: &'a [u8],
    length: usize,
    /// The number of hashes in a sample.
    repeat: u32,
    /// The results of the samples in bytes per nanosecond, which are GB/s.
    speeds: Vec<f64>,
}

pub(crate) fn run(args: &BenchArgs, out: &mut Output) -> Result<(), Failure> {
    let (samples, time) =
        if args.quick { (3, Duration::from_millis(1)) } else { (15, Duration::from_millis(5)) };
    let (data, lengths) = data(args)?;
    let rows = rows(args, &data[..lengths[0]])?;
    let progress =
        Progress::steps(args.no_progress, ((samples + 1) * lengths.len() * rows.len()) as u64);
    out.set_progress(&progress);
    let mut columns = Vec::new();
    for &length in &lengths {
        let cell = |row| {
            progress.add(1);
            Cell::new(row, &data, length, time)
        };
        columns.push(rows.iter().map(cell).collect::<Vec<_>>());
    }
    for _ in 0..samples {
        for cell in columns.iter_mut().flatten() {
            cell.sample();
            progress.add(1);
        }
    }
    if args.json {
        for (column, bytes) in columns.iter().zip(&lengths) {
            for (Row { algorithm, backend, .. }, cell) in rows.iter().zip(column) {
                let is_detected = *backend == algorithm.detected_backend();
                let object = json!({
                    "algorithm": algorithm.name,
                    "backend": backend,
                    "detected": is_detected,
                    "bytes": bytes,
                    "gb_per_s": cell.median(),
                });
                json::line(out.buffer(), &object);
            }
        }
    } else {
        out.buffer().extend(table(&rows, &lengths, &columns).into_bytes());
    }
    Ok(())
}

impl<'a> Cell<'a> {
    /// Finds the number of hashes that take at least `time`.
    fn new(row: &'a Row, data: &'a [u8], length: usize, time: Duration) -> Self {
        let hot = &data[..data.len().min(HOT.max(length))];
        let hasher = &row.hasher;
        let mut cell = Self { hasher, data: hot, length, repeat: 1, speeds: Vec::new() };
        while cell.time() < time && cell.repeat < u32::MAX / 2 {
            cell.repeat *= 2;
        }
        cell
    }

    /// Measures the time of a sample.
    fn time(&self) -> Duration {
        let messages = self.data.chunks_exact(self.length).cycle();
        let start = Instant::now();
        for message in messages.take(self.repeat as usize) {
            black_box(self.hasher.hash(black_box(message)));
        }
        start.elapsed()
    }

    fn sample(&mut self) {
        let bytes = f64::from(self.repeat) * self.length as f64;
        self.speeds.push(bytes / self.time().as_nanos().max(1) as f64);
    }

    fn median(&self) -> f64 {
        let mut sorted = self.speeds.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }
}

/// Returns the table of all figures.
fn table(rows: &[Row], lengths: &[usize], columns: &[Vec<Cell<'_>>]) -> String {
    let mut text = format!("{:<34}", "GB/s (10^9 bytes) by length");
    for &length in lengths {
        text += &format!(" {:>9}", short(length));
    }
    for (index, Row { algorithm, backend, .. }) in rows.iter().enumerate() {
        let mark = if *backend == algorithm.detected_backend() { '*' } else { ' ' };
        text += &format!("\n{:<18} {mark}{backend:<15}", algorithm.name);
        for column in columns {
            text += &format!(" {:>9.3}", column[index].median());
        }
    }
    text + "\nOne thread, whole messages, medians. * is the default on this CPU.\n"
}

/// Returns a length in the largest unit that divides it.
fn short(length: usize) -> String {
    match length.trailing_zeros() {
        30.. => format!("{}G", length >> 30),
        20.. => format!("{}M", length >> 20),
        10.. => format!("{}K", length >> 10),
        _ => length.to_string(),
    }
}

/// Returns the bytes to hash, and the lengths of messages, none of which is longer.
fn data(args: &BenchArgs) -> Result<(Vec<u8>, Vec<usize>), Failure> {
    // No memory contains a message that is too long for an address.
    let asked = args.size.iter().map(|&size| usize::try_from(size).unwrap_or(usize::MAX));
    let mut lengths: Vec<usize> = asked.collect();
    let Some(path) = &args.file else {
        if lengths.is_empty() {
            lengths.extend(LENGTHS);
        }
        let longest = lengths.iter().copied().fold(HOT, usize::max);
        return Ok((generated(longest)?, lengths));
    };
    let data = read(path)?;
    if lengths.is_empty() {
        lengths.extend(LENGTHS.iter().filter(|&&length| length < data.len()));
        lengths.push(data.len());
    }
    if lengths.iter().any(|&length| length > data.len()) {
        let reason = format!("has {} bytes, --size needs more", data.len());
        return Err(Failure::of_file(path, reason));
    }
    Ok((data, lengths))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut data = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut data));
    match read {
        Ok(0) => Err(Failure::of_file(path, "is empty")),
        Ok(_) => Ok(data),
        Err(error) => Err(Failure::of_argument(path.as_os_str(), &error)),
    }
}

/// Returns bytes without a pattern that a branch predictor could learn.
fn generated(length: usize) -> Result<Vec<u8>, Failure> {
    let mut data = Vec::new();
    data.try_reserve_exact(length)
        .map_err(|_| Failure::new("--size", "there is no memory for so many bytes"))?;
    let mut state = 1_u64;
    data.extend((0..length).map(|_| {
        // The generator of Knuth's MMIX.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.to_be_bytes()[0]
    }));
    Ok(data)
}

/// Returns the rows that the options select, after checking that all backends of an algorithm give
/// the same hash.
fn rows(args: &BenchArgs, message: &[u8]) -> Result<Vec<Row>, Failure> {
    let mut rows: Vec<Row> = Vec::new();
    for algorithm in ALGORITHMS {
        if args.algorithm.is_some_and(|only| only.name != algorithm.name) {
            continue;
        }
        // Seed 0 is no secret, so the nonce may be the same for all messages.
        let nonce = algorithm.nonce.then_some([0].as_slice());
        for backend in algorithm.available_backends() {
            if args.backend.is_some_and(|only| only != backend) {
                continue;
            }
            let hasher = Hasher::new(algorithm, &Key::Seed(0), nonce, Some(backend))
                .map_err(|reason| Failure::new(algorithm.name, reason))?;
            rows.push(Row { algorithm, backend, hasher });
        }
    }
    for pair in rows.windows(2) {
        let same = pair[0].hasher.hash(message) == pair[1].hasher.hash(message);
        if pair[0].algorithm.name == pair[1].algorithm.name && !same {
            let reason =
                format!("{} and {} give different hashes", pair[0].backend, pair[1].backend);
            return Err(Failure::new(pair[0].algorithm.name, reason));
        }
    }
    Ok(rows)
}
