//! Batches of messages: the checks that come before a kernel.

use core::fmt;
use core::ops::Range;

/// The number of strings that [`Column::each_chunk`] takes from a column at a time. Their slices
/// take 2 KiB of stack, and kernels that sort messages do so for as many.
pub const CHUNK: usize = 128;

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

    /// Iterates over where some strings are among the values.
    ///
    /// # Panics
    /// Panics if the column has not all of these strings.
    #[inline(always)]
    #[must_use]
    pub fn ranges(
        &self,
        strings: Range<usize>,
    ) -> impl ExactSizeIterator<Item = Range<usize>> + use<'m, O> {
        let offsets =
            if strings.is_empty() { &[] } else { &self.offsets[strings.start..=strings.end] };
        offsets.windows(2).map(|w| Self::position(w[0])..Self::position(w[1]))
    }

    /// Iterates over the strings in order.
    #[inline(always)]
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'m [u8]> + use<'m, O> {
        let values = self.values;
        let position = Self::position;
        self.offsets.windows(2).map(move |w| &values[position(w[0])..position(w[1])])
    }

    /// Calls `hash` with the strings, in order and at most [`CHUNK`] at a time, and with their
    /// range of indices.
    ///
    /// A kernel that takes slices then serves columns too, whatever the type of their offsets, for
    /// about a nanosecond a string. Where that counts, [`iter`](Self::iter) makes a kernel of its
    /// own.
    #[inline]
    pub fn each_chunk(&self, mut hash: impl FnMut(Range<usize>, &[&'m [u8]])) {
        let mut chunk: [&[u8]; CHUNK] = [&[]; CHUNK];
        for start in (0..self.len()).step_by(CHUNK) {
            let range = start..(start + CHUNK).min(self.len());
            let strings = &mut chunk[..range.len()];
            let mut begin = Self::position(self.offsets[start]);
            for (place, end) in strings.iter_mut().zip(&self.offsets[start + 1..]) {
                let end = Self::position(*end);
                *place = &self.values[begin..end];
                begin = end;
            }
            hash(range, strings);
        }
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
    /// A view of a string lies outside the buffers.
    View {
        /// The index of the view.
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
            Self::View { index } => write!(f, "view {index} lies outside the buffers"),
        }
    }
}

impl core::error::Error for BatchError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use core::fmt::Debug;
    use std::vec;
    use std::vec::Vec;

    /// Checks columns with offsets of a type, which `offset` makes of integers that it can hold.
    fn offsets_of<O: Copy + TryInto<usize> + Debug>(offset: fn(i64) -> O) {
        let column = |values: &'static [u8], offsets: &[i64], outputs| {
            let offsets: Vec<O> = offsets.iter().map(|o| offset(*o)).collect();
            let column = Column::new(values, &offsets, outputs)?;
            let strings: Vec<_> = column.iter().map(<[u8]>::to_vec).collect();
            assert_eq!((column.len(), column.is_empty()), (strings.len(), strings.is_empty()));
            Ok(strings)
        };
        assert_eq!(column(b"", &[], 0), Ok(vec![]));
        assert_eq!(column(b"", &[0], 0), Ok(vec![]));
        // A column may start and end inside its values.
        assert_eq!(
            column(b"some text", &[2, 4, 4, 6], 3),
            Ok([&b"me"[..], b"", b" t"].map(Vec::from).into())
        );
        let length = |messages, outputs| Err(BatchError::Length { messages, outputs });
        assert_eq!(column(b"", &[], 1), length(0, 1));
        assert_eq!(column(b"one", &[0, 3], 2), length(1, 2));
        for (offsets, index) in [([0, 4, 3], 2), ([0, 4, 10], 2), ([10, 10, 10], 0)] {
            assert_eq!(column(b"some text", &offsets, 2), Err(BatchError::Offset { index }));
        }
    }

    #[test]
    fn offsets_of_every_type_are_checked() {
        offsets_of(|offset| i32::try_from(offset).expect("a small offset"));
        offsets_of(|offset| u32::try_from(offset).expect("a small offset"));
        offsets_of(|offset| usize::try_from(offset).expect("a small offset"));
        offsets_of(i64::cast_unsigned);
        offsets_of(|offset| offset);
        for (offsets, index) in
            [([0, -1], 1), ([-1, 0], 0), ([i64::MIN, i64::MAX], 0), ([0, i64::MAX], 1)]
        {
            let error = Column::new(b"some text", &offsets, 1).err();
            assert_eq!(error, Some(BatchError::Offset { index }), "{offsets:?}");
        }
        // No offset is cut to the width of a pointer.
        let error = Column::new(b"some text", &[0, (1 << 40) + 4, (1 << 40) + 5_u64], 2).err();
        assert_eq!(error, Some(BatchError::Offset { index: 1 }));
    }

    /// Each offset of a long column is checked, not only the first ones.
    #[test]
    fn every_offset_of_a_long_column_is_checked() {
        let values = [7; 1000];
        for index in 0..1000 {
            let mut offsets: Vec<usize> = (0..1000).collect();
            offsets[index] = 1001;
            let error = Column::new(&values, &offsets, 999).err();
            assert_eq!(error, Some(BatchError::Offset { index }));
            // One below the one before, if there is one.
            offsets[index] = index.saturating_sub(2);
            let error = Column::new(&values, &offsets, 999).err();
            let index = (index > 1).then_some(BatchError::Offset { index });
            assert_eq!(error, index);
        }
    }

    #[test]
    fn strings_that_a_column_has_not_panic() {
        use std::panic::catch_unwind;
        let column = Column::new(b"some text", &[2, 4, 6], 2).expect("a column");
        assert_eq!([0, 1].map(|i| column.get(i)), [b"me", b" t"]);
        for i in [2, 3, usize::MAX] {
            assert!(catch_unwind(|| column.get(i).len()).is_err(), "{i}");
        }
        assert_eq!(column.ranges(0..2).len(), 2);
        assert_eq!(column.ranges(7..7).len(), 0);
        for strings in [0..3, 1..3, 2..3] {
            assert!(catch_unwind(|| column.ranges(strings.clone()).len()).is_err(), "{strings:?}");
        }
    }

    #[test]
    fn chunks_are_the_strings_in_order() {
        let values = [7; 5 * CHUNK];
        for count in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1] {
            let offsets: Vec<usize> = (0..=count).map(|i| 3 + 2 * i + i % 2).collect();
            let column = Column::new(&values, &offsets, count).expect("the offsets are in order");
            let mut found = Vec::new();
            column.each_chunk(|range, strings| {
                assert_eq!(
                    (range.start, range.len()),
                    (found.len(), strings.len()),
                    "{count} strings"
                );
                assert!((1..=CHUNK).contains(&strings.len()), "{count} strings");
                found.extend(strings.iter().map(|string| string.as_ptr_range()));
            });
            let expected: Vec<_> = column.iter().map(<[u8]>::as_ptr_range).collect();
            assert_eq!(found, expected, "{count} strings");
        }
    }
}
