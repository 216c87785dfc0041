//! Validity bitmaps, which say which rows of a column are null.

use hash_core::BatchError;

/// The validity of a column in Arrow's layout: one bit per row, lowest bit of a byte first, 0 for
/// null. Row i is bit `offset + i`.
#[derive(Clone, Copy, Debug)]
pub struct Validity<'v> {
    bits: &'v [u8],
    offset: usize,
}

impl<'v> Validity<'v> {
    /// Wraps the bits from bit `offset` on.
    #[inline]
    #[must_use]
    pub const fn new(bits: &'v [u8], offset: usize) -> Self {
        Self { bits, offset }
    }

    /// Checks that there is a bit for each of `rows` rows.
    pub(crate) fn check(self, rows: usize) -> Result<(), BatchError> {
        let bits = self.bits.len().saturating_mul(8).saturating_sub(self.offset);
        if bits < rows {
            return Err(BatchError::Length { messages: bits, outputs: rows });
        }
        Ok(())
    }

    /// Returns the bits from row `rows` on.
    #[inline]
    #[must_use]
    pub const fn skip(self, rows: usize) -> Self {
        Self { bits: self.bits, offset: self.offset + rows }
    }

    /// Returns bit i: whether row i is not null.
    ///
    /// # Panics
    /// Panics if there is no such bit.
    #[inline]
    #[must_use]
    pub const fn get(self, i: usize) -> bool {
        let i = self.offset + i;
        self.bits[i / 8] >> (i % 8) & 1 == 1
    }

    /// Returns up to 64 bits from bit `from` on, the first one lowest, and ones above them. The
    /// caller ensures that all are in range.
    #[inline]
    pub(crate) fn word(self, from: usize, count: usize) -> u64 {
        let start = self.offset + from;
        let bytes = &self.bits[start / 8..(start + count).div_ceil(8)];
        let mut wide = [0; 16];
        wide[..bytes.len()].copy_from_slice(bytes);
        #[expect(clippy::cast_possible_truncation, reason = "keeps the low 64 bits")]
        let word = (u128::from_le_bytes(wide) >> (start % 8)) as u64;
        if count < 64 { word | u64::MAX << count } else { word }
    }
}
