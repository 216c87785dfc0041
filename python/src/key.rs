//! Algorithms and keys.

use crate::function::{Digest, Entry, Info, Keyed};
use crate::hasher::Hasher;
use crate::hashes::integer;
use crate::message::Message;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// A hash algorithm, such as `provenhash.clhash`: it makes keys, and describes itself.
///
/// `name` is its name in the tool `hsum`; `summary` and `bound` describe it and its known bound on
/// collisions. Sizes are in bytes: `key_size`, `digest_size`, `block_size`.
#[pyclass(frozen, module = "provenhash")]
pub(crate) struct Algorithm(pub(crate) &'static Entry);

/// Converts the error of a key that could not be made.
pub(crate) fn no_entropy(error: hash_core::EntropyError) -> PyErr {
    PyOSError::new_err(format!("no entropy for a key: {error}"))
}

#[pymethods]
impl Algorithm {
    /// Makes a new random key, every bit of which comes from the operating system. The keys of threads,
    /// of processes and of the children of a fork are unrelated.
    ///
    /// Raises OSError if the operating system provides no entropy.
    fn generate_key(&self) -> PyResult<Key> {
        Ok(Key((self.0.generate)().map_err(no_entropy)?))
    }

    /// Makes a key from `key_size` bytes, which should be random.
    ///
    /// Raises ValueError for any other number of bytes, with both numbers in the message. It also
    /// raises ValueError for a key of VHASH that its definition excludes, which a random key is with
    /// a probability of about 2^-55 (VHASH-64) or 2^-54 (VHASH-128).
    fn key_from_bytes(&self, data: &Bound<'_, PyAny>) -> PyResult<Key> {
        let message = Message::of(data)?;
        (self.0.from_bytes)(message.as_slice()).map(Key).map_err(PyValueError::new_err)
    }

    /// Derives the key of a number from 0 to 2^64 - 1. It is the same on every machine and in every
    /// version.
    ///
    /// Use it for checksums and tests: a seed that can be guessed protects nothing. Raises
    /// ValueError for any other number.
    fn key_from_seed(&self, seed: &Bound<'_, PyAny>) -> PyResult<Key> {
        Ok(Key((self.0.from_seed)(unsigned(seed, "seed")?)))
    }

    /// Returns the logarithm to base 2 of the proven bound on the probability that two given
    /// messages of at most `length` bytes collide under a random key, or None if nothing is proven.
    ///
    /// For GHASH and POLYVAL the two messages must have the same length: `b"a"` and `b"a\\0"` have
    /// the same hash under every key.
    fn collision_bound(&self, length: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let length = unsigned(length, "length")?;
        Ok(self.0.info.collision_bound.map(|bound| bound(length)))
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.info.name
    }

    #[getter]
    fn summary(&self) -> &'static str {
        self.0.info.summary
    }

    #[getter]
    fn bound(&self) -> &'static str {
        self.0.info.bound
    }

    #[getter]
    fn key_size(&self) -> usize {
        self.0.info.key_bytes
    }

    #[getter]
    fn digest_size(&self) -> usize {
        self.0.info.digest_bytes
    }

    #[getter]
    fn block_size(&self) -> usize {
        self.0.info.block_bytes
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Algorithm {}>", self.0.info.name)
    }

    fn __reduce__(&self) -> String {
        self.0.info.name.replace('-', "_")
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
pub(crate) struct Key(pub(crate) Box<dyn Keyed>);

impl Key {
    fn hash_one(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Digest> {
        let key = &self.0;
        Ok(Message::of(data)?.read(py, |message| key.hash(message)))
    }

    fn info(&self) -> &'static Info {
        self.0.info()
    }
}

#[pymethods]
impl Key {
    /// Returns the hash of the data, an int below 2^(8 digest_size).
    fn hash<'py>(&self, py: Python<'py>, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let digest = self.hash_one(py, data)?;
        match digest.as_u64() {
            Some(number) => Ok(number.into_pyobject(py)?.into_any()),
            None => integer(py, digest.as_slice()),
        }
    }

    /// Returns the hash of the data as bytes, most significant first. Algorithms that are defined
    /// as byte strings (GHASH, POLYVAL, SipHash of 128 bits, MD5) return those.
    fn digest<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.hash_one(py, data)?.as_slice()))
    }

    /// Returns the hexadecimal digits of `digest`.
    fn hexdigest(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(hex(self.hash_one(py, data)?.as_slice()))
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
        let info = self.info();
        if !info.mac {
            return Err(PyTypeError::new_err(format!("{} is no MAC", info.name)));
        }
        let digest = self.hash_one(py, data)?;
        let words: Vec<u64> =
            digest.as_slice().as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        Ok(hash_core::mac::check(&words, Message::of(tag)?.as_slice()).is_ok())
    }

    /// Starts a message in pieces, of which `data` is the first. It works like `hashlib.md5`, and
    /// with `hashlib.file_digest(file, key.hasher)`.
    #[pyo3(signature = (data=None, /))]
    fn hasher(&self, py: Python<'_>, data: Option<&Bound<'_, PyAny>>) -> PyResult<Hasher> {
        let hasher = Hasher::new(self.0.stream(), self.info());
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
        let stream = self.0.resume(checkpoint.as_slice());
        let stream = stream.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Hasher::new(stream, self.info()))
    }

    /// Returns the bytes from which `key_from_bytes` makes this key.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.key_bytes())
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.info().name
    }

    #[getter]
    fn digest_size(&self) -> usize {
        self.info().digest_bytes
    }

    #[getter]
    fn block_size(&self) -> usize {
        self.info().block_bytes
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Key of {}>", self.info().name)
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

/// Returns lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
