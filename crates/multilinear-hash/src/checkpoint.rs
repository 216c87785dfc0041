//! The state of a stream as bytes.

use crate::function::{BLOCK_BYTES, Function, MAX_ROWS, Rows};
use crate::key::Key;
use crate::stream::{MultilinearHasher, State};
use core::borrow::Borrow;
use hash_core::checkpoint::{Reader, Writer, consistent};
use hash_core::poly127;
use hash_core::{Checkpoint, CheckpointError};

/// Bytes of a checkpoint.
///
/// | bytes     | content                                                                  |
/// |-----------|--------------------------------------------------------------------------|
/// | 0 … 7     | the letters `mulin`, the function (1 MMH, 2 TMMH/16, 3 over GF(2^64)), its rows, the version, 1 |
/// | 8 … 15    | bytes hashed so far                                                      |
/// | 16 … 79   | the sums of the current block, 16 bytes a row, zeros for absent rows     |
/// | 80 … 143  | the polynomials over the blocks before it, the same                      |
/// | 144 … 207 | the bytes of the current piece, zeros after them                         |
/// | 208 … 215 | FNV-1a of the bytes above                                                |
///
/// Integers are little-endian. The same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 216;

impl<F: Function, K: Borrow<Key<F>>> MultilinearHasher<F, K> {
    #[expect(clippy::cast_possible_truncation, reason = "at most four rows")]
    const MAGIC: [u8; 8] = [b'm', b'u', b'l', b'i', b'n', F::ID, F::ROWS as u8, 1];

    /// Saves the state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) resumes.
    ///
    /// It holds no key, but sums of the message with the key: **keep it as secret as the key.** Its
    /// check sum detects accidents, not attacks.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        let State { sums, polynomials, tail, len } = self.state();
        let rows = [sums, polynomials].into_iter().flat_map(present::<F>);
        Writer::new(Self::MAGIC).word(*len).double_words(rows).bytes(tail).finish()
    }

    /// Resumes from a checkpoint. The key must be the one that it was made under: that cannot be
    /// checked, and another key gives other hashes.
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
    /// If the bytes are not a whole checkpoint of this function and version.
    pub fn from_checkpoint(key: K, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut fields = Reader::open::<CHECKPOINT_BYTES>(Self::MAGIC, bytes)?;
        let len = fields.length()?;
        let (sums, mut polynomials): (Rows, Rows) = (fields.double_words(), fields.double_words());
        let tail = fields.buffer((len % 64) as usize)?;
        consistent(
            polynomials.iter().all(|p| *p < poly127::PRIME)
                && [sums, polynomials].iter().flat_map(|rows| &rows[F::ROWS..]).all(|row| *row == 0)
                // Nothing is multiplied before a piece is whole, and no block ends before the next.
                && (len >= 64 || sums == [0; MAX_ROWS])
                && (len >= BLOCK_BYTES as u64 + 64
                    || polynomials[..F::ROWS].iter().all(|p| *p == 1)),
        )?;
        polynomials[F::ROWS..].fill(1);
        Ok(Self::from_state(key, State { sums, polynomials, tail, len }))
    }
}

/// The rows of a function, zeros for absent ones.
fn present<F: Function>(rows: &Rows) -> Rows {
    core::array::from_fn(|j| if j < F::ROWS { rows[j] } else { 0 })
}
