//! The state of a stream as bytes.

use crate::function::{BLOCK_BYTES, Function, MAX_ROWS, Rows};
use crate::key::Key;
use crate::poly127;
use crate::stream::{MultilinearHasher, State};
use core::fmt;

/// Bytes of a checkpoint.
///
/// | bytes     | what                                                                     |
/// |-----------|--------------------------------------------------------------------------|
/// | 0 … 7     | the letters `mulin`, the function (1 MMH, 2 TMMH/16, 3 over GF(2^64)), its rows, the version, 1 |
/// | 8 … 15    | bytes hashed so far                                                      |
/// | 16 … 79   | the sums of the current block, 16 bytes a row, zeros for rows that there are not |
/// | 80 … 143  | the polynomials over the blocks before, the same                          |
/// | 144 … 207 | the bytes of the current piece, zeros behind them                         |
/// | 208 … 215 | FNV-1a of the bytes above                                                |
///
/// Integers are little-endian. The same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 216;

const NAME: [u8; 5] = *b"mulin";
const VERSION: u8 = 1;

impl<'k, F: Function> MultilinearHasher<'k, F> {
    /// The state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) goes on.
    ///
    /// It holds no key, but sums of the message with the key: **keep it as secret as the key.** The
    /// checksum in it finds accidents, not attacks.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most four rows")]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        let state = self.state();
        let mut bytes = [0; CHECKPOINT_BYTES];
        bytes[..5].copy_from_slice(&NAME);
        bytes[5..8].copy_from_slice(&[F::ID, F::ROWS as u8, VERSION]);
        bytes[8..16].copy_from_slice(&state.len.to_le_bytes());
        let rows = bytes[16..144].as_chunks_mut().0;
        let values = state.sums.iter().chain(&state.polynomials);
        for (i, (place, value)) in rows.iter_mut().zip(values).enumerate() {
            if i % MAX_ROWS < F::ROWS {
                *place = value.to_le_bytes();
            }
        }
        bytes[144..208].copy_from_slice(&state.tail);
        let check = fnv1a(&bytes[..208]);
        bytes[208..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint, under the key of before.
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
    /// If the bytes are not a checkpoint of this hash and version, or not a whole one.
    pub fn from_checkpoint(key: &'k Key<F>, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let bytes: &[u8; CHECKPOINT_BYTES] =
            bytes.try_into().map_err(|_| CheckpointError::Length { found: bytes.len() })?;
        if bytes[..5] != NAME || bytes[5] != F::ID || usize::from(bytes[6]) != F::ROWS {
            return Err(CheckpointError::Foreign);
        }
        if bytes[7] != VERSION {
            return Err(CheckpointError::Version { found: bytes[7] });
        }
        let (words, _) = bytes.as_chunks();
        let word = |i: usize| u64::from_le_bytes(words[i]);
        let rows = |first: usize| -> Rows {
            let (rows, _) = bytes[first..first + 16 * MAX_ROWS].as_chunks();
            core::array::from_fn(|j| u128::from_le_bytes(rows[j]))
        };
        let (sums, mut polynomials) = (rows(16), rows(80));
        let tail: [u8; 64] = core::array::from_fn(|i| bytes[144 + i]);
        let len = word(1);
        let is_clean = (0..).zip(tail).all(|(i, byte)| i < len % 64 || byte == 0)
            && polynomials.iter().all(|p| *p < poly127::PRIME)
            && sums[F::ROWS..].iter().chain(&polynomials[F::ROWS..]).all(|row| *row == 0)
            // Nothing is multiplied before a piece is whole, and no block ends before the next.
            && (len >= 64 || sums == [0; MAX_ROWS])
            && (len >= BLOCK_BYTES as u64 + 64 || polynomials[..F::ROWS].iter().all(|p| *p == 1));
        // Nobody has hashed 2^63 bytes; so the count cannot overflow later.
        if word(26) != fnv1a(&bytes[..208]) || !is_clean || len >= 1 << 63 {
            return Err(CheckpointError::Corrupt);
        }
        polynomials[F::ROWS..].fill(1);
        Ok(Self::from_state(key, State { sums, polynomials, tail, len }))
    }
}

/// FNV-1a of 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Bytes that are not a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Not [`CHECKPOINT_BYTES`] bytes.
    Length {
        /// The number of bytes there were.
        found: usize,
    },
    /// They do not start as a checkpoint of this function does.
    Foreign,
    /// A version that this release does not know.
    Version {
        /// The version they name.
        found: u8,
    },
    /// The checksum is wrong, or the values cannot be together.
    Corrupt,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => {
                write!(f, "a checkpoint has {CHECKPOINT_BYTES} bytes, not {found}")
            }
            Self::Foreign => write!(f, "not a checkpoint of this function"),
            Self::Version { found } => write!(f, "a checkpoint of version {found}"),
            Self::Corrupt => write!(f, "a corrupt checkpoint"),
        }
    }
}

impl core::error::Error for CheckpointError {}
