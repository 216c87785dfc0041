//! Batches of messages: the checks that come before a kernel.

use core::fmt;

/// Checks that the number of outputs equals the number of messages.
///
/// # Errors
/// Returns [`BatchError::Length`] if the numbers differ.
#[inline]
pub const fn same_length(messages: usize, outputs: usize) -> Result<(), BatchError> {
    if messages == outputs { Ok(()) } else { Err(BatchError::Length { messages, outputs }) }
}

/// A column of strings in Arrow's layout, with checked offsets.
///
/// String i is `values[offsets[i]..offsets[i + 1]]`, so a column of n strings has n + 1 offsets. An
/// empty list of offsets is an empty column. The offsets of a `Column` never decrease and never
/// exceed the length of the values.
#[derive(Clone, Copy, Debug)]
pub struct Column<'m, O> {
    values: &'m [u8],
    offsets: &'m [O],
}

impl<'m, O: Copy + TryInto<usize>> Column<'m, O> {
    /// Checks a column that is to be hashed into `outputs` hashes.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if the number of strings differs from the number of outputs,
    /// and [`BatchError::Offset`] if an offset is negative, past the end of the values or below the
    /// one before it.
    #[inline]
    pub fn new(values: &'m [u8], offsets: &'m [O], outputs: usize) -> Result<Self, BatchError> {
        same_length(offsets.len().saturating_sub(1), outputs)?;
        let mut end = 0;
        for (index, offset) in offsets.iter().enumerate() {
            end = match (*offset).try_into() {
                Ok(next) if (end..=values.len()).contains(&next) => next,
                _ => return Err(BatchError::Offset { index }),
            };
        }
        Ok(Self { values, offsets })
    }

    /// Returns the number of strings.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Returns whether the column has no strings.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns string i.
    ///
    /// # Panics
    /// Panics if i is not below the number of strings.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, i: usize) -> &'m [u8] {
        &self.values[Self::position(self.offsets[i])..Self::position(self.offsets[i + 1])]
    }

    /// Iterates over the strings in order.
    #[inline(always)]
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'m [u8]> + use<'m, O> {
        let values = self.values;
        let position = Self::position;
        self.offsets.windows(2).map(move |w| &values[position(w[0])..position(w[1])])
    }

    /// Converts an offset. [`new`](Self::new) has checked that the conversion succeeds.
    #[inline(always)]
    fn position(offset: O) -> usize {
        let position = offset.try_into();
        debug_assert!(position.is_ok(), "an offset is negative or too large");
        position.unwrap_or(0)
    }
}

/// Hashes the messages one after another and writes each hash to the output of the same index. For
/// functions that gain nothing from hashing several messages side by side.
#[inline]
pub fn one_by_one<'m, H>(
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [H],
    mut hash: impl FnMut(&'m [u8]) -> H,
) {
    for (message, h) in messages.zip(out) {
        *h = hash(message);
    }
}

/// Inconsistent batch: the messages, offsets and outputs disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// The number of outputs differs from the number of messages.
    Length {
        /// The number of messages.
        messages: usize,
        /// The number of outputs.
        outputs: usize,
    },
    /// An offset is negative, past the end of the values or below the one before it.
    Offset {
        /// The index of the offset.
        index: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { messages, outputs } => {
                write!(f, "batch has {messages} messages and {outputs} outputs")
            }
            Self::Offset { index } => {
                write!(f, "offset {index} is negative, below the one before, or past the values")
            }
        }
    }
}

impl core::error::Error for BatchError {}
