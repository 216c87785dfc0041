//! Checkpoints: the state of a stream as bytes.

use super::key::{BLOCK_BYTES, GROUP_BYTES, Key};
use super::state::{Long, State, in_block};
use super::stream::ClHasher128;
use core::borrow::Borrow;
use hash_core::checkpoint::{Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// The size of a checkpoint in bytes.
///
/// | bytes     | content                                                            |
/// |-----------|--------------------------------------------------------------------|
/// | 0 … 7     | the letters `clh128`, a zero, the version, 1                       |
/// | 8 … 15    | bytes hashed so far                                                |
/// | 16 … 47   | the two polynomials over the blocks before the current one         |
/// | 48 … 79   | the combined products of the groups of the current block           |
/// | 80 … 591  | the bytes of the current group, zero-padded                        |
/// | 592 … 599 | FNV-1a of the bytes above                                          |
///
/// Integers are little-endian. The format is the same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 600;

const MAGIC: [u8; 8] = *b"clh128\0\x01";

impl<K: Borrow<Key>> ClHasher128<K> {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// The state contains no key, but values that depend on it. Like a hash, keep it hidden from
    /// anyone who may choose messages; where a MAC hides the hashes, it is as secret as the key.
    /// Its checksum detects accidental corruption, not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let Long { sums, block, buffer, len } = self.state().to_long();
        Writer::new(MAGIC).word(len).double_words(sums).double_words(block).bytes(&buffer).finish()
    }

    /// Resumes from a checkpoint.
    ///
    /// The key must be the one that the checkpoint was made under. This cannot be checked, and
    /// another key gives different hashes.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a whole checkpoint of this hash and version.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(MAGIC, bytes)?;
        let len = fields.length()?;
        let (sums, block) = (fields.double_words(), fields.double_words());
        let buffer = fields.buffer(in_block(len) % GROUP_BYTES)?;
        let state = Long { sums, block, buffer, len };
        consistent(is_consistent(&state))?;
        Ok(Self::from_state(key, State::Long(state)))
    }
}

/// Checks the invariants of every state that a stream can reach.
fn is_consistent(state: &Long) -> bool {
    (state.len >= BLOCK_BYTES as u64 || state.sums == [0; 2])
        && (state.group() > 0 || state.block == [0; 2])
}
