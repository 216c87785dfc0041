//! Many messages under one key.

use super::{Key, backend};
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// Writes the hash of each message to the output of the same index. No allocation; any mix of
/// lengths.
///
/// # Errors
/// [`BatchError::Length`] if there are not as many messages as outputs; nothing is written.
pub fn hash_many(key: &Key, messages: &[&[u8]], out: &mut [[u64; 2]]) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    backend::hash_each(key.backend(), key, messages.iter().copied(), out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index.
///
/// # Errors
/// [`BatchError::Length`] if there are not as many words as outputs; nothing is written.
pub fn hash_u64s(key: &Key, words: &[u64], out: &mut [[u64; 2]]) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    /// Words whose bytes are made at a time.
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

/// Writes the hash of each string of a column in Arrow's layout: string i is
/// `values[offsets[i]..offsets[i + 1]]`, so there is one offset more than there are strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// # Errors
/// [`BatchError::Length`] unless there is one output fewer than there are offsets (no offsets are
/// an empty column), [`BatchError::Offset`] if an offset is negative, past the end of the values or
/// below the one before it. Nothing is written.
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
