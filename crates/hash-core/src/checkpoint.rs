//! Checkpoints: the state of a stream as bytes, in a frame that all functions share.
//!
//! | bytes        | content                                                             |
//! |--------------|---------------------------------------------------------------------|
//! | 0 … 6        | the name of the function                                            |
//! | 7            | the version of the format                                           |
//! | 8 … N − 9    | the fields of the function, integers little-endian                  |
//! | N − 8 … N − 1 | 64-bit FNV-1a of the bytes before, little-endian                   |
//!
//! The checksum detects accidental corruption, not tampering.

use core::fmt;
use core::ops::Deref;

/// The state of a stream as N bytes, the same on every backend and machine.
///
/// Dereferences to the bytes. The docs of the hasher that made the checkpoint say how secret it is.
/// `Debug` shows only the length.
///
/// A stream can go on after 2^63 bytes, but a checkpoint taken from then on is rejected on
/// resuming, as [`CheckpointError::Corrupt`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Checkpoint<const N: usize>([u8; N]);

impl<const N: usize> Checkpoint<N> {
    /// Returns the bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; N] {
        self.0
    }
}

impl<const N: usize> Deref for Checkpoint<N> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> AsRef<[u8]> for Checkpoint<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Wraps stored bytes. They are checked by the hasher that resumes from them.
impl<const N: usize> From<[u8; N]> for Checkpoint<N> {
    fn from(bytes: [u8; N]) -> Self {
        Self(bytes)
    }
}

impl<const N: usize> fmt::Debug for Checkpoint<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoint").field("bytes", &N).finish_non_exhaustive()
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize> zeroize::Zeroize for Checkpoint<N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

crate::secret_debug!(impl[const N: usize] Writer<N>, "Writer", at = |w| w.at);
crate::secret_debug!(impl[] Reader<'_>, "Reader", rest = |r| r.rest.len());

/// The limit of a stream's length in a checkpoint, in bytes. No real stream reaches it, and a count
/// below it cannot overflow when the stream goes on.
pub const MAX_LEN: u64 = 1 << 63;

/// Writes the fields of a checkpoint in order.
pub struct Writer<const N: usize> {
    bytes: [u8; N],
    at: usize,
}

impl<const N: usize> Writer<N> {
    /// Starts a checkpoint with the seven bytes of the function's name and the version of the
    /// format.
    #[must_use]
    pub fn new(name_and_version: [u8; 8]) -> Self {
        Self { bytes: [0; N], at: 0 }.bytes(&name_and_version)
    }

    /// Appends bytes.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.bytes[self.at..][..bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
        self
    }

    /// Appends bytes, then zeros up to `size` bytes in all.
    #[must_use]
    pub fn padded(self, bytes: &[u8], size: usize) -> Self {
        let at = self.at + size;
        Self { at, ..self.bytes(bytes) }
    }

    /// Appends a 64-bit word.
    #[must_use]
    pub fn word(self, word: u64) -> Self {
        self.bytes(&word.to_le_bytes())
    }

    /// Appends 64-bit words.
    #[must_use]
    pub fn words(self, words: impl IntoIterator<Item = u64>) -> Self {
        words.into_iter().fold(self, Self::word)
    }

    /// Appends 128-bit words.
    #[must_use]
    pub fn double_words(self, words: impl IntoIterator<Item = u128>) -> Self {
        words.into_iter().fold(self, |writer, word| writer.bytes(&word.to_le_bytes()))
    }

    /// Appends the checksum, which must be the last of the N bytes.
    #[must_use]
    pub fn finish(self) -> Checkpoint<N> {
        debug_assert_eq!(self.at + 8, N, "the fields and the checksum must fill the checkpoint");
        let check = fnv1a(&self.bytes[..self.at]);
        Checkpoint(self.word(check).bytes)
    }
}

/// Reads the fields of a checkpoint in order.
pub struct Reader<'b> {
    /// The unread fields and the checksum.
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Checks the length, the name, the version and the checksum, in this order.
    ///
    /// # Errors
    /// Returns the error of the first check that fails.
    pub fn open<const N: usize>(
        name_and_version: [u8; 8],
        bytes: &'b [u8],
    ) -> Result<Self, CheckpointError> {
        let found = bytes.len();
        let bytes: &[u8; N] =
            bytes.try_into().map_err(|_| CheckpointError::Length { expected: N, found })?;
        let (start, rest) = bytes.split_at(8);
        if start[..7] != name_and_version[..7] {
            return Err(CheckpointError::Foreign);
        }
        if start[7] != name_and_version[7] {
            return Err(CheckpointError::Version { found: start[7] });
        }
        let (fields, check) = bytes.split_at(N - 8);
        if check != fnv1a(fields).to_le_bytes() {
            return Err(CheckpointError::Corrupt);
        }
        Ok(Self { rest })
    }

    /// Reads M bytes.
    ///
    /// # Panics
    /// Panics if fewer than M bytes are left, which is a bug in the caller and does not depend on
    /// the contents of the bytes.
    pub fn bytes<const M: usize>(&mut self) -> [u8; M] {
        let (bytes, rest) = self.rest.split_first_chunk().expect("the field is present");
        self.rest = rest;
        *bytes
    }

    /// Reads a 64-bit word.
    pub fn word(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    /// Reads 64-bit words.
    pub fn words<const M: usize>(&mut self) -> [u64; M] {
        core::array::from_fn(|_| self.word())
    }

    /// Reads 128-bit words.
    pub fn double_words<const M: usize>(&mut self) -> [u128; M] {
        core::array::from_fn(|_| u128::from_le_bytes(self.bytes()))
    }

    /// Reads a count of bytes.
    ///
    /// # Errors
    /// Returns [`CheckpointError::Corrupt`] if the count is [`MAX_LEN`] or more.
    pub fn length(&mut self) -> Result<u64, CheckpointError> {
        let len = self.word();
        if len < MAX_LEN { Ok(len) } else { Err(CheckpointError::Corrupt) }
    }

    /// Reads a buffer of M bytes whose first `used` bytes belong to the message and whose others
    /// are zero.
    ///
    /// # Errors
    /// Returns [`CheckpointError::Corrupt`] if one of the other bytes is not zero.
    pub fn buffer<const M: usize>(&mut self, used: usize) -> Result<[u8; M], CheckpointError> {
        let buffer: [u8; M] = self.bytes();
        let clean = buffer[used..].iter().all(|&byte| byte == 0);
        if clean { Ok(buffer) } else { Err(CheckpointError::Corrupt) }
    }
}

/// Checks a condition that every state of a stream meets.
///
/// # Errors
/// Returns [`CheckpointError::Corrupt`] if `condition` is false.
pub const fn consistent(condition: bool) -> Result<(), CheckpointError> {
    if condition { Ok(()) } else { Err(CheckpointError::Corrupt) }
}

/// Computes 64-bit FNV-1a, the checksum of checkpoints.
#[must_use]
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    let (mut hash, mut i) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}

/// The bytes are not a checkpoint of the function that is to resume from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The number of bytes is wrong.
    Length {
        /// The size of this function's checkpoints in bytes.
        expected: usize,
        /// The number of bytes given.
        found: usize,
    },
    /// The bytes do not start with the name of this function.
    Foreign,
    /// The version of the format is unknown.
    Version {
        /// The version stored in the bytes.
        found: u8,
    },
    /// The checkpoint was made by another function of the crate.
    OtherFunction,
    /// The checksum is wrong, the values cannot belong to one state, or the stream has seen 2^63
    /// bytes or more.
    Corrupt,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "checkpoint has {found} bytes, this function needs {expected}")
            }
            Self::Foreign => write!(f, "checkpoint does not start with the name of this function"),
            Self::Version { found } => write!(f, "checkpoint has the unknown version {found}"),
            Self::OtherFunction => write!(f, "checkpoint is of another function of this crate"),
            Self::Corrupt => write!(f, "checkpoint is corrupt"),
        }
    }
}

impl core::error::Error for CheckpointError {}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: [u8; 8] = *b"test\0\0\0\x01";

    #[test]
    fn lengths_end_at_the_greatest() {
        for (len, is_length) in
            [(0, true), (MAX_LEN - 1, true), (MAX_LEN, false), (u64::MAX, false)]
        {
            let saved: Checkpoint<24> = Writer::new(NAME).word(len).finish();
            let mut fields = Reader::open::<24>(NAME, &saved).expect("a checkpoint");
            let expected = if is_length { Ok(len) } else { Err(CheckpointError::Corrupt) };
            assert_eq!(fields.length(), expected);
        }
    }

    #[test]
    fn bytes_behind_those_in_use_are_zeros() {
        for at in 0..40 {
            let mut bytes = [0; 40];
            bytes[at] = 1;
            for used in 0..=40 {
                let saved: Checkpoint<56> = Writer::new(NAME).bytes(&bytes).finish();
                let mut fields = Reader::open::<56>(NAME, &saved).expect("a checkpoint");
                let expected = if at < used { Ok(bytes) } else { Err(CheckpointError::Corrupt) };
                assert_eq!(fields.buffer(used), expected, "byte {at} behind {used}");
            }
        }
    }
}
