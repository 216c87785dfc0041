//! Words for keys: from a number, and from the operating system.

/// The increment of [`SplitMix64`]: 2^64 divided by the golden ratio, made odd.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of splitmix64, a bijection (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[inline]
#[must_use]
pub const fn splitmix64(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The words of the key that a function derives from a number. Frozen.
#[derive(Clone)]
pub struct SeedWords {
    state: u64,
}

crate::secret_debug!(impl[] SeedWords, "SeedWords");

impl SeedWords {
    /// The words for a function, which is named, and a number.
    #[must_use]
    pub const fn new(_function: &str, seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next word.
    #[inline]
    pub const fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        splitmix64(self.state)
    }

    /// The next words as bytes, little-endian; the last one is cut if the bytes end in its midst.
    pub const fn fill(&mut self, bytes: &mut [u8]) {
        let mut word = [0; 8];
        let mut i = 0;
        while i < bytes.len() {
            if i.is_multiple_of(8) {
                word = self.next_word().to_le_bytes();
            }
            bytes[i] = word[i % 8];
            i += 1;
        }
    }
}

/// Words that the operating system's entropy gives.
///
/// [`std::hash::RandomState`] seeds a SipHash-1-3 with 128 random bits; that pseudo-random function of
/// 0, 1, 2, … gives the words.
#[cfg(feature = "std")]
pub struct SystemWords {
    entropy: std::hash::RandomState,
    count: u64,
}

#[cfg(feature = "std")]
impl SystemWords {
    /// A source that no other source repeats.
    #[must_use]
    pub fn new() -> Self {
        Self { entropy: std::hash::RandomState::new(), count: 0 }
    }

    /// The next word.
    pub fn next_word(&mut self) -> u64 {
        use core::hash::BuildHasher;
        let word = self.entropy.hash_one(self.count);
        self.count += 1;
        word
    }

    /// The next 128 bits.
    pub fn next_double_word(&mut self) -> u128 {
        u128::from(self.next_word()) | u128::from(self.next_word()) << 64
    }
}

#[cfg(feature = "std")]
crate::secret_debug!(impl[] SystemWords, "SystemWords");

#[cfg(feature = "std")]
impl Default for SystemWords {
    fn default() -> Self {
        Self::new()
    }
}

/// Bytes of words that `next` gives, little-endian; the last one is cut if N is no multiple of 8.
pub fn bytes_of_words<const N: usize>(mut next: impl FnMut() -> u64) -> [u8; N] {
    let mut bytes = [0; N];
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&next().to_le_bytes()[..chunk.len()]);
    }
    bytes
}

/// The little-endian words of the bytes of a key.
#[must_use]
pub const fn words_of_bytes<const WORDS: usize, const BYTES: usize>(
    bytes: &[u8; BYTES],
) -> [u64; WORDS] {
    const { assert!(BYTES == 8 * WORDS, "a word has eight bytes") };
    let (chunks, _) = bytes.as_chunks();
    let mut words = [0; WORDS];
    let mut i = 0;
    while i < WORDS {
        words[i] = u64::from_le_bytes(chunks[i]);
        i += 1;
    }
    words
}

/// The bytes of the words of a key, each little-endian: the opposite of [`words_of_bytes`].
#[must_use]
pub const fn words_to_bytes<const WORDS: usize, const BYTES: usize>(
    words: &[u64; WORDS],
) -> [u8; BYTES] {
    const { assert!(BYTES == 8 * WORDS, "a word has eight bytes") };
    let mut bytes = [0; BYTES];
    let (chunks, _) = bytes.as_chunks_mut();
    let mut i = 0;
    while i < WORDS {
        chunks[i] = words[i].to_le_bytes();
        i += 1;
    }
    bytes
}
