//! Many messages under one key.
//!
//! One by one: the kernels of one message fill the multiplier from eight blocks on, and those of
//! independent short messages overlap in the CPU by themselves.

use crate::{Key, Standard, hash};
use hash_core::BatchError;
use hash_core::batch::{Column, one_by_one, same_length};

/// Writes the hash of each message to the output of the same index. No allocation; any mix of
/// lengths.
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
/// [`BatchError::Length`] if there are not as many messages as outputs; nothing is written.
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
/// index. Each word is one block: one product.
///
/// # Errors
/// [`BatchError::Length`] if there are not as many words as outputs; nothing is written.
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
/// `values[offsets[i]..offsets[i + 1]]`, so there is one offset more than there are strings.
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
/// [`BatchError::Length`] unless there is one output fewer than there are offsets (no offsets are
/// an empty column), [`BatchError::Offset`] if an offset is negative, past the end of the values or
/// below the one before it. Nothing is written.
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
