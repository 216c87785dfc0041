//! Keys, which hash.

use crate::direct;
use crate::hasher::Hasher;
use crate::message::{self, Message};
use crate::number::signed;
use crate::sender::{Receiver, Sender};
use provenhash::Error;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::hint::black_box;

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
    /// Starts a message in pieces: `provenhash.md5(b"one ")` is `provenhash.md5.hasher(b"one ")`.
    #[pyo3(signature = (data=None, *, usedforsecurity=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        data: Option<&Bound<'_, PyAny>>,
        usedforsecurity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Hasher> {
        self.hasher(py, data, usedforsecurity)
    }

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

    /// Returns the hash of the data as a signed int: the same bits as `hash`, in two's complement,
    /// which is what a column of type BIGINT holds (for hashes of 64 bits).
    ///
    ///     >>> key = provenhash.clhash_mixed.key_from_seed(0)
    ///     >>> key.hash_signed(b"abc"), key.hash_signed(b"abc") % 2**64 == key.hash(b"abc")
    ///     (-3297405131375249206, True)
    fn hash_signed<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let digest = message::read(data, |message| self.0.hash(message))?;
        signed(data.py(), digest.as_bytes())
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
    ///
    /// Raises TypeError when called by the module `hmac`, except for MD5: HMAC is proven for other
    /// hashes, and one of a universal hash gives its key away.
    #[pyo3(signature = (data=None, *, usedforsecurity=None))]
    pub(crate) fn hasher(
        &self,
        py: Python<'_>,
        data: Option<&Bound<'_, PyAny>>,
        usedforsecurity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Hasher> {
        if data.is_none() && !self.row().key_lengths.is_empty() {
            refuse_hmac(py, self.row().name)?;
        }
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

    /// Keys are equal if they have one algorithm and the same bytes, which are compared in constant
    /// time.
    fn __eq__(&self, other: &Self) -> bool {
        self.row() == other.row() && is_equal(&self.0.to_bytes(), &other.0.to_bytes())
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

    fn __reduce__(&self) -> PyResult<&'static str> {
        if self.row().key_lengths.is_empty() {
            // MD5, which the module has under its name, has no secret.
            return Ok(self.row().name);
        }
        Err(not_pickled(KEY_IS_SECRET))
    }
}

/// Returns whether secrets are equal, in a time that depends only on their lengths.
pub(crate) fn is_equal(a: &[u8], b: &[u8]) -> bool {
    // Hidden from the compiler, which could otherwise stop at the first byte that differs.
    let difference = a.iter().zip(b).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
    a.len() == b.len() && difference == 0
}

/// Fails if the caller is the module `hmac`, which makes the same calls as `hashlib.file_digest`.
fn refuse_hmac(py: Python<'_>, name: &str) -> PyResult<()> {
    // There is no frame if no code in Python has made the call.
    let Ok(frame) = py.import("sys")?.call_method1("_getframe", (0,)) else { return Ok(()) };
    let caller = frame.getattr("f_globals")?.call_method1("get", ("__name__",))?;
    if caller.eq("hmac")? {
        return Err(PyTypeError::new_err(format!(
            "{name} has a key of its own, and HMAC with it is not secure: use a hash such as hashlib.sha256, \
             or key.tag of provenhash.clmac instead of HMAC"
        )));
    }
    Ok(())
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
