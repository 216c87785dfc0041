//! `Key.hash`, `Key.digest` and `Key.hexdigest`, which Python calls without PyO3's way: that counts
//! the callers in the thread's memory and parses the arguments, which takes much of the time of a
//! short message.
#![allow(unsafe_code, reason = "functions that Python calls")]

use crate::key::Key;
use crate::message;
use crate::number::integer;
use crate::text::digits;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3::{Borrowed, ffi};
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// A method of `Key` with one argument, the data.
pub(crate) trait Method: Sized + 'static {
    const NAME: &'static CStr;
    /// The signature and the documentation, as Python takes them.
    const DOC: &'static CStr;

    fn call<'py>(key: &Key, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
}

/// Returns the method as an attribute of the class.
pub(crate) fn method<M: Method>(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    // Never freed, because neither is the class.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: M::NAME.as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: call::<M> },
        ml_flags: ffi::METH_O,
        ml_doc: M::DOC.as_ptr(),
    }));
    let class = py.get_type::<Key>();
    // SAFETY: the class and the definition live as long as the process, and `call` has the
    // signature of `METH_O`.
    unsafe {
        Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewMethod(class.as_type_ptr(), definition))
    }
}

unsafe extern "C" fn call<M: Method>(
    key: *mut ffi::PyObject,
    data: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: Python calls methods in threads that are attached to the interpreter.
    let py = unsafe { Python::assume_attached() };
    // SAFETY: the caller holds references to both objects during the call. The method is an
    // attribute of `Key`, so Python has checked that the first one is a `Key`.
    let (key, data) = unsafe {
        (Borrowed::from_ptr(py, key).cast_unchecked::<Key>(), Borrowed::from_ptr(py, data))
    };
    let error = match catch_unwind(AssertUnwindSafe(|| M::call(key.get(), &data))) {
        Ok(Ok(value)) => return value.into_ptr(),
        Ok(Err(error)) => error,
        Err(_) => PyRuntimeError::new_err("a defect of provenhash: please report it"),
    };
    error.restore(py);
    ptr::null_mut()
}

/// Returns the number of bytes of a digest.
#[inline(always)]
fn size(key: &provenhash::Key) -> usize {
    key.algorithm().output_bits / 8
}

/// Writes the digest of a message.
#[inline(always)]
fn write(key: &provenhash::Key, message: &[u8], place: &mut [u8]) {
    key.hash_into(message, place).expect("the place has the size of a digest");
}

/// Calls `with` with the bytes of the digest.
#[inline(always)]
fn with_digest<R>(
    key: &provenhash::Key,
    data: &Bound<'_, PyAny>,
    with: impl FnOnce(&[u8]) -> PyResult<R>,
) -> PyResult<R> {
    let mut place = [0; provenhash::Digest::MAX_BYTES];
    let digest = &mut place[..size(key)];
    message::read(data, |message| write(key, message, digest))?;
    with(digest)
}

pub(crate) struct Hash;

impl Method for Hash {
    const NAME: &'static CStr = c"hash";
    const DOC: &'static CStr = c"hash($self, data, /)\n--\n
Returns the hash of the data as an int.

    >>> key = provenhash.clhash_mixed.key_from_seed(0)
    >>> key.hash(b\"abc\") == int.from_bytes(key.digest(b\"abc\"), \"big\")
    True";

    #[inline(always)]
    fn call<'py>(key: &Key, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, key) = (data.py(), &key.0);
        if key.algorithm().output_bits <= 64 {
            let number = message::read(data, |message| key.hash_u64(message))?;
            return Ok(number.into_pyobject(py)?.into_any());
        }
        with_digest(key, data, |digest| integer(py, digest))
    }
}

pub(crate) struct Digest;

impl Method for Digest {
    const NAME: &'static CStr = c"digest";
    const DOC: &'static CStr = c"digest($self, data, /)\n--\n
Returns the hash of the data as bytes, most significant first. Algorithms that are defined
as byte strings (GHASH, POLYVAL, SipHash of 128 bits, MD5) return those.

    >>> provenhash.md5.digest(b\"abc\") == hashlib.md5(b\"abc\").digest()
    True";

    #[inline(always)]
    fn call<'py>(key: &Key, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = PyBytes::new_with(data.py(), size(&key.0), |bytes| {
            message::read(data, |message| write(&key.0, message, bytes))
        })?;
        Ok(bytes.into_any())
    }
}

pub(crate) struct HexDigest;

impl Method for HexDigest {
    const NAME: &'static CStr = c"hexdigest";
    const DOC: &'static CStr = c"hexdigest($self, data, /)\n--\n
Returns the hexadecimal digits of `digest`.

    >>> provenhash.md5.hexdigest(b\"abc\")
    '900150983cd24fb0d6963f7d28e17f72'";

    #[inline(always)]
    fn call<'py>(key: &Key, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        with_digest(&key.0, data, |digest| Ok(digits(data.py(), digest)?.into_any()))
    }
}
