//! Bytes of Python objects, without copies, and the decision to release the interpreter's lock.
#![allow(unsafe_code, reason = "slices over Python's buffers")]

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::slice;

/// From this many bytes on, the lock is released, because releasing and taking it again takes about
/// as long as the fastest function here needs for 4 KiB.
const RELEASE_BYTES: usize = 4 << 10;

/// A contiguous view of bytes.
pub(crate) enum Message<'a> {
    Bytes(&'a [u8]),
    Buffer(PyUntypedBuffer),
}

impl<'a> Message<'a> {
    /// Returns the bytes of an object with the buffer protocol.
    pub(crate) fn of(data: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes()));
        }
        if data.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "data is a str, which must be encoded to bytes: pass data.encode()",
            ));
        }
        // Objects without the protocol raise a TypeError that names it.
        let buffer = PyUntypedBuffer::get(data)?;
        if !buffer.is_c_contiguous() {
            return Err(PyBufferError::new_err(
                "data is not contiguous in memory: pass a copy, such as bytes(data)",
            ));
        }
        if buffer.format().to_bytes().contains(&b'O') {
            return Err(PyValueError::new_err(
                "data holds references to objects, not bytes: hash the objects themselves",
            ));
        }
        Ok(Self::Buffer(buffer))
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            // An empty buffer may have a null address.
            Self::Buffer(buffer) if buffer.len_bytes() == 0 => &[],
            // SAFETY: the exporter keeps `len_bytes` contiguous bytes (checked in `of`) in place
            // until the buffer is released, when `self` is dropped. Until then a `bytearray` cannot
            // be resized and an `mmap` cannot be closed. Other threads of the program may change
            // the bytes of a mutable object while they are read. The hash is then that of some
            // mixture, as with `hashlib`. Only the hash depends on the bytes: every value of a byte
            // is valid, and lengths are not read from here.
            Self::Buffer(buffer) => unsafe {
                slice::from_raw_parts(buffer.buf_ptr().cast::<u8>(), buffer.len_bytes())
            },
        }
    }

    /// Calls `hash` with the bytes. If they are many, it releases the interpreter's lock, so that
    /// other threads run.
    pub(crate) fn read<R: Send>(&self, py: Python<'_>, hash: impl FnOnce(&[u8]) -> R + Send) -> R {
        let bytes = self.as_slice();
        if bytes.len() < RELEASE_BYTES { hash(bytes) } else { py.detach(|| hash(bytes)) }
    }
}
