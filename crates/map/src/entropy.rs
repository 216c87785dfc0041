//! The operating system's entropy.

use std::vec;
use std::vec::Vec;

/// Words of entropy, which are read together.
pub(crate) struct Words {
    bytes: Vec<u8>,
    used: usize,
}

impl Words {
    /// Makes a source that reads `count` words when the first one is needed, and as many again when
    /// more are needed.
    pub(crate) fn new(count: usize) -> Self {
        Self { bytes: vec![0; 8 * count], used: 8 * count }
    }

    /// Returns the next word, if there is entropy.
    pub(crate) fn next_word(&mut self) -> Option<u64> {
        if self.used == self.bytes.len() {
            getrandom::fill(&mut self.bytes).ok()?;
            self.used = 0;
        }
        let word = self.bytes[self.used..].first_chunk()?;
        self.used += 8;
        Some(u64::from_ne_bytes(*word))
    }
}
