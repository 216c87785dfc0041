//! Arrow's C data interface: columns from other libraries, without copies.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface.html>, and the capsules of
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.

use crate::cells::Cells;
use crate::column::{Column, Validity, Values};
use crate::hashes::Hashing;
use crate::kind::{of_format, unsupported};
use crate::tables::{arrays, refused, typed};
use hash_arrow::ffi::TypedArray;
use hash_arrow::{Array, Buffers, Error};
use pyo3::prelude::*;

/// Appends the cells of an array; nulls get the given cell.
fn append(hashing: &Hashing<'_>, array: &Array<'_>, cells: &mut Cells) -> PyResult<()> {
    let (kind, buffers) = array.buffers().ok_or_else(nested)?;
    let mut dictionary = Cells::default();
    let values = match buffers {
        Buffers::Null => Values::Null,
        Buffers::Bits { bitmap, first } => Values::Bits { bitmap, first },
        Buffers::Fixed { bytes, width } => Values::Fixed { bytes, width, trimmed: false },
        Buffers::Offsets32 { offsets, bytes } => Values::Offsets32 { offsets, bytes },
        Buffers::Offsets64 { offsets, bytes } => Values::Offsets64 { offsets, bytes },
        Buffers::Views { views, buffers } => Values::Views { views, buffers },
        Buffers::Indices { bytes, width, signed, values } => {
            append(hashing, values, &mut dictionary)?;
            Values::Indices { bytes, width, signed, cells: dictionary.as_bytes() }
        }
    };
    let validity = match (&values, array.validity()) {
        (Values::Null, _) if !array.is_empty() => Validity::None,
        (_, None) => Validity::All,
        (_, Some(validity)) => Validity::Arrow(validity),
    };
    hashing.append(&Column { len: array.len(), validity, values, kind }, cells)
}

/// Appends the cells of an array of another library.
fn append_typed(hashing: &Hashing<'_>, array: &TypedArray, cells: &mut Cells) -> PyResult<()> {
    if array.of().is_struct() {
        of_format("+s")?;
    }
    if !array.of().is_flat() {
        return Err(nested());
    }
    append(hashing, &array.view().map_err(refused)?, cells)
}

fn nested() -> PyErr {
    unsupported("an array of nested, run-end encoded or union values")
}

/// Returns the error of a type that has no hashes, and other errors as they are.
fn not_hashed(error: Error) -> PyErr {
    if let Error::Type(format) = &error
        && let Err(error) = of_format(format)
    {
        return error;
    }
    refused(error)
}

/// Returns the cells of all values of an object that exports Arrow arrays.
pub(crate) fn hash(object: &Bound<'_, PyAny>, hashing: &Hashing<'_>) -> PyResult<Cells> {
    let mut cells = Cells::default();
    if object.hasattr("__arrow_c_array__")? {
        let (_, array) = typed(object, not_hashed)?;
        append_typed(hashing, &array, &mut cells)?;
        return Ok(cells);
    }
    for array in arrays(object)?.arrays().map_err(not_hashed)? {
        append_typed(hashing, &array.map_err(refused)?, &mut cells)?;
    }
    Ok(cells)
}
