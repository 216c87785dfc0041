//! CLMAC with nonces that a sender draws.

use crate::key::{failed, not_pickled};
use crate::message::Message;
use clmac::nonce::{self, Key, Nonce};
use hash_core::process::PerProcess;
use provenhash::Error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

/// Tags messages, each under a nonce of its own; made by `Key.sender` of a key of `clmac`.
///
/// A sender draws a random prefix when it is made, and counts messages in the rest. It needs no
/// state from one run of a program to the next, and any number of senders may have one key. Threads
/// may share a sender. It cannot be copied or pickled (TypeError).
///
/// One nonce that tags two messages suffices for a forgery. A sender draws another prefix in every
/// copy of its process: a child of `fork`, of `_Fork`, or of the system call `clone`. (A child that
/// shares its parent's memory, as that of `vfork`, shares the count too.) Two kinds of copies are
/// not detected, and repeat nonces:
///
/// * What starts twice from one snapshot, with a sender in its memory: a virtual machine, a
///   container, a process (CRIU). Make the senders after the start.
/// * A child of `_Fork` or `clone`, which run no handlers of `pthread_atfork`, that has the process
///   number of an ancestor: of one that has ended, or in another namespace of numbers. This
///   concerns only systems without memory that copies find wiped: all but Linux from 4.14 on,
///   FreeBSD, NetBSD and OpenBSD, and some emulators of programs.
///
/// A forgery succeeds with probability at most 1.001 * 2^-127 for each attempt, plus the advantage
/// in telling AES-256 from a random permutation, after 2^48 messages of any lengths. With s senders
/// of one key, s (s - 1) / 2^129 is to be added, because two may draw one prefix.
///
///     >>> key = provenhash.clmac.generate_key()
///     >>> nonce, tag = key.sender().tag(b"message")
///     >>> key.receiver().verify(nonce, b"message", tag)
///     True
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct Sender(Shared<nonce::Sender<Arc<Key>>>);

/// Verifies messages of senders; made by `Key.receiver` of a key of `clmac`.
///
/// It keeps what it derived from the last nonce, so that the messages of one sender cost no
/// derivation. It does not detect replays. Threads may share a receiver.
///
///     >>> key = provenhash.clmac.generate_key()
///     >>> key.receiver()
///     <provenhash.Receiver of clmac>
#[pyclass(frozen, immutable_type, module = "provenhash")]
pub(crate) struct Receiver(Shared<nonce::Receiver<Arc<Key>>>);

/// A key, and what threads share that is made of it. A process that is forked while a thread has
/// the lock makes its own, because nobody would unlock the copy.
struct Shared<T> {
    key: Arc<Key>,
    made: PerProcess<Mutex<T>>,
}

impl<T: Send> Shared<T> {
    fn new(key: &provenhash::Key) -> PyResult<Self> {
        Ok(Self { key: derived(key)?, made: PerProcess::new() })
    }

    /// Returns what this process shares.
    fn get<E>(&self, make: impl Fn(Arc<Key>) -> Result<T, E>) -> Result<&Mutex<T>, E> {
        self.made.try_get(|| make(self.key.clone()).map(Mutex::new))
    }
}

/// Derives the key of tags with nonces.
fn derived(key: &provenhash::Key) -> PyResult<Arc<Key>> {
    let master = key.downcast_ref::<clmac::Key>().ok_or_else(|| {
        PyTypeError::new_err(format!("{} has no senders, only clmac has", key.algorithm().name))
    })?;
    Ok(Arc::new(Key::from(master)))
}

/// Converts the error of a nonce that cannot be drawn.
fn no_entropy(error: clmac::EntropyError) -> PyErr {
    failed(Error::Entropy { why: error.to_string() })
}

impl Sender {
    pub(crate) fn new(key: &provenhash::Key) -> PyResult<Self> {
        let sender = Self(Shared::new(key)?);
        sender.shared()?;
        Ok(sender)
    }

    fn shared(&self) -> PyResult<&Mutex<nonce::Sender<Arc<Key>>>> {
        self.0.get(nonce::Sender::try_new).map_err(no_entropy)
    }
}

impl Receiver {
    pub(crate) fn new(key: &provenhash::Key) -> PyResult<Self> {
        Ok(Self(Shared::new(key)?))
    }
}

#[pymethods]
impl Sender {
    /// Returns the nonce, of 24 bytes, and the tag, of 16 bytes, of a message. It travels with
    /// both, and neither is secret.
    ///
    /// Raises OSError if another prefix is needed and the operating system provides no entropy:
    /// there is no tag then, and the next call tries again.
    ///
    ///     >>> sender = provenhash.clmac.generate_key().sender()
    ///     >>> [len(each) for each in sender.tag(b"message")]
    ///     [24, 16]
    fn tag<'py>(
        &self,
        py: Python<'py>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let message = Message::of(data)?;
        let mut sender =
            self.shared()?.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        // The guard stays with this thread; meanwhile another thread can only wait for it.
        let sender = &mut *sender;
        let (nonce, tag) = message.read(py, |bytes| sender.try_tag(bytes)).map_err(no_entropy)?;
        Ok((PyBytes::new(py, &nonce.to_bytes()), PyBytes::new(py, &tag)))
    }

    fn __repr__(&self) -> &'static str {
        "<provenhash.Sender of clmac>"
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_pickled(
            "a copy of a sender would repeat its nonces: make another with key.sender()",
        ))
    }
}

#[pymethods]
impl Receiver {
    /// Returns whether this is the tag of the message and the nonce, as `Sender.tag` returned them,
    /// comparing in constant time. Raises ValueError unless the nonce has 24 bytes.
    ///
    ///     >>> key = provenhash.clmac.generate_key()
    ///     >>> nonce, tag = key.sender().tag(b"message")
    ///     >>> key.receiver().verify(nonce, b"another", tag)
    ///     False
    fn verify(
        &self,
        py: Python<'_>,
        nonce: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        tag: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (nonce, message, tag) = (Message::of(nonce)?, Message::of(data)?, Message::of(tag)?);
        let nonce = Nonce::try_from(nonce.as_slice())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let tag = tag.as_slice();
        let Ok(receiver) = self.0.get(|key| Ok::<_, Infallible>(nonce::Receiver::new(key)));
        let mut receiver = receiver.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let receiver = &mut *receiver;
        Ok(message.read(py, |bytes| receiver.verify(&nonce, bytes, tag)).is_ok())
    }

    fn __repr__(&self) -> &'static str {
        "<provenhash.Receiver of clmac>"
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_pickled(
            "a receiver has a key, which is a secret: make another with key.receiver()",
        ))
    }
}
