//! Refuses interpreters other than the first that imports the package, and those without a lock.
#![allow(unsafe_code, reason = "PyO3 has no function for the identity of an interpreter")]

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicI64, Ordering};

/// Fails unless this interpreter has a lock and is the first one, because the types of PyO3 belong
/// to a process: two interpreters would share objects. Python itself refuses only those with a lock
/// of their own, and before 3.12 none.
pub(crate) fn check(py: Python<'_>) -> PyResult<()> {
    // Python 3.13 and later say so. A build without a lock has taken one for this package by now,
    // unless PYTHON_GIL=0 or -X gil=0 forbids it.
    if let Some(enabled) = py.import("sys")?.getattr_opt("_is_gil_enabled")?
        && !enabled.call0()?.is_truthy()?
    {
        return Err(PyImportError::new_err(
            "provenhash needs the interpreter's lock, which is switched off: set PYTHON_GIL=1, or leave it \
             and -X gil away",
        ));
    }
    static FIRST: AtomicI64 = AtomicI64::new(-1);
    // SAFETY: the module is being imported, so an interpreter is running.
    let this = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match FIRST.compare_exchange(-1, this, Ordering::Relaxed, Ordering::Relaxed) {
        Err(first) if first != this => Err(PyImportError::new_err(format!(
            "provenhash does not support subinterpreters: interpreter {first} of this process has \
             imported it, and interpreter {this} cannot"
        ))),
        _ => Ok(()),
    }
}
