//! Many messages under one key.

use super::{Key, backend};
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// Writes the hash of each message to the output of the same index.
///
/// The messages may have any lengths. Nothing is allocated.
///
/// # Errors
/// Returns [`BatchError::Length`] and writes nothing if the number of messages differs from the
/// number of outputs.
pub fn hash_many(key: &Key, messages: &[&[u8]], out: &mut [[u64; 2]]) -> Result<(), BatchError> {
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
pub fn hash_u64s(key: &Key, words: &[u64], out: &mut [[u64; 2]]) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    /// The number of words converted to bytes at a time.
    const WORDS: usize = 64;
    let mut bytes = [[0; 8]; WORDS];
    for (words, out) in words.chunks(WORDS).zip(out.chunks_mut(WORDS)) {
        for (bytes, word) in bytes.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        let messages = bytes[..words.len()].iter().map(|bytes| &bytes[..]);
        backend::hash_each(key.backend(), key, messages, out);
    }
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout to the output of the same index.
///
/// String i is `values[offsets[i]..offsets[i + 1]]`, so a column of n strings has n + 1 offsets.
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// # Errors
/// Returns [`BatchError::Length`] if the number of strings differs from the number of outputs
/// (without offsets there are no strings), and [`BatchError::Offset`] if an offset is negative,
/// past the end of the values or below the one before it. Nothing is written then.
pub fn hash_column<O: Copy + TryInto<usize>>(
    key: &Key,
    values: &[u8],
    offsets: &[O],
    out: &mut [[u64; 2]],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    backend::hash_each(key.backend(), key, column.iter(), out);
    Ok(())
}
