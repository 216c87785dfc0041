//! Checkpoints: the state of a stream as bytes.

use crate::key::BLOCK_BYTES;
use crate::stream::State;
use crate::{Key, PolynomialHasher, Standard};
use core::borrow::Borrow;
use hash_core::checkpoint::{Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// The length of a checkpoint, in bytes.
///
/// | bytes    | content                                                        |
/// |----------|----------------------------------------------------------------|
/// | 0 … 7    | the letters `ghash` or `polyval`, zeros, and the version, 1    |
/// | 8 … 15   | bytes hashed so far                                            |
/// | 16 … 31  | the hash of the whole blocks, as the standard writes it        |
/// | 32 … 47  | the bytes after them, padded with zeros                        |
/// | 48 … 55  | FNV-1a of the bytes above                                      |
///
/// Integers are little-endian. The format is the same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 56;

const fn magic(reversed: bool) -> [u8; 8] {
    if reversed { *b"ghash\0\0\x01" } else { *b"polyval\x01" }
}

impl<S: Standard, K: Borrow<Key<S>>> PolynomialHasher<S, K> {
    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// A checkpoint does not hold the key, but it holds values that depend on the key. Like a hash,
    /// keep it hidden from anyone who may choose messages; where a MAC hides the hashes, as GCM
    /// does, it is as secret as the key. Its checksum detects accidental corruption, not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let State { sum, tail, len } = *self.state();
        Writer::new(magic(S::REVERSED)).word(len).double_words([S::element(sum), tail]).finish()
    }

    /// Resumes from a checkpoint. The key must be the one under which the checkpoint was made. This
    /// cannot be checked, and a different key gives different hashes.
    ///
    /// ```
    /// use ghash_clmul::{GhashHasher, GhashKey, hash};
    /// let key = GhashKey::from_seed(1);
    /// let mut hasher = GhashHasher::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = GhashHasher::from_checkpoint(&key, &saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash(&key, b"before and after"));
    /// # Ok::<(), ghash_clmul::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are not a whole checkpoint of this function and version.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(magic(S::REVERSED), bytes)?;
        let len = fields.length()?;
        let [sum, tail] = fields.double_words();
        let state = State { sum: S::element(sum), tail, len };
        let tail_fits = tail >> (8 * state.tail_len()) == 0;
        consistent(tail_fits && (len >= BLOCK_BYTES as u64 || sum == 0))?;
        Ok(Self::from_state(key, state))
    }
}
