//! Types of Arrow.

pub(crate) use hash_arrow::{Kind, Mixed};

use hash_arrow::Layout;
use pyo3::exceptions::PyTypeError;
use pyo3::{PyErr, PyResult};

const SUPPORTED: &str = "hash_array takes columns of strings, binary, integers, floats, decimals, \
                         booleans, dates, times, durations, intervals, nulls, and dictionaries of \
                         these";

/// Returns the layout and the meaning of a type, given by its format string.
pub(crate) fn of_format(format: &str) -> PyResult<(Layout, Kind)> {
    hash_arrow::leaf(format).ok_or_else(|| {
        if format.starts_with("+s") {
            unsupported("a table or struct: pass one of its columns")
        } else {
            unsupported(&format!("an array of Arrow's format {format:?}"))
        }
    })
}

/// Returns the error of a type that has no hashes.
pub(crate) fn unsupported(what: &str) -> PyErr {
    PyTypeError::new_err(format!("cannot hash {what}; {SUPPORTED}"))
}
