//! The words of a key from its 32 secret bytes: the key stream of ChaCha20, block by block.

use hash_core::seed::key_stream;

/// The number of words in a block.
pub(crate) const BLOCK_WORDS: usize = 8;

/// Computes block `counter` of the key stream of `secret` with nonce 0, as little-endian words.
pub(crate) const fn block(secret: &[u8; 32], counter: u32) -> [u64; BLOCK_WORDS] {
    let (chunks, _) = secret.as_chunks();
    let mut key = [0; 8];
    let mut i = 0;
    while i < 8 {
        key[i] = u32::from_le_bytes(chunks[i]);
        i += 1;
    }
    key_stream(&key, counter)
}
