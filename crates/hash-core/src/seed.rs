//! Words for keys, derived from a seed or from a secret.

use crate::checkpoint::fnv1a;
use provenhash_map::seed::chacha20_block;

pub use provenhash_map::seed::{GOLDEN, splitmix64};

/// The words of the key that a function derives from a seed: ChaCha20 in counter mode. Frozen.
///
/// The 256-bit key of ChaCha20 (RFC 8439, section 2.3) is the name of the function, zero-padded to
/// 24 bytes, followed by the seed, little-endian. The nonce is 0. Word i consists of the bytes
/// 8i … 8i + 7 of the key stream from block 0 on, little-endian. So the words for different
/// functions, seeds and indices are values of one pseudo-random function at different points. A
/// simpler generator would not do: some outputs of splitmix64 are small multiples of others in the
/// fields of the universal families, and sparse messages collide under such a key.
#[derive(Clone)]
pub struct SeedWords {
    key: [u32; 8],
    nonce: [u32; 3],
    /// The number of blocks generated.
    blocks: u32,
    block: [u64; 8],
    /// The number of words of the block already returned.
    used: usize,
}

impl SeedWords {
    /// Starts the words for a named function and a seed.
    ///
    /// # Panics
    /// Panics if the name has more than 24 bytes.
    #[must_use]
    pub const fn new(function: &str, seed: u64) -> Self {
        let name = function.as_bytes();
        assert!(name.len() <= 24, "the name of a function has more than 24 bytes");
        let mut bytes = [0; 32];
        let (start, number) = bytes.split_at_mut(24);
        let (padded, _) = start.split_at_mut(name.len());
        padded.copy_from_slice(name);
        number.copy_from_slice(&seed.to_le_bytes());
        Self::under(&bytes, [0; 3])
    }

    /// Starts the words for a named function and a secret of 32 bytes. Frozen.
    ///
    /// The secret is the key of ChaCha20, and the nonce is four zeros and the 64-bit FNV-1a hash of
    /// the name, little-endian. So the words for different functions are unrelated to anyone who
    /// cannot distinguish ChaCha20 from a random function, as long as the hashes of their names
    /// differ.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are split")]
    pub const fn of_secret(function: &str, secret: &[u8; 32]) -> Self {
        let name = fnv1a(function.as_bytes());
        Self::under(secret, [0, name as u32, (name >> 32) as u32])
    }

    const fn under(bytes: &[u8; 32], nonce: [u32; 3]) -> Self {
        Self { key: key_words(bytes), nonce, blocks: 0, block: [0; 8], used: 8 }
    }

    /// Returns the next word.
    #[inline]
    pub const fn next_word(&mut self) -> u64 {
        if self.used == 8 {
            self.block = chacha20_block(&self.key, self.blocks, self.nonce);
            self.blocks += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// Fills `bytes` with the next words, little-endian. The last word is cut if it does not fit.
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

crate::secret_debug!(impl[] SeedWords, "SeedWords");

/// Computes block `counter` of the ChaCha20 key stream (RFC 8439, section 2.3) as little-endian
/// words, under a key of little-endian words and the nonce 0.
#[must_use]
pub const fn key_stream(key: &[u32; 8], counter: u32) -> [u64; 8] {
    chacha20_block(key, counter, [0; 3])
}

/// Returns the words of a ChaCha20 key of bytes, each little-endian.
#[must_use]
pub const fn key_words(bytes: &[u8; 32]) -> [u32; 8] {
    let (chunks, _) = bytes.as_chunks();
    let mut key = [0; 8];
    let mut i = 0;
    while i < 8 {
        key[i] = u32::from_le_bytes(chunks[i]);
        i += 1;
    }
    key
}

/// Fills N bytes with the words that `next` returns, little-endian. The last word is cut if N is
/// not a multiple of 8.
pub fn bytes_of_words<const N: usize>(mut next: impl FnMut() -> u64) -> [u8; N] {
    let mut bytes = [0; N];
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&next().to_le_bytes()[..chunk.len()]);
    }
    bytes
}

/// Reads the little-endian words of a key from its bytes.
#[must_use]
pub const fn words_of_bytes<const WORDS: usize, const BYTES: usize>(
    bytes: &[u8; BYTES],
) -> [u64; WORDS] {
    const { assert!(BYTES == 8 * WORDS, "BYTES must be 8 * WORDS") };
    let (chunks, _) = bytes.as_chunks();
    let mut words = [0; WORDS];
    let mut i = 0;
    while i < WORDS {
        words[i] = u64::from_le_bytes(chunks[i]);
        i += 1;
    }
    words
}

/// Writes the words of a key as little-endian bytes: the inverse of [`words_of_bytes`].
#[must_use]
pub const fn words_to_bytes<const WORDS: usize, const BYTES: usize>(
    words: &[u64; WORDS],
) -> [u8; BYTES] {
    const { assert!(BYTES == 8 * WORDS, "BYTES must be 8 * WORDS") };
    let mut bytes = [0; BYTES];
    let (chunks, _) = bytes.as_chunks_mut();
    let mut i = 0;
    while i < WORDS {
        chunks[i] = words[i].to_le_bytes();
        i += 1;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_at_most_24_bytes() {
        let longest = "a name of 24 bytes, yes.";
        let mut words = SeedWords::new(longest, 1);
        assert_ne!(words.next_word(), SeedWords::new(&longest[..23], 1).next_word());
        let longer = "a name of 25 bytes, yes..";
        assert!(std::panic::catch_unwind(|| SeedWords::new(longer, 1)).is_err());
    }

    /// The test vector of RFC 8439, section 2.3.2.
    #[test]
    fn the_block_of_the_rfc() {
        let key: [u32; 8] = core::array::from_fn(|i| {
            let first = 4 * u32::try_from(i).unwrap();
            first | (first + 1) << 8 | (first + 2) << 16 | (first + 3) << 24
        });
        let block = chacha20_block(&key, 1, [0x0900_0000, 0x4a00_0000, 0]);
        assert_eq!(block[..2], [0x1559_3bd1_e4e7_f110, 0xc471_20a3_1fdd_0f50]);
        assert_eq!(block[6..], [0xb94e_16de_d19c_12b5, 0x4e3c_50a2_e883_d0cb]);
        const AT_COMPILE_TIME: u64 = SeedWords::new("CLHASH", 0).next_word();
        assert_eq!(SeedWords::new("CLHASH", 0).next_word(), AT_COMPILE_TIME);
    }
}
