//! Checkpoints: the state of a stream as bytes.

use crate::function::{BLOCK_BYTES, Function, MAX_ROWS, Rows};
use crate::key::Key;
use crate::poly127;
use crate::stream::{MultilinearHasher, State};
use core::borrow::Borrow;
use hash_core::checkpoint::{Reader, Writer, consistent};
use hash_core::{Checkpoint, CheckpointError};

/// The length of a checkpoint, in bytes.
///
/// | bytes     | content                                                                   |
/// |-----------|---------------------------------------------------------------------------|
/// | 0 … 7     | the letters `mulin`, the function, the number of its rows, the version, 1 |
/// | 8 … 15    | bytes hashed so far                                                       |
/// | 16 … 79   | the sums of the current block, 16 bytes per row, zeros for absent rows    |
/// | 80 … 143  | the polynomials over the blocks before it, in the same layout             |
/// | 144 … 207 | the bytes of the current piece of 64 bytes, padded with zeros             |
/// | 208 … 215 | FNV-1a of the bytes above                                                 |
///
/// The functions are 1 for MMH, 2 for TMMH/16 and 3 for the hash over GF(2^64). Integers are
/// little-endian. The format is the same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 216;

impl<F: Function, K: Borrow<Key<F>>> MultilinearHasher<F, K> {
    #[expect(clippy::cast_possible_truncation, reason = "at most four rows")]
    const MAGIC: [u8; 8] = [b'm', b'u', b'l', b'i', b'n', F::ID, F::ROWS as u8, 1];

    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// A checkpoint does not hold the key, but it holds inner products of the message and the key.
    /// Like a hash, keep it hidden from anyone who may choose messages; where a MAC hides the
    /// hashes, it is as secret as the key. Its checksum detects accidental corruption, not
    /// tampering.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let State { sums, polynomials, tail, len } = self.state();
        let rows = [sums, polynomials].into_iter().flat_map(present::<F>);
        Writer::new(Self::MAGIC).word(*len).double_words(rows).bytes(tail).finish()
    }

    /// Resumes from a checkpoint. The key must be the one under which the checkpoint was made. This
    /// cannot be checked, and a different key gives different hashes.
    ///
    /// ```
    /// use multilinear_hash::{Key, Multilinear64, MultilinearHasher, hash};
    /// let key = Key::<Multilinear64>::from_seed(1);
    /// let mut hasher = MultilinearHasher::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = MultilinearHasher::from_checkpoint(&key, &saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash(&key, b"before and after"));
    /// # Ok::<(), multilinear_hash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are not a whole checkpoint of this function and version.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(Self::MAGIC, bytes)?;
        let len = fields.length()?;
        let (sums, mut polynomials): (Rows, Rows) = (fields.double_words(), fields.double_words());
        let tail = fields.buffer((len % 64) as usize)?;
        consistent(
            polynomials.iter().all(|p| *p < poly127::PRIME)
                && [sums, polynomials].iter().flat_map(|rows| &rows[F::ROWS..]).all(|row| *row == 0)
                // Nothing is multiplied before a piece is whole, and no block ends before the next
                // one has a whole piece.
                && (len >= 64 || sums == [0; MAX_ROWS])
                && (len >= BLOCK_BYTES as u64 + 64
                    || polynomials[..F::ROWS].iter().all(|p| *p == 1)),
        )?;
        polynomials[F::ROWS..].fill(1);
        Ok(Self::from_state(key, State { sums, polynomials, tail, len }))
    }
}

/// Returns the rows of a function, with zeros for absent ones.
fn present<F: Function>(rows: &Rows) -> Rows {
    core::array::from_fn(|j| if j < F::ROWS { rows[j] } else { 0 })
}
