//! Hashes many messages, as many in parallel as the vectors hold.

use crate::backend::Backend;
use crate::{BatchError, Digest, lanes};
use hash_core::batch::{Column, same_length};

/// Writes the MD5 of each message to the output of the same index. Messages may have any lengths;
/// nothing is allocated.
///
/// ```
/// use md5_opt::{hash, hash_many};
/// let mut out = [[0; 16]; 2];
/// hash_many(&[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash(b"one"), hash(b"another")]);
/// # Ok::<(), md5_opt::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; nothing is written.
pub fn hash_many(messages: &[&[u8]], out: &mut [Digest]) -> Result<(), BatchError> {
    hash_many_on(Backend::detect(), messages, out)
}

/// Writes the MD5 of each word, taken as its eight little-endian bytes, to the output of the same
/// index.
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; nothing is written.
pub fn hash_u64s(words: &[u64], out: &mut [Digest]) -> Result<(), BatchError> {
    hash_u64s_on(Backend::detect(), words, out)
}

/// Writes the MD5 of each message of N bytes to the output of the same index.
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; nothing is written.
pub fn hash_fixed<const N: usize>(
    messages: &[[u8; N]],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    hash_fixed_on(Backend::detect(), messages, out)
}

/// Writes the MD5 of each string of a column in Arrow's layout to the output of the same index.
/// String i is `values[offsets[i]..offsets[i + 1]]`, so there is one more offset than there are
/// strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use md5_opt::{hash, hash_column};
/// let mut out = [[0; 16]; 3];
/// hash_column(b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [hash(b"one"), hash(b""), hash(b"two")]);
/// # Ok::<(), md5_opt::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] unless there is one more offset than there are outputs (a column without
/// offsets is empty), [`BatchError::Offset`] if an offset is negative, past the end of the values
/// or below the one before it. Nothing is written.
pub fn hash_column<O: Copy + TryInto<usize>>(
    values: &[u8],
    offsets: &[O],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    hash_column_on(Backend::detect(), values, offsets, out)
}

/// Computes [`hash_many`] on this backend.
///
/// # Errors
/// Those of [`hash_many`].
pub fn hash_many_on(
    backend: Backend,
    messages: &[&[u8]],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    lanes::hash_each(backend, messages.iter().copied(), out);
    Ok(())
}

/// Computes [`hash_u64s`] on this backend.
///
/// # Errors
/// Those of [`hash_u64s`].
pub fn hash_u64s_on(backend: Backend, words: &[u64], out: &mut [Digest]) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    lanes::hash_u64s(backend, words, out);
    Ok(())
}

/// Computes [`hash_fixed`] on this backend.
///
/// # Errors
/// Those of [`hash_fixed`].
pub fn hash_fixed_on<const N: usize>(
    backend: Backend,
    messages: &[[u8; N]],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    lanes::hash_each(backend, messages.iter().map(<[u8; N]>::as_slice), out);
    Ok(())
}

/// Computes [`hash_column`] on this backend.
///
/// # Errors
/// Those of [`hash_column`].
pub fn hash_column_on<O: Copy + TryInto<usize>>(
    backend: Backend,
    values: &[u8],
    offsets: &[O],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    lanes::hash_each(backend, column.iter(), out);
    Ok(())
}
