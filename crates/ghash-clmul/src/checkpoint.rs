//! The state of a stream as bytes.

use crate::stream::State;
use crate::{Hasher, Key, Standard};
use core::fmt;

/// Bytes of a checkpoint.
///
/// | bytes    | what                                                           |
/// |----------|----------------------------------------------------------------|
/// | 0 … 7    | the letters `ghash` or `polyval`, zeros, and the version, 1    |
/// | 8 … 15   | bytes hashed so far                                            |
/// | 16 … 31  | the hash of the whole blocks, as the standard writes it         |
/// | 32 … 47  | the bytes behind them, zeros behind those                      |
/// | 48 … 55  | FNV-1a of the bytes above                                      |
///
/// Integers are little-endian. The same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 56;

const fn magic(reversed: bool) -> [u8; 8] {
    if reversed { *b"ghash\0\0\x01" } else { *b"polyval\x01" }
}

impl<'k, S: Standard> Hasher<'k, S> {
    /// The state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) goes on.
    ///
    /// It holds no key, but values that depend on it: keep it as secret as hashes under the key.
    /// The checksum in it finds accidents, not attacks.
    #[must_use]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        let State { sum, tail, len } = *self.state();
        let mut bytes = [0; CHECKPOINT_BYTES];
        bytes[..8].copy_from_slice(&magic(S::REVERSED));
        bytes[8..16].copy_from_slice(&len.to_le_bytes());
        bytes[16..32].copy_from_slice(&S::to_bytes(sum));
        bytes[32..48].copy_from_slice(&tail.to_le_bytes());
        let check = fnv1a(&bytes[..48]);
        bytes[48..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint. The key must be the one that it was made under: that cannot be
    /// checked, and another gives other hashes.
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
    /// If the bytes are not a checkpoint of this function and version, or not a whole one.
    pub fn from_checkpoint(key: &'k Key<S>, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let bytes: &[u8; CHECKPOINT_BYTES] =
            bytes.try_into().map_err(|_| CheckpointError::Length { found: bytes.len() })?;
        let magic = magic(S::REVERSED);
        if bytes[..7] != magic[..7] {
            return Err(CheckpointError::Foreign);
        }
        if bytes[7] != magic[7] {
            return Err(CheckpointError::Version { found: bytes[7] });
        }
        let word = |at: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
        let double = |at: usize| u128::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
        let state = State { len: word(8), sum: S::element(double(16)), tail: double(32) };
        if word(48) != fnv1a(&bytes[..48]) || !is_consistent(&state) {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self::from_state(key, state))
    }
}

/// What holds of every state that a stream can reach.
fn is_consistent(state: &State) -> bool {
    state.tail >> (8 * state.tail_len()) == 0
        // Nobody has hashed 2^63 bytes; so the count cannot overflow later.
        && state.len < 1 << 63
        && (state.len >= 16 || state.sum == 0)
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
            Self::Length { found } => write!(
                f,
                "a checkpoint of GHASH or POLYVAL has {CHECKPOINT_BYTES} bytes, not {found}"
            ),
            Self::Foreign => write!(f, "not a checkpoint of this function"),
            Self::Version { found } => write!(f, "a checkpoint of version {found}"),
            Self::Corrupt => write!(f, "a corrupt checkpoint"),
        }
    }
}

impl core::error::Error for CheckpointError {}
