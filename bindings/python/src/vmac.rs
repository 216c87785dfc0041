//! VMAC: a MAC from VHASH and AES, in which each message has a nonce.

use crate::hasher::Hasher;
use crate::key::{KEY_IS_SECRET, failed, is_equal, not_pickled, unsigned};
use crate::message::{self, Message};
use provenhash::{Algorithm, Error, NonceKey};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A key of VMAC, a message authentication code: an AES key of 16, 24 or 32 bytes, for tags of
/// `tag_size` bytes, which is 16 (the default) or 8.
///
/// A forgery succeeds with probability at most 1.25 * 2^-62 (tags of 8 bytes) or 1.57 * 2^-124 (16
/// bytes) for messages of up to 2^59 bytes, plus the advantage of an adversary against AES.
///
/// Every message has a nonce of 1 to 16 bytes. All nonces have one length, and the first bit of 16
/// bytes must be 0. **Two tags of different messages under one nonce reveal the key.** Count
/// messages: `counter.to_bytes(8, "big")`.
///
///     >>> key = provenhash.VmacKey.generate()
///     >>> tag = key.tag((1).to_bytes(8, "big"), b"message")
///     >>> key.verify((1).to_bytes(8, "big"), b"message", tag)
///     True
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct VmacKey(NonceKey);

/// Returns the row of the table for tags of this size, which is 8 or 16.
fn row(tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<&'static Algorithm> {
    let tag_size = tag_size.map_or(Ok(16), |size| unsigned(size, "tag_size"))?;
    let name = match tag_size {
        8 => "vmac64",
        16 => "vmac128",
        _ => {
            let text = format!("tag_size is {tag_size}, VMAC has tags of 8 or 16 bytes");
            return Err(PyValueError::new_err(text));
        }
    };
    Algorithm::find(name).ok_or_else(|| PyValueError::new_err("no such algorithm"))
}

#[pymethods]
impl VmacKey {
    /// Makes a new random key of 16 bytes from the operating system's entropy, as `generate_key` of
    /// an algorithm does. Raises OSError if the system provides no entropy.
    ///
    ///     >>> provenhash.VmacKey.generate()
    ///     <provenhash.VmacKey of vmac128>
    #[staticmethod]
    #[pyo3(signature = (tag_size=None))]
    fn generate(tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        row(tag_size)?.try_generate_nonce_key().map(Self).map_err(failed)
    }

    /// Makes a key from an AES key of 16, 24 or 32 bytes. Raises ValueError for any other length.
    ///
    ///     >>> provenhash.VmacKey.from_bytes(bytes(range(32)), tag_size=8).name
    ///     'vmac64'
    #[staticmethod]
    #[pyo3(signature = (data, tag_size=None))]
    fn from_bytes(data: &Bound<'_, PyAny>, tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        row(tag_size)?.nonce_key(Message::of(data)?.as_slice()).map(Self).map_err(failed)
    }

    /// Derives the AES-128 key of a number from 0 to 2^64 - 1, for tests.
    ///
    ///     >>> provenhash.VmacKey.from_seed(7).tag(b"1", b"message").hex()
    ///     '24d882853b644d70f9649de6cb9eea91'
    #[staticmethod]
    #[pyo3(signature = (seed, tag_size=None))]
    fn from_seed(seed: &Bound<'_, PyAny>, tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        row(tag_size)?.nonce_key_from_seed(unsigned(seed, "seed")?).map(Self).map_err(failed)
    }

    /// Returns the tag of a message, under a nonce that no other message has.
    ///
    ///     >>> key = provenhash.VmacKey.generate()
    ///     >>> key.verify(b"1", b"message", key.tag(b"1", b"message"))
    ///     True
    fn tag<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let nonce = Message::of(nonce)?;
        let nonce = nonce.as_slice();
        let tag = message::read(data, |message| self.0.tag(nonce, message))?;
        Ok(PyBytes::new(py, tag.map_err(failed)?.as_bytes()))
    }

    /// Returns whether this is the tag of the message, comparing in constant time.
    ///
    ///     >>> key = provenhash.VmacKey.generate()
    ///     >>> key.verify(b"1", b"message", bytes(16))
    ///     False
    fn verify(
        &self,
        nonce: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        tag: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (nonce, tag) = (Message::of(nonce)?, Message::of(tag)?);
        let (nonce, tag) = (nonce.as_slice(), tag.as_slice());
        match message::read(data, |message| self.0.verify(nonce, message, tag))? {
            Ok(()) => Ok(true),
            Err(Error::Tag(_)) => Ok(false),
            Err(error) => Err(failed(error)),
        }
    }

    /// Starts a message in pieces under a nonce that no other message has; `digest` is the tag.
    ///
    ///     >>> key = provenhash.VmacKey.generate()
    ///     >>> hasher = key.hasher(b"1")
    ///     >>> hasher.update(b"message")
    ///     >>> key.verify(b"1", b"message", hasher.digest())
    ///     True
    fn hasher(&self, nonce: &Bound<'_, PyAny>) -> PyResult<Hasher> {
        self.0
            .stream(Message::of(nonce)?.as_slice())
            .map(|stream| Hasher::new(stream, None))
            .map_err(failed)
    }

    /// Resumes a message in pieces from a result of `Hasher.checkpoint`, under the key and the
    /// nonce with which it was started. Raises ValueError for bytes that are not a checkpoint of
    /// VMAC.
    ///
    ///     >>> key = provenhash.VmacKey.generate()
    ///     >>> saved = key.hasher(b"1").checkpoint()
    ///     >>> key.resume(b"1", saved).digest() == key.tag(b"1", b"")
    ///     True
    fn resume(&self, nonce: &Bound<'_, PyAny>, checkpoint: &Bound<'_, PyAny>) -> PyResult<Hasher> {
        let (nonce, checkpoint) = (Message::of(nonce)?, Message::of(checkpoint)?);
        let stream = self.0.resume(nonce.as_slice(), checkpoint.as_slice());
        stream.map(|stream| Hasher::new(stream, None)).map_err(failed)
    }

    /// Returns the AES key.
    ///
    ///     >>> key = provenhash.VmacKey.generate()
    ///     >>> len(key.export())
    ///     16
    fn export<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The name of the function, with the bits of a tag.
    ///
    ///     >>> provenhash.VmacKey.generate().name
    ///     'vmac128'
    #[getter]
    fn name(&self) -> &'static str {
        self.0.algorithm().name
    }

    /// The bytes of a tag.
    ///
    ///     >>> provenhash.VmacKey.generate(tag_size=8).tag_size
    ///     8
    #[getter]
    fn tag_size(&self) -> usize {
        self.0.algorithm().output_bits / 8
    }

    /// Keys are equal if they have one size of tags and the same bytes, which are compared in
    /// constant time.
    fn __eq__(&self, other: &Self) -> bool {
        self.tag_size() == other.tag_size() && is_equal(&self.0.to_bytes(), &other.0.to_bytes())
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.VmacKey of {}>", self.0.algorithm().name)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_pickled(KEY_IS_SECRET))
    }
}
