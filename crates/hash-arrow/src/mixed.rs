//! Columns that are not Arrow's: values of any kinds, and plain slices.

use crate::array::{Array, Values};
use crate::error::Error;
use crate::kind::{Layout, leaf};
use crate::types::Indices;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use hash_agg::{Bytes, Encoder, Row, Validity, Value};

/// Values of any kinds, one after the other, as their canonical bytes: a column of objects.
///
/// ```
/// use hash_agg::{Fingerprint, Key, Value};
/// use hash_arrow::{Error, Mixed, RowHasher};
/// let mut column = Mixed::default();
/// column.push(|encoder| {
///     encoder.push(5);
///     Ok::<_, Error>(())
/// })?;
/// column.push(|encoder| encoder.list(|items| {
///     items.push("a").push(Value::Null);
///     Ok::<_, Error>(())
/// }))?;
/// let (key, mut fingerprint) = (Key::generate(), Fingerprint::EMPTY);
/// RowHasher::new(&key).add(&[column.array()], 2, &mut fingerprint)?;
/// assert_eq!(fingerprint.rows(), 2);
/// # Ok::<(), hash_arrow::Error>(())
/// ```
#[derive(Clone)]
pub struct Mixed {
    encoder: Encoder,
    /// Value i lies between offsets i and i + 1.
    offsets: Vec<usize>,
}

impl Default for Mixed {
    fn default() -> Self {
        Self { encoder: Encoder::new(), offsets: Vec::from([0]) }
    }
}

impl Mixed {
    /// Removes all values and keeps the memory.
    pub fn clear(&mut self) {
        self.encoder.clear();
        self.offsets.truncate(1);
    }

    /// Appends a value.
    pub fn push_value<'v>(&mut self, value: impl Into<Value<'v>>) {
        self.encoder.push(value);
        self.offsets.push(self.encoder.as_bytes().len());
    }

    /// Appends the value that `write` writes.
    ///
    /// # Errors
    /// Returns the error of `write`. All values are then removed.
    ///
    /// # Panics
    /// Panics if `write` writes another number of values than one.
    pub fn push<E>(&mut self, write: impl FnOnce(&mut Encoder) -> Result<(), E>) -> Result<(), E> {
        let before = self.encoder.values();
        write(&mut self.encoder).inspect_err(|_| self.clear())?;
        assert_eq!(self.encoder.values(), before + 1, "an item is one value");
        self.offsets.push(self.encoder.as_bytes().len());
        Ok(())
    }

    /// Returns whether the last value is null. Without values the answer is yes.
    #[must_use]
    pub fn ends_with_null(&self) -> bool {
        self.offsets.last_chunk().is_none_or(|[start, end]| end - start == 1)
    }

    /// Returns the canonical bytes of all values.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.encoder.as_bytes()
    }

    /// Returns the offsets of the values in these bytes: value i lies between offsets i and i + 1.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// Returns the values as an array.
    #[must_use]
    pub fn array(&self) -> Array<'_> {
        let items = Items { bytes: self.as_bytes(), offsets: &self.offsets };
        let len = self.offsets.len() - 1;
        Array { first: 0, len, validity: None, values: Values::Mixed(items) }
    }
}

/// Shows no values.
impl fmt::Debug for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mixed").field("len", &(self.offsets.len() - 1)).finish_non_exhaustive()
    }
}

/// The values of a [`Mixed`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Items<'a> {
    bytes: &'a [u8],
    offsets: &'a [usize],
}

impl<'a> Items<'a> {
    /// Returns the canonical bytes of a value.
    pub(crate) fn canonical(self, place: usize) -> &'a [u8] {
        &self.bytes[self.offsets[place]..self.offsets[place + 1]]
    }

    pub(crate) fn is_null(self, place: usize) -> bool {
        // The canonical bytes of a null are its kind alone, and those of no other value.
        self.canonical(place).len() == 1
    }

    /// Returns the value, or an error if it is a list, struct or map.
    pub(crate) fn value(self, place: usize) -> Result<Value<'a>, Error> {
        const NESTED: Error = Error::Value("it is a list, struct or map");
        Value::from_canonical(self.canonical(place)).ok_or(NESTED)
    }

    /// Appends a value to a row.
    pub(crate) fn push(self, place: usize, to: &mut Row<'_>) -> Result<(), Error> {
        match Bytes::of_canonical(self.canonical(place)) {
            Some((kind, bytes)) => to.bytes(kind, bytes),
            None => to.push(self.value(place)?),
        };
        Ok(())
    }

    /// Returns the kind of all strings, or `None` if values that are not null are of other or of
    /// several kinds.
    pub(crate) fn strings_of(self, places: Range<usize>) -> Option<Bytes> {
        let mut kinds =
            places.filter(|place| !self.is_null(*place)).map(|place| self.string(place));
        let (first, _) = kinds.next()??;
        kinds.all(|kind| kind.is_some_and(|(kind, _)| kind == first)).then_some(first)
    }

    /// Returns the kind of a string, and the bytes that [`Row::bytes`] takes.
    pub(crate) fn string(self, place: usize) -> Option<(Bytes, &'a [u8])> {
        Bytes::of_canonical(self.canonical(place))
    }
}

impl<'a> Array<'a> {
    /// Returns an array of values of a fixed width, whose type has this [format](leaf). Values
    /// follow one another, in the byte order of the machine.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if the format is not one of such values, or if the bytes are not
    /// whole values.
    pub fn fixed(
        format: &str,
        bytes: &'a [u8],
        validity: Option<Validity<'a>>,
    ) -> Result<Self, Error> {
        let Some((Layout::Fixed(width @ 1..), kind)) = leaf(format) else {
            return Err(Error::Array("its type is not one of values of a fixed width"));
        };
        if !bytes.len().is_multiple_of(width) {
            return Err(Error::Array("its last value is incomplete"));
        }
        let values = Values::Fixed { bytes, width, kind };
        Ok(Self { first: 0, len: bytes.len() / width, validity, values })
    }

    /// Returns an array of booleans, a bit each, the lowest bit of a byte first.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if there are fewer bits than `len`.
    pub fn booleans(
        bits: &'a [u8],
        len: usize,
        validity: Option<Validity<'a>>,
    ) -> Result<Self, Error> {
        if bits.len() < len.div_ceil(8) {
            return Err(Error::Array("it has fewer bits than values"));
        }
        Ok(Self { first: 0, len, validity, values: Values::Bits(bits) })
    }

    /// Returns the array of the values that indices select, which are integers of eight bytes.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if the last index is incomplete. An index that is not null and
    /// selects no value is an error when it is read.
    pub fn dictionary(
        indices: &'a [u8],
        values: Self,
        validity: Option<Validity<'a>>,
    ) -> Result<Self, Error> {
        let Self { len, .. } = Self::fixed("l", indices, None)?;
        let width = Indices { width: 8, signed: true };
        let values =
            Values::Dictionary { bytes: indices, indices: width, values: Box::new(values) };
        Ok(Self { first: 0, len, validity, values })
    }

    /// Returns the array of some of the values.
    ///
    /// # Panics
    /// Panics if the array has not all of them.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.len, "an array has no such values");
        Self {
            first: self.first + rows.start,
            len: rows.len(),
            validity: self.validity.map(|validity| validity.skip(rows.start)),
            values: self.values.clone(),
        }
    }
}
