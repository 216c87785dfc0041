//! Arrays as checked slices, and their values.

use crate::error::Error;
use crate::kind::{Kind, Layout};
use crate::mixed::Items;
use crate::types::{Bounds, DEPTH, Form, Indices, Type};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;
use hash_agg::{Bytes, Encoder, Validity, Value, view};

/// An Arrow array of another owner: slices of its buffers, checked as far as its length and its
/// schema say how long they must be.
///
/// Offsets, indices and views in the buffers are checked when a value is read.
#[derive(Clone, Debug)]
pub struct Array<'a> {
    /// The place of the first value in the buffers.
    pub(crate) first: usize,
    pub(crate) len: usize,
    /// A bit for each value, 0 for null.
    pub(crate) validity: Option<Validity<'a>>,
    pub(crate) values: Values<'a>,
}

/// The buffers of an array. They contain all places before the end of the array.
#[derive(Clone, Debug)]
pub(crate) enum Values<'a> {
    /// All values are null.
    Null,
    Bits(&'a [u8]),
    Fixed {
        bytes: &'a [u8],
        width: usize,
        kind: Kind,
    },
    /// Value i is between offsets i and i + 1, which have `width` bytes each.
    Offsets {
        offsets: &'a [u8],
        width: usize,
        bytes: &'a [u8],
        kind: Kind,
    },
    Views {
        views: &'a [[u8; 16]],
        buffers: Vec<&'a [u8]>,
        kind: Kind,
    },
    List(Lists<'a>),
    /// A map, whose items are the structs of its entries.
    Map(Lists<'a>),
    Struct(Vec<Array<'a>>),
    Dictionary {
        bytes: &'a [u8],
        indices: Indices,
        values: Box<Array<'a>>,
    },
    /// The ends of runs, which have `width` bytes each, and a value for each run.
    Runs {
        ends: &'a [u8],
        width: usize,
        values: Box<Array<'a>>,
    },
    Union {
        ids: &'a [u8],
        /// The places in the fields. Without them they are those of the union.
        offsets: Option<&'a [u8]>,
        fields_of: Box<[u8; 128]>,
        fields: Vec<Array<'a>>,
    },
    Mixed(Items<'a>),
}

/// The buffers of an array whose values have no children. They start at the first value unless they
/// have a `first`.
#[derive(Clone, Debug)]
pub enum Buffers<'a, 'v> {
    /// No buffers, because all values are null.
    Null,
    /// Bit `first + i` is value i, the lowest bit of a byte first.
    Bits {
        /// The bytes of the bits.
        bitmap: &'a [u8],
        /// The place of value 0.
        first: usize,
    },
    /// Values of as many bytes each.
    Fixed {
        /// The bytes of the values.
        bytes: &'a [u8],
        /// The number of bytes of a value.
        width: usize,
    },
    /// Value i lies between offsets i and i + 1, of 32 bits.
    Offsets32 {
        /// The bytes of the offsets, which are not checked.
        offsets: &'a [u8],
        /// The bytes that they divide.
        bytes: &'a [u8],
    },
    /// Value i lies between offsets i and i + 1, of 64 bits.
    Offsets64 {
        /// The bytes of the offsets, which are not checked.
        offsets: &'a [u8],
        /// The bytes that they divide.
        bytes: &'a [u8],
    },
    /// Views, which [`hash_agg::view`] reads.
    Views {
        /// The views, which are not checked.
        views: &'a [[u8; 16]],
        /// The buffers that they refer to.
        buffers: Vec<&'a [u8]>,
    },
    /// The values of a dictionary.
    Indices {
        /// The bytes of the indices, which are not checked.
        bytes: &'a [u8],
        /// The number of bytes of an index.
        width: usize,
        /// Whether indices are signed.
        signed: bool,
        /// The values.
        values: &'v Array<'a>,
    },
}

/// The items of lists, and where each list finds its own.
#[derive(Clone, Debug)]
pub(crate) struct Lists<'a> {
    bounds: Bounds,
    /// The offsets, if there are any.
    offsets: &'a [u8],
    /// The sizes, if there are any.
    sizes: &'a [u8],
    items: Box<Array<'a>>,
}

/// The buffers of an array of some implementation of Arrow, before they are checked.
///
/// The indices of buffers are those of the C data interface, where buffer 0 of most types is their
/// validity.
pub trait Source<'a>: Copy {
    /// Returns the place of the first value, and the number of values.
    fn range(self) -> Option<(usize, usize)>;
    /// Returns the validity of the values of [`range`](Self::range), if not all are valid.
    fn validity(self) -> Option<Option<Validity<'a>>>;
    /// Returns the first bytes of a buffer. A buffer of no bytes may be missing.
    fn buffer(self, index: usize, bytes: usize) -> Option<&'a [u8]>;
    /// Returns the buffers of views after the second.
    fn variadic(self) -> Option<Vec<&'a [u8]>>;
    /// Returns a child, if the array has as many children.
    fn child(self, index: usize, count: usize) -> Option<Self>;
    /// Returns the values of a dictionary.
    fn dictionary(self) -> Option<Self>;
}

const BUFFER: Error = Error::Array("a buffer is missing or too small");
const OUTSIDE: Error = Error::Array("a value lies outside its buffers");
const CHILD: Error = Error::Array("a child is missing or too short");

impl<'a> Array<'a> {
    /// Checks the buffers of an array of this type.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if they cannot be those of an array of this type.
    pub fn of<S: Source<'a>>(of: &Type, source: S) -> Result<Self, Error> {
        Self::at_depth(of, source, 0)
    }

    fn at_depth<S: Source<'a>>(of: &Type, source: S, depth: usize) -> Result<Self, Error> {
        if depth > DEPTH {
            return Err(Error::Array("types are nested too deeply"));
        }
        let child = |of: &Type, index, count| {
            let child = source.child(index, count).ok_or(CHILD)?;
            Self::at_depth(of, child, depth + 1)
        };
        let (first, len) =
            source.range().ok_or(Error::Array("its length or offset is not a size"))?;
        let end = first.checked_add(len).ok_or(BUFFER)?;
        if len == 0 {
            // Its buffers and children may be missing.
            return Ok(Self::empty(of));
        }
        let buffer = |index| {
            of.bytes(index, end).and_then(|bytes| source.buffer(index, bytes)).ok_or(BUFFER)
        };
        let values = match &of.0 {
            Form::Leaf(Layout::Null, _) => Values::Null,
            Form::Leaf(Layout::Bits, _) => Values::Bits(buffer(1)?),
            Form::Leaf(Layout::Fixed(width), kind) => {
                Values::Fixed { bytes: buffer(1)?, width: *width, kind: *kind }
            }
            Form::Leaf(Layout::Views, kind) => Values::Views {
                views: buffer(1)?.as_chunks().0,
                buffers: source.variadic().ok_or(BUFFER)?,
                kind: *kind,
            },
            Form::Leaf(layout, kind) => {
                let width = if *layout == Layout::Offsets32 { 4 } else { 8 };
                let offsets = buffer(1)?;
                let bytes = offset(offsets, width, end).ok_or(OUTSIDE)?;
                let bytes = source.buffer(2, bytes).ok_or(BUFFER)?;
                Values::Offsets { offsets, width, bytes, kind: *kind }
            }
            Form::List(bounds, items) => {
                let (offsets, sizes): (&[u8], &[u8]) = match *bounds {
                    Bounds::Offsets(_) => (buffer(1)?, &[]),
                    Bounds::Views(_) => (buffer(1)?, buffer(2)?),
                    Bounds::Fixed(_) => (&[], &[]),
                };
                let items = Box::new(child(items, 0, 1)?);
                if let Bounds::Fixed(size) = *bounds
                    && size.checked_mul(end).is_none_or(|needed| items.len < needed)
                {
                    return Err(CHILD);
                }
                Values::List(Lists { bounds: *bounds, offsets, sizes, items })
            }
            Form::Map(entries) => {
                let offsets = buffer(1)?;
                let (bounds, items) = (Bounds::Offsets(4), Box::new(child(entries, 0, 1)?));
                Values::Map(Lists { bounds, offsets, sizes: &[], items })
            }
            Form::Struct(fields) => {
                let arrays = fields.iter().enumerate().map(|(i, field)| {
                    let array = child(field, i, fields.len())?;
                    if array.len < end { Err(CHILD) } else { Ok(array) }
                });
                Values::Struct(arrays.collect::<Result<_, _>>()?)
            }
            Form::Dictionary { indices, values } => {
                let dictionary =
                    source.dictionary().ok_or(Error::Array("the dictionary is missing"))?;
                Values::Dictionary {
                    bytes: buffer(1)?,
                    indices: *indices,
                    values: Box::new(Self::at_depth(values, dictionary, depth + 1)?),
                }
            }
            Form::Runs { width, ends, values } => {
                let (ends, values) = (child(ends, 0, 2)?, Box::new(child(values, 1, 2)?));
                let Values::Fixed { bytes, .. } = ends.values else { return Err(CHILD) };
                if ends.has_nulls() {
                    return Err(Error::Array("the end of a run is null"));
                }
                if ends.len > values.len {
                    return Err(Error::Array("there are more ends of runs than values"));
                }
                let ends = &bytes[ends.first * width..(ends.first + ends.len) * width];
                check_ends(ends, *width, end)?;
                Values::Runs { ends, width: *width, values }
            }
            Form::Union { dense, fields_of, fields } => {
                let arrays = fields.iter().enumerate().map(|(i, field)| {
                    let array = child(field, i, fields.len())?;
                    if !dense && array.len < end { Err(CHILD) } else { Ok(array) }
                });
                Values::Union {
                    ids: buffer(0)?,
                    offsets: if *dense { Some(buffer(1)?) } else { None },
                    fields_of: fields_of.clone(),
                    fields: arrays.collect::<Result<_, _>>()?,
                }
            }
        };
        let has_validity =
            !matches!(&of.0, Form::Leaf(Layout::Null, _) | Form::Runs { .. } | Form::Union { .. });
        let validity = if has_validity { source.validity().ok_or(BUFFER)? } else { None };
        Ok(Self { first, len, validity, values })
    }

    /// Returns an array of no values.
    fn empty(of: &Type) -> Self {
        let values = match &of.0 {
            Form::Struct(fields) => Values::Struct(fields.iter().map(Self::empty).collect()),
            _ => Values::Null,
        };
        Self { first: 0, len: 0, validity: None, values }
    }

    /// Returns the number of values.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no values.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the validity of the values, unless all are valid by their own validity.
    #[must_use]
    pub const fn validity(&self) -> Option<Validity<'a>> {
        self.validity
    }

    /// Returns the buffers and the meaning of the values, or `None` if they have children, runs or
    /// fields, or are of any kinds. The meaning of a dictionary is that of its indices.
    #[must_use]
    pub fn buffers(&self) -> Option<(Kind, Buffers<'a, '_>)> {
        let (first, end) = (self.first, self.first + self.len);
        Some(match &self.values {
            Values::Null => (Kind::Null, Buffers::Null),
            Values::Bits(bitmap) => (Kind::Boolean, Buffers::Bits { bitmap, first }),
            Values::Fixed { bytes, width, kind } => {
                (*kind, Buffers::Fixed { bytes: &bytes[first * width..end * width], width: *width })
            }
            Values::Offsets { offsets, width, bytes, kind } => {
                let offsets = &offsets[first * width..(end + 1) * width];
                let buffers = if *width == 4 {
                    Buffers::Offsets32 { offsets, bytes }
                } else {
                    Buffers::Offsets64 { offsets, bytes }
                };
                (*kind, buffers)
            }
            Values::Views { views, buffers, kind } => {
                (*kind, Buffers::Views { views: &views[first..end], buffers: buffers.clone() })
            }
            Values::Dictionary { bytes, indices, values } => {
                let (width, signed) = (indices.width, indices.signed);
                let kind = if signed { Kind::Signed } else { Kind::Unsigned };
                let bytes = &bytes[first * width..end * width];
                (kind, Buffers::Indices { bytes, width, signed, values })
            }
            Values::List(_)
            | Values::Map(_)
            | Values::Struct(_)
            | Values::Runs { .. }
            | Values::Union { .. }
            | Values::Mixed(_) => return None,
        })
    }

    /// Returns the columns of a table: the fields of a struct, or this array.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if a row of the struct is null, because a table has no such rows.
    pub fn into_columns(self) -> Result<Vec<Self>, Error> {
        let (first, len) = (self.first, self.len);
        match self.values {
            Values::Struct(_) if self.has_nulls() => {
                Err(Error::Array("a row of the table is null"))
            }
            Values::Struct(fields) => Ok(fields
                .into_iter()
                .map(|field| {
                    let validity = field.validity.map(|validity| validity.skip(first));
                    Self { first: field.first + first, len, validity, values: field.values }
                })
                .collect()),
            _ => Ok(Vec::from([self])),
        }
    }

    /// Returns whether a value is null by the array's own validity.
    fn has_nulls(&self) -> bool {
        self.validity.is_some() && (0..self.len).any(|row| !self.is_valid(row))
    }

    /// Returns whether a value is not null by the array's own validity.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        self.validity.is_none_or(|validity| validity.get(row))
    }

    /// Finds a value, following dictionaries, runs and unions. `None` is a null.
    pub(crate) fn resolve(&self, row: usize) -> Result<Option<(&Self, usize)>, Error> {
        if !self.is_valid(row) {
            return Ok(None);
        }
        let place = self.first + row;
        let (child, at) = match &self.values {
            Values::Null => return Ok(None),
            Values::Dictionary { bytes, indices, values } => {
                let index = &bytes[place * indices.width..][..indices.width];
                let index = match Kind::Unsigned.value(index)? {
                    Value::Unsigned(index)
                        if !indices.signed || !is_negative(index, indices.width) =>
                    {
                        index
                    }
                    _ => return Err(OUTSIDE),
                };
                (&**values, usize::try_from(index).map_err(|_| OUTSIDE)?)
            }
            Values::Runs { ends, width, values } => (&**values, run(ends, *width, place)?),
            Values::Union { ids, offsets, fields_of, fields } => {
                let field = fields_of.get(usize::from(ids[place])).ok_or(OUTSIDE)?;
                let field = fields.get(usize::from(*field)).ok_or(OUTSIDE)?;
                (
                    field,
                    offsets
                        .map_or(Some(place), |offsets| offset(offsets, 4, place))
                        .ok_or(OUTSIDE)?,
                )
            }
            Values::Mixed(items) if items.is_null(place) => return Ok(None),
            _ => return Ok(Some((self, row))),
        };
        if at >= child.len {
            return Err(OUTSIDE);
        }
        child.resolve(at)
    }

    /// Returns the bytes of a value that has no children and is not null, and their meaning.
    #[inline]
    pub(crate) fn bytes(&self, row: usize) -> Result<(Kind, &'a [u8]), Error> {
        let place = self.first + row;
        Ok(match &self.values {
            Values::Bits(bits) => {
                let bit = Validity::new(bits, 0).get(place);
                (Kind::Boolean, if bit { &[1] } else { &[0] })
            }
            Values::Fixed { bytes, width, kind } => (*kind, &bytes[place * width..][..*width]),
            Values::Offsets { offsets, width, bytes, kind } => {
                let bound = |place| offset(offsets, *width, place).ok_or(OUTSIDE);
                (*kind, bytes.get(bound(place)?..bound(place + 1)?).ok_or(OUTSIDE)?)
            }
            Values::Views { views, buffers, kind } => {
                (*kind, view(&views[place], buffers).ok_or(OUTSIDE)?)
            }
            _ => (Kind::Null, &[]),
        })
    }

    /// Returns a value without children that is not null.
    pub(crate) fn value(&self, row: usize) -> Result<Value<'a>, Error> {
        if let Values::Mixed(items) = &self.values {
            return items.value(self.first + row);
        }
        let (kind, bytes) = self.bytes(row)?;
        kind.value(bytes)
    }

    /// Returns the kind of a value with children. Those of any kinds have none.
    pub(crate) const fn nested(&self) -> Option<Nested> {
        match &self.values {
            Values::List(_) => Some(Nested::List),
            Values::Map(_) => Some(Nested::Map),
            Values::Struct(_) => Some(Nested::Struct),
            _ => None,
        }
    }

    /// Returns the bytes of a text or binary value, following dictionaries, runs and unions. `None`
    /// is a null, and any other value.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if the value lies outside of its buffers.
    ///
    /// # Panics
    /// Panics if `row` is not below the number of values.
    pub fn string(&self, row: usize) -> Result<Option<&'a [u8]>, Error> {
        assert!(row < self.len, "an array has no such value");
        let Some((array, at)) = self.resolve(row)? else { return Ok(None) };
        if let Values::Mixed(items) = &array.values {
            let string = items.string(array.first + at);
            return Ok(string.and_then(|(kind, bytes)| {
                matches!(kind, Bytes::Text | Bytes::Binary).then_some(bytes)
            }));
        }
        let (kind, bytes) = array.bytes(at)?;
        Ok(matches!(kind, Kind::Text | Kind::Binary).then_some(bytes))
    }

    /// Appends the canonical bytes of a value.
    ///
    /// # Errors
    /// Returns [`Error::Value`] for text that is not UTF-8 and times outside of their range, and
    /// [`Error::Array`] if the value lies outside of its buffers. The encoder then contains a part
    /// of the value, and must be [cleared](Encoder::clear).
    ///
    /// # Panics
    /// Panics if `row` is not below the number of values.
    pub fn encode(&self, row: usize, encoder: &mut Encoder) -> Result<(), Error> {
        assert!(row < self.len, "an array has no such value");
        let Some((array, at)) = self.resolve(row)? else {
            encoder.push(Value::Null);
            return Ok(());
        };
        if let Values::Mixed(items) = &array.values {
            encoder.push_canonical(items.canonical(array.first + at));
            return Ok(());
        }
        let items = |encoder: &mut Encoder| array.items(at, encoder);
        match array.nested() {
            Some(Nested::List) => encoder.list(items),
            Some(Nested::Struct) => encoder.structure(items),
            Some(Nested::Map) => encoder.map(items),
            None => {
                encoder.push(array.value(at)?);
                Ok(())
            }
        }
    }

    /// Appends the canonical bytes of the items of a value with children.
    pub(crate) fn items(&self, row: usize, encoder: &mut Encoder) -> Result<(), Error> {
        let place = self.first + row;
        match &self.values {
            Values::Struct(fields) => {
                fields.iter().try_for_each(|field| field.encode(place, encoder))
            }
            Values::List(lists) => {
                lists.range(place)?.try_for_each(|item| lists.items.encode(item, encoder))
            }
            Values::Map(lists) => lists.range(place)?.try_for_each(|entry| {
                if !lists.items.is_valid(entry) {
                    return Err(Error::Array("an entry of a map is null"));
                }
                lists.items.items(entry, encoder)
            }),
            _ => Ok(()),
        }
    }
}

/// The kinds of values that have children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nested {
    List,
    Struct,
    Map,
}

impl Lists<'_> {
    /// Returns the places of the items of a list.
    fn range(&self, place: usize) -> Result<Range<usize>, Error> {
        let range = || match self.bounds {
            Bounds::Offsets(width) => {
                Some(offset(self.offsets, width, place)?..offset(self.offsets, width, place + 1)?)
            }
            Bounds::Views(width) => {
                let start = offset(self.offsets, width, place)?;
                Some(start..start.checked_add(offset(self.sizes, width, place)?)?)
            }
            Bounds::Fixed(size) => {
                Some(place.checked_mul(size)?..place.checked_add(1)?.checked_mul(size)?)
            }
        };
        let range = range().ok_or(OUTSIDE)?;
        if range.start > range.end || range.end > self.items.len { Err(OUTSIDE) } else { Ok(range) }
    }
}

/// Returns whether an index of `width` bytes has the sign of a negative one.
const fn is_negative(index: u128, width: usize) -> bool {
    index >> (8 * width - 1) == 1
}

/// Returns the offset at a place, unless it is negative.
#[inline]
pub(crate) fn offset(offsets: &[u8], width: usize, place: usize) -> Option<usize> {
    if width == 4 {
        let offset = offsets.as_chunks().0.get(place)?;
        usize::try_from(i32::from_ne_bytes(*offset)).ok()
    } else {
        let offset = offsets.as_chunks().0.get(place)?;
        usize::try_from(i64::from_ne_bytes(*offset)).ok()
    }
}

/// Checks that the ends of runs increase from 1 on, and that the last one is not before `end`.
fn check_ends(ends: &[u8], width: usize, end: usize) -> Result<(), Error> {
    let mut last = 0;
    for bytes in ends.chunks_exact(width) {
        match Kind::Signed.value(bytes)? {
            Value::Integer(next) if next > last => last = next,
            _ => return Err(Error::Array("the ends of runs do not increase")),
        }
    }
    let is_covered = usize::try_from(last).is_ok_and(|last| last >= end);
    if is_covered { Ok(()) } else { Err(Error::Array("the last run ends before the column")) }
}

/// Returns the run of a place: the first whose end is above.
fn run(ends: &[u8], width: usize, place: usize) -> Result<usize, Error> {
    let (mut low, mut high) = (0, ends.len() / width);
    while low < high {
        let middle = low.midpoint(high);
        let end = match Kind::Signed.value(&ends[middle * width..][..width])? {
            Value::Integer(end) => usize::try_from(end).map_err(|_| OUTSIDE)?,
            _ => return Err(OUTSIDE),
        };
        if end > place {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low)
}
