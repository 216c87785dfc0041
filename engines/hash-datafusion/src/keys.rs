//! The keys of all functions, derived from one secret.

use provenhash::{ALGORITHMS, Algorithm, Error};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The keys of all functions, derived from one secret of 32 bytes or from a number.
///
/// The key of fingerprints is `hash_agg::Key` of the same secret or number. Copies share the keys;
/// `Debug` shows only the check value.
#[derive(Clone)]
pub struct Keys(Arc<Inner>);

struct Inner {
    /// The key of fingerprints, which contains the secret.
    rows: hash_agg::Key,
    /// The number from which the keys are derived, if it is not the secret.
    seed: Option<u64>,
    /// The keys of the table's functions, each made when it is first used.
    functions: Vec<OnceLock<provenhash::Key>>,
    check: u64,
}

/// The message whose SipHash-2-4 is the check value.
const CHECK: &[u8] = b"hash-datafusion check value";

impl Keys {
    /// The length of a secret in bytes.
    pub const BYTES: usize = hash_agg::Key::BYTES;

    /// Derives the keys from a secret; see [`key`](Self::key). Frozen.
    #[must_use]
    pub fn from_bytes(secret: &[u8; Self::BYTES]) -> Self {
        Self::of(hash_agg::Key::from_bytes(secret), None)
    }

    /// Derives the keys from a number: `from_seed` of each algorithm. Anyone who knows or guesses
    /// the number knows the keys, so they protect against accidents only.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self::of(hash_agg::Key::from_seed(seed), Some(seed))
    }

    /// Derives the keys from a new random secret of the operating system.
    ///
    /// # Errors
    /// Returns the operating system's error if it provides no entropy.
    pub fn try_generate() -> Result<Self, hash_agg::EntropyError> {
        Ok(Self::of(hash_agg::Key::try_generate()?, None))
    }

    /// Derives the keys from a new random secret, as [`try_generate`](Self::try_generate) does.
    ///
    /// # Panics
    /// Panics if the operating system provides no entropy.
    #[must_use]
    pub fn generate() -> Self {
        Self::of(hash_agg::Key::generate(), None)
    }

    /// Reads a secret from a file: 32 bytes, or 64 hexadecimal digits and at most one line end.
    ///
    /// # Errors
    /// Returns [`KeyFileError`], which shows nothing of the file's contents.
    pub fn from_file(path: &Path) -> Result<Self, KeyFileError> {
        let mut bytes = Vec::new();
        // One byte more than the longest form reveals a file that is too long.
        let longest = 2 * Self::BYTES as u64 + 2;
        File::open(path)
            .and_then(|file| file.take(longest + 1).read_to_end(&mut bytes))
            .map_err(KeyFileError::Read)?;
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let mut secret = [0; Self::BYTES];
        if hex::decode_to_slice(text, &mut secret).is_err() {
            secret = <[u8; Self::BYTES]>::try_from(&*bytes)
                .map_err(|_| KeyFileError::Length(path.display().to_string()))?;
        }
        if secret == [0; Self::BYTES] {
            return Err(KeyFileError::Zeros(path.display().to_string()));
        }
        Ok(Self::from_bytes(&secret))
    }

    /// Returns a value by which keys can be compared without being shown: a SipHash of a fixed
    /// message under a key that is derived from the secret. It reveals nothing else about a secret
    /// of 32 random bytes, but the number of [`from_seed`](Self::from_seed) can be searched for
    /// with it.
    #[must_use]
    pub fn check(&self) -> u64 {
        self.0.check
    }

    /// Returns the key of fingerprints.
    #[must_use]
    pub fn rows(&self) -> &hash_agg::Key {
        &self.0.rows
    }

    /// Returns the key of an algorithm, which its `from_secret` or `from_seed` derives.
    ///
    /// # Errors
    /// Returns [`Error::NeedsNonce`] if the algorithm takes nonces.
    pub fn key(&self, algorithm: &'static Algorithm) -> Result<provenhash::Key, Error> {
        let Inner { rows, seed, functions, .. } = &*self.0;
        let mut places = ALGORITHMS.iter().zip(functions);
        let place = places.find(|(row, _)| *row == algorithm).map(|(_, place)| place);
        if let Some(key) = place.and_then(OnceLock::get) {
            return Ok(key.clone());
        }
        let key = derive(rows, *seed, algorithm)?;
        Ok(place.map_or(&key, |place| place.get_or_init(|| key.clone())).clone())
    }

    fn of(rows: hash_agg::Key, seed: Option<u64>) -> Self {
        let functions = ALGORITHMS.iter().map(|_| OnceLock::new()).collect();
        let siphash = Algorithm::find("siphash-2-4").expect("a family that this package turns on");
        let siphash = derive(&rows, seed, siphash).expect("SipHash takes no nonce");
        Self(Arc::new(Inner { rows, seed, functions, check: siphash.hash_u64(CHECK) }))
    }
}

/// Derives the key of an algorithm.
fn derive(
    rows: &hash_agg::Key,
    seed: Option<u64>,
    algorithm: &'static Algorithm,
) -> Result<provenhash::Key, Error> {
    if let Some(seed) = seed {
        return algorithm.from_seed(seed);
    }
    algorithm.from_secret(&rows.to_bytes())
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys(check {:016x})", self.0.check)
    }
}

/// The error of a file that does not contain a key.
#[derive(Debug)]
pub enum KeyFileError {
    /// The file cannot be read. The error does not have its name, which may be the key itself.
    Read(io::Error),
    /// The file is neither 32 bytes nor 64 hexadecimal digits.
    Length(String),
    /// The secret is zeros, as in a file whose data a crash lost.
    Zeros(String),
}

impl fmt::Display for KeyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the key file: {error}"),
            Self::Length(path) => {
                write!(f, "{path}: a key file has 32 bytes, or 64 hexadecimal digits")
            }
            Self::Zeros(path) => {
                write!(f, "{path}: key is all zeros: was the file lost in a crash?")
            }
        }
    }
}

impl std::error::Error for KeyFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            Self::Length(_) | Self::Zeros(_) => None,
        }
    }
}
