//! The state of a stream as bytes.

use crate::HighwayHasher;
use crate::backend::{Backend, Packet, State};
use core::fmt;

/// Bytes of a checkpoint.
///
/// | bytes     | what                                                         |
/// |-----------|--------------------------------------------------------------|
/// | 0 … 7     | the letters `highway`, the version, 1                        |
/// | 8 … 15    | bytes hashed so far                                          |
/// | 16 … 143  | v0, v1, mul0, mul1, four words each                          |
/// | 144 … 175 | the bytes of the current packet, zeros behind them           |
/// | 176 … 183 | FNV-1a of the bytes above                                    |
///
/// Integers are little-endian. The same on every backend and machine, and frozen.
///
/// The checkpoint of 164 bytes that the `highway` crate makes is another one: its first 160 are the
/// bytes 16 … 175 of this one (whatever stands behind the bytes of the current packet), and the
/// last four the number of bytes in that packet. It has no version, no checksum, and not the length
/// of the message. It is not read here.
pub const CHECKPOINT_BYTES: usize = 184;

const MAGIC: [u8; 8] = *b"highway\x01";

impl HighwayHasher {
    /// The state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) goes on.
    ///
    /// **Keep it as secret as the key.** Every step of HighwayHash can be undone by whoever knows the
    /// message, so the key can be computed from a state. The checksum in it finds accidents, not
    /// attacks.
    #[must_use]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        let (state, tail, len) = self.parts();
        let mut bytes = [0; CHECKPOINT_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        let (words, _) = bytes.as_chunks_mut();
        words[1] = len.to_le_bytes();
        let parts = [state.v0, state.v1, state.mul0, state.mul1];
        for (place, word) in words[2..].iter_mut().zip(parts.as_flattened()) {
            *place = word.to_le_bytes();
        }
        bytes[144..176].copy_from_slice(tail);
        let check = fnv1a(&bytes[..176]);
        bytes[176..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint, on the best backend. The key is in the state.
    ///
    /// ```
    /// use highwayhash::{HighwayHasher, Key, hash64};
    /// let key = Key::from_seed(1);
    /// let mut hasher = HighwayHasher::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = HighwayHasher::from_checkpoint(&saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize64(), hash64(&key, b"before and after"));
    /// # Ok::<(), highwayhash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not a checkpoint of this hash and version, or not a whole one.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let bytes: &[u8; CHECKPOINT_BYTES] =
            bytes.try_into().map_err(|_| CheckpointError::Length { found: bytes.len() })?;
        if bytes[..7] != MAGIC[..7] {
            return Err(CheckpointError::Foreign);
        }
        if bytes[7] != MAGIC[7] {
            return Err(CheckpointError::Version { found: bytes[7] });
        }
        let (words, _) = bytes.as_chunks();
        let word = |i: usize| u64::from_le_bytes(words[i]);
        let four = |i: usize| core::array::from_fn(|j| word(i + j));
        let state = State { v0: four(2), v1: four(6), mul0: four(10), mul1: four(14) };
        let tail: Packet = core::array::from_fn(|i| bytes[144 + i]);
        let len = word(1);
        let is_clean = (0..).zip(tail).all(|(i, byte)| i < len % 32 || byte == 0);
        // Nobody has hashed 2^63 bytes; so the count cannot overflow later.
        if word(22) != fnv1a(&bytes[..176]) || !is_clean || len >= 1 << 63 {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self::from_parts(state, tail, len, Backend::detect()))
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
    /// They do not start as a checkpoint of HighwayHash does.
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
                write!(f, "a checkpoint of HighwayHash has {CHECKPOINT_BYTES} bytes, not {found}")
            }
            Self::Foreign => write!(f, "not a checkpoint of HighwayHash"),
            Self::Version { found } => write!(f, "a checkpoint of HighwayHash of version {found}"),
            Self::Corrupt => write!(f, "a corrupt checkpoint of HighwayHash"),
        }
    }
}

impl core::error::Error for CheckpointError {}
