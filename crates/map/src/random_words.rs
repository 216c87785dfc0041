//! Random words of the operating system.

/// The words of keys that a process makes for its maps: entropy of the operating system, which is
/// read for many words at once.
pub struct RandomWords {
    bytes: [u8; BYTES],
    used: usize,
}

/// The number of bytes that are read at once: enough for a key with the hash of slices of this
/// crate.
const BYTES: usize = 8 * crate::ProcessKey::WORDS;

impl RandomWords {
    /// Makes a source. Nothing is read yet.
    #[must_use]
    #[allow(clippy::new_without_default)] // a source is no value
    pub const fn new() -> Self {
        Self { bytes: [0; BYTES], used: BYTES }
    }

    /// Returns the next word.
    ///
    /// # Panics
    /// Panics with the operating system's error if it provides no entropy.
    pub fn next_word(&mut self) -> u64 {
        if self.used == BYTES {
            if let Err(error) = getrandom::fill(&mut self.bytes) {
                panic!("no entropy for the words of maps: {error}");
            }
            self.used = 0;
        }
        let mut word = [0; 8];
        word.copy_from_slice(&self.bytes[self.used..self.used + 8]);
        self.used += 8;
        u64::from_ne_bytes(word)
    }
}

crate::hidden!(impl[] RandomWords, "RandomWords");
