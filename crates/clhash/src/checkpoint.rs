//! Checkpoints: the state of a stream as bytes.

use crate::ClHasher;
use crate::backend::State;
use crate::key::{BLOCK_BYTES, Key};
use core::borrow::Borrow;
use hash_core::checkpoint::{Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// The size of a checkpoint in bytes.
///
/// | bytes    | content                                                    |
/// |----------|------------------------------------------------------------|
/// | 0 … 7    | the letters `clhash`, a zero, the version, 1               |
/// | 8 … 15   | bytes hashed so far                                        |
/// | 16 … 31  | the polynomial over the blocks before the current one      |
/// | 32 … 47  | the inner product of the current block                     |
/// | 48 … 63  | the bytes of the current pair of words, zero-padded        |
/// | 64 … 71  | FNV-1a of the bytes above                                  |
///
/// Integers are little-endian. The format is the same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 72;

const MAGIC: [u8; 8] = *b"clhash\0\x01";

impl<K: Borrow<Key>> ClHasher<K> {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// The state contains no key, but values that depend on it. Like a hash, keep it hidden from
    /// anyone who may choose messages; where a MAC hides the hashes, it is as secret as the key.
    /// Its checksum detects accidental corruption, not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let State { sum, block, tail, len } = *self.state();
        Writer::new(MAGIC).word(len).double_words([sum, block, tail]).finish()
    }

    /// Resumes from a checkpoint.
    ///
    /// The key must be the one that the checkpoint was made under. This cannot be checked, and
    /// another key gives different hashes.
    ///
    /// ```
    /// use clhash::{ClHasher, Key, hash};
    /// let key = Key::from_seed(1);
    /// let mut hasher = ClHasher::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = ClHasher::from_checkpoint(&key, &*saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash(&key, b"before and after"));
    /// # Ok::<(), clhash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the bytes are not a whole checkpoint of this hash and version.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(MAGIC, bytes)?;
        let len = fields.length()?;
        let [sum, block, tail] = fields.double_words();
        let state = State { sum, block, tail, len };
        consistent(is_consistent(&state))?;
        Ok(Self::from_state(key, state))
    }
}

/// Checks the invariants of every state that a stream can reach.
fn is_consistent(state: &State) -> bool {
    let tail_fits = state.tail_len() == 16 || state.tail >> (8 * state.tail_len()) == 0;
    let in_first_block = state.len <= BLOCK_BYTES as u64;
    let in_first_pair = state.tail_pair() == 0;
    tail_fits
        // Products of two words have degree at most 126.
        && state.block >> 127 == 0
        && (!in_first_block || state.sum == 0)
        && (!in_first_pair || state.block == 0)
}
