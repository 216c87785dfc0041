//! Messages in pieces, like those of `hashlib`.

use crate::key::{failed, not_pickled};
use crate::message::{Message, RELEASE_BYTES};
use crate::number;
use crate::object::name_of_type;
use crate::text::digits;
use hash_core::process::PerProcess;
use provenhash::{Algorithm, Digest, Key, Stream};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyString};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A message in pieces, made by `Key.hasher`. It has the interface of `hashlib` objects: `update`,
/// `digest`, `hexdigest`, `copy`, `name`, `digest_size`, `block_size`; and also `intdigest`.
///
/// The hash does not depend on how the message is split. Threads may share a hasher: each `update`
/// is appended as a whole. In a child that is forked meanwhile, an `update` of another thread has
/// not happened. `reset` starts another message. A hasher cannot be pickled (TypeError);
/// `checkpoint` returns its state as bytes.
///
///     >>> hasher = provenhash.md5.hasher(b"ab")
///     >>> hasher.update(b"c")
///     >>> hasher.hexdigest() == hashlib.md5(b"abc").hexdigest()
///     True
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct Hasher {
    /// The state after whole updates. Only a thread with the interpreter's lock locks it, and keeps
    /// both locks until it is done. So no child is forked meanwhile, and nobody waits. In a box,
    /// because vectors in it may need more than the 16 bytes to which Python aligns objects.
    stream: Box<Mutex<Stream>>,
    /// The turn of the thread that changes the state, which may last, without the interpreter's
    /// lock. A child that is forked meanwhile has its own.
    turn: PerProcess<Mutex<()>>,
    /// The key, if another message may have it without another nonce.
    key: Option<Key>,
    row: &'static Algorithm,
}

impl Hasher {
    pub(crate) fn new(stream: Stream, key: Option<Key>) -> Self {
        let row = stream.algorithm();
        Self { row, stream: Box::new(Mutex::new(stream)), turn: PerProcess::new(), key }
    }

    /// Locks the state, for reading or for a short change in one's [`turn`](Self::turn).
    fn stream<'a>(&'a self, _: Python<'a>) -> MutexGuard<'a, Stream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no other thread changes the state.
    fn turn(&self, py: Python<'_>) -> MutexGuard<'_, ()> {
        let turn = self.turn.get(Mutex::default);
        turn.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn finalize(&self, py: Python<'_>) -> Digest {
        self.stream(py).finalize()
    }
}

/// Appends a piece to each of many messages: `updates` are pairs of a `Hasher` and data. This is
/// `hasher.update(data)` for one pair after the other, but those of MD5 are hashed in parallel, in
/// vector registers, which takes a fraction of the time; other algorithms gain nothing. Other
/// threads run during the hashing of 4 KiB or more.
///
/// Read files side by side, each in blocks, and when one ends, let another take its place. Blocks
/// may have different lengths, and files too. The blocks of all are in memory at once, so each
/// needs bytes of its own: not one buffer that is read into again and again.
///
/// Everything is checked before any hasher changes. Raises TypeError for what is no such pair, and
/// for data that `Hasher.update` refuses.
///
///     >>> files = {name: provenhash.md5.hasher() for name in ("a", "b")}
///     >>> blocks = {"a": bytes(4096), "b": b"b" * 4096}
///     >>> provenhash.update_many((files[name], block) for name, block in blocks.items())
///     >>> files["b"].hexdigest() == hashlib.md5(b"b" * 4096).hexdigest()
///     True
#[pyfunction]
#[pyo3(signature = (updates, /))]
pub(crate) fn update_many(py: Python<'_>, updates: &Bound<'_, PyAny>) -> PyResult<()> {
    let pairs = updates.try_iter()?.map(|pair| pair_of(&pair?));
    let pairs = pairs.collect::<PyResult<Vec<_>>>()?;
    // These are dropped after the locks, because the exporter of a buffer may run code when it is
    // released.
    let messages: Vec<Message<'_>> =
        pairs.iter().map(|(_, data)| Message::of(data)).collect::<PyResult<_>>()?;
    let bytes = messages.iter().fold(0_usize, |sum, m| sum.saturating_add(m.as_slice().len()));
    // The turns are taken in the order of addresses, in every thread. The pieces of one hasher keep
    // theirs.
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by_key(|&i| pairs[i].0.as_ptr());
    let of_each: Vec<&[usize]> =
        order.chunk_by(|&i, &j| pairs[i].0.as_ptr() == pairs[j].0.as_ptr()).collect();
    let hashers: Vec<&Hasher> = of_each.iter().map(|indices| pairs[indices[0]].0.get()).collect();
    let _turns: Vec<_> = hashers.iter().map(|hasher| hasher.turn(py)).collect();
    let mut streams: Vec<Stream> = hashers.iter().map(|hasher| hasher.stream(py).clone()).collect();
    let mut append = || {
        // The first pieces of all hashers, then the second ones of those that have more.
        for round in 0..of_each.iter().map(|indices| indices.len()).max().unwrap_or(0) {
            Stream::update_each(streams.iter_mut().zip(&of_each).filter_map(
                |(stream, indices)| Some((stream, messages[*indices.get(round)?].as_slice())),
            ));
        }
    };
    if bytes < RELEASE_BYTES {
        append();
    } else {
        py.detach(append);
    }
    for (hasher, stream) in hashers.iter().zip(streams) {
        *hasher.stream(py) = stream;
    }
    Ok(())
}

/// Returns the hasher and the data of an update.
fn pair_of<'py>(pair: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, Hasher>, Bound<'py, PyAny>)> {
    pair.extract().map_err(|_| {
        let name = name_of_type(pair);
        PyTypeError::new_err(format!("an update must be a tuple (hasher, data), not {name}"))
    })
}

/// Returns the error that `open` raises for a file.
fn unreadable(py: Python<'_>, error: io::Error, path: PathBuf) -> PyErr {
    let Some(number) = error.raw_os_error().filter(|_| cfg!(unix)) else { return error.into() };
    let text = py.import("os").and_then(|os| os.call_method1("strerror", (number,)));
    text.map_or_else(
        |error| error,
        |text| PyOSError::new_err((number, text.unbind(), path.into_os_string())),
    )
}

#[pymethods]
impl Hasher {
    /// Appends the bytes of an object with the buffer protocol that is contiguous in memory.
    ///
    ///     >>> hasher = provenhash.md5.hasher(b"ab")
    ///     >>> hasher.update(b"c")
    ///     >>> hasher.hexdigest()
    ///     '900150983cd24fb0d6963f7d28e17f72'
    #[pyo3(signature = (data, /))]
    pub(crate) fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let message = Message::of(data)?;
        let bytes = message.as_slice();
        let _turn = self.turn(py);
        if bytes.len() < RELEASE_BYTES {
            self.stream(py).update(bytes);
        } else {
            let mut stream = self.stream(py).clone();
            py.detach(|| stream.update(bytes));
            *self.stream(py) = stream;
        }
        Ok(())
    }

    /// Appends the content of a file, as `blake3.update_mmap` does, while other threads run. It is
    /// read in blocks and not mapped, because a program that maps a file crashes if another one
    /// truncates it.
    ///
    /// Raises OSError if the file cannot be read, and then appends nothing.
    ///
    ///     >>> import tempfile
    ///     >>> with tempfile.NamedTemporaryFile() as file:
    ///     ...     hasher = provenhash.md5.hasher()
    ///     ...     hasher.update_mmap(file.name)
    ///     >>> hasher.hexdigest() == provenhash.md5.hexdigest(b"")
    ///     True
    fn update_mmap(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        /// They stay in the second-level cache.
        const BLOCK_BYTES: usize = 1 << 18;
        let _turn = self.turn(py);
        let mut stream = self.stream(py).clone();
        let read = || {
            let mut file = BufReader::with_capacity(BLOCK_BYTES, File::open(&path)?);
            io::copy(&mut file, &mut stream)
        };
        py.detach(read).map_err(|error| unreadable(py, error, path))?;
        *self.stream(py) = stream;
        Ok(())
    }

    /// Returns the hash of the message so far, as bytes. More can be appended afterwards.
    ///
    ///     >>> hasher = provenhash.md5.hasher(b"ab")
    ///     >>> hasher.digest() == provenhash.md5.digest(b"ab")
    ///     True
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.finalize(py).as_bytes())
    }

    /// Returns the tag of the message so far, as `Key.tag` does. Raises TypeError unless the
    /// algorithm is a MAC.
    ///
    ///     >>> key = provenhash.highwayhash256.generate_key()
    ///     >>> key.verify(b"ab", key.hasher(b"ab").tag())
    ///     True
    fn tag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let tag = self.stream(py).tag().map_err(failed)?;
        Ok(PyBytes::new(py, tag.as_bytes()))
    }

    /// Returns the hexadecimal digits of `digest`.
    ///
    ///     >>> hasher = provenhash.md5.hasher(b"ab")
    ///     >>> hasher.hexdigest()
    ///     '187ef4436122d1cc2f40dc2b92f0eba0'
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        digits(py, self.finalize(py).as_bytes())
    }

    /// Returns the hash of the message so far as an int, like `Key.hash`, or if `signed` like
    /// `Key.hash_signed`.
    ///
    ///     >>> hasher = provenhash.md5.hasher(b"ab")
    ///     >>> hasher.intdigest() == provenhash.md5.hash(b"ab")
    ///     True
    #[pyo3(signature = (*, signed=false))]
    fn intdigest<'py>(&self, py: Python<'py>, signed: bool) -> PyResult<Bound<'py, PyAny>> {
        let digest = self.finalize(py);
        if signed {
            return number::signed(py, digest.as_bytes());
        }
        number::integer(py, digest.as_bytes())
    }

    /// Returns an independent hasher with the same message so far.
    ///
    ///     >>> hasher = provenhash.md5.hasher(b"ab")
    ///     >>> other = hasher.copy()
    ///     >>> other.update(b"c")
    ///     >>> hasher.hexdigest() == provenhash.md5.hexdigest(b"ab")
    ///     True
    fn copy(&self, py: Python<'_>) -> Self {
        Self::new(self.stream(py).clone(), self.key.clone())
    }

    /// Starts another message, of which nothing is known yet, under the key that made or resumed
    /// this hasher.
    ///
    ///     >>> hasher = provenhash.md5.hasher(b"ab")
    ///     >>> hasher.reset()
    ///     >>> hasher.hexdigest() == provenhash.md5.hexdigest(b"")
    ///     True
    ///
    /// Raises TypeError for VMAC, because a second message under one nonce reveals the key.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let key = self.key.as_ref().ok_or_else(|| {
            PyTypeError::new_err(
                "a hasher of VMAC cannot be reset, because every message needs a nonce of its own: make \
                 another with key.hasher(nonce)",
            )
        })?;
        let _turn = self.turn(py);
        *self.stream(py) = key.stream();
        Ok(())
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
    /// Keep it as secret as the key: `Algorithm.secrets` says why. It also contains the last bytes
    /// of the message.
    ///
    ///     >>> hasher = provenhash.md5.hasher(b"ab")
    ///     >>> provenhash.md5.resume(hasher.checkpoint()).hexdigest() == hasher.hexdigest()
    ///     True
    fn checkpoint<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let checkpoint = self.stream(py).checkpoint();
        PyBytes::new(py, &checkpoint)
    }

    /// The name of the algorithm.
    ///
    ///     >>> provenhash.md5.hasher().name
    ///     'md5'
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// The bytes of a digest.
    ///
    ///     >>> provenhash.md5.hasher().digest_size
    ///     16
    #[getter]
    fn digest_size(&self) -> usize {
        self.row.output_bits / 8
    }

    /// The bytes that are processed at once.
    ///
    ///     >>> provenhash.md5.hasher().block_size
    ///     64
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
