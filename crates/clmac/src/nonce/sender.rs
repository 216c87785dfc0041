//! Nonces that a sender draws.

use super::{Key, Nonce, pad_of, sum};
use crate::EntropyError;
use crate::derive::Cipher;
use clhash::clhash128;
use core::borrow::Borrow;
use hash_core::process::Mark;

/// Tags messages, each under a nonce of its own.
///
/// A nonce is a prefix of 128 random bits from the operating system, drawn when the sender is made,
/// and the number of messages before. A sender cannot be cloned or saved. After 2^64 messages it
/// draws another prefix. Two senders of one key have the same prefix with probability 2^-128.
///
/// # Copies of a process
/// **One nonce that tags two messages suffices for a forgery.** A sender draws another prefix in
/// every copy of its process: a child of `fork`, of `_Fork`, or of the system call `clone`. (A
/// child that shares its parent's memory, as that of `vfork`, shares the count too.) Two kinds of
/// copies are not detected, and repeat nonces:
///
/// * What starts twice from one snapshot, with a sender in its memory: a virtual machine, a
///   container, a process (CRIU). Make the senders after the start.
/// * A child of `_Fork` or `clone`, which run no handlers of `pthread_atfork`, that has the process
///   number of an ancestor: of one that has ended, or in another namespace of numbers. This
///   concerns only systems without memory that copies find wiped: all but Linux from 4.14 on,
///   FreeBSD, NetBSD and OpenBSD, and some emulators of programs.
///
/// [`Mark`] tells how copies are detected. If another prefix cannot be drawn, there is no tag, and
/// the next call tries again.
///
/// # Example
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
    process: Mark,
}

impl Prefix {
    fn draw(key: &Key) -> Result<Self, EntropyError> {
        // Before the entropy: if this process is copied in between, the copy draws again.
        let process = Mark::this();
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
        // If nothing can be drawn, the old prefix stays, and the next message comes here again.
        while self.count == u64::MAX || !self.prefix.process.is_this() {
            self.renew()?;
        }
        let count = self.count;
        self.count += 1;
        let hash = clhash128::hash(&self.key.borrow().hash, message);
        let tag = sum(hash, pad_of(&self.prefix.cipher, count));
        Ok((Nonce::new(self.prefix.bytes, count), tag))
    }

    /// Draws another prefix.
    #[cold]
    fn renew(&mut self) -> Result<(), EntropyError> {
        self.restart(Prefix::draw(self.key.borrow()))
    }

    /// Counts from 0 under a prefix. If none could be drawn, returns the error and changes nothing.
    fn restart(&mut self, prefix: Result<Prefix, EntropyError>) -> Result<(), EntropyError> {
        (self.prefix, self.count) = (prefix?, 0);
        Ok(())
    }
}

hash_core::secret_debug!(impl[K] Sender<K>, "Sender", count = |sender| sender.count);

#[cfg(test)]
mod tests {
    use super::super::verify;
    use super::*;

    /// A counter that would wrap has another prefix. (Copies of the process: `tests/copies.rs`.)
    #[test]
    fn no_counter_wraps() {
        let key = Key::from_seed(1);
        let mut sender = Sender::new(&key);
        sender.count = u64::MAX - 1;
        let (last, tag) = sender.tag(b"m");
        assert_eq!(last.split().1, u64::MAX - 1);
        assert_eq!(verify(&key, &last, b"m", &tag), Ok(()));
        for _ in 0..2 {
            let error = EntropyError::UNSUPPORTED;
            assert_eq!(sender.restart(Err(error)), Err(error));
            assert_eq!((sender.count, sender.prefix.bytes), (u64::MAX, last.split().0));
        }
        let (next, tag) = sender.tag(b"m");
        assert_eq!(next.split().1, 0);
        assert_ne!(next.split().0, last.split().0);
        assert_eq!(verify(&key, &next, b"m", &tag), Ok(()));
        assert_eq!(sender.tag(b"m").0.split(), (next.split().0, 1));
    }
}
