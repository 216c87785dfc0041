//! Keys as the command line gives them.

use crate::algorithms::{Algorithm, Instance, Key};
use crate::cli::{HexBytes, KeyArgs};
use crate::input;
use crate::output::Failure;
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
        /// What the bytes say if they are digits.
        digits: Option<Vec<u8>>,
    },
}

impl Material {
    /// Follows the options, of which there is one at most.
    pub(crate) fn read(args: &KeyArgs) -> Result<Self, Failure> {
        if let Some(seed) = args.seed {
            Ok(Self::Seed(seed))
        } else if let Some(key) = &args.key {
            Ok(Self::Bytes { origin: "--key".into(), bytes: key.0.clone(), digits: None })
        } else if let Some(path) = &args.key_file {
            let mut bytes = Vec::new();
            let length = File::open(path).and_then(|f| f.take(TOO_LONG).read_to_end(&mut bytes));
            match length {
                Ok(length) if length as u64 == TOO_LONG => {
                    Err(Failure::of_file(path, "too long for a key"))
                }
                Ok(_) => Ok(Self::of_file(path.into(), bytes)),
                Err(error) => Err(Failure::of_file(path, input::reason(&error))),
            }
        } else {
            Ok(Self::Public)
        }
    }

    /// The material in the bytes of a key file.
    pub(crate) fn of_file(origin: OsString, bytes: Vec<u8>) -> Self {
        let digits = from_text(&bytes);
        Self::Bytes { origin, bytes, digits }
    }

    /// Whether the algorithm has a use for what was given.
    pub(crate) fn fits(&self, algorithm: &Algorithm) -> Result<(), Failure> {
        if algorithm.key_bytes == 0 && !matches!(self, Self::Public) {
            return Err(Failure::new(algorithm.name, "has no key"));
        }
        Ok(())
    }

    /// The hash function of an algorithm under the key that was given, if it has one, and the
    /// nonce, if it takes one.
    pub(crate) fn hasher(
        &self,
        algorithm: &Algorithm,
        nonce: Option<&HexBytes>,
        backend: Option<&str>,
    ) -> Result<Box<dyn Instance>, Failure> {
        let key = self.key(algorithm)?;
        algorithm
            .hasher(&key, nonce.map(|nonce| &*nonce.0), backend)
            .map_err(|reason| Failure::new(algorithm.name, reason))
    }

    /// The key of an algorithm.
    pub(crate) fn key(&self, algorithm: &Algorithm) -> Result<Key<'_>, Failure> {
        let (origin, bytes, digits) = match self {
            Self::Public => return Ok(Key::Seed(0)),
            Self::Seed(seed) => return Ok(Key::Seed(*seed)),
            Self::Bytes { origin, bytes, digits } => (origin, bytes, digits),
        };
        // Digits first: 32 of them are a key of 16 bytes, and 32 random bytes are never all digits.
        let fits = |key: &&Vec<u8>| algorithm.key_lengths().any(|length| length == key.len());
        digits.iter().chain([bytes]).find(fits).map(|key| Key::Bytes(key.into())).ok_or_else(|| {
            let (name, wanted) = (algorithm.name, algorithm.key_lengths_text());
            let reason = format!("a key of {name} has {wanted}, not {}", bytes.len());
            Failure::of_file(origin, reason)
        })
    }
}

/// The bytes that a file of hexadecimal digits says, which may end with a line end.
fn from_text(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    hex::decode(text.strip_suffix(b"\r").unwrap_or(text)).ok()
}
