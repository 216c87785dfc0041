//! Arrow's C data interface: columns from other libraries, without copies.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface.html>, and the capsules of
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
#![allow(unsafe_code, reason = "the structs of the interface hold pointers")]

use crate::cells::Cells;
use crate::column::{Column, Validity, Values, offset};
use crate::hashes::Hashing;
use crate::kind::of_format;
use crate::tables::{refused, take};
use hash_arrow::ffi::{ForeignArray as Array, Schema, Stream};
use hash_arrow::{Kind, Layout};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ffi::CStr;
use std::slice;

/// The layout and the meaning of the values of an array, which are indices if it has a dictionary, and
/// those of the dictionary.
type Types = ((Layout, Kind), Option<(Layout, Kind)>);

/// Returns the types of an array and of the dictionary that it refers to.
fn types(schema: &Schema) -> PyResult<Types> {
    let read = |schema: &Schema| {
        if schema.format.is_null() {
            return Err(PyValueError::new_err("the Arrow schema has no format"));
        }
        // SAFETY: the interface says that this is a NUL-terminated string that lives as long as the
        // schema.
        let format = unsafe { CStr::from_ptr(schema.format) }.to_string_lossy();
        of_format(&format)
    };
    let own = read(schema)?;
    // SAFETY: the interface says that this is null or a schema that lives as long as its parent.
    let Some(dictionary) = (unsafe { schema.dictionary.as_ref() }) else {
        return Ok((own, None));
    };
    match (own, dictionary.dictionary.is_null()) {
        ((Layout::Fixed(_), Kind::Signed | Kind::Unsigned), true) => {
            Ok((own, Some(read(dictionary)?)))
        }
        _ => Err(PyTypeError::new_err("the Arrow dictionary has indices that are not integers")),
    }
}

/// An array from another library, checked as far as possible: it does not contain the sizes of its
/// buffers.
struct Buffers<'a>(&'a Array);

impl<'a> Buffers<'a> {
    /// Returns the bytes of a buffer, or `None` if it is missing. A buffer of no bytes may be
    /// missing.
    fn get(&self, index: usize, len: usize) -> Option<&'a [u8]> {
        if len == 0 {
            return Some(&[]);
        }
        let buffer = self.address(index).filter(|_| len <= isize::MAX as usize)?;
        // SAFETY: the interface says that the buffers of an array hold its values up to offset +
        // length, from which the callers compute `len`, and live as long as the array. If other
        // threads write to them, only hashes change; see `Message::as_slice`.
        Some(unsafe { slice::from_raw_parts(buffer, len) })
    }

    /// Returns the address of a buffer, if it has one.
    fn address(&self, index: usize) -> Option<*const u8> {
        let count = usize::try_from(self.0.n_buffers).ok()?;
        if index >= count || self.0.buffers.is_null() {
            return None;
        }
        // SAFETY: the interface says that there are `n_buffers` pointers, aligned as pointers.
        let buffer = unsafe { *self.0.buffers.add(index) }.cast::<u8>();
        (!buffer.is_null()).then_some(buffer)
    }

    /// Returns the bytes that offsets of `N` bytes divide into values. The last offset gives their
    /// number.
    fn cut<const N: usize>(&self, offsets: &[u8]) -> Option<&'a [u8]> {
        self.get(2, offset::<N>(offsets, offsets.len() / N - 1)?)
    }

    /// Returns the variadic buffers of views, whose sizes are in the last buffer.
    fn variadic(&self) -> Option<Vec<&'a [u8]>> {
        let count = usize::try_from(self.0.n_buffers).ok()?.checked_sub(3)?;
        let sizes = self.get(2 + count, 8 * count)?.as_chunks().0;
        let buffers = sizes.iter().enumerate().map(|(index, size)| {
            let size = usize::try_from(i64::from_le_bytes(*size)).ok()?;
            self.get(2 + index, size)
        });
        buffers.collect()
    }
}

/// Returns the column of an array. Its dictionary has already been hashed into cells.
fn column<'a>(
    array: &'a Array,
    (layout, kind): (Layout, Kind),
    cells: Option<&'a Cells>,
) -> PyResult<Column<'a>> {
    let parts = || {
        let len = usize::try_from(array.length).ok()?;
        if len == 0 {
            // A null array may lack its buffers.
            return Some(Column { len, validity: Validity::All, values: Values::Null, kind });
        }
        let first = usize::try_from(array.offset).ok()?;
        let end = first.checked_add(len)?;
        let buffers = Buffers(array);
        let bits = |index| buffers.get(index, end.div_ceil(8));
        // The bytes start at the first of our values, and `more` values follow the last.
        let fixed = |width: usize, more: usize| {
            Some(&buffers.get(1, width.checked_mul(end.checked_add(more)?)?)?[width * first..])
        };
        let values = match (layout, cells) {
            (Layout::Fixed(width), Some(cells)) => {
                let (bytes, signed) = (fixed(width, 0)?, kind == Kind::Signed);
                Values::Indices { bytes, width, signed, cells: cells.as_bytes() }
            }
            (Layout::Null, _) => Values::Null,
            (Layout::Bits, _) => Values::Bits { bitmap: bits(1)?, first },
            (Layout::Fixed(width), None) => {
                Values::Fixed { bytes: fixed(width, 0)?, width, trimmed: false }
            }
            (Layout::Offsets32, _) => {
                let offsets = fixed(4, 1)?;
                Values::Offsets32 { offsets, bytes: buffers.cut::<4>(offsets)? }
            }
            (Layout::Offsets64, _) => {
                let offsets = fixed(8, 1)?;
                Values::Offsets64 { offsets, bytes: buffers.cut::<8>(offsets)? }
            }
            (Layout::Views, _) => {
                Values::Views { views: fixed(16, 0)?, buffers: buffers.variadic()? }
            }
            _ => return None,
        };
        let validity = match layout {
            Layout::Null => Validity::None,
            _ if array.null_count == 0 || buffers.address(0).is_none() => Validity::All,
            _ => Validity::Bits { bitmap: bits(0)?, first },
        };
        Some(Column { len, validity, values, kind })
    };
    parts().ok_or_else(|| {
        PyValueError::new_err("the Arrow array is malformed: a buffer is missing or too small")
    })
}

/// Appends the cells of an array; nulls get the given cell.
fn append(hashing: &Hashing<'_>, types: Types, array: &Array, cells: &mut Cells) -> PyResult<()> {
    let dictionary = match types.1 {
        None => None,
        Some(of_dictionary) => {
            // SAFETY: the interface says that this is null or an array that lives as long as this
            // one.
            let dictionary = unsafe { array.dictionary.as_ref() };
            let dictionary = dictionary
                .ok_or_else(|| PyValueError::new_err("the Arrow dictionary is missing"))?;
            let mut cells = Cells::default();
            append(hashing, (of_dictionary, None), dictionary, &mut cells)?;
            Some(cells)
        }
    };
    hashing.append(&column(array, types.0, dictionary.as_ref())?, cells)
}

/// Returns the cells of all values of an object that exports Arrow arrays.
pub(crate) fn hash(object: &Bound<'_, PyAny>, hashing: &Hashing<'_>) -> PyResult<Cells> {
    let mut cells = Cells::default();
    if object.hasattr("__arrow_c_array__")? {
        let capsules = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
        let schema = take::<Schema>(&capsules.get_item(0)?, c"arrow_schema")?;
        let array = take::<Array>(&capsules.get_item(1)?, c"arrow_array")?;
        append(hashing, types(schema.get())?, array.get(), &mut cells)?;
        return Ok(cells);
    }
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let mut stream = take::<Stream>(&capsule, c"arrow_array_stream")?;
    let schema = stream.schema().map_err(refused)?;
    let types = types(schema.get())?;
    while let Some(array) = stream.next_array().map_err(refused)? {
        append(hashing, types, array.get(), &mut cells)?;
    }
    Ok(cells)
}
