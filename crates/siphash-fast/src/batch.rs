//! Hashes many messages under one key, in the lanes of vectors.

use crate::backend::{self, Messages};
use crate::key::Key;
use crate::oneshot::hash128;
use hash_core::BatchError;
use hash_core::batch::{Column, one_by_one, same_length};

/// Writes the hash of each message to the output of the same index: [`hash`](crate::hash) if the
/// outputs are `u64`, [`hash128`] if they are `[u64; 2]`. Messages may have any lengths; nothing is
/// allocated.
///
/// Hashes of 64 bits share vectors: the messages are sorted by length on the stack, 128 at a time,
/// and those of similar length are hashed in parallel. Hashes of 128 bits are computed one after
/// another.
///
/// ```
/// use siphash_fast::{Key, hash_many, siphash_2_4, siphash128_2_4};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_many::<2, 4, _>(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [siphash_2_4(&key, b"one"), siphash_2_4(&key, b"another")]);
/// let mut out = [[0; 2]; 2];
/// hash_many::<2, 4, _>(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [siphash128_2_4(&key, b"one"), siphash128_2_4(&key, b"another")]);
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; nothing is written.
pub fn hash_many<const C: u8, const D: u8, H: Output>(
    key: &Key,
    messages: &[&[u8]],
    out: &mut [H],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    H::hash_each::<C, D, _>(key, messages, out);
    Ok(())
}

/// Writes the hash of each message of N bytes to the output of the same index. The type of the
/// outputs selects the width, as for [`hash_many`]. Messages of one length are not sorted.
///
/// ```
/// use siphash_fast::{Key, hash_fixed, siphash_1_3};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_fixed::<1, 3, _, _>(&key, &[*b"three", *b"seven"], &mut out)?;
/// assert_eq!(out, [siphash_1_3(&key, b"three"), siphash_1_3(&key, b"seven")]);
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; nothing is written.
pub fn hash_fixed<const C: u8, const D: u8, const N: usize, H: Output>(
    key: &Key,
    messages: &[[u8; N]],
    out: &mut [H],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    H::hash_each::<C, D, _>(key, messages, out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index. The type of the outputs selects the width, as for [`hash_many`].
///
/// ```
/// use siphash_fast::{Key, hash_u64s, siphash_1_3};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_u64s::<1, 3, _>(&key, &[7, 8], &mut out)?;
/// assert_eq!(out, [7_u64, 8].map(|word| siphash_1_3(&key, &word.to_le_bytes())));
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; nothing is written.
pub fn hash_u64s<const C: u8, const D: u8, H: Output>(
    key: &Key,
    words: &[u64],
    out: &mut [H],
) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    H::hash_u64s::<C, D>(key, words, out);
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout to the output of the same index.
/// The type of the outputs selects the width, as for [`hash_many`]. String i is
/// `values[offsets[i]..offsets[i + 1]]`, so there is one more offset than there are strings.
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use siphash_fast::{Key, hash_column, siphash_1_3};
/// let key = Key::from_seed(1);
/// let mut out = [0; 3];
/// hash_column::<1, 3, _, _>(&key, b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [b"one".as_slice(), b"", b"two"].map(|m| siphash_1_3(&key, m)));
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] unless there is one more offset than there are outputs (a column without
/// offsets is empty), [`BatchError::Offset`] if an offset is negative, past the end of the values
/// or below the one before it. Nothing is written.
pub fn hash_column<const C: u8, const D: u8, O: Copy + TryInto<usize>, H: Output>(
    key: &Key,
    values: &[u8],
    offsets: &[O],
    out: &mut [H],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    column.each_chunk(|range, strings| H::hash_each::<C, D, _>(key, strings, &mut out[range]));
    Ok(())
}

/// The type of a hash that batches write: `u64` or `[u64; 2]`.
pub trait Output: Copy + sealed::Output {}

impl Output for u64 {}
impl Output for [u64; 2] {}

mod sealed {
    use super::{Key, Messages};

    #[expect(unnameable_types, reason = "that is what seals the trait")]
    pub trait Output: Sized {
        /// Hashes each message. Stops when the messages or the outputs end.
        fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
            key: &Key,
            messages: &M,
            out: &mut [Self],
        );

        /// Hashes each word. Stops when the words or the outputs end.
        fn hash_u64s<const C: u8, const D: u8>(key: &Key, words: &[u64], out: &mut [Self]);
    }
}

impl sealed::Output for u64 {
    #[inline(always)]
    fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
        key: &Key,
        messages: &M,
        out: &mut [Self],
    ) {
        backend::hash_each::<C, D, M>(key.backend(), key.to_words(), messages, out);
    }

    #[inline(always)]
    fn hash_u64s<const C: u8, const D: u8>(key: &Key, words: &[u64], out: &mut [Self]) {
        backend::hash_u64s::<C, D>(key.backend(), key.to_words(), words, out);
    }
}

impl sealed::Output for [u64; 2] {
    fn hash_each<const C: u8, const D: u8, M: Messages + ?Sized>(
        key: &Key,
        messages: &M,
        out: &mut [Self],
    ) {
        let messages = (0..messages.count()).map(|i| messages.get(i));
        one_by_one(messages, out, |message| hash128::<C, D>(key, message));
    }

    fn hash_u64s<const C: u8, const D: u8>(key: &Key, words: &[u64], out: &mut [Self]) {
        for (word, hash) in words.iter().zip(out) {
            *hash = hash128::<C, D>(key, &word.to_le_bytes());
        }
    }
}

/// Defines the batch functions of a module's `hash::<C, D>`, whose key is `$Key`. They loop over
/// single messages, because hashing several messages in parallel is no faster.
macro_rules! batches_one_by_one {
    ($Key:ty) => {
        /// Writes [`hash`] of each message to the output of the same index, one message after
        /// another. Messages may have any lengths; nothing is allocated.
        ///
        /// # Errors
        /// [`BatchError::Length`](crate::BatchError::Length) if the numbers of messages and outputs
        /// differ; nothing is written.
        pub fn hash_many<const C: u8, const D: u8>(
            key: &$Key,
            messages: &[&[u8]],
            out: &mut [u64],
        ) -> Result<(), crate::BatchError> {
            hash_core::batch::same_length(messages.len(), out.len())?;
            let messages = messages.iter().copied();
            hash_core::batch::one_by_one(messages, out, |m| hash::<C, D>(key, m));
            Ok(())
        }

        /// Writes [`hash`] of each word, taken as its eight little-endian bytes, to the output of
        /// the same index, one word after another.
        ///
        /// # Errors
        /// [`BatchError::Length`](crate::BatchError::Length) if the numbers of words and outputs
        /// differ; nothing is written.
        pub fn hash_u64s<const C: u8, const D: u8>(
            key: &$Key,
            words: &[u64],
            out: &mut [u64],
        ) -> Result<(), crate::BatchError> {
            hash_core::batch::same_length(words.len(), out.len())?;
            for (word, h) in words.iter().zip(out) {
                *h = hash::<C, D>(key, &word.to_le_bytes());
            }
            Ok(())
        }

        /// Writes [`hash`] of each string of a column in Arrow's layout to the output of the same
        /// index, one string after another; see [`hash_column`](crate::hash_column) of the crate.
        ///
        /// # Errors
        /// [`BatchError::Length`](crate::BatchError::Length) unless there is one more offset than
        /// there are outputs, [`BatchError::Offset`](crate::BatchError::Offset) if an offset is
        /// negative, past the end of the values or below the one before it. Nothing is written.
        pub fn hash_column<const C: u8, const D: u8, O: Copy + TryInto<usize>>(
            key: &$Key,
            values: &[u8],
            offsets: &[O],
            out: &mut [u64],
        ) -> Result<(), crate::BatchError> {
            let column = hash_core::batch::Column::new(values, offsets, out.len())?;
            hash_core::batch::one_by_one(column.iter(), out, |m| hash::<C, D>(key, m));
            Ok(())
        }
    };
}
pub(crate) use batches_one_by_one;
