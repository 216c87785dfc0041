//! Many messages under one key, several at once where the registers allow.

use crate::backend;
use crate::key::Key;
use core::fmt;

/// Writes the hash of each message to the same place of `out`: [`hash64`](crate::hash64) if the
/// places are `u64`, [`hash128`](crate::hash128) if `[u64; 2]`, [`hash256`](crate::hash256) if
/// `[u64; 4]`. No allocation; any mix of lengths.
///
/// With AVX-512, fours of messages of at least 192 bytes, in the order given, are hashed side by
/// side as far as the shortest of them goes, with AVX2 pairs of at least 256 bytes: a batch is
/// fastest where neighbours are of similar length.
///
/// ```
/// use highwayhash::{Key, hash_many, hash64, hash256};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash64(&key, b"one"), hash64(&key, b"another")]);
/// let mut out = [[0; 4]; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash256(&key, b"one"), hash256(&key, b"another")]);
/// # Ok::<(), highwayhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
pub fn hash_many<H: Output>(
    key: &Key,
    messages: &[&[u8]],
    out: &mut [H],
) -> Result<(), BatchError> {
    same_length(messages.len(), out.len())?;
    H::hash_each(key, messages.iter().copied(), out);
    Ok(())
}

/// Writes the hash of each word, taken as its eight little-endian bytes, to the same place of
/// `out`, whose type says how many bits it has, as for [`hash_many`].
///
/// ```
/// use highwayhash::{Key, hash_u64s, hash64};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_u64s(&key, &[7, 8], &mut out)?;
/// assert_eq!(out, [7_u64, 8].map(|word| hash64(&key, &word.to_le_bytes())));
/// # Ok::<(), highwayhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if there are not as many words as places; nothing is written.
pub fn hash_u64s<H: Output>(key: &Key, words: &[u64], out: &mut [H]) -> Result<(), BatchError> {
    same_length(words.len(), out.len())?;
    H::hash_u64s(key, words, out);
    Ok(())
}

/// Writes the hash of each string of a column in Arrow's layout to the same place of `out`, whose
/// type says how many bits it has, as for [`hash_many`]. String i is
/// `values[offsets[i]..offsets[i + 1]]`, so there is one offset more than there are strings.
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
/// [`BatchError::Length`] if the places are not one fewer than the offsets (no offsets are an
/// empty column), [`BatchError::Offset`] if an offset is negative, behind the end of the values or
/// below the one before it. Nothing is written.
pub fn hash_column<O: Copy + TryInto<usize>, H: Output>(
    key: &Key,
    values: &[u8],
    offsets: &[O],
    out: &mut [H],
) -> Result<(), BatchError> {
    same_length(offsets.len().saturating_sub(1), out.len())?;
    let mut end = 0;
    for (index, offset) in offsets.iter().enumerate() {
        end = match (*offset).try_into() {
            Ok(next) if (end..=values.len()).contains(&next) => next,
            _ => return Err(BatchError::Offset { index }),
        };
    }
    let position = |offset: O| offset.try_into().unwrap_or(0);
    let strings = offsets.windows(2).map(|w| &values[position(w[0])..position(w[1])]);
    H::hash_each(key, strings, out);
    Ok(())
}

/// A hash that batches can have: `u64`, `[u64; 2]` or `[u64; 4]`.
pub trait Output: Copy + sealed::Output {}

mod sealed {
    use crate::key::Key;

    #[expect(unnameable_types, reason = "that is what seals the trait")]
    pub trait Output: Sized {
        /// For as many as both sides have.
        fn hash_each<'m>(key: &Key, messages: impl Iterator<Item = &'m [u8]>, out: &mut [Self]);

        /// For as many as both sides have.
        fn hash_u64s(key: &Key, words: &[u64], out: &mut [Self]);
    }
}

/// Hashes, and the slice of them as one of arrays of words.
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

const fn same_length(messages: usize, places: usize) -> Result<(), BatchError> {
    if messages == places { Ok(()) } else { Err(BatchError::Length { messages, places }) }
}

/// A batch that does not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are not as many messages as places for their hashes.
    Length {
        /// The number of messages.
        messages: usize,
        /// The number of places.
        places: usize,
    },
    /// An offset that does not continue the column.
    Offset {
        /// Its index among the offsets.
        index: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { messages, places } => {
                write!(f, "{messages} messages, but places for {places} hashes")
            }
            Self::Offset { index } => {
                write!(f, "offset {index} is below the one before it or behind the values")
            }
        }
    }
}

impl core::error::Error for BatchError {}
