//! Compares the digests of every algorithm with the reference, on every backend of this CPU, and prints
//! the backends that detection chooses. It needs no files and no threads, so it runs on any CPU, in an
//! emulator, under Miri and in WebAssembly. `.ci/cpus` runs it on many CPUs.
//!
//! ```text
//! cpucheck [not-run=PART,…] [ALGORITHM=BACKEND…]
//! ```
//!
//! The program fails if a digest is wrong, or if detection chooses another backend than an argument
//! names. Algorithms for which it chooses a backend whose name contains one of the parts are not run: an
//! emulator can announce instructions that it lacks.

use provenhash::{ALGORITHMS, Algorithm, Key};
use std::process::ExitCode;

/// The rows whose backend is that of their crate. Batches of the crate's other algorithms run on it
/// too, even where a single message gains nothing from vectors.
const CRATES: [(&str, &str); 6] = [
    ("md5", "md5"),
    ("siptreehash", "sip halfsip"),
    ("highwayhash64", "highwayhash"),
    ("vhash64", "vhash vmac"),
    ("mmh64", "mmh tmmh"),
    ("clhash", ""),
];

/// Returns the row that has the backend of this row's crate.
fn chooses(row: &Algorithm) -> &'static Algorithm {
    let is_of = |starts: &str| starts.split(' ').any(|start| row.name.starts_with(start));
    let (name, _) = CRATES.iter().find(|(_, starts)| is_of(starts)).expect("the last row is any");
    Algorithm::find(name).expect("a row")
}

/// Lengths in bytes on both sides of every limit where a kernel works differently.
const LENGTHS: [usize; 22] =
    [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 513, 1024, 1041, 2100, 4250];

/// Returns messages of these lengths, under Miri only the short ones.
fn messages() -> Vec<Vec<u8>> {
    let message = |len| (0..len).map(move |i: usize| (i * i * 131 + i / 7 + len).to_le_bytes()[0]);
    let longest = if cfg!(miri) { 140 } else { usize::MAX };
    LENGTHS.iter().filter(|len| **len <= longest).map(|len| message(*len).collect()).collect()
}

/// The number of times that a batch has each message, so that wide registers are full.
const TIMES: usize = 3;

/// Compares single messages, streams and a batch with the reference, and returns the number of digests.
fn compare(row: &Algorithm, key: &Key, messages: &[Vec<u8>]) -> usize {
    let bytes = key.to_bytes();
    let oracle = |m: &Vec<u8>| reference::table::digest(row.name, &bytes, m).expect("an oracle");
    let (mut slices, mut expected) = (vec![], vec![]);
    for message in messages {
        let (len, digest) = (message.len(), oracle(message));
        assert_eq!(key.hash(message).as_bytes(), digest, "{} of {len} bytes", row.name);
        let mut stream = key.stream();
        message.chunks(1 + len % 41).for_each(|piece| stream.update(piece));
        assert_eq!(stream.finalize().as_bytes(), digest, "{} of {len} bytes in pieces", row.name);
        slices.extend([message.as_slice(); TIMES]);
        expected.extend(digest.repeat(TIMES));
    }
    let mut all = vec![0; row.output_bits / 8 * slices.len()];
    key.hash_many(&slices, &mut all).expect("one digest per message");
    assert_eq!(all, expected, "{} in a batch", row.name);
    (2 + TIMES) * messages.len()
}

fn main() -> ExitCode {
    let (mut not_run, mut as_expected) = (Vec::new(), true);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=').map(|(name, value)| (name, Algorithm::find(name), value)) {
            Some(("not-run", _, parts)) => not_run.extend(parts.split(',').map(str::to_owned)),
            Some((name, Some(row), backend)) => {
                let chosen = row.detected_backend();
                if chosen != backend {
                    eprintln!("{name}: detection chose {chosen}, not {backend}");
                    as_expected = false;
                }
            }
            _ => {
                eprintln!(
                    "malformed argument {argument}: it must be not-run=PART,… or ALGORITHM=BACKEND"
                );
                return ExitCode::from(2);
            }
        }
    }
    let messages = messages();
    for row in ALGORITHMS.iter().filter(|row| !row.nonce) {
        let chooses = chooses(row);
        let key = row.from_seed(1).expect("no nonce");
        let chosen = chooses.detected_backend();
        let mut ran = Vec::new();
        if !not_run.iter().any(|part| chosen.contains(part)) {
            // A function whose messages gain nothing from vectors has one: detection chooses for batches.
            for backend in row.available_backends() {
                let key = key.with_backend(backend).expect("an available backend");
                ran.push(format!("{} digests agree on {backend}", compare(row, &key, &messages)));
            }
        }
        println!("{}={chosen}: {}", row.name, ran.join(", "));
    }
    if as_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
