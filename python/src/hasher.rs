//! Messages in pieces, like those of `hashlib`.

use crate::hashes::integer;
use crate::key::not_pickled;
use crate::message::Message;
use provenhash::{Algorithm, Digest, Stream};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A message in pieces, made by `Key.hasher`. It has the interface of `hashlib` objects: `update`,
/// `digest`, `hexdigest`, `copy`, `name`, `digest_size`, `block_size`; and also `intdigest`.
///
/// The hash does not depend on how the message is split. Threads may share a hasher: each `update`
/// is appended as a whole. A hasher cannot be pickled (TypeError); `checkpoint` returns its state
/// as bytes.
#[pyclass(frozen, module = "provenhash")]
pub(crate) struct Hasher {
    stream: Mutex<Stream>,
    row: &'static Algorithm,
}

impl Hasher {
    pub(crate) fn new(stream: Stream) -> Self {
        Self { row: stream.algorithm(), stream: Mutex::new(stream) }
    }

    /// Locks the stream, which another thread may be updating without the interpreter's lock.
    fn stream(&self, py: Python<'_>) -> MutexGuard<'_, Stream> {
        self.stream.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn finalize(&self, py: Python<'_>) -> Digest {
        self.stream(py).finalize()
    }
}

#[pymethods]
impl Hasher {
    /// Appends the bytes of an object with the buffer protocol that is contiguous in memory.
    pub(crate) fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let message = Message::of(data)?;
        let mut stream = self.stream(py);
        // The guard stays with this thread; meanwhile another thread can only wait for it.
        let stream = &mut *stream;
        message.read(py, |bytes| stream.update(bytes));
        Ok(())
    }

    /// Returns the hash of the message so far, as bytes. More can be appended afterwards.
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.finalize(py).as_bytes())
    }

    /// Returns the hexadecimal digits of `digest`.
    fn hexdigest(&self, py: Python<'_>) -> String {
        self.finalize(py).to_string()
    }

    /// Returns the hash of the message so far as an int, like `Key.hash`.
    fn intdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, self.finalize(py).as_bytes())
    }

    /// Returns an independent hasher with the same message so far.
    fn copy(&self, py: Python<'_>) -> Self {
        Self::new(self.stream(py).clone())
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    /// Returns the state as bytes. `Key.resume` continues from it, on any machine and in any
    /// version.
    ///
    /// Keep it as secret as the key. It is not the key, but the state of SipHash and HighwayHash
    /// contains the key, and the other states contain sums of the key with the message, and the
    /// last bytes of the message.
    fn checkpoint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.stream(py).checkpoint())
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    #[getter]
    fn digest_size(&self) -> usize {
        self.row.output_bits / 8
    }

    #[getter]
    fn block_size(&self) -> usize {
        self.row.block_bytes
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Hasher of {}>", self.row.name)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_pickled(
            "the key must not end up in a pickle: store hasher.checkpoint() and the key",
        ))
    }
}
