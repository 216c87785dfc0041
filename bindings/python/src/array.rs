//! `hash_array`: columns in NumPy and Arrow arrays, and lists.

use crate::arrow;
use crate::cells::Cells;
use crate::column::{self, BATCH, Column, Form, Validity, Values};
use crate::hashes::{Hashes, Hashing, How};
use crate::key::unsigned;
use crate::kind::{Kind, Mixed, of_format};
use crate::message::Message;
use crate::object;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyFloat, PyList, PyMemoryView, PyString};

/// Hashes the values of an Arrow array or of a stream of arrays, obtained from `__arrow_c_array__`
/// or `__arrow_c_stream__`.
#[pyfunction]
pub(crate) fn hash_arrow(array: &Bound<'_, PyAny>, how: How<'_>) -> PyResult<Hashes> {
    let hashing = Hashing::new(how)?;
    Ok(hashing.done(arrow::hash(array, &hashing)?))
}

/// Hashes contiguous values of `width` bytes, whose type is an Arrow format. If `trimmed`, the
/// trailing zeros of a value are left out. Values whose byte in `mask` is not 0 are null.
#[pyfunction]
pub(crate) fn hash_fixed(
    data: &Bound<'_, PyAny>,
    format: &str,
    width: &Bound<'_, PyAny>,
    trimmed: bool,
    mask: Option<&Bound<'_, PyAny>>,
    how: How<'_>,
) -> PyResult<Hashes> {
    let hashing = Hashing::new(how)?;
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
    let (_, kind) = of_format(format)?;
    let column = Column { len, validity, values: Values::Fixed { bytes, width, trimmed }, kind };
    let mut cells = Cells::default();
    hashing.append(&column, &mut cells)?;
    Ok(hashing.done(cells))
}

/// Returns the hashes of the categories that codes of eight bytes select. Values whose byte in
/// `mask` is not 0 are null.
#[pyfunction]
pub(crate) fn hash_codes(
    codes: &Bound<'_, PyAny>,
    mask: &Bound<'_, PyAny>,
    categories: &Bound<'_, Hashes>,
    how: How<'_>,
) -> PyResult<Hashes> {
    let hashing = Hashing::new(how)?;
    let (codes, mask) = (Message::of(codes)?, Message::of(mask)?);
    let (bytes, mask) = (codes.as_slice(), mask.as_slice());
    if bytes.len() != 8 * mask.len() {
        return Err(PyValueError::new_err("the mask and the codes differ in length"));
    }
    let cells = categories.get().cells();
    let values = Values::Indices { bytes, width: 8, signed: true, cells };
    let validity = Validity::Mask(mask);
    let column = Column { len: mask.len(), validity, values, kind: Kind::Signed };
    let mut out = Cells::default();
    hashing.append(&column, &mut out)?;
    Ok(hashing.done(out))
}

/// Hashes strings as UTF-8, and bytes; None and NaN are null. Among canonical values, NaN is a
/// float.
#[pyfunction]
pub(crate) fn hash_list(list: &Bound<'_, PyList>, how: How<'_>) -> PyResult<Hashes> {
    let hashing = Hashing::new(how)?;
    let mut cells = Cells::default();
    // The list is copied, so that other code cannot shorten it meanwhile.
    let items: Vec<_> = list.iter().collect();
    let size = hashing.null().len();
    let (mut canonical, mut reader) = (Mixed::default(), object::Reader::default());
    for items in items.chunks(BATCH) {
        let cells = cells.grow(items.len(), size)?;
        let mut null = [false; BATCH];
        if hashing.form() == Form::Canonical {
            canonical.clear();
            for (item, null) in items.iter().zip(&mut null) {
                canonical.push(|encoder| reader.encode(item, encoder))?;
                *null = canonical.ends_with_null();
            }
            column::hash_canonical(hashing.key(), &canonical, cells);
        } else {
            let messages: Vec<_> = items.iter().map(of_item).collect::<PyResult<_>>()?;
            let bytes: Vec<_> =
                messages.iter().map(|m| m.as_ref().map_or(&[][..], Message::as_slice)).collect();
            for (message, null) in messages.iter().zip(&mut null) {
                *null = message.is_none();
            }
            column::hash_many(hashing.key(), &bytes, cells);
        }
        for (cell, _) in cells.chunks_exact_mut(size).zip(null).filter(|(_, null)| *null) {
            cell.copy_from_slice(hashing.null());
        }
    }
    Ok(hashing.done(cells))
}

/// Returns the bytes of an item, unless it is null.
fn of_item<'a>(item: &'a Bound<'_, PyAny>) -> PyResult<Option<Message<'a>>> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(Some(Message::Bytes(object::utf8(text)?.as_bytes())));
    }
    if item.is_none() || item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan()) {
        return Ok(None);
    }
    // Numbers and times of NumPy are buffers too, and NaT or an array within an array would be
    // bytes.
    if item.is_instance_of::<PyBytes>()
        || item.is_instance_of::<PyByteArray>()
        || item.is_instance_of::<PyMemoryView>()
    {
        return Message::of(item).map(Some);
    }
    let name = object::name_of_type(item);
    Err(PyTypeError::new_err(format!(
        "items must be str, bytes, bytearray, memoryview or None, not {name}; numbers need a width: \
         pass an array of NumPy or Arrow, or canonical=True"
    )))
}
