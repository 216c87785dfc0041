//! Algorithms and keys.

use crate::direct;
use crate::hasher::Hasher;
use crate::message::{self, Message};
use crate::sender::{Receiver, Sender};
use provenhash::Error;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
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

/// Converts an error of a key, a nonce or a checkpoint.
#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
pub(crate) fn failed(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Entropy { .. } => PyOSError::new_err(text),
        Error::NoMac { .. } => PyTypeError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

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
/// NumPy arrays, mmap. It is not copied, and other threads run while 4 KiB or more are hashed. Only
/// values are hashed: pointers and references to objects raise ValueError.
///
/// A key is a secret: `repr` does not show it, and it cannot be pickled. `export` returns it.
///
///     >>> key = provenhash.clhash.key_from_seed(0)
///     >>> key, key.name, key.digest_size, key.block_size
///     (<provenhash.Key of clhash>, 'clhash', 8, 1024)
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct Key(pub(crate) provenhash::Key);

impl Key {
    /// Makes a key of the algorithm with this name.
    pub(crate) fn of(name: &str, data: &[u8]) -> PyResult<Self> {
        let algorithm = provenhash::Algorithm::find(name);
        let algorithm = algorithm.ok_or_else(|| PyValueError::new_err("no such algorithm"))?;
        algorithm.key(data).map(Self).map_err(failed)
    }

    fn row(&self) -> &'static provenhash::Algorithm {
        self.0.algorithm()
    }
}

#[pymethods]
impl Key {
    #[classattr]
    fn hash(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        direct::method::<direct::Hash>(py)
    }

    #[classattr]
    fn digest(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        direct::method::<direct::Digest>(py)
    }

    #[classattr]
    fn hexdigest(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        direct::method::<direct::HexDigest>(py)
    }

    /// Returns the tag of the data: the bytes that the authors publish for its hash, and that other
    /// implementations compute. Those of SipHash and HighwayHash are not the bytes of `digest`,
    /// which has the digits of numbers.
    ///
    /// Raises TypeError unless the algorithm is a MAC: CLMAC, HighwayHash, or SipHash with 2-4 or
    /// 4-8 rounds.
    ///
    ///     >>> key = provenhash.siphash_2_4.key_from_bytes(bytes(range(16)))
    ///     >>> key.tag(b"").hex(), key.hexdigest(b"")
    ///     ('310e0edd47db6f72', '726fdb47dd0e0e31')
    fn tag<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let tag = message::read(data, |message| self.0.tag(message))?;
        Ok(PyBytes::new(data.py(), tag.map_err(failed)?.as_bytes()))
    }

    /// Returns whether this is the `tag` of the data, in constant time. Comparing tags by `==`
    /// tells a forger, by the time that it takes, how much of a guess is right.
    ///
    /// A tag may be cut to its first `tag_size` bytes, one of the algorithm's `digest_sizes`. Fix
    /// that number beforehand. Do not take it from the tag that arrived: a forger would choose the
    /// shortest, which is guessed soonest. Other lengths are wrong tags.
    ///
    /// Raises TypeError unless the algorithm is a MAC: CLMAC, HighwayHash, or SipHash with 2-4 or
    /// 4-8 rounds; and ValueError for a `tag_size` that it does not have.
    ///
    ///     >>> key = provenhash.clmac.generate_key()
    ///     >>> tag = key.tag(b"abc")
    ///     >>> key.verify(b"abc", tag), key.verify(b"abd", tag), key.verify(b"abc", tag[:12])
    ///     (True, False, False)
    ///     >>> key.verify(b"abc", tag[:12], tag_size=12)
    ///     True
    #[pyo3(signature = (data, tag, *, tag_size=None))]
    fn verify(
        &self,
        data: &Bound<'_, PyAny>,
        tag: &Bound<'_, PyAny>,
        tag_size: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let bits = match tag_size {
            None => self.row().output_bits,
            Some(size) => {
                let bytes = usize::try_from(unsigned(size, "tag_size")?).unwrap_or(usize::MAX);
                bytes.saturating_mul(8)
            }
        };
        let tag = Message::of(tag)?;
        let tag = tag.as_slice();
        match message::read(data, |message| self.0.verify_cut(message, tag, bits))? {
            Ok(()) => Ok(true),
            Err(Error::Tag(_)) => Ok(false),
            Err(error) => Err(failed(error)),
        }
    }

    /// Returns the proven bound on a collision of two given messages of at most `length` bytes
    /// under this key, in words, with all hypotheses; or None if nothing is proven, as for a key
    /// from a seed.
    ///
    ///     >>> key = provenhash.clhash.key_from_secret(bytes(range(32)))
    ///     >>> key.bound(1024).split(", ", 1)[1]
    ///     'under a key derived from a uniform secret, plus the advantage in telling ChaCha20 from a random function'
    fn bound(&self, length: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let length = unsigned(length, "length")?;
        Ok(self.0.collision_bound(length).map(|bound| bound.to_string()))
    }

    /// Makes a `Sender`, which tags messages under nonces that it draws. The key also tags without
    /// nonces, by `digest`: the two derive independent keys from it, and neither accepts a tag of
    /// the other.
    ///
    /// Raises TypeError unless the key is one of `clmac`, and OSError if the operating system
    /// provides no entropy.
    ///
    ///     >>> provenhash.clmac.generate_key().sender()
    ///     <provenhash.Sender of clmac>
    fn sender(&self) -> PyResult<Sender> {
        Sender::new(&self.0)
    }

    /// Makes a `Receiver`, which verifies what the senders of this key have tagged. Raises
    /// TypeError unless the key is one of `clmac`.
    ///
    ///     >>> key = provenhash.clmac.generate_key()
    ///     >>> key.receiver().verify(bytes(24), b"message", bytes(16))
    ///     False
    fn receiver(&self) -> PyResult<Receiver> {
        Receiver::new(&self.0)
    }

    /// Starts a message in pieces, of which `data` is the first. It takes the arguments of
    /// `hashlib.md5`, and serves `hashlib.file_digest(file, key.hasher)`. `usedforsecurity` changes
    /// nothing.
    ///
    ///     >>> key = provenhash.clhash.key_from_seed(0)
    ///     >>> hasher = key.hasher(b"one ")
    ///     >>> hasher.update(b"message")
    ///     >>> hasher.digest() == key.digest(b"one message")
    ///     True
    #[pyo3(signature = (data=None, *, usedforsecurity=None))]
    fn hasher(
        &self,
        py: Python<'_>,
        data: Option<&Bound<'_, PyAny>>,
        usedforsecurity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Hasher> {
        // As in hashlib, any object is true or false.
        usedforsecurity.map(PyAnyMethods::is_truthy).transpose()?;
        let hasher = Hasher::new(self.0.stream(), Some(self.0.clone()));
        if let Some(data) = data {
            hasher.update(py, data)?;
        }
        Ok(hasher)
    }

    /// Resumes a message in pieces from a result of `Hasher.checkpoint`.
    ///
    /// The key must be the one under which the checkpoint was made. Raises ValueError for bytes
    /// that are not a checkpoint of this algorithm, and for another key of SipHash and HighwayHash.
    /// For other algorithms the key cannot be checked, and another one gives other hashes.
    ///
    ///     >>> key = provenhash.clhash.key_from_seed(0)
    ///     >>> saved = key.hasher(b"one ").checkpoint()
    ///     >>> hasher = key.resume(saved)
    ///     >>> hasher.update(b"message")
    ///     >>> hasher.digest() == key.digest(b"one message")
    ///     True
    #[pyo3(signature = (checkpoint, /))]
    fn resume(&self, checkpoint: &Bound<'_, PyAny>) -> PyResult<Hasher> {
        let checkpoint = Message::of(checkpoint)?;
        let stream = self.0.resume(checkpoint.as_slice()).map_err(failed)?;
        Ok(Hasher::new(stream, Some(self.0.clone())))
    }

    /// Returns the secret: the bytes from which `key_from_bytes` makes this key.
    ///
    ///     >>> key = provenhash.clhash.generate_key()
    ///     >>> same = provenhash.clhash.key_from_bytes(key.export())
    ///     >>> same.hash(b"abc") == key.hash(b"abc")
    ///     True
    fn export<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The name of the algorithm, as in the tool `hsum`.
    ///
    ///     >>> provenhash.clhash_mixed.key_from_seed(0).name
    ///     'clhash-mixed'
    #[getter]
    fn name(&self) -> &'static str {
        self.row().name
    }

    /// The bytes of a digest.
    ///
    ///     >>> provenhash.clhash_mixed.key_from_seed(0).digest_size
    ///     8
    #[getter]
    fn digest_size(&self) -> usize {
        self.row().output_bits / 8
    }

    /// The bytes that a hasher processes at once.
    ///
    ///     >>> provenhash.clhash_mixed.key_from_seed(0).block_size
    ///     1024
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

/// Converts an integer, or an object with `__index__`, to a number from 0 to 2^64 - 1.
pub(crate) fn unsigned(number: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    number.extract().map_err(|error: PyErr| {
        let text = format!("{what} must be an int in range(2**64)");
        if error.is_instance_of::<PyTypeError>(number.py()) {
            PyTypeError::new_err(text)
        } else {
            PyValueError::new_err(text)
        }
    })
}

/// The reason why a key cannot be pickled.
pub(crate) const KEY_IS_SECRET: &str = "a key is a secret: send the bytes of key.export() to a process that may have it, and make the key \
     there with key_from_bytes (VmacKey.from_bytes)";

/// Returns the error of an object that cannot be pickled.
pub(crate) fn not_pickled(why: &str) -> PyErr {
    PyTypeError::new_err(format!("cannot pickle: {why}"))
}
