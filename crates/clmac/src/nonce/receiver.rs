//! Verification of many messages of one sender.

use super::{Key, Nonce, pad_of, sum};
use crate::derive::Cipher;
use crate::oneshot::check;
use clhash::clhash128;
use core::borrow::Borrow;
use hash_core::TagError;

/// Verifies messages, and keeps the cipher of the last prefix, so that the messages of one
/// [`Sender`](super::Sender) cost no derivation. It accepts what [`verify`](super::verify) does,
/// and does not detect replays.
///
/// ```
/// use clmac::nonce::{Key, Receiver, Sender};
/// let key = Key::generate();
/// let (mut sender, mut receiver) = (Sender::new(&key), Receiver::new(&key));
/// let (nonce, tag) = sender.tag(b"a message");
/// assert!(receiver.verify(&nonce, b"a message", &tag).is_ok());
/// assert!(receiver.verify(&nonce, b"another", &tag).is_err());
/// ```
#[derive(Clone)]
pub struct Receiver<K> {
    key: K,
    prefix: [u8; 16],
    cipher: Cipher,
}

impl<K: Borrow<Key>> Receiver<K> {
    /// Makes a receiver. It owns, borrows or shares the key.
    #[must_use]
    pub fn new(key: K) -> Self {
        let prefix = [0; 16];
        let cipher = key.borrow().cipher(prefix);
        Self { key, prefix, cipher }
    }

    /// Verifies the tag of a message in constant time. The nonce is not secret.
    ///
    /// # Errors
    /// Returns [`TagError`] if the tag is wrong or does not have 16 bytes.
    pub fn verify(&mut self, nonce: &Nonce, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
        let (prefix, counter) = nonce.split();
        if prefix != self.prefix {
            self.cipher = self.key.borrow().cipher(prefix);
            self.prefix = prefix;
        }
        let hash_key = &self.key.borrow().hash;
        check::<16>(|| sum(clhash128::hash(hash_key, message), pad_of(&self.cipher, counter)), tag)
    }
}

hash_core::secret_debug!(impl[K] Receiver<K>, "Receiver");
