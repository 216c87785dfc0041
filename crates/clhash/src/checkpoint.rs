//! The state of a stream as bytes.

use crate::ClHasher;
use crate::backend::State;
use crate::key::{BLOCK_BYTES, Key};
use core::fmt;

/// Bytes of a checkpoint.
///
/// | bytes    | what                                                       |
/// |----------|------------------------------------------------------------|
/// | 0 … 7    | the letters `clhash`, a zero, the version, 1               |
/// | 8 … 15   | bytes hashed so far                                        |
/// | 16 … 31  | the polynomial over the blocks before the current one      |
/// | 32 … 47  | the inner product of the current block                     |
/// | 48 … 63  | the bytes of the current pair of words, zeros behind them  |
/// | 64 … 71  | FNV-1a of the bytes above                                  |
///
/// Integers are little-endian. The same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 72;

const MAGIC: [u8; 8] = *b"clhash\0\x01";

impl<'k> ClHasher<'k> {
    /// The state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) goes on.
    ///
    /// It holds no key, but values that depend on it: keep it as secret as hashes under the key.
    /// The checksum in it finds accidents, not attacks.
    #[must_use]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        let State { sum, block, tail, len } = *self.state();
        let mut bytes = [0; CHECKPOINT_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..16].copy_from_slice(&len.to_le_bytes());
        bytes[16..32].copy_from_slice(&sum.to_le_bytes());
        bytes[32..48].copy_from_slice(&block.to_le_bytes());
        bytes[48..64].copy_from_slice(&tail.to_le_bytes());
        let check = fnv1a(&bytes[..64]);
        bytes[64..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint. The key must be the one that it was made under: that cannot be
    /// checked, and another gives other hashes.
    ///
    /// ```
    /// use clhash::{ClHasher, Key, hash};
    /// let key = Key::from_seed(1);
    /// let mut hasher = ClHasher::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = ClHasher::from_checkpoint(&key, &saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash(&key, b"before and after"));
    /// # Ok::<(), clhash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not a checkpoint of this hash and version, or not a whole one.
    pub fn from_checkpoint(key: &'k Key, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let bytes: &[u8; CHECKPOINT_BYTES] =
            bytes.try_into().map_err(|_| CheckpointError::Length { found: bytes.len() })?;
        if bytes[..7] != MAGIC[..7] {
            return Err(CheckpointError::Foreign);
        }
        if bytes[7] != MAGIC[7] {
            return Err(CheckpointError::Version { found: bytes[7] });
        }
        let word = |at: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
        let double = |at: usize| u128::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
        let state = State { len: word(8), sum: double(16), block: double(32), tail: double(48) };
        if word(64) != fnv1a(&bytes[..64]) || !is_consistent(&state) {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self::from_state(key, state))
    }
}

/// What holds of every state that a stream can reach.
fn is_consistent(state: &State) -> bool {
    let tail_fits = state.tail_len() == 16 || state.tail >> (8 * state.tail_len()) == 0;
    let in_first_block = state.len <= BLOCK_BYTES as u64;
    let in_first_pair = state.tail_pair() == 0;
    tail_fits
        // Nobody has hashed 2^63 bytes; so the count cannot overflow later.
        && state.len < 1 << 63
        // Products of two words have degree 126 at most.
        && state.block >> 127 == 0
        && (!in_first_block || state.sum == 0)
        && (!in_first_pair || state.block == 0)
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
    /// They do not start as a checkpoint of CLHASH does.
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
                write!(f, "a checkpoint of CLHASH has {CHECKPOINT_BYTES} bytes, not {found}")
            }
            Self::Foreign => write!(f, "not a checkpoint of CLHASH"),
            Self::Version { found } => write!(f, "a checkpoint of CLHASH of version {found}"),
            Self::Corrupt => write!(f, "a corrupt checkpoint of CLHASH"),
        }
    }
}

impl core::error::Error for CheckpointError {}
