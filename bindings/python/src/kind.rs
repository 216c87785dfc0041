//! Types of Arrow, and the canonical bytes of values.

pub(crate) use hash_arrow::Kind;

use hash_agg::{Encoder, Value};
use hash_arrow::Layout;
use provenhash::Key;
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

/// The canonical bytes of values, one after the other.
#[derive(Default)]
pub(crate) struct Canonical {
    encoder: Encoder,
    /// Value i lies between offsets i and i + 1.
    offsets: Vec<usize>,
}

impl Canonical {
    pub(crate) fn clear(&mut self) {
        self.encoder.clear();
        self.offsets.clear();
        self.offsets.push(0);
    }

    pub(crate) fn push(&mut self, value: Value<'_>) {
        self.encoder.push(value);
        self.offsets.push(self.encoder.as_bytes().len());
    }

    /// Writes the digests of the values since `clear`.
    pub(crate) fn hash(&self, key: &Key, out: &mut [u8]) {
        let values = self.encoder.as_bytes();
        key.hash_column(values, &self.offsets, out).expect("a digest for each value");
    }
}
