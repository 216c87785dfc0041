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
/// The checkpoint of 164 bytes that the `highway` crate makes is another one; see
/// [`HighwayHasher::from_highway_checkpoint`].
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
        let len = u64::from_le_bytes(words[1]);
        let (state, tail) = read_state(&words[2..]);
        let is_clean = (0..).zip(tail).all(|(i, byte)| i < len % 32 || byte == 0);
        if u64::from_le_bytes(words[22]) != fnv1a(&bytes[..176]) || !is_clean || len >= MAX_LEN {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self::from_parts(state, tail, len, Backend::detect()))
    }

    /// Goes on from a checkpoint that the `highway` crate (1.x) made, on the best backend. The key is
    /// in the state.
    ///
    /// Such a checkpoint is v0, v1, mul0, mul1, four words each, then the 32 bytes of the current
    /// packet, where those that do not count may be anything, then how many of these count, in 32
    /// bits; all little-endian. It does not say how many bytes were hashed, so `len` does: whoever
    /// goes on knows from where. It has no version and no checksum either; all that can be checked
    /// is that the two lengths fit together.
    ///
    /// # Errors
    /// [`CheckpointError::Corrupt`] if the checkpoint was not made after `len` bytes.
    pub fn from_highway_checkpoint(bytes: &[u8; 164], len: u64) -> Result<Self, CheckpointError> {
        let (words, count) = bytes.as_chunks();
        let (state, mut tail) = read_state(words);
        if count != [(len % 32).to_le_bytes()[0], 0, 0, 0] || len >= MAX_LEN {
            return Err(CheckpointError::Corrupt);
        }
        tail[usize::from(count[0])..].fill(0);
        Ok(Self::from_parts(state, tail, len, Backend::detect()))
    }
}

/// Nobody has hashed so many bytes; so the count cannot overflow later.
const MAX_LEN: u64 = 1 << 63;

/// The state and the packet behind it, from the first twenty of these words.
fn read_state(words: &[[u8; 8]]) -> (State, Packet) {
    let four = |i: usize| core::array::from_fn(|j| u64::from_le_bytes(words[i + j]));
    let tail = core::array::from_fn(|i| words[16 + i / 8][i % 8]);
    (State { v0: four(0), v1: four(4), mul0: four(8), mul1: four(12) }, tail)
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
