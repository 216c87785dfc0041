//! Functions for `.ci/rotates`, which counts the instructions of their bodies. It does nothing when
//! run.
//!
//! They are made of the crate's public one-shot functions on messages whose length is known, so all
//! that is left of them is loads and rounds.

use siphash_fast::{Key, hash};
use std::hint::black_box;

/// The hash of no byte: one word is the length, so 1 and 3 rounds, and no load but of the key.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn siphash_rounds(key: &Key) -> u64 {
    hash::<1, 3>(key, &[])
}

/// The hash of eight bytes: a word of the message, and the length.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn siphash_word(key: &Key, message: &[u8; 8]) -> u64 {
    hash::<1, 3>(key, message)
}

fn main() {
    let key = Key::from_seed(black_box(1));
    println!("{:016x} {:016x}", siphash_rounds(&key), siphash_word(&key, black_box(&[1; 8])));
}
