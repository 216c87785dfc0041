//! The errors of keys, nonces and parts.

use core::fmt;
use hash_core::{CheckpointError, CombineError, TagError};

/// A key, a nonce or a part does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The key has another length.
    KeyLength {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// The number of bytes of the key.
        found: usize,
        /// The lengths of keys in bytes.
        expected: &'static [usize],
    },
    /// The algorithm excludes this key: a part of it is zero, so that hashes would ignore a part of
    /// the message, or a word of it is not below the modulus of VHASH.
    KeyRefused {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// The fault of the key.
        why: &'static str,
    },
    /// The nonce has a length or a bit that the algorithm excludes.
    Nonce {
        /// The number of bytes of the nonce.
        found: usize,
    },
    /// The algorithm hashes each message under another nonce, by [`NonceKey`](crate::NonceKey).
    NeedsNonce {
        /// The name of the algorithm.
        algorithm: &'static str,
    },
    /// The algorithm takes no nonce.
    TakesNoNonce {
        /// The name of the algorithm.
        algorithm: &'static str,
    },
    /// The operating system provides no entropy for a key.
    Entropy {
        /// Its error.
        why: String,
    },
    /// The CPU lacks the backend, or the algorithm has none of this name.
    Backend {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// The backends that this CPU has.
        available: Vec<&'static str>,
    },
    /// The algorithm is no MAC, so its digests are not tags.
    NoMac {
        /// The name of the algorithm.
        algorithm: &'static str,
    },
    /// The algorithm has no digests of this width.
    Width {
        /// The name of the algorithm.
        algorithm: &'static str,
        /// The number of bits wanted.
        found: usize,
        /// The numbers of bits that a digest may have.
        expected: &'static [usize],
    },
    /// The algorithm cannot join parts of messages.
    NoParts {
        /// The name of the algorithm.
        algorithm: &'static str,
    },
    /// The bytes are no checkpoint of the algorithm.
    Checkpoint(CheckpointError),
    /// The checkpoint is of another algorithm, or of a pseudo-random function under another key.
    OtherCheckpoint,
    /// The message has another tag under this key.
    Tag(TagError),
    /// The parts are of different algorithms or under different keys.
    OtherKey,
    /// The first part does not consist of whole blocks, or both together are too long.
    Parts(CombineError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyLength { algorithm, found, expected: [] } => {
                write!(f, "key has {found} bytes, {algorithm} takes none")
            }
            Self::KeyLength { algorithm, found, expected } => {
                write!(f, "key has {found} bytes, {algorithm} needs {}", Lengths(expected))
            }
            Self::KeyRefused { algorithm, why } => {
                write!(f, "key has {why}, {algorithm} excludes it")
            }
            Self::Nonce { found: 16 } => f.write_str("nonce has 1 as its first bit, VMAC needs 0"),
            Self::Nonce { found } => write!(f, "nonce has {found} bytes, VMAC needs 1 to 16"),
            Self::NeedsNonce { algorithm } => write!(f, "{algorithm} needs a nonce"),
            Self::TakesNoNonce { algorithm } => write!(f, "{algorithm} takes no nonce"),
            Self::Entropy { why } => write!(f, "no entropy for a key: {why}"),
            Self::Backend { algorithm, available } => {
                write!(
                    f,
                    "{algorithm} has no such backend on this CPU; it has {}",
                    available.join(", ")
                )
            }
            Self::NoMac { algorithm } => {
                write!(f, "{algorithm} is no MAC, so its digests are not tags")
            }
            Self::Width { algorithm, found, expected } => {
                let expected = Lengths(expected);
                write!(f, "{algorithm} has no digests of {found} bits, only of {expected}")
            }
            Self::NoParts { algorithm } => write!(f, "parts of {algorithm} cannot be joined"),
            Self::Checkpoint(error) => error.fmt(f),
            Self::OtherCheckpoint => f.write_str("checkpoint is of another algorithm or key"),
            Self::Tag(error) => error.fmt(f),
            Self::OtherKey => f.write_str("the parts are of different algorithms or keys"),
            Self::Parts(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Error {}

impl From<CombineError> for Error {
    fn from(error: CombineError) -> Self {
        Self::Parts(error)
    }
}

impl From<TagError> for Error {
    fn from(error: TagError) -> Self {
        Self::Tag(error)
    }
}

impl From<CheckpointError> for Error {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

/// Lengths as a text, such as "16, 24 or 32".
pub(crate) struct Lengths<'l>(pub(crate) &'l [usize]);

impl fmt::Display for Lengths<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, length) in self.0.iter().enumerate() {
            let left = self.0.len() - index;
            let before = if index == 0 {
                ""
            } else if left == 1 {
                " or "
            } else {
                ", "
            };
            write!(f, "{before}{length}")?;
        }
        Ok(())
    }
}
