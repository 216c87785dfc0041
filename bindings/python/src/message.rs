//! Bytes of Python objects, without copies, and the decision to release the interpreter's lock.
#![allow(unsafe_code, reason = "slices over Python's buffers")]

use crate::exporter;
use crate::format::{Refused, bytes_of_values};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ffi::{CStr, c_int};
use std::{mem, slice};

/// From this many bytes on, the lock is released, because releasing and taking it again takes about
/// as long as the fastest function here needs for 4 KiB.
pub(crate) const RELEASE_BYTES: usize = 4 << 10;

/// A contiguous view of bytes.
pub(crate) enum Message<'a> {
    Bytes(&'a [u8]),
    Buffer(Buffer),
}

impl<'a> Message<'a> {
    /// Returns the bytes of an object with the buffer protocol that is contiguous in C's order and
    /// whose items are values. (Of references, `hashlib` hashes the addresses.)
    pub(crate) fn of(data: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        // Only of this type itself: a subclass may export another buffer.
        match data.cast_exact::<PyBytes>() {
            Ok(bytes) => Ok(Self::Bytes(bytes.as_bytes())),
            Err(_) => Self::of_buffer(data),
        }
    }

    fn of_buffer(data: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if data.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "data is a str, which must be encoded to bytes: pass data.encode()",
            ));
        }
        Buffer::of_values(data).map(Self::Buffer)
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Buffer(buffer) => buffer.as_slice(),
        }
    }

    /// Calls `hash` with the bytes. If they are many, it releases the interpreter's lock, so that
    /// other threads run.
    pub(crate) fn read<R: Send>(&self, py: Python<'_>, hash: impl FnOnce(&[u8]) -> R + Send) -> R {
        let bytes = self.as_slice();
        if bytes.len() < RELEASE_BYTES { hash(bytes) } else { py.detach(|| hash(bytes)) }
    }
}

/// Calls `hash` with the bytes of an object. Short `bytes` take a path without a [`Message`], which
/// passes through memory.
#[inline(always)]
pub(crate) fn read<R: Send>(
    data: &Bound<'_, PyAny>,
    hash: impl FnOnce(&[u8]) -> R + Send,
) -> PyResult<R> {
    if let Ok(bytes) = data.cast_exact::<PyBytes>() {
        let bytes = bytes.as_bytes();
        if bytes.len() < RELEASE_BYTES {
            return Ok(hash(bytes));
        }
    }
    read_any(data, hash)
}

#[cold]
#[inline(never)]
fn read_any<R: Send>(data: &Bound<'_, PyAny>, hash: impl FnOnce(&[u8]) -> R + Send) -> PyResult<R> {
    // Callers from `direct` are not known to PyO3 yet, which defers the release of references then.
    Python::attach(|py| Ok(Message::of(data)?.read(py, hash)))
}

/// A view of an object's memory.
pub(crate) struct Buffer(ffi::Py_buffer);

// SAFETY: nothing in a view belongs to a thread: it is a pointer to memory that any thread may
// read, and a reference, which only `drop` uses. Bytes are read as the comment in `as_slice` says.
unsafe impl Send for Buffer {}
// SAFETY: as above.
unsafe impl Sync for Buffer {}

impl Buffer {
    fn of(data: &Bound<'_, PyAny>, flags: c_int) -> PyResult<Self> {
        let mut buffer = Self(ffi::Py_buffer::new());
        // SAFETY: the object is alive, and there is room for a view.
        let status = unsafe { ffi::PyObject_GetBuffer(data.as_ptr(), &raw mut buffer.0, flags) };
        if status == 0 {
            return Ok(buffer);
        }
        // A failed call leaves nothing to release.
        mem::forget(buffer);
        Err(PyErr::fetch(data.py()))
    }

    /// Returns a view of an object whose items are values.
    fn of_values(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = data.py();
        let buffer = match Self::of(data, ffi::PyBUF_ND | ffi::PyBUF_FORMAT) {
            Err(error)
                if error.is_instance_of::<PyBufferError>(py)
                    || error.is_instance_of::<PyValueError>(py) =>
            {
                // There may be bytes without a format. If not, this error is that of hashlib.
                let buffer = Self::of(data, ffi::PyBUF_SIMPLE)?;
                return match exporter::holds_values(data)? {
                    Some(true) => Ok(buffer),
                    _ => Err(PyValueError::new_err(format!(
                        "data has items without a format ({error}): only dates and numbers of NumPy are hashed \
                         without one, and hash_array hashes columns of strings"
                    ))),
                };
            }
            buffer => buffer?,
        };
        // SAFETY: the format of a view is null or a NUL-terminated string that lives as long as the
        // view.
        // Length: the exporter of the buffer, by the NUL at the end.
        let format =
            unsafe { buffer.0.format.as_ref().map_or(c"B", |start| CStr::from_ptr(start)) };
        let bytes = match bytes_of_values(format.to_bytes()) {
            Err(Refused::Reference(code)) => {
                return Err(PyValueError::new_err(format!(
                    "data holds references ({code} in its format), whose bytes are addresses: hash what they \
                     refer to"
                )));
            }
            Err(Refused::Unknown) => None,
            Ok(bytes) => isize::try_from(bytes).ok(),
        };
        // A format that spells out every byte is taken at its word, but not structs of ctypes: it
        // writes an int for each of its bit fields, and a byte for a union.
        let is_whole = bytes == Some(buffer.0.itemsize);
        if is_whole && !format.to_bytes().contains(&b'{') {
            return Ok(buffer);
        }
        if exporter::holds_values(data)?.unwrap_or(is_whole) {
            return Ok(buffer);
        }
        Err(PyValueError::new_err(format!(
            "data has items of {} bytes that may be references, because its format {format:?} does not describe \
             them: pass bytes(data) if they are not",
            buffer.0.itemsize
        )))
    }

    fn as_slice(&self) -> &[u8] {
        let len = usize::try_from(self.0.len).unwrap_or(0);
        // An empty buffer may have a null address.
        if len == 0 || self.0.buf.is_null() {
            return &[];
        }
        // SAFETY: the exporter keeps `len` contiguous bytes (which simple views are) in place until
        // the buffer is released, when `self` is dropped. Until then a `bytearray` cannot be
        // resized and an `mmap` cannot be closed. Other threads of the program may change the bytes
        // of a mutable object while they are read. The hash is then that of some mixture, as with
        // `hashlib`. Only the hash depends on the bytes: every value of a byte is valid, and
        // lengths are not read from here.
        // Length: the exporter of the buffer.
        unsafe { slice::from_raw_parts(self.0.buf.cast::<u8>(), len) }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // All buffers are dropped where they were made, which is with the interpreter's lock.
        Python::attach(|_| {
            // SAFETY: the view came from `PyObject_GetBuffer`, and is released only here.
            unsafe { ffi::PyBuffer_Release(&raw mut self.0) }
        });
    }
}
