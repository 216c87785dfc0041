//! Short-lived tokens: a service signs tokens and later checks them, one by one and in batches, and
//! prints the time of each.
//!
//! ```text
//! cargo run --release -p examples --example tokens
//! ```
//!
//! A token consists of a user, a session and the second at which it expires, 20 bytes, and their
//! 64-bit SipHash-2-4. A forger must guess one of 2^64 tags, while the service counts failures and
//! replaces its key every hour: 64 bits are enough for that. A queue of tokens of one length is
//! checked in one call. Tags are compared in constant time: the time of `==` could tell a forger
//! how much of a guess is right.

use siphash_fast::{Backend, Key, hash_fixed, siphash_2_4, verify};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const TOKENS: u32 = 100_000;
const ROUNDS: usize = 21;
const NOW: u32 = 1_800_000_000;

/// The signed part of a token.
type Body = [u8; 20];

fn body(user: u64, session: u64, expires: u32) -> Body {
    let mut body = [0; 20];
    body[..8].copy_from_slice(&user.to_le_bytes());
    body[8..16].copy_from_slice(&session.to_le_bytes());
    body[16..].copy_from_slice(&expires.to_le_bytes());
    body
}

fn is_fresh(body: &Body) -> bool {
    body.last_chunk().is_some_and(|bytes| u32::from_le_bytes(*bytes) > NOW)
}

/// The tag of a token, the little-endian bytes of its hash.
type Tag = [u8; 8];

/// Counts the valid tokens, checked one by one.
fn good_one_by_one(key: &Key, bodies: &[Body], tags: &[Tag]) -> usize {
    bodies
        .iter()
        .zip(tags)
        .filter(|(body, tag)| is_fresh(body) & verify::<2, 4>(key, *body, *tag).is_ok())
        .count()
}

/// Counts the valid tokens, checked in one call.
fn good_in_a_batch(key: &Key, bodies: &[Body], tags: &[Tag], hashes: &mut [u64]) -> usize {
    hash_fixed::<2, 4, _>(key, bodies, hashes).expect("there are as many hashes as bodies");
    bodies
        .iter()
        .zip(tags)
        .zip(hashes)
        .filter(|((body, tag), hash)| is_fresh(body) & is_tag(**hash, tag))
        .count()
}

/// Compares all bits of a tag. The compiler does not see that the difference matters only if it is
/// zero.
fn is_tag(hash: u64, tag: &Tag) -> bool {
    black_box(hash ^ u64::from_le_bytes(*tag)) == 0
}

fn main() -> ExitCode {
    let key = Key::generate();
    // Every eighth token has expired; every tenth is forged.
    let bodies: Vec<_> = (0..TOKENS)
        .map(|i| body(u64::from(i), u64::from(i) << 20 | 7, NOW - 1 + (i % 8) * 60))
        .collect();
    let forgery = |i| u64::from(i % 10 == 0);
    let tags: Vec<Tag> = (0_u32..)
        .zip(&bodies)
        .map(|(i, body)| siphash_2_4(&key, body) ^ forgery(i))
        .map(u64::to_le_bytes)
        .collect();
    let expected = (0..TOKENS).filter(|i| i % 8 != 0 && i % 10 != 0).count();

    let mut hashes = vec![0; bodies.len()];
    let mut ways: Vec<(String, Vec<Duration>)> = vec![("one by one".to_owned(), Vec::new())];
    let keys: Vec<_> = Backend::available().map(|b| key.clone().with_backend(b)).collect();
    ways.extend(keys.iter().map(|key| (format!("a batch, {}", key.backend().name()), Vec::new())));
    for _ in 0..ROUNDS {
        for (i, (name, times)) in ways.iter_mut().enumerate() {
            let start = Instant::now();
            let good = match i.checked_sub(1) {
                None => good_one_by_one(&key, &bodies, &tags),
                Some(i) => good_in_a_batch(&keys[i], &bodies, &tags, &mut hashes),
            };
            times.push(start.elapsed());
            if good != expected {
                eprintln!("{name}: {good} tokens are valid instead of {expected}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{TOKENS} tokens, {expected} of them valid; the median of {ROUNDS} rounds:");
    for (name, mut times) in ways {
        times.sort();
        let median = times[times.len() / 2];
        let each = median.as_secs_f64() * 1e9 / f64::from(TOKENS);
        println!("{name:<22} {median:>10.2?} {each:>6.1} ns per token");
    }
    ExitCode::SUCCESS
}
