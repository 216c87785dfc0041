//! The keys of all functions, derived from one secret.

use clhash::Key as ClHashKey;
use clhash::wide::Key as WideKey;
use highwayhash::Key as HighwayKey;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use siphash_fast::Key as SipKey;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use vhash::Key64 as VHashKey;

/// The keys of all functions, derived from one secret of 32 bytes or from a number.
///
/// The key of fingerprints is `hash_agg::Key` of the same secret or number. Copies share the keys;
/// `Debug` shows only the check value.
#[derive(Clone)]
pub struct Keys(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) rows: hash_agg::Key,
    pub(crate) clhash: ClHashKey,
    pub(crate) siphash: SipKey,
    pub(crate) highwayhash: HighwayKey,
    pub(crate) vhash: VHashKey,
    pub(crate) wide: WideKey,
    pub(crate) check: u64,
}

/// The message whose SipHash is the check value.
const CHECK: &[u8] = b"hash-datafusion check value";

impl Keys {
    /// The length of a secret in bytes.
    pub const BYTES: usize = hash_agg::Key::BYTES;

    /// Derives the keys from a secret.
    ///
    /// The keys of the scalar functions are streams 1 to 5 of ChaCha20 under the secret; stream 0
    /// is that of `hash_agg::Key`. Frozen.
    #[must_use]
    pub fn from_bytes(secret: &[u8; Self::BYTES]) -> Self {
        let stream = |number| {
            let mut rng = ChaCha20Rng::from_seed(*secret);
            rng.set_stream(number);
            rng
        };
        Self::of(
            hash_agg::Key::from_bytes(secret),
            ClHashKey::from_rng(&mut stream(1)),
            SipKey::from_rng(&mut stream(2)),
            HighwayKey::from_rng(&mut stream(3)),
            VHashKey::from_rng(&mut stream(4)),
            WideKey::from_rng(&mut stream(5)),
        )
    }

    /// Derives the keys from a number: `from_seed` of each function's crate. Anyone who knows or
    /// guesses the number knows the keys, so they protect against accidents only.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self::of(
            hash_agg::Key::from_seed(seed),
            ClHashKey::from_seed(seed),
            SipKey::from_seed(seed),
            HighwayKey::from_seed(seed),
            VHashKey::from_seed(seed),
            WideKey::from_seed(seed),
        )
    }

    /// Derives the keys from a new random secret of the operating system.
    ///
    /// # Errors
    /// Returns the operating system's error if it provides no entropy.
    pub fn try_generate() -> Result<Self, hash_agg::EntropyError> {
        Ok(Self::from_bytes(&hash_agg::Key::try_generate()?.to_bytes()))
    }

    /// Derives the keys from a new random secret, as [`try_generate`](Self::try_generate) does.
    ///
    /// # Panics
    /// Panics if the operating system provides no entropy.
    #[must_use]
    pub fn generate() -> Self {
        Self::from_bytes(&hash_agg::Key::generate().to_bytes())
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
            .map_err(|error| KeyFileError::Read(path.display().to_string(), error))?;
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let mut secret = [0; Self::BYTES];
        if hex::decode_to_slice(text, &mut secret).is_ok() {
            return Ok(Self::from_bytes(&secret));
        }
        <&[u8; Self::BYTES]>::try_from(&*bytes)
            .map(Self::from_bytes)
            .map_err(|_| KeyFileError::Length(path.display().to_string()))
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

    pub(crate) fn inner(&self) -> &Inner {
        &self.0
    }

    fn of(
        rows: hash_agg::Key,
        clhash: ClHashKey,
        siphash: SipKey,
        highwayhash: HighwayKey,
        vhash: VHashKey,
        wide: WideKey,
    ) -> Self {
        let check = siphash_fast::hash::<2, 4>(&siphash, CHECK);
        Self(Arc::new(Inner { rows, clhash, siphash, highwayhash, vhash, wide, check }))
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys(check {:016x})", self.0.check)
    }
}

/// The error of a file that does not contain a key.
#[derive(Debug)]
pub enum KeyFileError {
    /// The file cannot be read.
    Read(String, io::Error),
    /// The file is neither 32 bytes nor 64 hexadecimal digits.
    Length(String),
}

impl fmt::Display for KeyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "{path}: {error}"),
            Self::Length(path) => {
                write!(f, "{path}: a key file has 32 bytes, or 64 hexadecimal digits")
            }
        }
    }
}

impl std::error::Error for KeyFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(_, error) => Some(error),
            Self::Length(_) => None,
        }
    }
}
