//! VMAC: a MAC from VHASH and AES, in which each message has a nonce.

use crate::function::{Digest, Info, Stream};
use crate::hasher::Hasher;
use crate::key::no_entropy;
use crate::key::{KEY_IS_SECRET, not_pickled, unsigned};
use crate::message::Message;
use aes::{Aes128, Aes192, Aes256};
use hash_core::seed::SeedWords;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use vhash::vmac::{Cipher, Nonce, Vmac};
use vhash::{BLOCK_BYTES, CheckpointError, Key as HashKey, VHasher};

const BASE: Info = Info {
    name: "vmac64",
    summary: "",
    bound: "",
    key_bytes: 16,
    digest_bytes: 8,
    block_bytes: BLOCK_BYTES,
    collision_bound: None,
    mac: true,
};
static INFO: [Info; 2] = [BASE, Info { name: "vmac128", digest_bytes: 16, ..BASE }];

/// A key of VMAC, a message authentication code: an AES key of 16, 24 or 32 bytes, for tags of
/// `tag_size` bytes, which is 8 (the default) or 16.
///
/// A forgery succeeds with probability at most 1.25 * 2^-62 (tags of 8 bytes) or 1.57 * 2^-124 (16
/// bytes) for messages of up to 2^59 bytes, plus the advantage of an adversary against AES.
///
/// Every message has a nonce of 1 to 16 bytes. All nonces have one length, and the first bit of 16
/// bytes must be 0. **Two tags of different messages under one nonce reveal the key.** Count
/// messages: `counter.to_bytes(8, "big")`.
#[pyclass(frozen, module = "provenhash")]
pub(crate) struct VmacKey {
    bytes: Vec<u8>,
    mac: Box<dyn Mac>,
}

/// VMAC with some cipher and width.
trait Mac: Send + Sync {
    fn info(&self) -> &'static Info;
    fn tag(&self, nonce: &Nonce, message: &[u8]) -> Digest;
    fn verify(&self, nonce: &Nonce, message: &[u8], tag: &[u8]) -> bool;
    fn stream(&self, nonce: &Nonce) -> Box<dyn Stream>;
    fn resume(&self, nonce: &Nonce, bytes: &[u8]) -> Result<Box<dyn Stream>, CheckpointError>;
}

/// VMAC and its VHASH key, which streams share.
struct Shared<C, const T: usize> {
    vmac: Vmac<C, T>,
    key: Arc<HashKey<T>>,
}

/// A message in pieces: VHASH, and the pad that is added to its words.
#[derive(Clone)]
struct Padded<const T: usize> {
    stream: VHasher<Arc<HashKey<T>>, T>,
    pad: [u64; T],
}

/// Implements the two widths, given the iterations and the words of a stream's hash.
macro_rules! widths {
    ($($T:literal, |$stream:ident| $words:expr;)*) => {
        $(impl Padded<$T> {
            fn words(&self) -> [u64; $T] {
                let $stream = &self.stream;
                let (words, pad): ([u64; $T], _) = ($words, self.pad);
                std::array::from_fn(|t| words[t].wrapping_add(pad[t]))
            }
        }

        impl Stream for Padded<$T> {
            fn update(&mut self, bytes: &[u8]) {
                self.stream.update(bytes);
            }

            fn finalize(&self) -> Digest {
                Digest::of(self.words())
            }

            fn checkpoint(&self) -> Vec<u8> {
                self.stream.checkpoint().to_vec()
            }

            fn copy(&self) -> Box<dyn Stream> {
                Box::new(self.clone())
            }
        }

        impl<C: Cipher> Shared<C, $T> {
            /// Returns the stream of an empty message.
            fn padded(&self, nonce: &Nonce) -> Padded<$T> {
                let stream = VHasher::new(Arc::clone(&self.key));
                let mut padded = Padded { stream, pad: [0; $T] };
                // The pad is the difference between the tag of the empty message and its hash.
                let (hash, tag) = (padded.words(), self.vmac.tag(nonce, b""));
                for (t, word) in tag.as_chunks().0.iter().enumerate() {
                    padded.pad[t] = u64::from_be_bytes(*word).wrapping_sub(hash[t]);
                }
                padded
            }
        }

        impl<C: Cipher + Send + Sync + 'static> Mac for Shared<C, $T> {
            fn info(&self) -> &'static Info {
                &INFO[$T - 1]
            }

            fn tag(&self, nonce: &Nonce, message: &[u8]) -> Digest {
                Digest::of(self.vmac.tag(nonce, message))
            }

            fn verify(&self, nonce: &Nonce, message: &[u8], tag: &[u8]) -> bool {
                self.vmac.verify(nonce, message, tag).is_ok()
            }

            fn stream(&self, nonce: &Nonce) -> Box<dyn Stream> {
                Box::new(self.padded(nonce))
            }

            fn resume(
                &self,
                nonce: &Nonce,
                bytes: &[u8],
            ) -> Result<Box<dyn Stream>, CheckpointError> {
                let stream = VHasher::from_checkpoint(Arc::clone(&self.key), bytes)?;
                Ok(Box::new(Padded { stream, ..self.padded(nonce) }))
            }
        })*
    };
}

widths! {
    1, |stream| [stream.finalize()];
    2, |stream| stream.finalize();
}

/// Makes VMAC with the cipher that takes a key of this length, and with this tag width.
fn mac(key: &[u8], tag_size: u64) -> Result<Box<dyn Mac>, String> {
    fn of<C: Cipher + Send + Sync + 'static>(
        key: &[u8],
        tag_size: u64,
    ) -> Result<Box<dyn Mac>, String> {
        match tag_size {
            8 => Ok(Box::new(shared::<C, 1>(key)?)),
            16 => Ok(Box::new(shared::<C, 2>(key)?)),
            _ => Err(format!("tag_size is {tag_size}, VMAC has tags of 8 or 16 bytes")),
        }
    }
    fn shared<C: Cipher, const T: usize>(key: &[u8]) -> Result<Shared<C, T>, String> {
        let vmac = Vmac::from_key(key).map_err(|error| error.to_string())?;
        let key = Arc::new(Vmac::key(&vmac).clone());
        Ok(Shared { vmac, key })
    }
    match key.len() {
        16 => of::<Aes128>(key, tag_size),
        24 => of::<Aes192>(key, tag_size),
        32 => of::<Aes256>(key, tag_size),
        found => Err(format!("key has {found} bytes, VMAC needs 16, 24 or 32")),
    }
}

impl VmacKey {
    fn new(bytes: &[u8], tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let tag_size = tag_size.map_or(Ok(8), |size| unsigned(size, "tag_size"))?;
        let mac = mac(bytes, tag_size).map_err(PyValueError::new_err)?;
        Ok(Self { bytes: bytes.to_vec(), mac })
    }
}

fn to_nonce(nonce: &Bound<'_, PyAny>) -> PyResult<Nonce> {
    let nonce = Message::of(nonce)?;
    Nonce::try_from(nonce.as_slice()).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl VmacKey {
    /// Makes a new random key of 16 bytes from the operating system's entropy, as `generate_key` of an
    /// algorithm does. Raises OSError if there is none.
    #[staticmethod]
    #[pyo3(signature = (tag_size=None))]
    fn generate(tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let bytes = hash_core::entropy::key(|bytes: &[u8; 16]| *bytes).map_err(no_entropy)?;
        Self::new(&bytes, tag_size)
    }

    /// Makes a key from an AES key of 16, 24 or 32 bytes. Raises ValueError for any other length.
    #[staticmethod]
    #[pyo3(signature = (data, tag_size=None))]
    fn from_bytes(data: &Bound<'_, PyAny>, tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::new(Message::of(data)?.as_slice(), tag_size)
    }

    /// Derives the AES-128 key of a number from 0 to 2^64 - 1, for tests.
    #[staticmethod]
    #[pyo3(signature = (seed, tag_size=None))]
    fn from_seed(seed: &Bound<'_, PyAny>, tag_size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut bytes = [0; 16];
        SeedWords::new("VMAC", unsigned(seed, "seed")?).fill(&mut bytes);
        Self::new(&bytes, tag_size)
    }

    /// Returns the tag of a message, under a nonce that no other message has.
    fn tag<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let nonce = to_nonce(nonce)?;
        let tag = Message::of(data)?.read(py, |message| self.mac.tag(&nonce, message));
        Ok(PyBytes::new(py, tag.as_slice()))
    }

    /// Returns whether this is the tag of the message, comparing in constant time.
    fn verify(
        &self,
        py: Python<'_>,
        nonce: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        tag: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (nonce, tag) = (to_nonce(nonce)?, Message::of(tag)?);
        let tag = tag.as_slice();
        Ok(Message::of(data)?.read(py, |message| self.mac.verify(&nonce, message, tag)))
    }

    /// Starts a message in pieces under a nonce that no other message has; `digest` is the tag.
    fn hasher(&self, nonce: &Bound<'_, PyAny>) -> PyResult<Hasher> {
        Ok(Hasher::new(self.mac.stream(&to_nonce(nonce)?), self.mac.info()))
    }

    /// Resumes a message in pieces from a result of `Hasher.checkpoint`, under the key and the
    /// nonce with which it was started. Raises ValueError for bytes that are not a checkpoint of
    /// VMAC.
    fn resume(&self, nonce: &Bound<'_, PyAny>, checkpoint: &Bound<'_, PyAny>) -> PyResult<Hasher> {
        let checkpoint = Message::of(checkpoint)?;
        let stream = self.mac.resume(&to_nonce(nonce)?, checkpoint.as_slice());
        let stream = stream.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Hasher::new(stream, self.mac.info()))
    }

    /// Returns the AES key.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.mac.info().name
    }

    /// The bytes of a tag.
    #[getter]
    fn tag_size(&self) -> usize {
        self.mac.info().digest_bytes
    }

    fn __repr__(&self) -> String {
        format!("<provenhash.VmacKey of {}>", self.mac.info().name)
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
