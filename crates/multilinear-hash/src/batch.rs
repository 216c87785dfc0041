//! Hashing many messages under one key.

use crate::function::Function;
use crate::key::Key;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// Writes [`hash`](crate::hash()) of each message to the output of the same index. The lengths may
/// differ, and nothing is allocated.
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
/// [`BatchError::Length`] if the numbers of messages and outputs differ; then nothing is written.
pub fn hash_many<F: Function>(
    key: &Key<F>,
    messages: &[&[u8]],
    out: &mut [F::Output],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    F::hash_each(key.schedule(), key.backend(), messages.iter().copied(), out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index. If all inputs are words, [`MultiplyShift`](crate::MultiplyShift) has the bound of
/// [`Multilinear64`](crate::Multilinear64) and needs no carry-less multiplier.
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; then nothing is written.
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
/// `values[offsets[i]..offsets[i + 1]]`, so a column has one more offset than strings.
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
/// [`BatchError::Length`] unless there is one output fewer than there are offsets (a column without
/// offsets is empty); [`BatchError::Offset`] if an offset is negative, past the end of the values
/// or below the one before it. Then nothing is written.
pub fn hash_column<F: Function, O: Copy + TryInto<usize>>(
    key: &Key<F>,
    values: &[u8],
    offsets: &[O],
    out: &mut [F::Output],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    F::hash_each(key.schedule(), key.backend(), column.iter(), out);
    Ok(())
}
