//! Algorithms and keys.

use crate::hasher::Hasher;
use crate::hashes::integer;
use crate::message::Message;
use provenhash::{Digest, Error};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use std::borrow::Cow;

/// A hash algorithm, such as `provenhash.clhash`: it makes keys, and describes itself.
///
/// `name` is its name in the tool `hsum`; `summary` and `bound` describe it and its known bound on
/// collisions. Sizes are in bytes: `key_size`, `digest_size`, `block_size`.
#[pyclass(frozen, module = "provenhash")]
pub(crate) struct Algorithm(pub(crate) &'static provenhash::Algorithm);

/// Converts an error of a key, a nonce or a checkpoint.
#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
pub(crate) fn failed(error: Error) -> PyErr {
    let text = error.to_string();
    if matches!(error, Error::Entropy { .. }) {
        PyOSError::new_err(text)
    } else {
        PyValueError::new_err(text)
    }
}

#[pymethods]
impl Algorithm {
    /// Makes a new random key, every bit of which comes from the operating system. The keys of threads,
    /// of processes and of the children of a fork are unrelated.
    ///
    /// Raises OSError if the operating system provides no entropy.
    fn generate_key(&self) -> PyResult<Key> {
        self.0.try_generate().map(Key).map_err(failed)
    }

    /// Makes a key from `key_size` bytes, which should be random.
    ///
    /// Raises ValueError for any other number of bytes, with both numbers in the message. It also
    /// raises ValueError for a key of VHASH that its definition excludes, which a random key is with
    /// a probability of about 2^-55 (VHASH-64) or 2^-54 (VHASH-128).
    fn key_from_bytes(&self, data: &Bound<'_, PyAny>) -> PyResult<Key> {
        let message = Message::of(data)?;
        self.0.key(message.as_slice()).map(Key).map_err(failed)
    }

    /// Derives the key of a number from 0 to 2^64 - 1. It is the same on every machine and in every
    /// version.
    ///
    /// Use it for checksums and tests: a seed that can be guessed protects nothing. Raises
    /// ValueError for any other number.
    fn key_from_seed(&self, seed: &Bound<'_, PyAny>) -> PyResult<Key> {
        self.0.from_seed(unsigned(seed, "seed")?).map(Key).map_err(failed)
    }

    /// Returns the logarithm to base 2 of the proven bound on the probability that two given
    /// messages of at most `length` bytes collide under a random key, or None if nothing is proven.
    ///
    /// For GHASH and POLYVAL the two messages must have the same length: `b"a"` and `b"a\\0"` have
    /// the same hash under every key.
    fn collision_bound(&self, length: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let length = unsigned(length, "length")?;
        Ok(self.0.collision_bound(length))
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// The name to store beside digests: with the version of a function that these crates define.
    #[getter]
    fn stored_name(&self) -> Cow<'static, str> {
        self.0.stored_name()
    }

    #[getter]
    fn summary(&self) -> &'static str {
        self.0.summary
    }

    #[getter]
    fn bound(&self) -> &'static str {
        self.0.bound
    }

    #[getter]
    fn key_size(&self) -> usize {
        self.0.key_lengths[0]
    }

    #[getter]
    fn digest_size(&self) -> usize {
        self.0.output_bits / 8
    }

    #[getter]
    fn block_size(&self) -> usize {
        self.0.block_bytes
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Algorithm {}>", self.0.name)
    }

    fn __reduce__(&self) -> String {
        self.0.name.replace('-', "_")
    }
}

/// A hash function: an algorithm under a key. The methods `generate_key`, `key_from_bytes` and
/// `key_from_seed` of the algorithm make one.
///
/// `hash` returns an int, `digest` its bytes, most significant first, and `hexdigest` their digits:
/// `hash(data) == int.from_bytes(digest(data), "big") == int(hexdigest(data), 16)`. Data is any
/// object with the buffer protocol that is contiguous in memory: bytes, bytearray, memoryview,
/// NumPy arrays, mmap. It is not copied, and other threads run while 4 KiB or more are hashed.
///
/// A key is a secret: `repr` does not show it, and it cannot be pickled.
#[pyclass(frozen, module = "provenhash")]
pub(crate) struct Key(pub(crate) provenhash::Key);

impl Key {
    fn hash_one(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Digest> {
        let key = &self.0;
        Ok(Message::of(data)?.read(py, |message| key.hash(message)))
    }

    fn row(&self) -> &'static provenhash::Algorithm {
        self.0.algorithm()
    }

    /// Makes the key of an algorithm of the table.
    pub(crate) fn of(algorithm: &str, bytes: &[u8]) -> PyResult<Self> {
        let row = provenhash::Algorithm::find(algorithm);
        let row = row.ok_or_else(|| PyValueError::new_err("no such algorithm"))?;
        row.key(bytes).map(Self).map_err(failed)
    }
}

#[pymethods]
impl Key {
    /// Returns the hash of the data, an int below 2^(8 digest_size).
    fn hash<'py>(&self, py: Python<'py>, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let digest = self.hash_one(py, data)?;
        match digest.to_u64() {
            Some(number) => Ok(number.into_pyobject(py)?.into_any()),
            None => integer(py, digest.as_bytes()),
        }
    }

    /// Returns the hash of the data as bytes, most significant first. Algorithms that are defined
    /// as byte strings (GHASH, POLYVAL, SipHash of 128 bits, MD5) return those.
    fn digest<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.hash_one(py, data)?.as_bytes()))
    }

    /// Returns the hexadecimal digits of `digest`.
    fn hexdigest(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.hash_one(py, data)?.to_string())
    }

    /// Returns whether `tag` is the `digest` of the data, in constant time. Comparing tags by `==` tells
    /// a forger, by the time that it takes, how much of a guess is right.
    ///
    /// Raises TypeError unless the algorithm is a MAC: HighwayHash, or SipHash with 2-4 or 4-8 rounds.
    fn verify(
        &self,
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        tag: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let row = self.row();
        if !row.mac {
            return Err(PyTypeError::new_err(format!("{} is no MAC", row.name)));
        }
        let digest = self.hash_one(py, data)?;
        Ok(Digest::from_bytes(Message::of(tag)?.as_slice()).is_some_and(|tag| tag == digest))
    }

    /// Starts a message in pieces, of which `data` is the first. It works like `hashlib.md5`, and
    /// with `hashlib.file_digest(file, key.hasher)`.
    #[pyo3(signature = (data=None, /))]
    fn hasher(&self, py: Python<'_>, data: Option<&Bound<'_, PyAny>>) -> PyResult<Hasher> {
        let hasher = Hasher::new(self.0.stream());
        if let Some(data) = data {
            hasher.update(py, data)?;
        }
        Ok(hasher)
    }

    /// Resumes a message in pieces from a result of `Hasher.checkpoint`.
    ///
    /// The key must be the one under which the checkpoint was made. This cannot be checked, and
    /// another key gives other hashes. (The state of SipHash and HighwayHash contains the key, so
    /// they resume under that one.) Raises ValueError for bytes that are not a checkpoint of this
    /// algorithm.
    fn resume(&self, checkpoint: &Bound<'_, PyAny>) -> PyResult<Hasher> {
        let checkpoint = Message::of(checkpoint)?;
        self.0.resume(checkpoint.as_slice()).map(Hasher::new).map_err(failed)
    }

    /// Returns the bytes from which `key_from_bytes` makes this key.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.row().name
    }

    #[getter]
    fn digest_size(&self) -> usize {
        self.row().output_bits / 8
    }

    #[getter]
    fn block_size(&self) -> usize {
        self.row().block_bytes
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Key of {}>", self.row().name)
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

/// Converts an argument to a number from 0 to 2^64 - 1.
pub(crate) fn unsigned(number: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    if !number.is_instance_of::<PyInt>() {
        return Err(PyTypeError::new_err(format!("{what} must be an int in range(2**64)")));
    }
    number
        .extract()
        .map_err(|_| PyValueError::new_err(format!("{what} must be an int in range(2**64)")))
}

/// The reason why a key cannot be pickled.
pub(crate) const KEY_IS_SECRET: &str = "a key is a secret: to store or send it, use key.to_bytes()";

/// Returns the error of an object that cannot be pickled.
pub(crate) fn not_pickled(why: &str) -> PyErr {
    PyTypeError::new_err(format!("cannot pickle: {why}"))
}
