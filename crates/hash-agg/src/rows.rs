//! Fingerprints of many rows at once, column by column.

use crate::backend::{self, Backend, FUSED, Factor, GROUP, Sums, Words};
use crate::column::{CHUNK, Chunk, ColumnFactors, clear, each_null, put};
use crate::decimal::Unscaled;
use crate::key::Key;
use crate::validity::Validity;
use crate::value::{float_bits, interval_bits, kind, tag};
use alloc::vec::Vec;
use core::ops::Range;
use hash_core::BatchError;
use hash_core::batch::same_length;

mod strings;

pub use strings::view;

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
    pub(crate) const fn kind(self) -> u8 {
        match self {
            Self::Text => kind::TEXT,
            Self::Binary => kind::BINARY,
            Self::List => kind::LIST,
            Self::Struct => kind::STRUCT,
            Self::Map => kind::MAP,
        }
    }

    /// Returns the kind of canonical bytes of a value, and the string to append: the bytes of a
    /// text or binary value, or the canonical bytes of a list, struct or map. `None` for other
    /// kinds.
    #[must_use]
    pub fn of_canonical(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let string = bytes.get(9..);
        Some(match *bytes.first()? {
            kind::TEXT => (Self::Text, string?),
            kind::BINARY => (Self::Binary, string?),
            kind::LIST => (Self::List, bytes),
            kind::STRUCT => (Self::Struct, bytes),
            kind::MAP => (Self::Map, bytes),
            _ => return None,
        })
    }
}

/// Computes the fingerprints of a batch of rows, column by column.
///
/// Columns are appended in their order. Each method takes one value per row and an optional
/// [`Validity`]; the value of a null may be anything. The fingerprints equal those of
/// [`Row`](crate::Row), value by value. A `Rows` can be reused for any number of batches without
/// allocating again. Batches of about 1,000 to 10,000 rows are the fastest. A batch takes 80 to
/// 112 bytes a row.
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
    has_sums: bool,
    /// The factors of columns of words that are not in the sums yet, at most [`FUSED`].
    factors: Vec<Factor>,
    memory: RowsMemory,
}

/// The memory of a [`Rows`], for the next one: see [`Rows::into_memory`] and [`Rows::with_memory`].
/// It contains fingerprints, and nothing of the key.
#[derive(Clone, Default)]
pub struct RowsMemory {
    /// Unspecified, in length too, unless `has_sums`.
    sums: Vec<Sums>,
    /// Columns of words that are not in the sums yet, and perhaps words of further rows of an
    /// earlier batch.
    words: Vec<Words>,
    out: Vec<u128>,
}

impl<'k> Rows<'k> {
    /// Returns a batch without rows.
    #[must_use]
    pub fn new(key: &'k Key) -> Self {
        Self::with_memory(key, RowsMemory::default())
    }

    /// Returns a batch without rows in the memory of another.
    #[must_use]
    pub fn with_memory(key: &'k Key, memory: RowsMemory) -> Self {
        Self {
            key,
            backend: key.backend(),
            rows: 0,
            columns: 0,
            constant: key.row(),
            has_sums: false,
            factors: Vec::new(),
            memory,
        }
    }

    /// Returns the memory.
    #[must_use]
    pub fn into_memory(self) -> RowsMemory {
        self.memory
    }

    /// Starts a batch of `rows` rows without columns.
    pub fn reset(&mut self, rows: usize) {
        self.rows = rows;
        self.columns = 0;
        self.constant = self.key.row();
        self.has_sums = false;
        if self.memory.words.len() < self.groups() {
            self.memory.words.resize(self.groups(), Words::ZERO);
        }
        self.factors.clear();
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
    #[inline(never)]
    pub fn decimals<T: Unscaled>(
        &mut self,
        scale: i8,
        values: &[T],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        let key = self.start(values.len(), validity)?;
        let place = self.place([key.factor(self.key, true), key.tags()]);
        for (i, values) in values.chunks(CHUNK).enumerate() {
            let first = i * (CHUNK / GROUP);
            let groups = first..first + values.len().div_ceil(GROUP);
            let (backend, words) = (self.backend, &mut self.memory.words[groups.clone()]);
            let digits = scale.unsigned_abs();
            if scale < 0 || !backend::decimals::<T>(backend, words, place, digits, values) {
                self.clear_words(place, groups);
                self.numbers(&key, i * CHUNK, values, scale, validity);
            }
        }
        self.clear_nulls([place, place + 1], validity);
        self.columns += 1;
        Ok(())
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
        let factor = self.start(self.rows, validity)?.factor(self.key, false);
        let place = self.place([factor]);
        for (i, words) in self.memory.words(self.groups()).iter_mut().enumerate() {
            let count = GROUP.min(self.rows - GROUP * i);
            for (j, word) in words.0[place][..count].iter_mut().enumerate() {
                *word = values.get(GROUP * i + j).into();
            }
        }
        self.end_words(tag(kind::BOOLEAN, 0), place, validity);
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

    /// Appends a column of nulls.
    pub const fn nulls(&mut self) {
        self.columns += 1;
    }

    /// Computes the fingerprints of the rows.
    pub fn finish(&mut self) -> &[u128] {
        let width = self.key.product(self.columns as u128, self.key.width()).to_bits();
        self.memory.out.resize(self.rows, 0);
        let sums = if self.has_sums { &*self.memory.sums } else { &[] };
        let (words, constant) = (&self.memory.words[..self.groups()], self.constant ^ width);
        backend::finish(self.backend, sums, words, &self.factors, constant, &mut self.memory.out);
        &self.memory.out
    }

    /// Returns the number of groups of rows.
    const fn groups(&self) -> usize {
        self.rows.div_ceil(GROUP)
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

    /// Returns the first of the places of new columns of words, which have these factors.
    fn place<const COUNT: usize>(&mut self, factors: [Factor; COUNT]) -> usize {
        if self.factors.len() + COUNT > FUSED {
            let is_first = !core::mem::replace(&mut self.has_sums, true);
            let (groups, memory) = (self.groups(), &mut self.memory);
            memory.sums.resize(groups, Sums::ZERO);
            let (sums, words) = (&mut memory.sums, &memory.words[..groups]);
            backend::words(self.backend, sums, is_first, words, &self.factors);
            self.factors.clear();
        }
        self.factors.extend(factors);
        self.factors.len() - COUNT
    }

    /// Returns the sums.
    fn sums(&mut self) -> &mut [Sums] {
        if !self.has_sums {
            self.memory.sums.clear();
            self.memory.sums.resize(self.groups(), Sums::ZERO);
            self.has_sums = true;
        }
        &mut self.memory.sums
    }

    /// Ends a column all of whose values, except nulls, have this tag.
    fn end(&mut self, tag: u64, validity: Option<Validity>) {
        let term = self.key.product(tag.into(), self.key.column(self.columns)[2]).to_bits();
        self.constant ^= term;
        each_null(validity, 0, self.rows, |row| {
            self.sums()[row / GROUP].add(row % GROUP, term, 0);
        });
        self.columns += 1;
    }

    /// Ends a column of words all of whose values, except nulls, have this tag.
    fn end_words(&mut self, tag: u64, place: usize, validity: Option<Validity>) {
        self.clear_nulls([place], validity);
        self.end(tag, validity);
    }

    /// Sets the words of nulls to 0.
    fn clear_nulls<const COUNT: usize>(
        &mut self,
        places: [usize; COUNT],
        validity: Option<Validity>,
    ) {
        each_null(validity, 0, self.rows, |row| {
            for place in places {
                self.memory.words[row / GROUP].0[place][row % GROUP] = 0;
            }
        });
    }

    /// Sets the words of two columns to 0 in these groups.
    fn clear_words(&mut self, place: usize, groups: Range<usize>) {
        for words in &mut self.memory.words[groups] {
            words.0[place] = [0; GROUP];
            words.0[place + 1] = [0; GROUP];
        }
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
        let factor = self.start(values.len(), validity)?.factor(self.key, signed);
        let place = self.place([factor]);
        put(self.memory.words(self.groups()), place, values, convert);
        self.end_words(tag, place, validity);
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
        let backend = self.backend;
        let chunks = values.chunks(CHUNK).zip(self.sums().chunks_mut(CHUNK / GROUP));
        for (i, (values, sums)) in chunks.enumerate() {
            let doubles = &mut doubles[..values.len()];
            for (double, value) in doubles.iter_mut().zip(values) {
                *double = convert(*value);
            }
            clear(doubles, validity, i * CHUNK);
            backend::doubles(backend, sums, doubles, &factors);
        }
        self.end(tag, validity);
        Ok(())
    }

    /// Adds the decimals of a chunk, whose first row is `at`, to the sums.
    #[inline(never)]
    fn numbers<T: Unscaled>(
        &mut self,
        key: &ColumnFactors,
        at: usize,
        values: &[T],
        scale: i8,
        validity: Option<Validity>,
    ) {
        let (count, mut cells) = (values.len(), Chunk::new());
        for (j, value) in values.iter().enumerate() {
            (cells.a[j], cells.b[j], cells.t[j]) = value.cell(scale);
        }
        clear(&mut cells.a[..count], validity, at);
        clear(&mut cells.b[..count], validity, at);
        clear(&mut cells.t[..count], validity, at);
        let backend = self.backend;
        backend::cells(backend, &mut self.sums()[at / GROUP..], cells.first(count), &key.cells());
    }
}

impl RowsMemory {
    /// Returns the words of a batch of that many groups.
    fn words(&mut self, groups: usize) -> &mut [Words] {
        &mut self.words[..groups]
    }
}

hash_core::secret_debug!(impl[] RowsMemory, "RowsMemory");
hash_core::secret_debug!(
    impl[] Rows<'_>, "Rows", rows = |rows| rows.rows, columns = |rows| rows.columns
);
