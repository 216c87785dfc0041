//! Columns of values: batches of messages from their layouts in memory.

use hash_agg::Value;
use hash_arrow::{Error, Kind, Mixed};
use provenhash::Key;
use std::ops::Range;

#[cfg(target_endian = "big")]
compile_error!("columns are read and written in little-endian order");

/// The number of rows that are hashed at once: enough to fill every vector, and few enough for
/// their hashes to stay in the first-level cache.
pub(crate) const BATCH: usize = 256;

/// Writes the cell of each message: its digest or, up to 64 bits, the integer that it spells, in
/// native byte order.
pub(crate) fn hash_many(key: &Key, messages: &[&[u8]], cells: &mut [u8]) {
    key.hash_many(messages, cells).expect("there is a cell for each message");
    as_integers(key, cells);
}

/// Does the same for words, each as its eight little-endian bytes.
fn hash_words(key: &Key, words: &[u64], cells: &mut [u8]) {
    key.hash_u64s(words, cells).expect("there is a cell for each word");
    as_integers(key, cells);
}

/// Does the same for canonical values.
pub(crate) fn hash_canonical(key: &Key, values: &Mixed, cells: &mut [u8]) {
    let hashed = key.hash_column(values.as_bytes(), values.offsets(), cells);
    hashed.expect("there is a cell for each value");
    as_integers(key, cells);
}

/// Turns digests, whose first byte is the most significant one, into integers.
fn as_integers(key: &Key, cells: &mut [u8]) {
    match key.algorithm().output_bits {
        32 => cells.as_chunks_mut::<4>().0.iter_mut().for_each(|cell| cell.reverse()),
        64 => cells.as_chunks_mut::<8>().0.iter_mut().for_each(|cell| cell.reverse()),
        _ => {}
    }
}

/// Values in the order of their hashes, and which of them are null.
pub(crate) struct Column<'a> {
    pub(crate) len: usize,
    pub(crate) validity: Validity<'a>,
    pub(crate) values: Values<'a>,
    /// The meaning of the values, which matters for their canonical form only.
    pub(crate) kind: Kind,
}

/// The bytes of a value that are hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Its bytes.
    Bytes,
    /// The canonical bytes of `hash_agg`.
    Canonical,
}

/// The values that are valid, which means not null.
pub(crate) enum Validity<'a> {
    All,
    None,
    /// Arrow's bitmap.
    Arrow(hash_agg::Validity<'a>),
    /// NumPy's mask: byte i is set if value i is missing.
    Mask(&'a [u8]),
}

/// The location of the bytes of values.
pub(crate) enum Values<'a> {
    /// No value has any bytes.
    Null,
    /// Bit `first + i` is the value, which hashes as a byte, 0 or 1.
    Bits {
        bitmap: &'a [u8],
        first: usize,
    },
    /// Values of `width` bytes each. If `trimmed`, trailing zeros are left out.
    Fixed {
        bytes: &'a [u8],
        width: usize,
        trimmed: bool,
    },
    /// Value i lies between offsets i and i + 1, of 32 or 64 bits.
    Offsets32 {
        offsets: &'a [u8],
        bytes: &'a [u8],
    },
    Offsets64 {
        offsets: &'a [u8],
        bytes: &'a [u8],
    },
    /// Views of 16 bytes each: the length, and the bytes or their location.
    Views {
        views: &'a [[u8; 16]],
        buffers: Vec<&'a [u8]>,
    },
    /// Indices of values, `width` bytes each, and the cells of those values.
    Indices {
        bytes: &'a [u8],
        width: usize,
        signed: bool,
        cells: &'a [u8],
    },
}

/// The error of a malformed column.
const OUTSIDE: &str = "the array is malformed: a value lies outside its buffers";

impl<'a> Column<'a> {
    /// Writes the cell of each value; nulls get the given cell.
    pub(crate) fn hash(
        &self,
        key: &Key,
        form: Form,
        null: &[u8],
        out: &mut [u8],
    ) -> Result<(), &'static str> {
        let size = key.algorithm().output_bits / 8;
        let outs = out.chunks_mut(size * BATCH);
        let mut canonical = (form == Form::Canonical).then(Mixed::default);
        for (first, out) in (0..self.len).step_by(BATCH).zip(outs) {
            let rows = first..self.len.min(first + BATCH);
            match (&self.values, &mut canonical) {
                (Values::Indices { bytes, width, signed, cells }, _) => {
                    let index = |row: usize| index(&bytes[row * width..][..*width], *signed);
                    self.select(index, cells, size, rows.clone(), out).ok_or(OUTSIDE)?;
                }
                (_, Some(canonical)) => self.hash_values(key, canonical, rows.clone(), out)?,
                (_, None) => self.hash_bytes(key, rows.clone(), out).ok_or(OUTSIDE)?,
            }
            if !matches!(self.validity, Validity::All) {
                for (row, cell) in rows.zip(out.chunks_exact_mut(size)) {
                    if !self.validity.is_valid(row) {
                        cell.copy_from_slice(null);
                    }
                }
            }
        }
        Ok(())
    }

    /// Copies the cells that indices select. Returns `None` if there is no such cell.
    fn select(
        &self,
        index: impl Fn(usize) -> Option<usize>,
        cells: &[u8],
        size: usize,
        rows: Range<usize>,
        out: &mut [u8],
    ) -> Option<()> {
        for (row, cell) in rows.zip(out.chunks_exact_mut(size)) {
            // The index of a null is arbitrary.
            if self.validity.is_valid(row) {
                let start = index(row)?.checked_mul(size)?;
                cell.copy_from_slice(cells.get(start..)?.get(..size)?);
            }
        }
        Some(())
    }

    /// Writes the cells of the bytes of at most [`BATCH`] rows, with arbitrary ones for nulls.
    /// Returns `None` if a value lies outside its buffers.
    fn hash_bytes(&self, key: &Key, rows: Range<usize>, out: &mut [u8]) -> Option<()> {
        if let Values::Fixed { bytes, width: 8, trimmed: false } = &self.values {
            let mut words = [0; BATCH];
            let bytes = bytes[8 * rows.start..8 * rows.end].as_chunks().0;
            for (word, bytes) in words.iter_mut().zip(bytes) {
                *word = u64::from_le_bytes(*bytes);
            }
            hash_words(key, &words[..rows.len()], out);
        } else {
            let mut messages: [&[u8]; BATCH] = [&[]; BATCH];
            let messages = &mut messages[..rows.len()];
            self.gather(rows, messages)?;
            hash_many(key, messages, out);
        }
        Some(())
    }

    /// Writes the cells of the canonical forms of at most [`BATCH`] rows, with arbitrary ones for
    /// nulls.
    fn hash_values(
        &self,
        key: &Key,
        canonical: &mut Mixed,
        rows: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), &'static str> {
        let mut messages: [&[u8]; BATCH] = [&[]; BATCH];
        let messages = &mut messages[..rows.len()];
        self.gather(rows.clone(), messages).ok_or(OUTSIDE)?;
        canonical.clear();
        for (row, message) in rows.zip(messages) {
            // The bytes of a null are arbitrary.
            let is_valid = self.validity.is_valid(row);
            let value = if is_valid { self.kind.value(message) } else { Ok(Value::Null) };
            let value = value.map_err(|error| match error {
                Error::Value(what) => what,
                _ => OUTSIDE,
            })?;
            canonical.push_value(value);
        }
        hash_canonical(key, canonical, out);
        Ok(())
    }

    /// Finds the bytes of each row. Returns `None` if they lie outside the buffers.
    fn gather(&self, rows: Range<usize>, messages: &mut [&'a [u8]]) -> Option<()> {
        let (start, rows) = (rows.start, rows.zip(messages.iter_mut()));
        match &self.values {
            Values::Null | Values::Indices { .. } => {}
            Values::Bits { bitmap, first } => {
                for (row, message) in rows {
                    *message = if bit(bitmap, first + row) { &[1] } else { &[0] };
                }
            }
            Values::Fixed { bytes, width, trimmed } => {
                for (row, message) in rows {
                    *message = bytes.get(row * width..(row + 1) * width)?;
                    if *trimmed {
                        let end = message.iter().rposition(|&byte| byte != 0);
                        *message = &message[..end.map_or(0, |last| last + 1)];
                    }
                }
            }
            Values::Offsets32 { offsets, bytes } => cut::<4>(offsets, bytes, start, rows)?,
            Values::Offsets64 { offsets, bytes } => cut::<8>(offsets, bytes, start, rows)?,
            Values::Views { views, buffers } => {
                // The view of a null is arbitrary.
                for (row, message) in rows.filter(|(row, _)| self.validity.is_valid(*row)) {
                    *message = hash_agg::view(views.get(row)?, buffers)?;
                }
            }
        }
        Some(())
    }
}

impl Validity<'_> {
    fn is_valid(&self, row: usize) -> bool {
        match *self {
            Self::All => true,
            Self::None => false,
            Self::Arrow(validity) => validity.get(row),
            Self::Mask(mask) => mask[row] == 0,
        }
    }
}

/// Finds the bytes of rows from `start` on between their offsets of `N` bytes. Each offset is read
/// once, because other threads may change it.
fn cut<'a, 'm, const N: usize>(
    offsets: &[u8],
    bytes: &'a [u8],
    start: usize,
    rows: impl Iterator<Item = (usize, &'m mut &'a [u8])>,
) -> Option<()>
where
    'a: 'm,
{
    let mut at = offset::<N>(offsets, start)?;
    for (row, message) in rows {
        let end = offset::<N>(offsets, row + 1)?;
        *message = bytes.get(at..end)?;
        at = end;
    }
    Some(())
}

/// Returns offset `row`, of `N` bytes, if it exists and is not negative.
fn offset<const N: usize>(offsets: &[u8], row: usize) -> Option<usize> {
    let mut number = [0; 8];
    number[..N].copy_from_slice(offsets.get(N * row..)?.first_chunk::<N>()?);
    let number = u64::from_le_bytes(number);
    if number >> (8 * N - 1) == 0 { usize::try_from(number).ok() } else { None }
}

fn bit(bitmap: &[u8], index: usize) -> bool {
    bitmap[index / 8] >> (index % 8) & 1 == 1
}

/// Returns a little-endian number, unless it is negative.
fn index(bytes: &[u8], signed: bool) -> Option<usize> {
    if signed && bytes.last()? >> 7 == 1 {
        return None;
    }
    let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    usize::try_from(number).ok()
}
