//! Many messages under one key. The kernel is dispatched once, and short messages overlap.

use crate::backend;
use crate::key::Key;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// Writes the hash of each message to the output of the same index.
///
/// The messages may have any lengths. Nothing is allocated.
///
/// ```
/// use clhash::{Key, hash, hash_many};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), hash(&key, b"another")]);
/// # Ok::<(), clhash::BatchError>(())
/// ```
///
/// # Errors
/// Returns [`BatchError::Length`] and writes nothing if the number of messages differs from the
/// number of outputs.
pub fn hash_many(key: &Key, messages: &[&[u8]], out: &mut [u64]) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    backend::hash_each(key.backend(), key, messages.iter().copied(), out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index.
///
/// # Errors
/// Returns [`BatchError::Length`] and writes nothing if the number of words differs from the number
/// of outputs.
pub fn hash_u64s(key: &Key, words: &[u64], out: &mut [u64]) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    backend::hash_u64s(key.backend(), key, words, out);
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout to the output of the same index.
///
/// String i is `values[offsets[i]..offsets[i + 1]]`, so a column of n strings has n + 1 offsets.
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use clhash::{Key, hash, hash_column};
/// let key = Key::from_seed(1);
/// let mut out = [0; 3];
/// hash_column(&key, b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), 0, hash(&key, b"two")]);
/// # Ok::<(), clhash::BatchError>(())
/// ```
///
/// # Errors
/// Returns [`BatchError::Length`] if the number of strings differs from the number of outputs
/// (without offsets there are no strings), and [`BatchError::Offset`] if an offset is negative,
/// past the end of the values or below the one before it. Nothing is written then.
pub fn hash_column<O: Copy + TryInto<usize>>(
    key: &Key,
    values: &[u8],
    offsets: &[O],
    out: &mut [u64],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    backend::hash_each(key.backend(), key, column.iter(), out);
    Ok(())
}
