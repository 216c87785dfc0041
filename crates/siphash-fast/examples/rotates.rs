//! Functions whose instructions `.ci/steps/rotates` counts. It is a library and does not run.
//!
//! They call the crate's public one-shot functions on messages of known length, so their compiled
//! bodies consist of loads and rounds only.

use siphash_fast::{Key, hash};

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
