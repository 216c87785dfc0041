//! Hashing many messages under one key.
//!
//! Messages are hashed one by one, because a message of eight blocks or more fills the multiplier
//! by itself, and the CPU overlaps independent short messages without help.

use crate::{Key, Standard, hash};
use hash_core::BatchError;
use hash_core::batch::{Column, one_by_one, same_length};

/// Writes the hash of each message to the output of the same index. The lengths may differ, and
/// nothing is allocated.
///
/// ```
/// use ghash_clmul::{GhashKey, hash, hash_many};
/// let key = GhashKey::from_seed(1);
/// let mut out = [[0; 16]; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), hash(&key, b"another")]);
/// # Ok::<(), ghash_clmul::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; then nothing is written.
pub fn hash_many<S: Standard>(
    key: &Key<S>,
    messages: &[&[u8]],
    out: &mut [[u8; 16]],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    one_by_one(messages.iter().copied(), out, |message| hash(key, message));
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index. Each word is one block and takes one product.
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; then nothing is written.
pub fn hash_u64s<S: Standard>(
    key: &Key<S>,
    words: &[u64],
    out: &mut [[u8; 16]],
) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    for (word, h) in words.iter().zip(out) {
        *h = S::to_bytes(key.multiply(S::element((*word).into())));
    }
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout: string i is
/// `values[offsets[i]..offsets[i + 1]]`, so a column has one more offset than strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use ghash_clmul::{GhashKey, hash, hash_column};
/// let key = GhashKey::from_seed(1);
/// let mut out = [[0; 16]; 3];
/// hash_column(&key, b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), [0; 16], hash(&key, b"two")]);
/// # Ok::<(), ghash_clmul::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] unless there is one output fewer than there are offsets (a column without
/// offsets is empty); [`BatchError::Offset`] if an offset is negative, past the end of the values
/// or below the one before it. Then nothing is written.
pub fn hash_column<S: Standard, O: Copy + TryInto<usize>>(
    key: &Key<S>,
    values: &[u8],
    offsets: &[O],
    out: &mut [[u8; 16]],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    one_by_one(column.iter(), out, |string| hash(key, string));
    Ok(())
}
