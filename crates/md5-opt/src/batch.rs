//! Many messages at once, as many side by side as the vectors hold.

use crate::Digest;
use crate::backend::Backend;
use crate::lanes::hash_each;
use core::fmt;

/// Writes the MD5 of each message to the same place of `out`. Any number of messages, any mix of
/// lengths, no allocation.
///
/// ```
/// use md5_opt::{Md5, hash_many};
/// let mut out = [[0; 16]; 2];
/// hash_many(&[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [Md5::digest(b"one"), Md5::digest(b"another")]);
/// # Ok::<(), md5_opt::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
pub fn hash_many(messages: &[&[u8]], out: &mut [Digest]) -> Result<(), BatchError> {
    Backend::detect().hash_many(messages, out)
}

/// Writes the MD5 of each message, all of N bytes, to the same place of `out`.
///
/// # Errors
/// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
pub fn hash_fixed<const N: usize>(
    messages: &[[u8; N]],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    Backend::detect().hash_fixed(messages, out)
}

/// Writes the MD5 of each string of a column in Arrow's layout: string i is
/// `values[offsets[i]..offsets[i + 1]]`, so there is one offset more than there are strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use md5_opt::{Md5, hash_column};
/// let mut out = [[0; 16]; 3];
/// hash_column(b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [Md5::digest(b"one"), Md5::digest(b""), Md5::digest(b"two")]);
/// # Ok::<(), md5_opt::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the places are not one fewer than the offsets (no offsets are an
/// empty column), [`BatchError::Offset`] if an offset is negative, behind the end of the values or
/// below the one before it. Nothing is written.
pub fn hash_column<O: Copy + TryInto<usize>>(
    values: &[u8],
    offsets: &[O],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    Backend::detect().hash_column(values, offsets, out)
}

/// The functions of many messages, by this backend.
impl Backend {
    /// As the function [`hash_many`].
    ///
    /// # Errors
    /// As there.
    pub fn hash_many(self, messages: &[&[u8]], out: &mut [Digest]) -> Result<(), BatchError> {
        same_length(messages.len(), out.len())?;
        hash_each(self, messages.iter().copied(), out);
        Ok(())
    }

    /// As the function [`hash_fixed`].
    ///
    /// # Errors
    /// As there.
    pub fn hash_fixed<const N: usize>(
        self,
        messages: &[[u8; N]],
        out: &mut [Digest],
    ) -> Result<(), BatchError> {
        same_length(messages.len(), out.len())?;
        hash_each(self, messages.iter().map(<[u8; N]>::as_slice), out);
        Ok(())
    }

    /// As the function [`hash_column`].
    ///
    /// # Errors
    /// As there.
    pub fn hash_column<O: Copy + TryInto<usize>>(
        self,
        values: &[u8],
        offsets: &[O],
        out: &mut [Digest],
    ) -> Result<(), BatchError> {
        same_length(offsets.len().saturating_sub(1), out.len())?;
        let mut end = 0;
        for (index, offset) in offsets.iter().enumerate() {
            end = match (*offset).try_into() {
                Ok(next) if (end..=values.len()).contains(&next) => next,
                _ => return Err(BatchError::Offset { index }),
            };
        }
        let position = |offset: O| offset.try_into().unwrap_or(0);
        let strings = offsets.windows(2).map(|w| &values[position(w[0])..position(w[1])]);
        hash_each(self, strings, out);
        Ok(())
    }
}

const fn same_length(messages: usize, places: usize) -> Result<(), BatchError> {
    if messages == places { Ok(()) } else { Err(BatchError::Length { messages, places }) }
}

/// A batch that does not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are not as many messages as places for their digests.
    Length {
        /// The number of messages.
        messages: usize,
        /// The number of places.
        places: usize,
    },
    /// An offset that does not continue the column.
    Offset {
        /// Its index among the offsets.
        index: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { messages, places } => {
                write!(f, "{messages} messages, but places for {places} digests")
            }
            Self::Offset { index } => {
                write!(f, "offset {index} is below the one before it or behind the values")
            }
        }
    }
}

impl core::error::Error for BatchError {}
