//! Algorithms, which make keys.

use crate::hasher::Hasher;
use crate::key::{Key, failed, unsigned};
use crate::message::Message;
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::borrow::Cow;

/// A hash algorithm, such as `provenhash.clhash`: it makes keys, and describes itself.
///
/// `name` is its name in the tool `hsum`; `summary` and `bound` describe it and its known bound on
/// collisions. Sizes are in bytes: `key_size`, `digest_size`, `block_size`.
///
///     >>> provenhash.clhash
///     <provenhash.Algorithm clhash>
///     >>> provenhash.clhash.generate_key().digest_size
///     8
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct Algorithm(pub(crate) &'static provenhash::Algorithm);

#[pymethods]
impl Algorithm {
    /// Makes a new random key, every bit of which comes from the operating system. The keys of
    /// threads, of processes and of the children of a fork are unrelated.
    ///
    /// Raises OSError if the operating system provides no entropy.
    ///
    ///     >>> provenhash.clhash.generate_key()
    ///     <provenhash.Key of clhash>
    fn generate_key(&self) -> PyResult<Key> {
        self.0.try_generate().map(Key).map_err(failed)
    }

    /// Makes a key from `key_size` bytes, which should be random.
    ///
    /// Raises ValueError for any other number of bytes, with both numbers in the message. It also
    /// raises ValueError for a key of a universal hash, such as CLHASH, of which a part is zero,
    /// because hashes would ignore a part of the message (a file of zeros is what a crash leaves),
    /// and for a key of VHASH that its definition excludes, which a random key is with a
    /// probability of about 2^-55 (VHASH-64) or 2^-54 (VHASH-128).
    ///
    ///     >>> key = provenhash.siphash_2_4.key_from_bytes(bytes(range(16)))
    ///     >>> hex(key.hash(bytes(range(15))))
    ///     '0xa129ca6149be45e5'
    fn key_from_bytes(&self, data: &Bound<'_, PyAny>) -> PyResult<Key> {
        let message = Message::of(data)?;
        self.0.key(message.as_slice()).map(Key).map_err(failed)
    }

    /// Derives the key of a number from 0 to 2^64 - 1. It is the same on every machine and in every
    /// version.
    ///
    /// Use it for checksums and tests: a seed that can be guessed protects nothing. Raises
    /// ValueError for any other number.
    ///
    ///     >>> provenhash.clhash.key_from_seed(0).hexdigest(b"abc")
    ///     '61dcb5ff9aa9e363'
    fn key_from_seed(&self, seed: &Bound<'_, PyAny>) -> PyResult<Key> {
        self.0.from_seed(unsigned(seed, "seed")?).map(Key).map_err(failed)
    }

    /// Derives the key of a secret of 32 bytes. It is the same on every machine and in every
    /// version.
    ///
    /// One secret gives a key for each algorithm, as good as random ones against an adversary who
    /// cannot distinguish ChaCha20 from a random function. Raises ValueError for any other number
    /// of bytes.
    ///
    ///     >>> len(provenhash.clhash.key_from_secret(bytes(range(32))).export())
    ///     1064
    fn key_from_secret(&self, data: &Bound<'_, PyAny>) -> PyResult<Key> {
        let message = Message::of(data)?;
        let secret = message.as_slice().try_into().map_err(|_| {
            let found = message.as_slice().len();
            PyValueError::new_err(format!("secret has {found} bytes, keys are derived from 32"))
        })?;
        self.0.from_secret(secret).map(Key).map_err(failed)
    }

    /// Returns the logarithm to base 2 of the proven bound on the probability that two given
    /// messages of at most `length` bytes collide under a uniform key, or None if nothing is
    /// proven. `bound` says which advantages must be added, and `Key.bound` also what the making of
    /// the key adds.
    ///
    /// For GHASH and POLYVAL the two messages must have the same length: `b"a"` and `b"a\\0"` have
    /// the same hash under every key.
    ///
    ///     >>> round(provenhash.vhash64.collision_bound(1 << 20), 2)
    ///     -62.42
    ///     >>> provenhash.siphash_2_4.collision_bound(100) is None
    ///     True
    fn collision_bound(&self, length: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let length = unsigned(length, "length")?;
        Ok(self.0.collision_bound(length).map(|bound| bound.log2))
    }

    /// The name of the algorithm, as in the tool `hsum`.
    ///
    ///     >>> provenhash.clhash_mixed.name
    ///     'clhash-mixed'
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// The name to store beside digests: with the version of a function that these crates define.
    ///
    ///     >>> provenhash.clhash.stored_name, provenhash.clhash128.stored_name
    ///     ('clhash', 'clhash128-1')
    #[getter]
    fn stored_name(&self) -> Cow<'static, str> {
        self.0.stored_name()
    }

    /// A description of the algorithm, in a sentence.
    ///
    ///     >>> provenhash.clhash.summary
    ///     "CLHASH, the published library's default build"
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.summary
    }

    /// The bound on collisions that is proven, in a sentence.
    ///
    ///     >>> provenhash.clhash128.bound
    ///     'two given messages collide with probability below 2^-126.99, and 2^-128 if their lengths differ'
    #[getter]
    fn bound(&self) -> &'static str {
        self.0.bound
    }

    /// The values that are secret under a secret key: who may see digests, checkpoints and nonces.
    ///
    ///     >>> provenhash.clmac.secrets
    ///     'digests are public; checkpoints and parts are as secret as the key, because a few of them are enough to forge tags'
    #[getter]
    fn secrets(&self) -> String {
        self.0.secrets.to_string()
    }

    /// The bytes of a key.
    ///
    ///     >>> provenhash.clhash.key_size
    ///     1064
    #[getter]
    fn key_size(&self) -> usize {
        self.0.key_lengths[0]
    }

    /// The bytes of a digest.
    ///
    ///     >>> provenhash.clhash_mixed.digest_size
    ///     8
    #[getter]
    fn digest_size(&self) -> usize {
        self.0.output_bits / 8
    }

    /// Returns the bytes that the authors publish for the hash with this digest: its words, the
    /// lowest first, each with its least significant byte first, or the string of bytes that they
    /// define.
    ///
    ///     >>> key = provenhash.clhash128.key_from_seed(0)
    ///     >>> published = provenhash.clhash128.published(key.digest(b"abc"))
    ///     >>> published[:8] == key.digest(b"abc")[:8][::-1]
    ///     True
    fn published<'py>(&self, digest: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = Message::of(digest)?;
        let bytes = bytes.as_slice();
        let size = self.digest_size();
        let wrong = || {
            let (name, found) = (self.0.name, bytes.len());
            PyValueError::new_err(format!("digest has {found} bytes, {name} has digests of {size}"))
        };
        let whole = provenhash::Digest::from_bytes(bytes).filter(|_| bytes.len() == size);
        let published = self.0.published_bytes(whole.ok_or_else(wrong)?);
        Ok(PyBytes::new(digest.py(), published.as_bytes()))
    }

    /// The numbers of bytes that a digest may have. The last one is `digest_size`, that of the
    /// whole, and the others are those to which it may be cut, because its first bytes are a digest
    /// too.
    ///
    ///     >>> provenhash.clmac.digest_sizes, provenhash.clhash.digest_sizes
    ///     ((8, 12, 16), (8,))
    #[getter]
    fn digest_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.widths().iter().map(|bits| bits / 8))
    }

    /// The bytes that a hasher processes at once.
    ///
    ///     >>> provenhash.clhash_mixed.block_size
    ///     1024
    #[getter]
    fn block_size(&self) -> usize {
        self.0.block_bytes
    }

    /// Starts a message in pieces under a key of these bytes, as `hashlib.blake2b(data, key=key)`
    /// does. It is `key_from_bytes(key).hasher(data)`: keep the key where there are many messages.
    ///
    ///     >>> provenhash.siphash_2_4(b"abc", key=bytes(16)).hexdigest()
    ///     '3fc884964770eede'
    #[pyo3(signature = (data=None, *, key, usedforsecurity=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        data: Option<&Bound<'_, PyAny>>,
        key: &Bound<'_, PyAny>,
        usedforsecurity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Hasher> {
        self.key_from_bytes(key)?.hasher(py, data, usedforsecurity)
    }

    /// Raises an error that, for the name of a method of keys, says how to make a key.
    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let attribute = self.__reduce__();
        let is_of_keys = !name.starts_with('_') && py.get_type::<Key>().hasattr(name)?;
        Err(PyAttributeError::new_err(if is_of_keys {
            format!(
                "{attribute} is an algorithm, and its keys have {name:?}: key = \
                 provenhash.{attribute}.generate_key(); key.{name}"
            )
        } else {
            format!("provenhash.{attribute} has no attribute {name:?}")
        }))
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.Algorithm {}>", self.0.name)
    }

    fn __reduce__(&self) -> String {
        self.0.name.replace('-', "_")
    }
}
