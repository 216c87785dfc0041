//! Tables whose columns come one by one, each in its own layout: those of pandas.

use crate::message::Message;
use crate::object::Reader;
use crate::tables::{arrays, refused, typed};
use hash_agg::Validity;
use hash_arrow::ffi::TypedArray;
use hash_arrow::{Array, Error, Mixed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::ops::Range;

/// The number of rows whose objects are read at once: so few that their canonical bytes are no
/// second copy of the table.
const BLOCK: usize = 1 << 15;

/// A column as `_columns.read` describes it: the name of its layout, and its parts.
struct Parts<'py> {
    layout: String,
    parts: Vec<Bound<'py, PyAny>>,
    categories: Option<Box<Parts<'py>>>,
}

impl<'py> Parts<'py> {
    fn of(column: &Bound<'py, PyAny>) -> PyResult<Self> {
        let mut parts = column.cast::<PyTuple>()?.iter();
        let layout = parts.next().map_or(Ok(String::new()), |layout| layout.extract())?;
        let mut parts: Vec<_> = parts.collect();
        let categories = if layout == "codes" { parts.pop() } else { None };
        let categories = categories.map(|column| Self::of(&column).map(Box::new)).transpose()?;
        Ok(Self { layout, parts, categories })
    }

    fn part(&self, index: usize) -> PyResult<&Bound<'py, PyAny>> {
        self.parts.get(index).ok_or_else(|| PyTypeError::new_err("a column lacks a part"))
    }

    /// Returns the bits of a mask, whose bytes are not 0 for missing values.
    fn valid(&self, index: usize) -> PyResult<Option<Vec<u8>>> {
        let mask = self.part(index)?;
        if mask.is_none() { Ok(None) } else { Ok(Some(bits(Message::of(mask)?.as_slice(), false))) }
    }
}

/// Packs bytes as bits, the lowest of a byte first: 1 if the byte is not 0, or else if it is.
fn bits(bytes: &[u8], of: bool) -> Vec<u8> {
    let pack = |bytes: &[u8]| {
        let bits = bytes.iter().enumerate();
        bits.fold(0, |bits, (i, byte)| bits | u8::from((*byte != 0) == of) << i)
    };
    bytes.chunks(8).map(pack).collect()
}

struct Column<'a, 'py> {
    len: usize,
    /// Bits of the values that are not missing.
    valid: Option<Vec<u8>>,
    values: Values<'a, 'py>,
}

enum Values<'a, 'py> {
    /// Values of a fixed width, of the type with this format.
    Fixed(String, Message<'a>),
    Booleans(Vec<u8>),
    /// Indices of eight bytes.
    Codes(Message<'a>, Box<Column<'a, 'py>>),
    /// Objects, and the values of the block that is hashed, which starts at this row.
    Objects {
        items: Vec<Bound<'py, PyAny>>,
        reader: Box<Reader>,
        block: Mixed,
        first: usize,
    },
    /// The chunks of an Arrow array, and the number of rows up to the end of each.
    Chunks(Vec<TypedArray>, Vec<usize>),
}

impl<'a, 'py> Column<'a, 'py> {
    fn new(parts: &'a Parts<'py>, nan_is_null: bool) -> PyResult<Self> {
        let part = |index| parts.part(index);
        let column = match &*parts.layout {
            "fixed" => {
                let (data, format) = (Message::of(part(0)?)?, part(1)?.extract::<String>()?);
                let (width, valid) = (part(2)?.extract::<usize>()?, parts.valid(4)?);
                let len = data.as_slice().len() / width.max(1);
                let values = if format == "b" {
                    Values::Booleans(bits(data.as_slice(), true))
                } else {
                    Values::Fixed(format, data)
                };
                Self { len, valid, values }
            }
            "codes" => {
                let (data, valid) = (Message::of(part(0)?)?, parts.valid(1)?);
                let categories = parts.categories.as_ref();
                let categories =
                    categories.ok_or_else(|| PyTypeError::new_err("the categories are missing"))?;
                let mut categories = Self::new(categories, nan_is_null)?;
                categories.load(0..categories.len)?;
                let len = data.as_slice().len() / 8;
                Self { len, valid, values: Values::Codes(data, Box::new(categories)) }
            }
            "items" => {
                // Copied, so that other code cannot shorten the list meanwhile.
                let items: Vec<_> = part(0)?.cast::<PyList>()?.iter().collect();
                let reader = Box::new(Reader::nested(nan_is_null));
                let (len, block) = (items.len(), Mixed::default());
                Self {
                    len,
                    valid: None,
                    values: Values::Objects { items, reader, block, first: 0 },
                }
            }
            "arrow" => {
                let object = part(0)?;
                let chunks = if object.hasattr("__arrow_c_array__")? {
                    vec![typed(object, refused)?.1]
                } else {
                    let chunks = arrays(object)?.arrays().map_err(refused)?;
                    chunks.collect::<Result<Vec<_>, _>>().map_err(refused)?
                };
                let (mut len, mut ends) = (0, Vec::new());
                for chunk in &chunks {
                    len += chunk.view().map_err(refused)?.len();
                    ends.push(len);
                }
                Self { len, valid: None, values: Values::Chunks(chunks, ends) }
            }
            layout => return Err(PyTypeError::new_err(format!("no column has layout {layout:?}"))),
        };
        Ok(column)
    }

    /// Returns the row before which a block that starts at this row ends at the latest.
    fn end(&self, start: usize) -> usize {
        match &self.values {
            Values::Chunks(_, ends) => {
                ends[ends.partition_point(|end| *end <= start).min(ends.len() - 1)]
            }
            _ => self.len,
        }
    }

    /// Reads the objects of a block.
    fn load(&mut self, rows: Range<usize>) -> PyResult<()> {
        if let Values::Objects { items, reader, block, first } = &mut self.values {
            block.clear();
            *first = rows.start;
            for item in &items[rows] {
                block.push(|encoder| reader.encode(item, encoder))?;
            }
        }
        Ok(())
    }

    /// Returns the rows of a block that was loaded.
    fn rows(&self, rows: Range<usize>) -> Result<Array<'_>, Error> {
        let valid = self.valid.as_deref().map(|bits| Validity::new(bits, 0));
        Ok(match &self.values {
            Values::Fixed(format, data) => {
                Array::fixed(format, data.as_slice(), valid)?.slice(rows)
            }
            Values::Booleans(bits) => Array::booleans(bits, self.len, valid)?.slice(rows),
            Values::Codes(data, categories) => {
                let categories = categories.rows(0..categories.len)?;
                Array::dictionary(data.as_slice(), categories, valid)?.slice(rows)
            }
            Values::Objects { block, first, .. } => {
                block.array().slice(rows.start - first..rows.end - first)
            }
            Values::Chunks(chunks, ends) => {
                let chunk = ends.partition_point(|end| *end <= rows.start);
                // Without rows there is no such chunk.
                let Some(array) = chunks.get(chunk) else { return Array::fixed("c", &[], None) };
                let start = if chunk == 0 { 0 } else { ends[chunk - 1] };
                let array = array.view()?;
                if rows.end - start > array.len() {
                    return Err(Error::Array("categories are in several chunks"));
                }
                array.slice(rows.start - start..rows.end - start)
            }
        })
    }
}

/// Calls `each` for the columns and the number of rows of every block of a table, without the
/// interpreter's lock.
pub(crate) fn batches(
    columns: &Bound<'_, PyTuple>,
    mut each: impl FnMut(&[Array<'_>], usize) -> Result<(), Error> + Send,
) -> PyResult<()> {
    let py = columns.py();
    let (columns, nan_is_null) = columns.extract::<(Bound<'_, PyList>, bool)>()?;
    let parts = columns.iter().map(|column| Parts::of(&column)).collect::<PyResult<Vec<_>>>()?;
    let columns = parts.iter().map(|parts| Column::new(parts, nan_is_null));
    let mut columns = columns.collect::<PyResult<Vec<_>>>()?;
    let rows = columns.first().map_or(0, |column| column.len);
    if let Some(column) = columns.iter().find(|column| column.len != rows) {
        let error = Error::Rows { column: column.len, batch: rows };
        return Err(PyValueError::new_err(error.to_string()));
    }
    let mut start = 0;
    while start < rows {
        let ends = columns.iter().map(|column| column.end(start));
        let end = ends.min().unwrap_or(rows).min(start + BLOCK);
        columns.iter_mut().try_for_each(|column| column.load(start..end))?;
        let arrays = columns.iter().map(|column| column.rows(start..end));
        let arrays = arrays.collect::<Result<Vec<_>, _>>().map_err(refused)?;
        py.detach(|| each(&arrays, end - start)).map_err(refused)?;
        py.check_signals()?;
        start = end;
    }
    Ok(())
}
