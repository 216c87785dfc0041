//! The words of a key from its 32 secret bytes: the key stream of ChaCha20, block by block.

use hash_core::seed::{key_stream, key_words};

/// The number of words in a block.
pub(crate) const BLOCK_WORDS: usize = 8;

/// Computes block `counter` of the key stream of `secret` with nonce 0, as little-endian words.
pub(crate) const fn block(secret: &[u8; 32], counter: u32) -> [u64; BLOCK_WORDS] {
    key_stream(&key_words(secret), counter)
}
