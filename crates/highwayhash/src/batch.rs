//! Hashes many messages under one key, several in parallel where the registers allow.

use crate::backend;
use crate::key::Key;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// Writes the hash of each message to the output of the same index: [`hash`](crate::hash) if the
/// outputs are `u64`, [`hash128`](crate::hash128) if they are `[u64; 2]`,
/// [`hash256`](crate::hash256) if they are `[u64; 4]`. Messages may have any lengths; nothing is
/// allocated.
///
/// Groups of messages, in the order given, are hashed in parallel up to the length of the shortest:
/// with AVX-512 four messages of at least 192 bytes, with AVX2 two of at least 256 bytes. So a
/// batch is fastest if neighbours have similar lengths.
///
/// ```
/// use highwayhash::{Key, hash, hash_many, hash256};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash(&key, b"one"), hash(&key, b"another")]);
/// let mut out = [[0; 4]; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash256(&key, b"one"), hash256(&key, b"another")]);
/// # Ok::<(), highwayhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of messages and outputs differ; nothing is written.
pub fn hash_many<H: Output>(
    key: &Key,
    messages: &[&[u8]],
    out: &mut [H],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    H::hash_each(key, messages.iter().copied(), out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the output of the same
/// index. The type of the outputs selects the width, as for [`hash_many`].
///
/// ```
/// use highwayhash::{Key, hash, hash_u64s};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_u64s(&key, &[7, 8], &mut out)?;
/// assert_eq!(out, [7_u64, 8].map(|word| hash(&key, &word.to_le_bytes())));
/// # Ok::<(), highwayhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if the numbers of words and outputs differ; nothing is written.
pub fn hash_u64s<H: Output>(key: &Key, words: &[u64], out: &mut [H]) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    H::hash_u64s(key, words, out);
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout to the output of the same index.
/// String i is `values[offsets[i]..offsets[i + 1]]`, so there is one more offset than there are
/// strings. The type of the outputs selects the width, as for [`hash_many`].
///
/// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
///
/// ```
/// use highwayhash::{Key, hash_column, hash128};
/// let key = Key::from_seed(1);
/// let mut out = [[0; 2]; 3];
/// hash_column(&key, b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
/// assert_eq!(out, [b"one".as_slice(), b"", b"two"].map(|string| hash128(&key, string)));
/// # Ok::<(), highwayhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] unless there is one more offset than there are outputs (a column without
/// offsets is empty), [`BatchError::Offset`] if an offset is negative, past the end of the values
/// or below the one before it. Nothing is written.
pub fn hash_column<O: Copy + TryInto<usize>, H: Output>(
    key: &Key,
    values: &[u8],
    offsets: &[O],
    out: &mut [H],
) -> Result<(), BatchError> {
    let column = Column::new(values, offsets, out.len())?;
    H::hash_each(key, column.iter(), out);
    Ok(())
}

/// The type of a hash that batches write: `u64`, `[u64; 2]` or `[u64; 4]`.
pub trait Output: Copy + sealed::Output {}

mod sealed {
    use crate::key::Key;

    #[expect(unnameable_types, reason = "that is what seals the trait")]
    pub trait Output: Sized {
        /// Hashes each message. Stops when the messages or the outputs end.
        fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [Self]);

        /// Hashes the bytes of each word. Stops when the words or the outputs end.
        fn hash_u64s(key: &Key, words: &[u64], out: &mut [Self]);
    }
}

/// Implements the trait for a type of hashes. The expression converts a slice of hashes to a slice
/// of arrays of words.
macro_rules! outputs {
    ($($hash:ty, |$out:ident| $words:expr;)*) => {
        $(impl Output for $hash {}
        impl sealed::Output for $hash {
            #[inline]
            fn hash_each<'m>(
                key: &Key,
                messages: impl Iterator<Item = &'m [u8]>,
                $out: &mut [Self],
            ) {
                backend::hash_each(key.backend(), key.words(), messages, $words);
            }

            #[inline]
            fn hash_u64s(key: &Key, words: &[u64], $out: &mut [Self]) {
                backend::hash_u64s(key.backend(), key.words(), words, $words);
            }
        })*
    };
}

outputs! {
    u64, |out| out.as_chunks_mut::<1>().0;
    [u64; 2], |out| out;
    [u64; 4], |out| out;
}
