//! The key of tags without nonces.

use crate::derive::{self, Cipher, Use};
use clhash::{Backend, clhash128};
use core::borrow::Borrow;

/// The key of tags without nonces: 32 bytes, from which a key of CLHASH-128 and a key of AES-256
/// are derived.
///
/// Making a key encrypts 152 blocks, so make it once and keep it. It takes 2,752 bytes of memory.
///
/// ```
/// use clmac::Key;
/// let key = Key::try_from([7; 32].as_slice())?;
/// assert_eq!(key.to_bytes(), [7; 32]);
/// assert!(Key::try_from([7; 16].as_slice()).is_err());
/// # Ok::<(), clmac::KeyLengthError>(())
/// ```
#[derive(Clone)]
pub struct Key {
    hash: clhash128::Key,
    cipher: Cipher,
    bytes: [u8; 32],
}

impl Key {
    /// Makes a key from its bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        let master = derive::master(bytes);
        Self {
            hash: derive::hash_key(&master, Use::Hash).with_backend(Backend::detect()),
            cipher: derive::cipher(&master, Use::Tag, 0),
            bytes: *bytes,
        }
    }

    /// Returns the key of the hash.
    #[inline]
    pub(crate) const fn hash(&self) -> &clhash128::Key {
        &self.hash
    }

    /// Returns the tag of a message with this hash.
    #[inline]
    pub(crate) fn seal(&self, hash: [u64; 2]) -> [u8; 16] {
        self.cipher.encrypt_number(derive::to_number(hash)).to_le_bytes()
    }

    /// Returns the cipher of tags.
    #[inline]
    pub(crate) const fn cipher(&self) -> &Cipher {
        &self.cipher
    }
}

/// Implements what the two kinds of keys share. The key has `from_bytes` and the fields `hash` and
/// `bytes`.
macro_rules! keys {
    ($Key:ty) => {
        impl $Key {
            /// The number of bytes in a key.
            pub const BYTES: usize = 32;

            /// Returns the bytes from which [`from_bytes`](Self::from_bytes) makes this key.
            #[must_use]
            pub const fn to_bytes(&self) -> [u8; 32] {
                self.bytes
            }

            /// Derives a key from a 64-bit seed, the same on every machine. Frozen.
            ///
            /// Use it for tests only: a key that can be guessed protects nothing.
            #[must_use]
            pub fn from_seed(seed: u64) -> Self {
                let mut bytes = [0; 32];
                hash_core::seed::SeedWords::new("CLMAC", seed).fill(&mut bytes);
                Self::from_bytes(&bytes)
            }

            /// Draws a key from a random number generator, word by word. The generator must be
            /// cryptographically secure.
            #[cfg(feature = "rand_core")]
            #[must_use]
            pub fn from_rng(rng: &mut impl hash_core::private::rand_core::Rng) -> Self {
                hash_core::residue::build(|| {
                    Self::from_bytes(&hash_core::seed::bytes_of_words(|| rng.next_u64()))
                })
            }

            /// Returns the same key with this backend of CLHASH-128 instead of the best one. AES
            /// runs on the instructions of the CPU, whatever the backend.
            #[must_use]
            pub fn with_backend(self, backend: clhash::Backend) -> Self {
                let mut key = self;
                key.hash = key.hash.clone().with_backend(backend);
                key
            }

            /// Returns the backend that hashes with this key.
            #[inline]
            #[must_use]
            pub fn backend(&self) -> clhash::Backend {
                self.hash.backend()
            }
        }

        hash_core::generate! {
            impl[] $Key, || hash_core::entropy::key(|bytes| Self::from_bytes(bytes))
        }
        hash_core::key_conversions!(impl[] $Key, "CLMAC", 32);
        hash_core::secret_debug!(impl[] $Key, "Key", backend = |key| key.backend().name());
        // The fields of other crates wipe themselves.
        hash_core::wipe_on_drop!(key: impl[] $Key, |key| {
            key.hash.zeroize();
            key.bytes.zeroize();
        });
    };
}
pub(crate) use keys;

keys!(Key);

/// A holder of a key, which also leads to the key of the hash.
#[derive(Clone)]
pub(crate) struct Holder<K>(pub(crate) K);

impl<K: Borrow<Key>> Borrow<clhash128::Key> for Holder<K> {
    #[inline]
    fn borrow(&self) -> &clhash128::Key {
        self.0.borrow().hash()
    }
}
