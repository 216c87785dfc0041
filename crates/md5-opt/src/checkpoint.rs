//! The state of a stream as bytes.

use crate::Md5;
use crate::table::{Block, State};
use core::fmt;

/// Bytes of a checkpoint.
///
/// | bytes    | what                                                          |
/// |----------|---------------------------------------------------------------|
/// | 0 … 7    | the letters `md5-opt`, the version, 1                         |
/// | 8 … 15   | bytes hashed so far                                           |
/// | 16 … 31  | A, B, C, D                                                    |
/// | 32 … 95  | the bytes behind the last whole block, zeros behind them      |
/// | 96 … 103 | FNV-1a of the bytes above                                     |
///
/// Integers are little-endian. The same on every machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 104;

const MAGIC: [u8; 8] = *b"md5-opt\x01";

impl Md5 {
    /// The state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) goes on.
    ///
    /// The checksum in it finds accidents, not attacks: whoever can write a checkpoint chooses what
    /// the digest will say.
    #[must_use]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        let (state, tail, len) = self.parts();
        let mut bytes = [0; CHECKPOINT_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..16].copy_from_slice(&len.to_le_bytes());
        bytes[16..32].copy_from_slice(state);
        bytes[32..32 + tail.len()].copy_from_slice(tail);
        let check = fnv1a(&bytes[..96]);
        bytes[96..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint.
    ///
    /// ```
    /// use md5_opt::Md5;
    /// let mut md5 = Md5::new();
    /// md5.update(b"before ");
    /// let saved = md5.checkpoint();
    /// let mut md5 = Md5::from_checkpoint(&saved)?;
    /// md5.update(b"and after");
    /// assert_eq!(md5.finalize(), Md5::digest(b"before and after"));
    /// # Ok::<(), md5_opt::CheckpointError>(())
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
        let word = |at: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
        let state: State = core::array::from_fn(|i| bytes[16 + i]);
        let tail: Block = core::array::from_fn(|i| bytes[32 + i]);
        let len = word(8);
        let is_clean = (0..).zip(tail).all(|(i, byte)| i < len % 64 || byte == 0);
        // Nobody has hashed 2^63 bytes; so the count cannot overflow later.
        if word(96) != fnv1a(&bytes[..96]) || !is_clean || len >= 1 << 63 {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self::from_parts(state, tail, len))
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
    /// They do not start as a checkpoint of MD5 does.
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
                write!(f, "a checkpoint of MD5 has {CHECKPOINT_BYTES} bytes, not {found}")
            }
            Self::Foreign => write!(f, "not a checkpoint of MD5"),
            Self::Version { found } => write!(f, "a checkpoint of MD5 of version {found}"),
            Self::Corrupt => write!(f, "a corrupt checkpoint of MD5"),
        }
    }
}

impl core::error::Error for CheckpointError {}
