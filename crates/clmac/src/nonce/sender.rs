//! Nonces that cannot repeat.

use super::{Key, Nonce, pad_of, sum};
use crate::EntropyError;
use crate::derive::Cipher;
use clhash::wide;
use core::borrow::Borrow;
use hash_core::process::PerProcess;

/// What tells this process from those that `fork` makes: an address that no other value has.
static PROCESS: PerProcess<u8> = PerProcess::new(|| 0);

fn process() -> usize {
    core::ptr::from_ref(PROCESS.get()) as usize
}

/// Tags messages, each under a nonce of its own that cannot repeat.
///
/// A nonce is a prefix of 128 random bits from the operating system, drawn when the sender is made,
/// and the number of messages before. A sender cannot be cloned or saved. In a process that `fork`
/// makes, and after 2^64 messages, it draws another prefix. Two senders of one key have the same
/// prefix with probability 2^-128.
///
/// Two things repeat nonces against its will: a virtual machine that is started twice from one
/// snapshot, with a sender in its memory; and a process made by the bare system call `clone`,
/// without the C library.
///
/// ```
/// use clmac::nonce::{Key, Sender};
/// let key = Key::generate();
/// let mut sender = Sender::new(&key);
/// let (first, _) = sender.tag(b"a message");
/// let (second, _) = sender.tag(b"a message");
/// assert_ne!(first, second);
/// ```
///
/// ```compile_fail,E0599
/// # let key = clmac::nonce::Key::generate();
/// let sender = clmac::nonce::Sender::new(&key);
/// let copy: clmac::nonce::Sender<_> = sender.clone();
/// ```
pub struct Sender<K> {
    key: K,
    prefix: Prefix,
    /// The number of messages under this prefix.
    count: u64,
}

/// A random prefix, its cipher, and the process that drew it.
struct Prefix {
    bytes: [u8; 16],
    cipher: Cipher,
    process: usize,
}

impl Prefix {
    fn draw(key: &Key) -> Result<Self, EntropyError> {
        let process = process();
        let bytes = hash_core::entropy::key(|bytes: &[u8; 16]| *bytes)?;
        Ok(Self { bytes, cipher: key.cipher(bytes), process })
    }
}

impl<K: Borrow<Key>> Sender<K> {
    /// Makes a sender. It owns, borrows or shares the key.
    ///
    /// # Panics
    /// Panics if the operating system provides no entropy.
    #[must_use]
    #[track_caller]
    pub fn new(key: K) -> Self {
        hash_core::entropy::expect(Self::try_new(key))
    }

    /// Makes a sender, as [`new`](Self::new) does.
    ///
    /// # Errors
    /// Returns the operating system's error if it provides no entropy.
    pub fn try_new(key: K) -> Result<Self, EntropyError> {
        let prefix = Prefix::draw(key.borrow())?;
        Ok(Self { key, prefix, count: 0 })
    }

    /// Computes the tag of a message, and returns it with the nonce.
    ///
    /// # Panics
    /// Panics if another prefix is needed and the operating system provides no entropy.
    pub fn tag(&mut self, message: &[u8]) -> (Nonce, [u8; 16]) {
        hash_core::entropy::expect(self.try_tag(message))
    }

    /// Computes the tag of a message, as [`tag`](Self::tag) does.
    ///
    /// # Errors
    /// Returns the operating system's error if another prefix is needed and there is no entropy.
    pub fn try_tag(&mut self, message: &[u8]) -> Result<(Nonce, [u8; 16]), EntropyError> {
        if self.count == u64::MAX || self.prefix.process != process() {
            self.renew()?;
        }
        let count = self.count;
        self.count += 1;
        let hash = wide::hash(&self.key.borrow().hash, message);
        let tag = sum(hash, pad_of(&self.prefix.cipher, count));
        Ok((Nonce::new(self.prefix.bytes, count), tag))
    }

    /// Draws another prefix.
    #[cold]
    fn renew(&mut self) -> Result<(), EntropyError> {
        (self.prefix, self.count) = (Prefix::draw(self.key.borrow())?, 0);
        Ok(())
    }
}

hash_core::secret_debug!(impl[K] Sender<K>, "Sender", count = |sender| sender.count);

#[cfg(test)]
mod tests {
    use super::super::verify;
    use super::*;

    /// A counter that would wrap, and another process, have another prefix.
    #[test]
    fn no_counter_wraps() {
        let key = Key::from_seed(1);
        let mut sender = Sender::new(&key);
        sender.count = u64::MAX - 1;
        let (last, tag) = sender.tag(b"m");
        assert_eq!(last.split().1, u64::MAX - 1);
        assert_eq!(verify(&key, &last, b"m", &tag), Ok(()));
        let (next, tag) = sender.tag(b"m");
        assert_eq!(next.split().1, 0);
        assert_ne!(next.split().0, last.split().0);
        assert_eq!(verify(&key, &next, b"m", &tag), Ok(()));
        sender.prefix.process ^= 1;
        let (elsewhere, tag) = sender.tag(b"m");
        assert_eq!(elsewhere.split().1, 0);
        assert_ne!(elsewhere.split().0, next.split().0);
        assert_eq!(verify(&key, &elsewhere, b"m", &tag), Ok(()));
        assert_eq!(sender.tag(b"m").0.split(), (elsewhere.split().0, 1));
    }
}
