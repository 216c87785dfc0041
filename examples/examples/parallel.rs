//! Hashes one long buffer in parts, each on its own thread, and joins the parts to exactly the hash
//! of the whole buffer.
//!
//! ```text
//! cargo run --release -p examples --example parallel -- MEBIBYTES
//! ```
//!
//! CLHASH is a polynomial over blocks of 1,024 bytes, so the hash of a message follows from the
//! `Partial`s of its parts, in any grouping. The parts could as well be hashed on several machines
//! that share the key. Parts reveal more of the key than hashes do, so nobody may see them who
//! chooses messages.

use clhash::{BLOCK_BYTES, CombineError, Key, Partial, hash};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

fn main() -> ExitCode {
    let mebibytes = std::env::args().nth(1).map_or(Ok(256), |arg| arg.parse());
    let Ok(mebibytes) = mebibytes else {
        eprintln!("usage: parallel [MEBIBYTES]");
        return ExitCode::FAILURE;
    };
    let key = Key::generate();
    // The message is a few bytes longer than whole blocks, and its bytes differ from block to
    // block.
    let message: Vec<u8> = (0..(mebibytes << 20) + 123_usize)
        .map(|i| (i ^ (i >> 10) ^ (i >> 18)).to_le_bytes()[0])
        .collect();

    let threads = thread::available_parallelism().map_or(1, usize::from);

    let [mut alone, mut together] = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let whole = hash(&key, &message);
        alone = alone.min(start.elapsed());

        let start = Instant::now();
        let joined = hash_parallel(&key, &message, threads);
        together = together.min(start.elapsed());

        if joined != Ok(whole) {
            eprintln!("the hash of the whole is {whole:016x}, that of the parts is {joined:x?}");
            return ExitCode::FAILURE;
        }
    }
    println!("{mebibytes} MiB, the best of {ROUNDS} rounds:");
    println!(" 1 thread  {alone:>10.2?}");
    println!("{threads:>2} threads {together:>10.2?}, the same hash");
    ExitCode::SUCCESS
}

/// Returns the hash of the message, computed by `threads` threads.
fn hash_parallel(key: &Key, message: &[u8], threads: usize) -> Result<u64, CombineError> {
    // Every part except the last must consist of whole blocks.
    let part = message.len().div_ceil(threads).next_multiple_of(BLOCK_BYTES).max(BLOCK_BYTES);
    let parts: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> =
            message.chunks(part).map(|part| scope.spawn(move || Partial::of(key, part))).collect();
        threads.into_iter().map(|thread| thread.join().expect("hashing does not panic")).collect()
    });
    let whole = parts.iter().try_fold(Partial::EMPTY, |left, right| left.combine(key, right))?;
    Ok(whole.finalize(key))
}
