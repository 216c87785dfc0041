//! Functions whose instructions `.ci/rotates` counts. Running the example has no purpose of its
//! own.
//!
//! They call the crate's public one-shot functions on messages of known length, so their compiled
//! bodies consist of loads and rounds only.

use siphash_fast::{Key, hash};
use std::hint::black_box;

/// Hashes the empty message. Its only word is the length, so the body has 1 + 3 rounds and loads
/// only the key.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn siphash_rounds(key: &Key) -> u64 {
    hash::<1, 3>(key, &[])
}

/// Hashes eight bytes: one word of the message, and one of the length.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn siphash_word(key: &Key, message: &[u8; 8]) -> u64 {
    hash::<1, 3>(key, message)
}

fn main() {
    let key = Key::from_seed(black_box(1));
    println!("{:016x} {:016x}", siphash_rounds(&key), siphash_word(&key, black_box(&[1; 8])));
}
