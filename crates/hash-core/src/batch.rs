//! Many messages at once: the checks that precede a kernel.

use core::fmt;

/// Checks that there is one output for each message.
///
/// # Errors
/// [`BatchError::Length`] otherwise.
#[inline]
pub const fn same_length(messages: usize, outputs: usize) -> Result<(), BatchError> {
    if messages == outputs { Ok(()) } else { Err(BatchError::Length { messages, outputs }) }
}

/// A column of strings in Arrow's layout: string i is `values[offsets[i]..offsets[i + 1]]`, so
/// there is one offset more than there are strings; no offsets are an empty column.
///
/// Holding one means that the offsets are in order and inside the values.
#[derive(Clone, Copy, Debug)]
pub struct Column<'m, O> {
    values: &'m [u8],
    offsets: &'m [O],
}

impl<'m, O: Copy + TryInto<usize>> Column<'m, O> {
    /// Checks a column that is to be hashed into so many outputs.
    ///
    /// # Errors
    /// [`BatchError::Length`] if there are not as many outputs as strings, [`BatchError::Offset`]
    /// if an offset is negative, past the end of the values or below the one before it.
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

    /// The number of strings.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are no strings.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// String i.
    ///
    /// # Panics
    /// If i is not below the number of strings.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, i: usize) -> &'m [u8] {
        &self.values[Self::position(self.offsets[i])..Self::position(self.offsets[i + 1])]
    }

    /// The strings in order.
    #[inline(always)]
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'m [u8]> + use<'m, O> {
        let values = self.values;
        let position = Self::position;
        self.offsets.windows(2).map(move |w| &values[position(w[0])..position(w[1])])
    }

    /// An offset, which [`new`](Self::new) has converted before.
    #[inline(always)]
    fn position(offset: O) -> usize {
        offset.try_into().unwrap_or(0)
    }
}

/// Writes the hash of each message to the output of the same index: the loop of functions for which
/// side by side is no faster than one by one.
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

/// The messages and outputs of a batch disagree, or the offsets of a column are out of order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are not as many outputs as messages.
    Length {
        /// The number of messages.
        messages: usize,
        /// The number of outputs.
        outputs: usize,
    },
    /// An offset is negative, past the end of the values or below the one before it.
    Offset {
        /// Its index.
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
                write!(f, "offset {index} is below the one before it or past the values")
            }
        }
    }
}

impl core::error::Error for BatchError {}
