//! `hash_array`: columns in NumPy and Arrow arrays, and lists.

use crate::arrow;
use crate::column::{self, BATCH, Column, Validity, Values};
use crate::hashes::{Cells, Hashes, Hashing};
use crate::key::{Key, unsigned};
use crate::message::Message;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString};

/// Hashes the values of an Arrow array or of a stream of arrays, obtained from `__arrow_c_array__`
/// or `__arrow_c_stream__`.
#[pyfunction]
pub(crate) fn hash_arrow(
    array: &Bound<'_, PyAny>,
    key: &Bound<'_, Key>,
    null: &Bound<'_, PyAny>,
) -> PyResult<Hashes> {
    let hashing = Hashing::new(&key.get().0, null)?;
    Ok(hashing.done(arrow::hash(array, &hashing)?))
}

/// Hashes contiguous values of `width` bytes. If `trimmed`, the trailing zeros of a value are left
/// out. Values whose byte in `mask` is not 0 are null.
#[pyfunction]
pub(crate) fn hash_fixed(
    data: &Bound<'_, PyAny>,
    width: &Bound<'_, PyAny>,
    trimmed: bool,
    mask: Option<&Bound<'_, PyAny>>,
    key: &Bound<'_, Key>,
    null: &Bound<'_, PyAny>,
) -> PyResult<Hashes> {
    let hashing = Hashing::new(&key.get().0, null)?;
    let data = Message::of(data)?;
    let mask = mask.map(Message::of).transpose()?;
    let bytes = data.as_slice();
    // A width that does not fit into usize does not divide the length either.
    let width = usize::try_from(unsigned(width, "width")?).unwrap_or(0);
    let len = bytes.len().checked_div(width).filter(|len| len * width == bytes.len());
    let len = len.ok_or_else(|| {
        PyValueError::new_err("the length of the data is not a multiple of width")
    })?;
    let validity = match &mask {
        None => Validity::All,
        Some(mask) if mask.as_slice().len() == len => Validity::Mask(mask.as_slice()),
        Some(_) => return Err(PyValueError::new_err("the mask and the array differ in length")),
    };
    let column = Column { len, validity, values: Values::Fixed { bytes, width, trimmed } };
    let mut cells = Cells::default();
    hashing.append(key.py(), &column, &mut cells)?;
    Ok(hashing.done(cells))
}

/// Returns the hashes of the categories that codes of eight bytes select. Values whose byte in `mask` is
/// not 0 are null.
#[pyfunction]
pub(crate) fn hash_codes(
    codes: &Bound<'_, PyAny>,
    mask: &Bound<'_, PyAny>,
    categories: &Bound<'_, Hashes>,
    key: &Bound<'_, Key>,
    null: &Bound<'_, PyAny>,
) -> PyResult<Hashes> {
    let hashing = Hashing::new(&key.get().0, null)?;
    let (codes, mask) = (Message::of(codes)?, Message::of(mask)?);
    let (bytes, mask) = (codes.as_slice(), mask.as_slice());
    if bytes.len() != 8 * mask.len() {
        return Err(PyValueError::new_err("the mask and the codes differ in length"));
    }
    let cells = categories.get().cells();
    let values = Values::Indices { bytes, width: 8, signed: true, cells };
    let column = Column { len: mask.len(), validity: Validity::Mask(mask), values };
    let mut out = Cells::default();
    hashing.append(key.py(), &column, &mut out)?;
    Ok(hashing.done(out))
}

/// Hashes strings as UTF-8, and bytes; None and NaN are null.
#[pyfunction]
pub(crate) fn hash_list(
    list: &Bound<'_, PyList>,
    key: &Bound<'_, Key>,
    null: &Bound<'_, PyAny>,
) -> PyResult<Hashes> {
    let hashing = Hashing::new(&key.get().0, null)?;
    let mut cells = Cells::default();
    // The list is copied, so that other code cannot shorten it meanwhile.
    let items: Vec<_> = list.iter().collect();
    for items in items.chunks(BATCH) {
        let messages: Vec<_> = items.iter().map(of_item).collect::<PyResult<_>>()?;
        let bytes: Vec<_> =
            messages.iter().map(|m| m.as_ref().map_or(&[][..], Message::as_slice)).collect();
        let size = hashing.null().len();
        let cells = cells.grow(items.len(), size)?;
        column::hash_many(hashing.key(), &bytes, cells);
        for (cell, _) in
            cells.chunks_exact_mut(size).zip(&messages).filter(|(_, message)| message.is_none())
        {
            cell.copy_from_slice(hashing.null());
        }
    }
    Ok(hashing.done(cells))
}

/// Returns the bytes of an item, unless it is null.
fn of_item<'a>(item: &'a Bound<'_, PyAny>) -> PyResult<Option<Message<'a>>> {
    if let Ok(text) = item.cast::<PyString>() {
        let text = text.to_str().map_err(|_| {
            PyValueError::new_err("an item contains a lone surrogate, which UTF-8 cannot encode")
        })?;
        return Ok(Some(Message::Bytes(text.as_bytes())));
    }
    if item.is_none() || item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan()) {
        return Ok(None);
    }
    Message::of(item).map(Some).map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(item.py()) {
            return error;
        }
        let name = item.get_type().name().map_or_else(|_| "object".into(), |n| n.to_string());
        PyTypeError::new_err(format!(
            "items must be str, bytes or None, not {name}; numbers need a width: pass an array of \
             NumPy or Arrow"
        ))
    })
}
