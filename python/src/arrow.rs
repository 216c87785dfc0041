//! Arrow's C data interface: columns from other libraries, without copies.
//!
//! <https://arrow.apache.org/docs/format/CDataInterface.html>, and the capsules of
//! <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.
#![allow(unsafe_code, reason = "the structs of the interface hold pointers")]

use crate::cells::Cells;
use crate::column::{Column, Validity, Values, offset};
use crate::hashes::Hashing;
use crate::kind::{Kind, Layout, of_format};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods, PyTuple};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::{mem, ptr, slice};

/// The type of an array.
#[repr(C)]
pub(crate) struct Schema {
    pub(crate) format: *const c_char,
    pub(crate) name: *const c_char,
    pub(crate) metadata: *const c_char,
    pub(crate) flags: i64,
    pub(crate) n_children: i64,
    pub(crate) children: *mut *mut Self,
    pub(crate) dictionary: *mut Self,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Self)>,
    pub(crate) private_data: *mut c_void,
}

/// The buffers of an array.
#[repr(C)]
pub(crate) struct Array {
    pub(crate) length: i64,
    pub(crate) null_count: i64,
    pub(crate) offset: i64,
    pub(crate) n_buffers: i64,
    pub(crate) n_children: i64,
    pub(crate) buffers: *const *const c_void,
    pub(crate) children: *mut *mut Self,
    pub(crate) dictionary: *mut Self,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Self)>,
    pub(crate) private_data: *mut c_void,
}

/// A sequence of arrays of one type.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Self, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Self, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// A struct of the interface, whose owner calls `release` once.
pub(crate) trait Released: Sized {
    /// A struct that was released or has not been filled yet.
    const RELEASED: Self;
    fn release(&mut self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

macro_rules! released {
    ($($Type:ty),*) => {
        $(impl Released for $Type {
            // SAFETY: the fields are integers, pointers and optional functions, for which zeros are
            // valid.
            const RELEASED: Self = unsafe { mem::zeroed() };

            fn release(&mut self) -> Option<unsafe extern "C" fn(*mut Self)> {
                self.release
            }
        })*
    };
}

released!(Schema, Array, Stream);

/// A struct of the interface that we own.
struct Owned<T: Released>(Box<T>);

impl<T: Released> Owned<T> {
    fn empty() -> Self {
        Self(Box::new(T::RELEASED))
    }

    /// Moves the struct out of a capsule with this name, and leaves a released one in it.
    fn take(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<Self> {
        let place = capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast::<T>();
        let mut owned = Self::empty();
        // SAFETY: the interface says that a capsule with this name holds a struct of this type. The
        // interface requires that a consumer moves it; no other code of this thread runs.
        unsafe { ptr::swap(place.as_ptr(), &raw mut *owned.0) };
        if owned.0.release().is_none() {
            return Err(PyValueError::new_err("the Arrow capsule was already consumed"));
        }
        Ok(owned)
    }
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        if let Some(release) = self.0.release() {
            // SAFETY: we own the struct, and release it only here.
            unsafe { release(&raw mut *self.0) };
        }
    }
}

/// The layout and the meaning of the values of an array, and those of its dictionary if it has one.
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
    let ((Layout::Fixed(width), kind @ (Kind::Signed | Kind::Unsigned)), true) =
        (own, dictionary.dictionary.is_null())
    else {
        return Err(PyTypeError::new_err("the Arrow dictionary has indices that are not integers"));
    };
    let indices = Layout::Indices { width, signed: matches!(kind, Kind::Signed) };
    Ok(((indices, kind), Some(read(dictionary)?)))
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
        let values = match layout {
            Layout::Null => Values::Null,
            Layout::Bits => Values::Bits { bitmap: bits(1)?, first },
            Layout::Fixed(width) => {
                Values::Fixed { bytes: fixed(width, 0)?, width, trimmed: false }
            }
            Layout::Offsets32 => {
                let offsets = fixed(4, 1)?;
                Values::Offsets32 { offsets, bytes: buffers.cut::<4>(offsets)? }
            }
            Layout::Offsets64 => {
                let offsets = fixed(8, 1)?;
                Values::Offsets64 { offsets, bytes: buffers.cut::<8>(offsets)? }
            }
            Layout::Views => Values::Views { views: fixed(16, 0)?, buffers: buffers.variadic()? },
            Layout::Indices { width, signed } => {
                Values::Indices { bytes: fixed(width, 0)?, width, signed, cells: cells?.as_bytes() }
            }
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
        let schema = Owned::<Schema>::take(&capsules.get_item(0)?, c"arrow_schema")?;
        let array = Owned::<Array>::take(&capsules.get_item(1)?, c"arrow_array")?;
        append(hashing, types(&schema.0)?, &array.0, &mut cells)?;
        return Ok(cells);
    }
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let mut stream = Owned::<Stream>::take(&capsule, c"arrow_array_stream")?;
    let mut schema = Owned::<Schema>::empty();
    stream.fill(|stream| stream.get_schema, &mut schema)?;
    let types = types(&schema.0)?;
    loop {
        let mut array = Owned::<Array>::empty();
        stream.fill(|stream| stream.get_next, &mut array)?;
        // A released array marks the end.
        if array.0.release.is_none() {
            return Ok(cells);
        }
        append(hashing, types, &array.0, &mut cells)?;
    }
}

impl Owned<Stream> {
    /// Calls a function of the stream that fills a struct.
    fn fill<T: Released>(
        &mut self,
        function: impl Fn(&Stream) -> Option<unsafe extern "C" fn(*mut Stream, *mut T) -> c_int>,
        to: &mut Owned<T>,
    ) -> PyResult<()> {
        let function = function(&self.0)
            .ok_or_else(|| PyValueError::new_err("the Arrow stream lacks a function"))?;
        // SAFETY: we own the stream, it is not released, and `to` has room for such a struct.
        let status = unsafe { function(&raw mut *self.0, &raw mut *to.0) };
        if status == 0 {
            return Ok(());
        }
        // After a failed call, the contents are not ours to release.
        *to.0 = T::RELEASED;
        let text = self.0.get_last_error.map(|last_error| {
            // SAFETY: as above. The text is null or NUL-terminated, and lives until the next call.
            unsafe {
                let text = last_error(&raw mut *self.0);
                if text.is_null() { None } else { Some(CStr::from_ptr(text)) }
            }
        });
        let text = text.flatten().map_or("no reason given".into(), CStr::to_string_lossy);
        Err(PyRuntimeError::new_err(format!("the Arrow stream failed ({status}): {text}")))
    }
}
