//! Many messages under one key, in one call.

use crate::function::Function;
use crate::key::Key;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// Writes [`hash`](crate::hash()) of each message to the output of the same index. No allocation;
/// any mix of lengths.
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
/// [`BatchError::Length`] if there are not as many messages as outputs; nothing is written.
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
/// index. For words alone, [`MultiplyShift`](crate::MultiplyShift) has the bound of
/// [`Multilinear64`](crate::Multilinear64) without a carry-less multiplier.
///
/// # Errors
/// [`BatchError::Length`] if there are not as many words as outputs; nothing is written.
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
/// [`BatchError::Length`] unless there is one output fewer than there are offsets (no offsets are
/// an empty column), [`BatchError::Offset`] if an offset is negative, past the end of the values or
/// below the one before it. Nothing is written.
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
