//! Checkpoints: the state of a stream as bytes.

use crate::VHasher;
use crate::arithmetic::{P127, canonical};
use crate::key::{BLOCK_BYTES, Key};
use crate::stream::{State, tail_len};
use core::borrow::Borrow;
use hash_core::checkpoint::{Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// The length of a checkpoint, in bytes.
///
/// | bytes     | content                                                              |
/// |-----------|----------------------------------------------------------------------|
/// | 0 … 7     | the letters `vhash`, a zero, the iterations (1 or 2), the version, 1 |
/// | 8 … 15    | bytes hashed so far                                                  |
/// | 16 … 31   | the polynomial over the whole blocks, below 2^127 - 1                |
/// | 32 … 47   | the polynomial of the second iteration, or zeros                     |
/// | 48 … 175  | the bytes of the current block, padded with zeros                    |
/// | 176 … 183 | FNV-1a of the bytes above                                            |
///
/// Integers are little-endian. The format is the same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 184;

impl<K: Borrow<Key<T>>, const T: usize> VHasher<K, T> {
    #[expect(clippy::cast_possible_truncation, reason = "1 or 2")]
    const MAGIC: [u8; 8] = [b'v', b'h', b'a', b's', b'h', 0, T as u8, 1];

    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// A checkpoint does not hold the key, but it holds up to 127 bytes of the message and values
    /// that depend on the key. Like a hash, keep it hidden from anyone who may choose messages;
    /// where a MAC hides the hashes, as VMAC does, it is as secret as the key. Its checksum detects
    /// accidental corruption, not tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let state = self.state();
        let polynomials = [0, 1].map(|t| state.y.get(t).map_or(0, |&y| canonical(y)));
        Writer::new(Self::MAGIC)
            .word(state.len)
            .double_words(polynomials)
            .padded(state.tail(), BLOCK_BYTES)
            .finish()
    }

    /// Resumes from a checkpoint. The key must be the one under which the checkpoint was made. This
    /// cannot be checked, and a different key gives different hashes.
    ///
    /// ```
    /// use vhash::{Key64, VHasher64, hash};
    /// let key = Key64::from_seed(1);
    /// let mut hasher = VHasher64::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = VHasher64::from_checkpoint(&key, &saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash(&key, b"before and after"));
    /// # Ok::<(), vhash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are not a whole checkpoint of this function and version.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(Self::MAGIC, bytes)?;
        let len = fields.length()?;
        let polynomials: [u128; 2] = fields.double_words();
        let tail = fields.buffer(tail_len(len))?;
        let y: [u128; T] = core::array::from_fn(|t| polynomials[t]);
        consistent(
            y.iter().all(|&y| y < P127)
                && (len >= BLOCK_BYTES as u64 || y == [1; T])
                && polynomials[T..].iter().all(|&y| y == 0),
        )?;
        Ok(Self::from_state(key, State { y, tail, len }))
    }
}
