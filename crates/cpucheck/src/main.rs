//! Compares the digests of every algorithm with the reference, on every backend of this CPU, and
//! prints the backends that detection chooses. It needs no files and no threads, so it runs on any
//! CPU, in an emulator, under Miri and in WebAssembly. `.ci/steps/cpus` runs it on many CPUs.
//!
//! ```text
//! cpucheck [not-run=PART,…] [digests] [ALGORITHM=BACKEND…]
//! cpucheck reference
//! ```
//!
//! The program fails if a digest is wrong, or if detection chooses another backend than an argument
//! names. Algorithms that have one of the parts as their name, or for which it chooses a backend
//! whose name contains one, are not run: an emulator can announce instructions that it lacks.
//!
//! The reference takes an interpreter longer than all the rest. `cpucheck reference` therefore
//! prints its digests of the short messages, and `cpucheck digests` reads these lines from standard
//! input instead of computing them.

use provenhash::{ALGORITHMS, Algorithm, Key};
use std::collections::HashMap;
use std::io::BufRead;
use std::process::ExitCode;

/// Lengths in bytes on both sides of every limit where a kernel works differently.
const LENGTHS: [usize; 22] =
    [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 513, 1024, 1041, 2100, 4250];

/// Returns messages of these lengths, or only the short ones.
fn messages(short: bool) -> Vec<Vec<u8>> {
    let message = |len| (0..len).map(move |i: usize| (i * i * 131 + i / 7 + len).to_le_bytes()[0]);
    let longest = if short { 140 } else { usize::MAX };
    LENGTHS.iter().filter(|len| **len <= longest).map(|len| message(*len).collect()).collect()
}

/// The rows that are compared: digests with a nonce have no oracle here.
fn rows() -> impl Iterator<Item = &'static Algorithm> {
    ALGORITHMS.iter().filter(|row| !row.nonce)
}

fn key(row: &'static Algorithm) -> Key {
    row.from_seed(1).expect("no nonce")
}

/// Computes the digests of the messages by the reference.
fn reference_digests(row: &'static Algorithm, messages: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let key = key(row).to_bytes();
    messages.iter().map(|m| reference::digest(row.name, &key, m).expect("an oracle")).collect()
}

/// The reference's digests of the short messages, by the names of rows.
type Digests = HashMap<String, Vec<Vec<u8>>>;

fn decimal(digest: &[u8]) -> String {
    digest.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// Prints a line for each row: its name, and its digests in decimal numbers.
fn print_reference() {
    let messages = messages(true);
    for row in rows() {
        let digests = reference_digests(row, &messages);
        let line: Vec<_> = digests.iter().map(|digest| decimal(digest)).collect();
        println!("{}:{}", row.name, line.join(","));
    }
}

/// Reads lines that `print_reference` printed.
fn read_reference(lines: impl BufRead) -> Digests {
    let digest = |bytes: &str| bytes.split(' ').map(|byte| byte.parse().expect("a byte")).collect();
    lines
        .lines()
        .map(|line| {
            let line = line.expect("a line of text");
            let (name, digests) = line.split_once(':').expect("a name and digests");
            (name.to_owned(), digests.split(',').map(digest).collect())
        })
        .collect()
}

/// The number of times that a batch has each message, so that wide registers are full.
const TIMES: usize = 3;

/// Compares single messages, streams and a batch with these digests, and returns how many it
/// compared.
fn compare(row: &Algorithm, key: &Key, messages: &[Vec<u8>], digests: &[Vec<u8>]) -> usize {
    assert_eq!(messages.len(), digests.len(), "one digest of {} per message", row.name);
    let (mut slices, mut expected) = (vec![], vec![]);
    for (message, digest) in messages.iter().zip(digests) {
        let len = message.len();
        assert_eq!(key.hash(message).as_bytes(), *digest, "{} of {len} bytes", row.name);
        let mut stream = key.stream();
        message.chunks(1 + len % 41).for_each(|piece| stream.update(piece));
        assert_eq!(stream.finalize().as_bytes(), *digest, "{} of {len} bytes in pieces", row.name);
        slices.extend([message.as_slice(); TIMES]);
        expected.extend(digest.repeat(TIMES));
    }
    let mut all = vec![0; row.output_bits / 8 * slices.len()];
    key.hash_many(&slices, &mut all).expect("one digest per message");
    assert_eq!(all, expected, "{} in a batch", row.name);
    (2 + TIMES) * messages.len()
}

fn main() -> ExitCode {
    let (mut not_run, mut as_expected, mut read) = (Vec::new(), true, None);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "reference" => {
                print_reference();
                return ExitCode::SUCCESS;
            }
            "digests" => {
                read = Some(read_reference(std::io::stdin().lock()));
                continue;
            }
            _ => {}
        }
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
                    "malformed argument {argument}: it must be reference, digests, not-run=PART,… or \
                     ALGORITHM=BACKEND"
                );
                return ExitCode::from(2);
            }
        }
    }
    let messages = messages(read.is_some());
    for row in rows() {
        let chosen = row.detected_backend();
        let mut ran = Vec::new();
        if !not_run.iter().any(|part| chosen.contains(part) || row.name == part) {
            let digests = match &mut read {
                Some(read) => read.remove(row.name).expect("digests of each row"),
                None => reference_digests(row, &messages),
            };
            for backend in row.available_backends() {
                let key = key(row).with_backend(backend).expect("an available backend");
                let compared = compare(row, &key, &messages, &digests);
                ran.push(format!("{compared} digests agree on {backend}"));
            }
        }
        println!("{}={chosen}: {}", row.name, ran.join(", "));
    }
    if as_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
