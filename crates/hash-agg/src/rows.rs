//! Fingerprints of many rows at once, column by column.

use crate::backend::{self, Backend, GROUP, Sums};
use crate::column::{CHUNK, Chunk, ColumnFactors, clear, product};
use crate::decimal::Number;
use crate::key::Key;
use crate::validity::Validity;
use crate::value::{float_bits, halves, interval_bits, kind, tag};
use alloc::vec::Vec;
use hash_core::BatchError;
use hash_core::batch::{Column, same_length};

/// The kinds of values that are signed integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fixed {
    /// A number.
    Integer,
    /// Days since 1970-01-01.
    Date,
    /// Nanoseconds since midnight.
    Time,
    /// Nanoseconds since 1970-01-01 00:00 of a clock whose zone is unknown.
    Timestamp,
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    Instant,
    /// Nanoseconds between two instants.
    Duration,
}

impl Fixed {
    const fn kind(self) -> u8 {
        match self {
            Self::Integer => kind::NUMBER,
            Self::Date => kind::DATE,
            Self::Time => kind::TIME,
            Self::Timestamp => kind::TIMESTAMP,
            Self::Instant => kind::INSTANT,
            Self::Duration => kind::DURATION,
        }
    }
}

/// The kinds of values that are strings of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bytes {
    /// UTF-8, which is not validated.
    Text,
    /// Any bytes.
    Binary,
    /// The canonical bytes of a list, as [`Encoder::list`](crate::Encoder::list) writes them.
    List,
    /// The canonical bytes of a struct, as [`Encoder::structure`](crate::Encoder::structure) writes
    /// them.
    Struct,
    /// The canonical bytes of a map, as [`Encoder::map`](crate::Encoder::map) writes them.
    Map,
}

impl Bytes {
    const fn kind(self) -> u8 {
        match self {
            Self::Text => kind::TEXT,
            Self::Binary => kind::BINARY,
            Self::List => kind::LIST,
            Self::Struct => kind::STRUCT,
            Self::Map => kind::MAP,
        }
    }
}

/// Computes the fingerprints of a batch of rows, column by column.
///
/// Columns are appended in their order. Each method takes one value per row and an optional
/// [`Validity`]; the value of a null may be anything. The fingerprints equal those of
/// [`Row`](crate::Row), value by value. A `Rows` can be reused for any number of batches without
/// allocating again. Batches of about 1,000 to 10,000 rows are the fastest.
///
/// ```
/// use hash_agg::{Bytes, Key, Row, Rows, Validity};
/// let key = Key::generate();
/// let mut rows = Rows::new(&key);
/// rows.reset(3);
/// rows.integers(&[1_i32, -2, 3], None)?;
/// rows.strings(Bytes::Text, b"onethree", &[0_i32, 3, 3, 8], Some(Validity::new(&[0b101], 0)))?;
/// let fingerprints = rows.finish();
/// assert_eq!(fingerprints[1], Row::new(&key).push(-2).push(None::<&str>).finish());
/// assert_eq!(fingerprints[2], Row::new(&key).push(3).push("three").finish());
/// # Ok::<(), hash_agg::BatchError>(())
/// ```
///
/// # Errors
/// Every column method returns [`BatchError::Length`] if the number of values, or of bits of
/// validity, does not match the number of rows. Then the column was not appended.
#[derive(Clone)]
pub struct Rows<'k> {
    key: &'k Key,
    backend: Backend,
    rows: usize,
    columns: usize,
    /// The part of the sum that all rows share.
    constant: u128,
    sums: Vec<Sums>,
    out: Vec<u128>,
}

impl<'k> Rows<'k> {
    /// Returns a batch without rows.
    #[must_use]
    pub fn new(key: &'k Key) -> Self {
        Self {
            key,
            backend: key.backend(),
            rows: 0,
            columns: 0,
            constant: key.row(),
            sums: Vec::new(),
            out: Vec::new(),
        }
    }

    /// Starts a batch of `rows` rows without columns.
    pub fn reset(&mut self, rows: usize) {
        self.rows = rows;
        self.columns = 0;
        self.constant = self.key.row();
        self.sums.clear();
        self.sums.resize(rows.div_ceil(GROUP), Sums::ZERO);
    }

    /// Returns the number of rows.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether the batch has no rows.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Appends a column of integers: signed ones of up to 64 bits, or unsigned ones of up to 32
    /// bits.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn integers<T: Copy + Into<i64>>(
        &mut self,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        self.fixed(Fixed::Integer, values, validity)
    }

    /// Appends a column of unsigned integers of up to 64 bits.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn unsigned<T: Copy + Into<u64>>(
        &mut self,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        self.words(tag(kind::NUMBER, 0), false, values, validity, Into::into)
    }

    /// Appends a column of integers of a kind.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn fixed<T: Copy + Into<i64>>(
        &mut self,
        kind: Fixed,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        self.words(tag(kind.kind(), 0), true, values, validity, |v| v.into().cast_unsigned())
    }

    /// Appends a column of integers of a kind, given in units. Each value counts as `unit` times
    /// itself; for a `Fixed::Timestamp` in milliseconds, for example, `unit` is 1,000,000.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn units<T: Copy + Into<i64>>(
        &mut self,
        kind: Fixed,
        unit: i64,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        let fits = |v: &T| (*v).into().checked_mul(unit).is_some();
        if values.iter().all(fits) {
            let tag = tag(kind.kind(), 0);
            return self.words(tag, true, values, validity, |v| {
                v.into().wrapping_mul(unit).cast_unsigned()
            });
        }
        let product = |v: T| (i128::from(v.into()) * i128::from(unit)).cast_unsigned();
        self.doubles(tag(kind.kind(), 0), values, validity, product)
    }

    /// Appends a column of 128-bit integers of a kind.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn wide(
        &mut self,
        kind: Fixed,
        values: &[i128],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        self.doubles(tag(kind.kind(), 0), values, validity, i128::cast_unsigned)
    }

    /// Appends a column of decimals, each of which is value · 10^-scale.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn decimals<T: Copy + Into<i128>>(
        &mut self,
        scale: i8,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        let short = |v: T| Number::short(v.into(), scale);
        self.numbers(values, validity, short, |v| Number::new(v.into(), scale))
    }

    /// Appends a column of 256-bit decimals, little-endian in two's complement.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn decimals256(
        &mut self,
        scale: i8,
        values: &[[u8; 32]],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        let short = |v: [u8; 32]| {
            let [low, high] = halves(&v).map(u128::cast_signed);
            let (word, scale, is_short) = Number::short(low, scale);
            (word, scale, is_short && high == low >> 127)
        };
        self.numbers(values, validity, short, |v| Number::wide(halves(&v), scale))
    }

    /// Appends a column of floating-point numbers.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn floats<T: Copy + Into<f64>>(
        &mut self,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        self.words(tag(kind::FLOAT, 0), false, values, validity, |v| float_bits(v.into()))
    }

    /// Appends a column of booleans, one bit per row as in a [`Validity`].
    ///
    /// # Errors
    /// See [`Rows`].
    #[inline(never)]
    pub fn booleans(
        &mut self,
        values: Validity,
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        values.check(self.rows)?;
        let factor = self.start(self.rows, validity)?.factor(false);
        let mut words = [0; CHUNK];
        for (i, sums) in self.sums.chunks_mut(CHUNK / GROUP).enumerate() {
            let at = i * CHUNK;
            let words = &mut words[..CHUNK.min(self.rows - at)];
            for (j, word) in words.iter_mut().enumerate() {
                *word = values.get(at + j).into();
            }
            clear(words, validity, at);
            backend::words(self.backend, sums, words, &factor);
        }
        self.end(tag(kind::BOOLEAN, 0), validity);
        Ok(())
    }

    /// Appends a column of intervals, each of months, days and nanoseconds.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn intervals<T: Copy + Into<(i32, i32, i64)>>(
        &mut self,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        self.doubles(tag(kind::INTERVAL, 0), values, validity, |v| {
            let (months, days, nanoseconds) = v.into();
            interval_bits(months, days, nanoseconds)
        })
    }

    /// Appends a column of strings in Arrow's layout.
    ///
    /// String i is `values[offsets[i]..offsets[i + 1]]`, and offsets have 32 or 64 bits.
    ///
    /// # Errors
    /// See [`Rows`]. Also returns [`BatchError::Offset`] if an offset is negative, past the end of
    /// the values or below the one before it.
    pub fn strings<O: Copy + TryInto<usize>>(
        &mut self,
        kind: Bytes,
        values: &[u8],
        offsets: &[O],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        let column = Column::new(values, offsets, self.rows)?;
        let key = self.start(self.rows, validity)?;
        let valid = |i| validity.is_none_or(|validity| validity.get(i));
        self.messages(&key, kind, column.iter().enumerate().map(|(i, v)| valid(i).then_some(v)));
        Ok(())
    }

    /// Appends a column of strings, with `None` for nulls. For views, dictionaries and nested
    /// values.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn bytes<'m>(
        &mut self,
        kind: Bytes,
        values: impl ExactSizeIterator<Item = Option<&'m [u8]>>,
    ) -> Result<(), BatchError> {
        let key = self.start(values.len(), None)?;
        self.messages(&key, kind, values);
        Ok(())
    }

    /// Appends a column of nulls.
    pub const fn nulls(&mut self) {
        self.columns += 1;
    }

    /// Computes the fingerprints of the rows.
    pub fn finish(&mut self) -> &[u128] {
        let width = product(self.columns as u64, self.key.width());
        self.out.resize(self.rows, 0);
        backend::finish(self.backend, &self.sums, self.constant ^ width, &mut self.out);
        &self.out
    }

    /// Checks a column and returns its key. Changes nothing.
    fn start(
        &self,
        values: usize,
        validity: Option<Validity>,
    ) -> Result<ColumnFactors, BatchError> {
        same_length(values, self.rows)?;
        validity.map_or(Ok(()), |validity| validity.check(self.rows))?;
        Ok(ColumnFactors(self.key.column(self.columns)))
    }

    /// Ends a column all of whose values, except nulls, have this tag.
    fn end(&mut self, tag: u64, validity: Option<Validity>) {
        let term = product(tag, self.key.column(self.columns)[2]);
        self.constant ^= term;
        if let Some(validity) = validity {
            for (i, sums) in self.sums.chunks_mut(64 / GROUP).enumerate() {
                let at = 64 * i;
                let mut nulls = !validity.word(at, (self.rows - at).min(64));
                while nulls != 0 {
                    let row = nulls.trailing_zeros() as usize;
                    sums[row / GROUP].add(row % GROUP, term, 0);
                    nulls &= nulls - 1;
                }
            }
        }
        self.columns += 1;
    }

    /// Appends a column of values with one tag, each the extension of a 64-bit value.
    #[inline(never)]
    fn words<T: Copy>(
        &mut self,
        tag: u64,
        signed: bool,
        values: &[T],
        validity: Option<Validity>,
        convert: impl Fn(T) -> u64,
    ) -> Result<(), BatchError> {
        let factor = self.start(values.len(), validity)?.factor(signed);
        let mut words = [0; CHUNK];
        let chunks = values.chunks(CHUNK).zip(self.sums.chunks_mut(CHUNK / GROUP));
        for (i, (values, sums)) in chunks.enumerate() {
            let words = &mut words[..values.len()];
            for (word, value) in words.iter_mut().zip(values) {
                *word = convert(*value);
            }
            clear(words, validity, i * CHUNK);
            backend::words(self.backend, sums, words, &factor);
        }
        self.end(tag, validity);
        Ok(())
    }

    /// Appends a column of 128-bit values with one tag.
    #[inline(never)]
    fn doubles<T: Copy>(
        &mut self,
        tag: u64,
        values: &[T],
        validity: Option<Validity>,
        convert: impl Fn(T) -> u128,
    ) -> Result<(), BatchError> {
        let factors = self.start(values.len(), validity)?.double(0);
        let mut doubles = [0; CHUNK];
        let chunks = values.chunks(CHUNK).zip(self.sums.chunks_mut(CHUNK / GROUP));
        for (i, (values, sums)) in chunks.enumerate() {
            let doubles = &mut doubles[..values.len()];
            for (double, value) in doubles.iter_mut().zip(values) {
                *double = convert(*value);
            }
            clear(doubles, validity, i * CHUNK);
            backend::doubles(self.backend, sums, doubles, &factors);
        }
        self.end(tag, validity);
        Ok(())
    }

    /// Appends a column of numbers, whose tags differ in their scale.
    ///
    /// `short` returns a word and its scale, and whether they represent the number. If they do not
    /// for some number of a chunk, `full` converts all numbers of the chunk.
    #[inline(never)]
    fn numbers<T: Copy>(
        &mut self,
        values: &[T],
        validity: Option<Validity>,
        short: impl Fn(T) -> (i64, u8, bool),
        full: impl Fn(T) -> Number,
    ) -> Result<(), BatchError> {
        let key = self.start(values.len(), validity)?;
        let (factor, tags, factors) = (key.factor(true), key.tags(), key.cells());
        let (mut words, mut cells) = ([0; CHUNK], Chunk::new());
        let chunks = values.chunks(CHUNK).zip(self.sums.chunks_mut(CHUNK / GROUP));
        for (i, (values, sums)) in chunks.enumerate() {
            let (count, mut all_short) = (values.len(), true);
            for ((value, word), t) in values.iter().zip(&mut words).zip(&mut cells.t) {
                let (unscaled, scale, is_short) = short(*value);
                (*word, *t) = (unscaled.cast_unsigned(), tag(kind::NUMBER, scale.into()));
                all_short &= is_short;
            }
            if all_short {
                clear(&mut words[..count], validity, i * CHUNK);
                clear(&mut cells.t[..count], validity, i * CHUNK);
                backend::words(self.backend, sums, &words[..count], &factor);
                backend::words(self.backend, sums, &cells.t[..count], &tags);
                continue;
            }
            for (j, value) in values.iter().enumerate() {
                let (a, b, t) = match full(*value) {
                    Number::Narrow(a, scale) => {
                        (a.cast_unsigned(), 0, tag(kind::NUMBER, scale.into()))
                    }
                    Number::Wide([a, b], scale) => {
                        (a, b, tag(kind::WIDE_NUMBER, scale.cast_unsigned().into()))
                    }
                };
                (cells.a[j], cells.b[j], cells.t[j]) = (a, b, t);
            }
            clear(&mut cells.a[..count], validity, i * CHUNK);
            clear(&mut cells.b[..count], validity, i * CHUNK);
            clear(&mut cells.t[..count], validity, i * CHUNK);
            backend::cells(self.backend, sums, cells.first(count), &factors);
        }
        self.columns += 1;
        Ok(())
    }

    /// Appends a column of strings.
    #[inline(never)]
    fn messages<'m>(
        &mut self,
        key: &ColumnFactors,
        kind: Bytes,
        mut messages: impl Iterator<Item = Option<&'m [u8]>>,
    ) {
        let (factors, mut cells) = (key.cells(), Chunk::new());
        let mut chunk: [&[u8]; CHUNK] = [&[]; CHUNK];
        for (i, sums) in self.sums.chunks_mut(CHUNK / GROUP).enumerate() {
            let count = CHUNK.min(self.rows - i * CHUNK);
            for (place, t) in chunk[..count].iter_mut().zip(&mut cells.t) {
                // An iterator that yields fewer items than its length leaves nulls.
                let message = messages.next().flatten();
                *place = message.unwrap_or_default();
                *t = message.map_or(0, |message| tag(kind.kind(), message.len() as u64));
            }
            let (a, b) = (&mut cells.a[..count], &mut cells.b[..count]);
            backend::strings(self.backend, self.key.wide(), &chunk[..count], a, b);
            backend::cells(self.backend, sums, cells.first(count), &factors);
        }
        self.columns += 1;
    }
}

hash_core::secret_debug!(
    impl[] Rows<'_>, "Rows", rows = |rows| rows.rows, columns = |rows| rows.columns
);
