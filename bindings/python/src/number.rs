//! Digests as ints.
#![allow(unsafe_code, reason = "PyO3 converts no more than 128 bits")]

use pyo3::ffi;
use pyo3::prelude::*;

/// Returns the int that a digest spells.
#[inline]
pub(crate) fn integer<'py>(py: Python<'py>, digest: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(digest) = digest.try_into() {
        return Ok(u64::from_be_bytes(digest).into_pyobject(py)?.into_any());
    }
    if let Ok(digest) = digest.try_into() {
        return Ok(u32::from_be_bytes(digest).into_pyobject(py)?.into_any());
    }
    of_bytes(py, digest, false)
}

/// Returns the int that a digest spells in two's complement.
pub(crate) fn signed<'py>(py: Python<'py>, digest: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    of_bytes(py, digest, true)
}

/// Returns the int of bytes, most significant first.
fn of_bytes<'py>(py: Python<'py>, bytes: &[u8], is_signed: bool) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: there are as many bytes, and they are not changed.
    unsafe {
        #[cfg(Py_3_13)]
        let number = {
            let new = if is_signed {
                ffi::PyLong_FromNativeBytes
            } else {
                ffi::PyLong_FromUnsignedNativeBytes
            };
            new(bytes.as_ptr().cast(), bytes.len(), ffi::Py_ASNATIVEBYTES_BIG_ENDIAN)
        };
        #[cfg(not(Py_3_13))]
        let number = ffi::_PyLong_FromByteArray(bytes.as_ptr(), bytes.len(), 0, is_signed.into());
        Bound::from_owned_ptr_or_err(py, number)
    }
}
