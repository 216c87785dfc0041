//! The state of a stream as bytes.

use crate::VHasher;
use crate::backend::Block;
use crate::backend::portable::canonical;
use crate::key::{BLOCK_BYTES, Key};
use core::fmt;

/// Bytes of a checkpoint.
///
/// | bytes     | what                                                             |
/// |-----------|------------------------------------------------------------------|
/// | 0 … 7     | the letters `vhash`, a zero, the iterations (1 or 2), the version, 1 |
/// | 8 … 15    | bytes hashed so far                                              |
/// | 16 … 31   | the polynomial over the whole blocks, below 2^127 - 1            |
/// | 32 … 47   | that of the second iteration, or zeros                           |
/// | 48 … 175  | the bytes of the current block, zeros behind them                |
/// | 176 … 183 | FNV-1a of the bytes above                                        |
///
/// Integers are little-endian. The same on every backend and machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 184;

/// Where the current block stands.
const TAIL: usize = 48;
/// Where the checksum stands.
const CHECK: usize = TAIL + BLOCK_BYTES;

impl<'k, const T: usize> VHasher<'k, T> {
    #[expect(clippy::cast_possible_truncation, reason = "1 or 2")]
    const MAGIC: [u8; 8] = [b'v', b'h', b'a', b's', b'h', 0, T as u8, 1];

    /// The state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) goes on.
    ///
    /// It holds no key, but up to 127 bytes of the message, and values that depend on the key:
    /// keep it as secret as hashes under the key. The checksum in it finds accidents, not attacks.
    #[must_use]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        let mut bytes = [0; CHECKPOINT_BYTES];
        bytes[..8].copy_from_slice(&Self::MAGIC);
        bytes[8..16].copy_from_slice(&self.len().to_le_bytes());
        for (place, y) in bytes[16..TAIL].as_chunks_mut().0.iter_mut().zip(self.polynomials()) {
            *place = canonical(*y).to_le_bytes();
        }
        let tail = self.tail();
        bytes[TAIL..][..tail.len()].copy_from_slice(tail);
        let check = fnv1a(&bytes[..CHECK]);
        bytes[CHECK..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint. The key must be the one that it was made under: that cannot be
    /// checked, and another gives other hashes.
    ///
    /// ```
    /// use vhash::{Key64, VHasher64, hash64};
    /// let key = Key64::from_seed(1);
    /// let mut hasher = VHasher64::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = VHasher64::from_checkpoint(&key, &saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), hash64(&key, b"before and after"));
    /// # Ok::<(), vhash::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not a checkpoint of this hash and version, or not a whole one.
    pub fn from_checkpoint(key: &'k Key<T>, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let bytes: &[u8; CHECKPOINT_BYTES] =
            bytes.try_into().map_err(|_| CheckpointError::Length { found: bytes.len() })?;
        if bytes[..7] != Self::MAGIC[..7] {
            return Err(CheckpointError::Foreign);
        }
        if bytes[7] != Self::MAGIC[7] {
            return Err(CheckpointError::Version { found: bytes[7] });
        }
        let word = |at: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
        let double = |at: usize| u128::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
        let y: [u128; T] = core::array::from_fn(|t| double(16 + 16 * t));
        let tail: Block = core::array::from_fn(|i| bytes[TAIL + i]);
        let hasher = Self::from_parts(key, y, tail, word(8));
        // Nobody has hashed 2^63 bytes; so the count cannot overflow later.
        let is_consistent = hasher.len() < 1 << 63
            && y.iter().all(|&y| y < u128::MAX >> 1)
            && (hasher.len() >= BLOCK_BYTES as u64 || y == [1; T])
            && (T == 2 || double(32) == 0)
            && tail[hasher.tail().len()..].iter().all(|&byte| byte == 0);
        if word(CHECK) != fnv1a(&bytes[..CHECK]) || !is_consistent {
            return Err(CheckpointError::Corrupt);
        }
        Ok(hasher)
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
    /// They do not start as a checkpoint of VHASH with as many iterations does.
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
                write!(f, "a checkpoint of VHASH has {CHECKPOINT_BYTES} bytes, not {found}")
            }
            Self::Foreign => write!(f, "not a checkpoint of this VHASH"),
            Self::Version { found } => write!(f, "a checkpoint of VHASH of version {found}"),
            Self::Corrupt => write!(f, "a corrupt checkpoint of VHASH"),
        }
    }
}

impl core::error::Error for CheckpointError {}
