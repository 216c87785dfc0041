//! Keys from the command line.

use crate::algorithms::{Algorithm, Hasher};
use crate::cli::{HexBytes, KeyArgs};
use crate::input::{self, Input};
use crate::output::Failure;
use crate::sums::Mark;
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Read;

/// More bytes than any algorithm has in its key. No more of a key file is read.
const TOO_LONG: u64 = 1 << 20;

/// The source of a key.
pub(crate) enum Key<'k> {
    /// A number, from which the algorithm derives its key.
    Seed(u64),
    /// The bytes of the key.
    Bytes(Cow<'k, [u8]>),
}

/// The source of keys for any algorithm.
pub(crate) enum Material {
    /// Nothing was given. The key is that of seed 0.
    Public,
    Seed(u64),
    /// A key, and the option or file that contained it.
    Bytes {
        origin: OsString,
        bytes: Vec<u8>,
        /// The bytes that these are the hexadecimal digits of, if they are digits.
        digits: Option<Vec<u8>>,
    },
}

impl Material {
    /// Reads the key from the options, of which at most one is given.
    pub(crate) fn read(args: &KeyArgs) -> Result<Self, Failure> {
        if let Some(seed) = args.seed {
            Ok(Self::Seed(seed))
        } else if let Some(key) = &args.key {
            Ok(Self::Bytes { origin: "--key".into(), bytes: key.0.clone(), digits: None })
        } else if let Some(path) = &args.key_file {
            // The error does not name the file: the argument may be the key itself, in any
            // notation.
            let input = Input::named(path)?;
            let source = input
                .open_list()
                .map_err(|error| Failure::new("--key-file", input::reason(&error)))?;
            let mut bytes = Vec::new();
            match source.take(TOO_LONG).read_to_end(&mut bytes) {
                Ok(length) if length as u64 == TOO_LONG => {
                    Err(Failure::of_file(path, "too long for a key: has 1 MiB or more"))
                }
                Ok(_) => Self::of_file(path.into(), bytes),
                Err(error) => Err(Failure::of_file(path, input::reason(&error))),
            }
        } else {
            Ok(Self::Public)
        }
    }

    /// Returns the material in the contents of a key file. A file of zeros is what a crash leaves
    /// of a file that was not on the disk yet, and no random key, whatever the algorithm.
    pub(crate) fn of_file(origin: OsString, bytes: Vec<u8>) -> Result<Self, Failure> {
        let digits = from_text(&bytes);
        let are_zeros = |bytes: &Vec<u8>| !bytes.is_empty() && bytes.iter().all(|byte| *byte == 0);
        if digits.iter().chain([&bytes]).any(are_zeros) {
            return Err(Failure::of_file(
                origin,
                "key is all zeros: was the file lost in a crash?",
            ));
        }
        Ok(Self::Bytes { origin, bytes, digits })
    }

    /// Whether this is a key, which a list does not contain.
    pub(crate) const fn is_key(&self) -> bool {
        matches!(self, Self::Bytes { .. })
    }

    /// Whether this is enough for the algorithm: a MAC needs a key, or at least a seed.
    pub(crate) fn is_enough_for(&self, algorithm: &Algorithm) -> bool {
        !(algorithm.mac_only && matches!(self, Self::Public))
    }

    /// Returns what tagged lines record about the key.
    pub(crate) const fn mark(&self) -> Mark {
        match self {
            Self::Public | Self::Seed(0) => Mark::None,
            Self::Seed(seed) => Mark::Seed(*seed),
            Self::Bytes { .. } => Mark::Key,
        }
    }

    /// Checks that the algorithm uses the key that was given.
    pub(crate) fn fits(&self, algorithm: &Algorithm) -> Result<(), Failure> {
        if algorithm.key_lengths.is_empty() && !matches!(self, Self::Public) {
            return Err(Failure::new(algorithm.name, "takes no key and no seed"));
        }
        Ok(())
    }

    /// Returns the hash function of an algorithm under the key that was given, if it has one, and
    /// under the nonce, if it takes one.
    pub(crate) fn hasher(
        &self,
        algorithm: &'static Algorithm,
        nonce: Option<&HexBytes>,
        backend: Option<&str>,
    ) -> Result<Hasher, Failure> {
        let key = self.key(algorithm)?;
        Hasher::new(algorithm, &key, nonce.map(|nonce| &*nonce.0), backend)
            .map_err(|reason| Failure::new(algorithm.name, reason))
    }

    /// Returns the key of an algorithm.
    pub(crate) fn key(&self, algorithm: &Algorithm) -> Result<Key<'_>, Failure> {
        // A tag under a key that everyone knows authenticates nothing, but looks as if it did.
        if !self.is_enough_for(algorithm) {
            let reason = "is a MAC and needs a secret key: give --key-file or --key \
                          (or --seed, for a test)";
            return Err(Failure::new(algorithm.name, reason));
        }
        let (origin, bytes, digits) = match self {
            Self::Public => return Ok(Key::Seed(0)),
            Self::Seed(seed) => return Ok(Key::Seed(*seed)),
            Self::Bytes { origin, bytes, digits } => (origin, bytes, digits),
        };
        // Digits come first: 32 of them are a key of 16 bytes, and 32 random bytes are never all
        // digits.
        let fits = |key: &&Vec<u8>| algorithm.key_lengths.contains(&key.len());
        digits.iter().chain([bytes]).find(fits).map(|key| Key::Bytes(key.into())).ok_or_else(|| {
            let (name, wanted) = (algorithm.name, algorithm.key_lengths_text());
            let reason = format!("key has {} bytes, {name} needs {wanted}", bytes.len());
            Failure::of_file(origin, reason)
        })
    }
}

/// Decodes a text of hexadecimal digits, which may end with a line end.
fn from_text(text: &[u8]) -> Option<Vec<u8>> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    hex::decode(text.strip_suffix(b"\r").unwrap_or(text)).ok()
}
