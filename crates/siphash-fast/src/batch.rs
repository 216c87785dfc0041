//! Hashes many messages under one key, in the lanes of vectors.

use crate::backend;
use crate::key::Key;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// Writes [`hash`](crate::hash) of each message to the output of the same index. Messages may have
/// any lengths; nothing is allocated.
///
/// Hashes share vectors: the messages are sorted by length on the stack, 128 at a time, and those
/// of similar length are hashed in parallel.
///
/// ```
/// use siphash_fast::{Key, hash_many, siphash_2_4};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_many::<2, 4>(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [siphash_2_4(&key, b"one"), siphash_2_4(&key, b"another")]);
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; nothing is written.
pub fn hash_many<const C: u8, const D: u8>(
    key: &Key,
    messages: &[&[u8]],
    out: &mut [u64],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    backend::hash_each::<C, D, _>(key.backend(), key.to_words(), messages, out);
    Ok(())
}

/// Writes [`hash`](crate::hash) of each message of N bytes to the output of the same index.
/// Messages of one length are not sorted.
///
/// ```
/// use siphash_fast::{Key, hash_fixed, siphash_1_3};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_fixed::<1, 3, _>(&key, &[*b"three", *b"seven"], &mut out)?;
/// assert_eq!(out, [siphash_1_3(&key, b"three"), siphash_1_3(&key, b"seven")]);
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; nothing is written.
pub fn hash_fixed<const C: u8, const D: u8, const N: usize>(
    key: &Key,
    messages: &[[u8; N]],
    out: &mut [u64],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    backend::hash_each::<C, D, _>(key.backend(), key.to_words(), messages, out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index.
///
/// ```
/// use siphash_fast::{Key, hash_u64s, siphash_1_3};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_u64s::<1, 3>(&key, &[7, 8], &mut out)?;
/// assert_eq!(out, [7_u64, 8].map(|word| siphash_1_3(&key, &word.to_le_bytes())));
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; nothing is written.
pub fn hash_u64s<const C: u8, const D: u8>(
    key: &Key,
    words: &[u64],
    out: &mut [u64],
) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    backend::hash_u64s::<C, D>(key.backend(), key.to_words(), words, out);
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout to the output of the same index.
/// String i is `values[offsets[i]..offsets[i + 1]]`, so there is one more offset than there are
/// strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use siphash_fast::{Key, hash_column, siphash_1_3};
/// let key = Key::from_seed(1);
/// let mut out = [0; 3];
/// hash_column::<1, 3, _>(&key, b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [b"one".as_slice(), b"", b"two"].map(|m| siphash_1_3(&key, m)));
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] unless there is one more offset than there are outputs (a column without
/// offsets is empty), [`BatchError::Offset`] if an offset is negative, past the end of the values
/// or below the one before it. Nothing is written.
pub fn hash_column<const C: u8, const D: u8, O: Copy + TryInto<usize>>(
    key: &Key,
    values: &[u8],
    offsets: &[O],
    out: &mut [u64],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    let (backend, words) = (key.backend(), key.to_words());
    column.each_chunk(|range, strings| {
        backend::hash_each::<C, D, _>(backend, words, strings, &mut out[range]);
    });
    Ok(())
}
