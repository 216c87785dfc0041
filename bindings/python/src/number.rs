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
    // SAFETY: there are as many bytes, and they are not changed.
    unsafe {
        #[cfg(Py_3_13)]
        let number = ffi::PyLong_FromUnsignedNativeBytes(
            digest.as_ptr().cast(),
            digest.len(),
            ffi::Py_ASNATIVEBYTES_BIG_ENDIAN,
        );
        #[cfg(not(Py_3_13))]
        let number = ffi::_PyLong_FromByteArray(digest.as_ptr(), digest.len(), 0, 0);
        Bound::from_owned_ptr_or_err(py, number)
    }
}
