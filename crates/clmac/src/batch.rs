//! Tags of many messages under one key.

use crate::{Key, derive};
use clhash::clhash128;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// The number of messages hashed before their hashes are encrypted.
const CHUNK: usize = 64;

/// Writes the tag of each message to the output of the same index. The hashes are encrypted side by
/// side.
///
/// The messages may have any lengths. Nothing is allocated.
///
/// # Errors
/// Returns [`BatchError::Length`] and writes nothing if the number of messages differs from the
/// number of outputs.
pub fn tag_many(key: &Key, messages: &[&[u8]], out: &mut [[u8; 16]]) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    in_chunks(key, messages, out, clhash128::hash_many)
}

/// Writes the tag of each word, taken as its eight little-endian bytes, to the output of the same
/// index.
///
/// # Errors
/// Returns [`BatchError::Length`] and writes nothing if the number of words differs from the number
/// of outputs.
pub fn tag_u64s(key: &Key, words: &[u64], out: &mut [[u8; 16]]) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    in_chunks(key, words, out, clhash128::hash_u64s)
}

/// Writes the tag of each string of a column in Arrow's layout to the output of the same index.
///
/// String i is `values[offsets[i]..offsets[i + 1]]`, so a column of n strings has n + 1 offsets.
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// # Errors
/// Returns [`BatchError::Length`] if the number of strings differs from the number of outputs
/// (without offsets there are no strings), and [`BatchError::Offset`] if an offset is negative,
/// past the end of the values or below the one before it. Nothing is written then.
pub fn tag_column<O: Copy + TryInto<usize>>(
    key: &Key,
    values: &[u8],
    offsets: &[O],
    out: &mut [[u8; 16]],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    let mut result = Ok(());
    column.each_chunk(|range, strings| {
        result = result.and(in_chunks(key, strings, &mut out[range], clhash128::hash_many));
    });
    result
}

/// Hashes up to [`CHUNK`] messages at a time, and encrypts their hashes.
fn in_chunks<M>(
    key: &Key,
    messages: &[M],
    out: &mut [[u8; 16]],
    hash: impl Fn(&clhash128::Key, &[M], &mut [[u64; 2]]) -> Result<(), BatchError>,
) -> Result<(), BatchError> {
    let mut hashes = [[0; 2]; CHUNK];
    for (messages, out) in messages.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
        let hashes = &mut hashes[..messages.len()];
        hash(key.hash(), messages, hashes)?;
        for (block, hash) in out.iter_mut().zip(&*hashes) {
            *block = derive::to_bytes(*hash);
        }
        key.cipher().encrypt_all(out);
    }
    // No tag reveals a hash.
    #[cfg(feature = "zeroize")]
    hash_core::residue::overwrite(&mut hashes, [[0; 2]; CHUNK]);
    Ok(())
}
