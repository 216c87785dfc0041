//! Keys as the command line gives them.

use crate::algorithms::{Algorithm, Hasher, Key};
use crate::cli::KeyArgs;
use crate::input;
use crate::output::Failure;
use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;

/// No algorithm has a key of so many bytes, so no more of a file is read.
const TOO_LONG: u64 = 1 << 20;

/// What keys are made of, for algorithms with keys of any length.
pub(crate) enum Material {
    /// Nothing was given: seed 0.
    Public,
    Seed(u64),
    /// The key, and the option or file that had it.
    Bytes {
        origin: OsString,
        bytes: Vec<u8>,
    },
}

impl Material {
    /// Follows the options, of which there is one at most.
    pub(crate) fn read(args: &KeyArgs) -> Result<Self, Failure> {
        if let Some(seed) = args.seed {
            Ok(Self::Seed(seed))
        } else if let Some(key) = &args.key {
            Ok(Self::Bytes { origin: "--key".into(), bytes: key.0.clone() })
        } else if let Some(path) = &args.key_file {
            let mut bytes = Vec::new();
            let length = File::open(path).and_then(|f| f.take(TOO_LONG).read_to_end(&mut bytes));
            match length {
                Ok(length) if length as u64 == TOO_LONG => {
                    Err(Failure::new(path, "too long for a key"))
                }
                Ok(_) => Ok(Self::Bytes { origin: path.into(), bytes }),
                Err(error) => Err(Failure::new(path, input::reason(&error))),
            }
        } else {
            Ok(Self::Public)
        }
    }

    /// Whether the algorithm has a use for what was given.
    pub(crate) fn fits(&self, algorithm: &Algorithm) -> Result<(), Failure> {
        if algorithm.key_bytes == 0 && !matches!(self, Self::Public) {
            return Err(Failure::new(algorithm.name, "has no key"));
        }
        Ok(())
    }

    /// The hash function of an algorithm under the key that was given, if it has one.
    pub(crate) fn hasher(
        &self,
        algorithm: &Algorithm,
        backend: Option<&str>,
    ) -> Result<Box<dyn Hasher>, Failure> {
        let key = self.key(algorithm)?;
        algorithm.hasher(&key, backend).map_err(|reason| Failure::new(algorithm.name, reason))
    }

    fn key(&self, algorithm: &Algorithm) -> Result<Key<'_>, Failure> {
        let wanted = algorithm.key_bytes;
        match self {
            Self::Public => Ok(Key::Seed(0)),
            Self::Seed(seed) => Ok(Key::Seed(*seed)),
            Self::Bytes { bytes, .. } if bytes.len() == wanted => Ok(Key::Bytes(bytes.into())),
            Self::Bytes { origin, bytes } => match from_text(bytes) {
                Some(key) if key.len() == wanted => Ok(Key::Bytes(Cow::Owned(key))),
                _ => {
                    let (name, found) = (algorithm.name, bytes.len());
                    let reason = format!("a key of {name} has {wanted} bytes, not {found}");
                    Err(Failure::new(origin, reason))
                }
            },
        }
    }
}

/// The bytes that a file of hexadecimal digits says, which may end with a line end.
fn from_text(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    hex::decode(text.strip_suffix(b"\r").unwrap_or(text)).ok()
}
