//! Many messages under one key, in the lanes of vectors.

use crate::backend::{self, Backend, Messages};
use crate::key::Key;
use core::fmt;

/// SipHash-C-D of 64 bits of many messages under a key, on a backend. [`Batch24`] and [`Batch13`] have
/// names.
///
/// No function allocates, each keeps the order, and each gives the values of [`hash`](crate::hash).
///
/// ```
/// use siphash_fast::{Batch24, Key, siphash24};
/// let key = Key::from_seed(1);
/// let batch = Batch24::new(&key);
/// let mut out = [0; 2];
/// batch.hash_many(&[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [siphash24(&key, b"one"), siphash24(&key, b"another")]);
/// # Ok::<(), siphash_fast::BatchError>(())
/// ```
#[derive(Clone)]
pub struct Batch<const C: u8, const D: u8> {
    key: Key,
    backend: Backend,
}

/// SipHash-2-4 of many messages.
pub type Batch24 = Batch<2, 4>;
/// SipHash-1-3 of many messages.
pub type Batch13 = Batch<1, 3>;

impl<const C: u8, const D: u8> Batch<C, D> {
    /// The function of this key, on the best backend.
    #[inline]
    #[must_use]
    pub fn new(key: &Key) -> Self {
        Self { key: key.clone(), backend: Backend::detect() }
    }

    /// The same on another backend.
    #[must_use]
    pub const fn with_backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// Writes the hash of each word, taken as its eight little-endian bytes, to the same place of `out`.
    ///
    /// # Errors
    /// [`BatchError::Length`] if there are not as many words as places; nothing is written.
    pub fn hash_u64s(&self, words: &[u64], out: &mut [u64]) -> Result<(), BatchError> {
        same_length(words.len(), out.len())?;
        backend::hash_u64s::<C, D>(self.backend, self.key.to_words(), words, out);
        Ok(())
    }

    /// Writes the hash of each message of N bytes to the same place of `out`.
    ///
    /// # Errors
    /// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
    pub fn hash_fixed<const N: usize>(
        &self,
        messages: &[[u8; N]],
        out: &mut [u64],
    ) -> Result<(), BatchError> {
        same_length(messages.len(), out.len())?;
        self.hash_each(&Fixed(messages), out);
        Ok(())
    }

    /// Writes the hash of each message to the same place of `out`. Any mix of lengths: messages are
    /// sorted by length on the stack, some at a time, and those of about the same share a vector.
    ///
    /// # Errors
    /// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
    pub fn hash_many(&self, messages: &[&[u8]], out: &mut [u64]) -> Result<(), BatchError> {
        same_length(messages.len(), out.len())?;
        self.hash_each(&Slices(messages), out);
        Ok(())
    }

    /// Writes the hash of each string of a column in Arrow's layout: string i is
    /// `values[offsets[i]..offsets[i + 1]]`, so there is one offset more than there are strings.
    ///
    /// Offsets are 32-bit (`Utf8`, `Binary`) or 64-bit (`LargeUtf8`, `LargeBinary`).
    ///
    /// ```
    /// use siphash_fast::{Batch13, Key, siphash13};
    /// let key = Key::from_seed(1);
    /// let mut out = [0; 3];
    /// Batch13::new(&key).hash_column(b"onetwo", &[0_i32, 3, 3, 6], &mut out)?;
    /// assert_eq!(out, [b"one".as_slice(), b"", b"two"].map(|m| siphash13(&key, m)));
    /// # Ok::<(), siphash_fast::BatchError>(())
    /// ```
    ///
    /// # Errors
    /// [`BatchError::Length`] if the places are not one fewer than the offsets (no offsets are an
    /// empty column), [`BatchError::Offset`] if an offset is negative, behind the end of the values or
    /// below the one before it. Nothing is written.
    pub fn hash_column<O: Copy + TryInto<usize>>(
        &self,
        values: &[u8],
        offsets: &[O],
        out: &mut [u64],
    ) -> Result<(), BatchError> {
        same_length(offsets.len().saturating_sub(1), out.len())?;
        let mut end = 0;
        for (index, offset) in offsets.iter().enumerate() {
            end = match (*offset).try_into() {
                Ok(next) if (end..=values.len()).contains(&next) => next,
                _ => return Err(BatchError::Offset { index }),
            };
        }
        self.hash_each(&Column { values, offsets }, out);
        Ok(())
    }

    #[inline(always)]
    fn hash_each(&self, messages: &impl Messages, out: &mut [u64]) {
        backend::hash_each::<C, D, _>(self.backend, self.key.to_words(), messages, out);
    }
}

impl<const C: u8, const D: u8> fmt::Debug for Batch<C, D> {
    /// Names the backend and keeps the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("backend", &self.backend.name()).finish_non_exhaustive()
    }
}

/// Messages wherever they are.
struct Slices<'m>(&'m [&'m [u8]]);

impl Messages for Slices<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &[u8] {
        self.0[i]
    }
}

/// Messages of N bytes, one behind the other.
struct Fixed<'m, const N: usize>(&'m [[u8; N]]);

impl<const N: usize> Messages for Fixed<'_, N> {
    const LENGTH: Option<usize> = Some(N);

    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &[u8] {
        &self.0[i]
    }
}

/// A column in Arrow's layout, whose offsets were found to be in order.
struct Column<'m, O> {
    values: &'m [u8],
    offsets: &'m [O],
}

impl<O: Copy + TryInto<usize>> Messages for Column<'_, O> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &[u8] {
        let position = |offset: O| offset.try_into().unwrap_or(0);
        &self.values[position(self.offsets[i])..position(self.offsets[i + 1])]
    }
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
