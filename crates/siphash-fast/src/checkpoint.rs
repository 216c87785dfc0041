//! The state of a stream as bytes.

use crate::backend::Leaves;
use crate::half::HalfSipHasher;
use crate::single::State;
use crate::stream::{Core, SipHasher};
use crate::tree::TreeHasher;
use core::fmt;

/// Bytes of a checkpoint of a [`SipHasher`] or a [`HalfSipHasher`].
///
/// | bytes   | what                                                                          |
/// |---------|-------------------------------------------------------------------------------|
/// | 0 … 7   | the letters `siphash`, the version, 1                                         |
/// | 8 … 15  | 8 times the bytes of a word (64 or 32), W, C, D, four zeros; 0 for W: a tree  |
/// | 16 … 23 | bytes hashed so far                                                           |
/// | 24 … 55 | v0, v1, v2, v3, as 64 bits each                                               |
/// | 56 … 63 | the bytes of the current word, zeros behind them                              |
/// | 64 … 71 | FNV-1a of the bytes above                                                     |
///
/// Integers are little-endian. The same on every machine, and frozen.
pub const CHECKPOINT_BYTES: usize = 72;

/// Bytes of a checkpoint of a [`TreeHasher`]: as [`CHECKPOINT_BYTES`] says, but with the two words of the
/// root's key, four words each of v0, v1, v2, v3, and the 32 bytes of the current packet from byte 24 on.
pub const TREE_CHECKPOINT_BYTES: usize = 208;

const MAGIC: [u8; 8] = *b"siphash\x01";

/// Which function a state is of: bits of a word, words of the hash (0: a tree), rounds.
const fn kind(bits: u8, words: usize, c: u8, d: u8) -> [u8; 8] {
    // One or two words.
    [bits, words.to_le_bytes()[0], c, d, 0, 0, 0, 0]
}

/// A checkpoint of N bytes.
fn seal<const N: usize>(kind: [u8; 8], len: u64, words: impl Iterator<Item = u64>) -> [u8; N] {
    let mut bytes = [0; N];
    let (places, _) = bytes.as_chunks_mut();
    places[0] = MAGIC;
    places[1] = kind;
    places[2] = len.to_le_bytes();
    for (place, word) in places[3..].iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
    let check = fnv1a(&bytes[..N - 8]);
    bytes[N - 8..].copy_from_slice(&check.to_le_bytes());
    bytes
}

/// The length and a function from i to word i of a checkpoint of N bytes.
fn open<const N: usize>(
    kind: [u8; 8],
    bytes: &[u8],
) -> Result<(u64, impl Fn(usize) -> u64), CheckpointError> {
    let bytes: &[u8; N] = bytes
        .try_into()
        .map_err(|_| CheckpointError::Length { expected: N, found: bytes.len() })?;
    let (places, _) = bytes.as_chunks();
    let places: &[[u8; 8]] = places;
    if places[0][..7] != MAGIC[..7] {
        return Err(CheckpointError::Foreign);
    }
    if places[0][7] != MAGIC[7] {
        return Err(CheckpointError::Version { found: places[0][7] });
    }
    let word = move |i: usize| u64::from_le_bytes(places[3 + i]);
    let len = u64::from_le_bytes(places[2]);
    // Nobody has hashed 2^63 bytes; so the count cannot overflow later.
    if word(N / 8 - 4) != fnv1a(&bytes[..N - 8]) || len >= 1 << 63 {
        return Err(CheckpointError::Corrupt);
    }
    if places[1] != kind { Err(CheckpointError::OtherFunction) } else { Ok((len, word)) }
}

impl<const C: u8, const D: u8, const W: usize> SipHasher<C, D, W> {
    /// The state as bytes, from which [`from_checkpoint`](Self::from_checkpoint) goes on.
    ///
    /// **Keep it as secret as the key.** Every step of SipHash can be undone by whoever knows the
    /// message, so the key can be computed from a state. The checksum in it finds accidents, not
    /// attacks.
    #[must_use]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        let Core { state: State { v0, v1, v2, v3 }, tail, len } = *self.core();
        seal(kind(64, W, C, D), len, [v0, v1, v2, v3, tail].into_iter())
    }

    /// Goes on from a checkpoint. The key is in the state.
    ///
    /// ```
    /// use siphash_fast::{Key, SipHasher24, siphash24};
    /// let key = Key::from_seed(1);
    /// let mut hasher = SipHasher24::new(&key);
    /// hasher.update(b"before ");
    /// let saved = hasher.checkpoint();
    /// let mut hasher = SipHasher24::from_checkpoint(&saved)?;
    /// hasher.update(b"and after");
    /// assert_eq!(hasher.finalize(), siphash24(&key, b"before and after"));
    /// # Ok::<(), siphash_fast::CheckpointError>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not a checkpoint of this function and version, or not a whole one.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (len, word) = open::<CHECKPOINT_BYTES>(kind(64, W, C, D), bytes)?;
        let state = State { v0: word(0), v1: word(1), v2: word(2), v3: word(3) };
        let tail = word(4);
        if tail >> (8 * (len % 8)) != 0 {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self::from_core(Core { state, tail, len }))
    }
}

impl<const C: u8, const D: u8, const W: usize> HalfSipHasher<C, D, W> {
    /// The state as bytes, **as secret as the key**; see [`SipHasher::checkpoint`].
    #[must_use]
    pub fn checkpoint(&self) -> [u8; CHECKPOINT_BYTES] {
        seal(kind(32, W, C, D), self.len(), self.words().into_iter())
    }

    /// Goes on from a checkpoint. The key is in the state.
    ///
    /// # Errors
    /// If the bytes are not a checkpoint of this function and version, or not a whole one.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (len, word) = open::<CHECKPOINT_BYTES>(kind(32, W, C, D), bytes)?;
        let words = core::array::from_fn(word);
        if words[4] >> (8 * (len % 4)) != 0 {
            return Err(CheckpointError::Corrupt);
        }
        Self::from_words(words, len).ok_or(CheckpointError::Corrupt)
    }
}

impl<const C: u8, const D: u8> TreeHasher<C, D> {
    /// The state as bytes, **as secret as the key**; see [`SipHasher::checkpoint`].
    #[must_use]
    pub fn checkpoint(&self) -> [u8; TREE_CHECKPOINT_BYTES] {
        let (key, leaves, tail, len) = self.parts();
        let tail = tail.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
        let words = key.into_iter().chain(leaves.as_flattened().iter().copied()).chain(tail);
        seal(kind(64, 0, C, D), len, words)
    }

    /// Goes on from a checkpoint, on the best backend. The key is in the state.
    ///
    /// # Errors
    /// If the bytes are not a checkpoint of this function and version, or not a whole one.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (len, word) = open::<TREE_CHECKPOINT_BYTES>(kind(64, 0, C, D), bytes)?;
        let leaves: Leaves =
            core::array::from_fn(|v| core::array::from_fn(|lane| word(2 + 4 * v + lane)));
        let mut tail = [0; 32];
        for (i, place) in tail.as_chunks_mut().0.iter_mut().enumerate() {
            *place = word(18 + i).to_le_bytes();
        }
        if (0..).zip(tail).any(|(i, byte)| i >= len % 32 && byte != 0) {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self::from_parts([word(0), word(1)], leaves, tail, len))
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
    /// Not as many bytes as a checkpoint has.
    Length {
        /// The number of bytes there should be.
        expected: usize,
        /// The number of bytes there were.
        found: usize,
    },
    /// They do not start as a checkpoint of this crate does.
    Foreign,
    /// A version that this release does not know.
    Version {
        /// The version they name.
        found: u8,
    },
    /// A checkpoint of another function of this crate.
    OtherFunction,
    /// The checksum is wrong, or the values cannot be together.
    Corrupt,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "a checkpoint of {expected} bytes, not {found}")
            }
            Self::Foreign => write!(f, "not a checkpoint of SipHash"),
            Self::Version { found } => write!(f, "a checkpoint of SipHash of version {found}"),
            Self::OtherFunction => write!(f, "a checkpoint of another kind of SipHash"),
            Self::Corrupt => write!(f, "a corrupt checkpoint of SipHash"),
        }
    }
}

impl core::error::Error for CheckpointError {}
