//! Many messages in one call.

use crate::function::Function;
use crate::key::Key;
use core::fmt;

/// Writes [`hash`](crate::hash()) of each message to the same place of `out`. No allocation; any
/// mix of lengths.
///
/// ```
/// use multilinear_hash::{Key, Multilinear64, hash, hash_many};
/// let key = Key::<Multilinear64>::from_seed(1);
/// let mut out = [0; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), hash(&key, b"another")]);
/// # Ok::<(), multilinear_hash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
pub fn hash_many<F: Function>(
    key: &Key<F>,
    messages: &[&[u8]],
    out: &mut [F::Output],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    F::hash_each(key.schedule(), key.backend(), messages.iter().copied(), out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the same place of
/// `out`. For words alone, [`MultiplyShift`](crate::MultiplyShift) has the bound of
/// [`Multilinear64`](crate::Multilinear64) without a carry-less multiplier.
///
/// # Errors
/// [`BatchError::Length`] if there are not as many words as places; nothing is written.
pub fn hash_u64s<F: Function>(
    key: &Key<F>,
    words: &[u64],
    out: &mut [F::Output],
) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    F::hash_words(key.schedule(), key.backend(), words, out);
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout: string i is
/// `values[offsets[i]..offsets[i + 1]]`, so there is one offset more than there are strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use multilinear_hash::{Key, Multilinear64, hash, hash_column};
/// let key = Key::<Multilinear64>::from_seed(1);
/// let mut out = [0; 3];
/// hash_column(&key, b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), hash(&key, b""), hash(&key, b"two")]);
/// # Ok::<(), multilinear_hash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the places are not one fewer than the offsets (no offsets are an
/// empty column), [`BatchError::Offset`] if an offset is negative, behind the end of the values or
/// below the one before it. Nothing is written.
pub fn hash_column<F: Function, O: Copy + TryInto<usize>>(
    key: &Key<F>,
    values: &[u8],
    offsets: &[O],
    out: &mut [F::Output],
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
    F::hash_each(key.schedule(), key.backend(), strings, out);
    Ok(())
}

const fn same_length(messages: usize, places: usize) -> Result<(), BatchError> {
    if messages == places { Ok(()) } else { Err(BatchError::Length { messages, places }) }
}

/// A batch that does not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are not as many messages as places for their hashes.
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
                write!(f, "{messages} messages, but places for {places} hashes")
            }
            Self::Offset { index } => {
                write!(f, "offset {index} is below the one before it or behind the values")
            }
        }
    }
}

impl core::error::Error for BatchError {}
