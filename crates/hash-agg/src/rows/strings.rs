//! Columns of strings.

use super::{Bytes, Rows};
use crate::backend::{self, Backend, GROUP, WORD_BYTES, Words};
use crate::column::{CHUNK, Chunk, ColumnFactors};
use crate::validity::Validity;
use crate::value::tag;
use core::hint::select_unpredictable;
use core::ops::Range;
use hash_core::BatchError;
use hash_core::batch::Column;
use hash_core::load;

/// The length of the longest string that a view contains, in bytes.
const INLINE_BYTES: usize = 12;

/// Returns the string of a view in Arrow's layout, or `None` if it is outside the buffers.
///
/// A view has the length of its string in 4 bytes, and then the string if that has at most 12
/// bytes. Otherwise 4 bytes each follow for the first bytes of the string, the number of a buffer
/// and the offset in it. The integers are in the byte order of the machine.
#[inline]
#[must_use]
pub fn view<'v>(view: &'v [u8; 16], buffers: &[&'v [u8]]) -> Option<&'v [u8]> {
    let integer = |at: usize| Some(i32::from_ne_bytes(*view[at..].first_chunk()?));
    let len = usize::try_from(integer(0)?).ok()?;
    // Without branches on the length, which processors would mispredict.
    let is_inline = len <= INLINE_BYTES;
    let place = |at, inline: i32| {
        usize::try_from(select_unpredictable(is_inline, inline, integer(at)?)).ok()
    };
    let buffer = buffers.get(place(8, 0)?).copied();
    let buffer = select_unpredictable(is_inline, Some(&view[..]), buffer)?;
    buffer.get(place(12, 4)?..)?.get(..len)
}

impl Rows<'_> {
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
        let factors = self.start(self.rows, validity)?;
        self.messages(&factors, kind, validity, &mut Offsets { column, values, validity });
        Ok(())
    }

    /// Appends a column of strings in Arrow's layout of [views](view).
    ///
    /// # Errors
    /// See [`Rows`]. Also returns [`BatchError::View`] if a view that is not null lies outside the
    /// buffers. The batch is then without rows, as after `reset(0)`.
    pub fn views(
        &mut self,
        kind: Bytes,
        views: &[[u8; 16]],
        buffers: &[&[u8]],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        let factors = self.start(views.len(), validity)?;
        let mut column = Views { views, buffers, validity, outside: None };
        self.messages(&factors, kind, validity, &mut column);
        if let Some(index) = column.outside {
            self.reset(0);
            return Err(BatchError::View { index });
        }
        Ok(())
    }

    /// Appends a column of strings, with `None` for nulls. For dictionaries and nested values.
    ///
    /// # Errors
    /// See [`Rows`].
    pub fn bytes<'m>(
        &mut self,
        kind: Bytes,
        values: impl ExactSizeIterator<Item = Option<&'m [u8]>>,
    ) -> Result<(), BatchError> {
        let factors = self.start(values.len(), None)?;
        self.messages(&factors, kind, None, &mut Slices(values));
        Ok(())
    }

    /// Appends a column of strings, of which those that are not valid are nulls.
    ///
    /// Chunks whose strings all have at most [`WORD_BYTES`] bytes are two columns of words, which
    /// begin when a chunk with such a string at its start is found.
    #[inline(never)]
    fn messages<'m>(
        &mut self,
        key: &ColumnFactors,
        kind: Bytes,
        validity: Option<Validity>,
        strings: &mut impl Strings<'m>,
    ) {
        let (mut place, mut cells) = (None, Chunk::new());
        let mut slices = [&[][..]; CHUNK];
        for start in (0..self.rows).step_by(CHUNK) {
            let rows = start..self.rows.min(start + CHUNK);
            let groups = start / GROUP..rows.end.div_ceil(GROUP);
            if strings.begin_short(rows.clone()) {
                let place = *place.get_or_insert_with(|| {
                    let place = self.place(key.short_strings(self.key));
                    self.clear_words(place, 0..groups.start);
                    place
                });
                let words = &mut self.memory.words[groups.clone()];
                if strings.words(self.backend, words, place, kind.kind(), rows.clone()) {
                    continue;
                }
            }
            if let Some(place) = place {
                self.clear_words(place, groups);
            }
            self.long_strings(key, kind, rows, strings, &mut cells, &mut slices);
        }
        if let Some(place) = place {
            self.clear_nulls([place, place + 1], validity);
        }
        self.columns += 1;
    }

    /// Adds the strings of a chunk to the sums.
    #[inline(never)]
    fn long_strings<'m>(
        &mut self,
        key: &ColumnFactors,
        kind: Bytes,
        rows: Range<usize>,
        strings: &mut impl Strings<'m>,
        cells: &mut Chunk,
        slices: &mut [&'m [u8]; CHUNK],
    ) {
        let mut places = slices.iter_mut().zip(&mut cells.t);
        strings.each(rows.clone(), |string| {
            if let Some((slice, t)) = places.next() {
                *slice = string.unwrap_or_default();
                *t = string.map_or(0, |string| tag(kind.kind(), string.len() as u64));
            }
        });
        let (backend, count) = (self.backend, rows.len());
        let (a, b) = (&mut cells.a[..count], &mut cells.b[..count]);
        backend::strings(backend, self.key.wide(), &slices[..count], a, b);
        let sums = &mut self.sums()[rows.start / GROUP..];
        backend::cells(backend, sums, cells.first(count), &key.cells());
    }
}

/// The strings of a column, of which a chunk is read at a time.
trait Strings<'m> {
    /// Returns whether the first strings of these rows have at most [`WORD_BYTES`] bytes, and
    /// [`words`](Self::words) is worth trying.
    fn begin_short(&self, rows: Range<usize>) -> bool;

    /// Calls `string` with each string of these rows, `None` for nulls.
    fn each(&mut self, rows: Range<usize>, string: impl FnMut(Option<&'m [u8]>));

    /// Writes the strings of these rows as words, and their tags. Returns whether all have at most
    /// [`WORD_BYTES`] bytes; if not, the words are arbitrary, and so are those of nulls.
    fn words(
        &self,
        backend: Backend,
        words: &mut [Words],
        place: usize,
        kind: u8,
        rows: Range<usize>,
    ) -> bool;
}

/// Strings between offsets.
struct Offsets<'m, O> {
    column: Column<'m, O>,
    /// The values of the column.
    values: &'m [u8],
    validity: Option<Validity<'m>>,
}

impl<'m, O: Copy + TryInto<usize>> Strings<'m> for Offsets<'m, O> {
    fn begin_short(&self, rows: Range<usize>) -> bool {
        self.column.ranges(rows).take(GROUP).all(|range| range.len() <= WORD_BYTES)
    }

    #[inline]
    fn each(&mut self, rows: Range<usize>, mut string: impl FnMut(Option<&'m [u8]>)) {
        for (row, range) in rows.clone().zip(self.column.ranges(rows)) {
            string(is_valid(self.validity, row).then(|| &self.values[range]));
        }
    }

    fn words(
        &self,
        backend: Backend,
        words: &mut [Words],
        place: usize,
        kind: u8,
        rows: Range<usize>,
    ) -> bool {
        let (mut strings, mut lens) = ([[0; GROUP]; CHUNK / GROUP], [[0; GROUP]; CHUNK / GROUP]);
        let places = strings.as_flattened_mut().iter_mut().zip(lens.as_flattened_mut());
        for ((string, len), range) in places.zip(self.column.ranges(rows)) {
            *len = range.len() as u64;
            // The first eight bytes from here on, or all if there are fewer.
            *string = match self.values[range.start..].first_chunk() {
                Some(bytes) => u64::from_le_bytes(*bytes),
                None => load::word(&self.values[range.start..]),
            };
        }
        backend::short_strings(backend, words, place, kind, &strings, &lens)
    }
}

/// Strings of views.
struct Views<'m> {
    views: &'m [[u8; 16]],
    buffers: &'m [&'m [u8]],
    validity: Option<Validity<'m>>,
    /// A row whose string is neither null nor inside the buffers.
    outside: Option<usize>,
}

impl<'m> Strings<'m> for Views<'m> {
    fn begin_short(&self, rows: Range<usize>) -> bool {
        self.views[rows]
            .iter()
            .take(GROUP)
            .all(|[a, b, c, d, ..]| u32::from_ne_bytes([*a, *b, *c, *d]) as usize <= WORD_BYTES)
    }

    #[inline]
    fn each(&mut self, rows: Range<usize>, mut string: impl FnMut(Option<&'m [u8]>)) {
        for (row, each) in rows.clone().zip(&self.views[rows]) {
            let mut found = None;
            // The view of a null is arbitrary.
            if is_valid(self.validity, row) {
                found = view(each, self.buffers);
                if found.is_none() {
                    self.outside = Some(row);
                }
            }
            string(found);
        }
    }

    fn words(
        &self,
        backend: Backend,
        words: &mut [Words],
        place: usize,
        kind: u8,
        rows: Range<usize>,
    ) -> bool {
        backend::short_views(backend, words, place, kind, &self.views[rows])
    }
}

/// Strings of an iterator, which yields one for each row. If it yields fewer, the others are null.
struct Slices<I>(I);

impl<'m, I: Iterator<Item = Option<&'m [u8]>>> Strings<'m> for Slices<I> {
    /// Words would have to be loaded with branches on the length, which take longer than the
    /// kernels that [`long_strings`](Rows::long_strings) calls.
    fn begin_short(&self, _: Range<usize>) -> bool {
        false
    }

    #[inline]
    fn each(&mut self, rows: Range<usize>, mut string: impl FnMut(Option<&'m [u8]>)) {
        let mut left = rows.len();
        self.0.by_ref().take(left).for_each(|found| {
            left -= 1;
            string(found);
        });
        (0..left).for_each(|_| string(None));
    }

    fn words(&self, _: Backend, _: &mut [Words], _: usize, _: u8, _: Range<usize>) -> bool {
        false
    }
}

/// Returns whether a row is not null.
#[inline]
fn is_valid(validity: Option<Validity>, row: usize) -> bool {
    validity.is_none_or(|validity| validity.get(row))
}
