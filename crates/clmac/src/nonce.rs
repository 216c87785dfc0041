//! Tags with nonces: a bound that does not grow with the number of messages.
//!
//! The tag is the hash plus a pad that AES-256 derives from a nonce (Wegman and Carter). An attempt
//! at a forgery succeeds with probability at most 1.001 · 2^-127 after 2^48 messages of any
//! lengths, plus the advantage in telling AES-256 from a random permutation
//! ([theorem](crate::bound)). With s senders of one key, s (s − 1) / 2^129 is to be added, because
//! two may draw one prefix. Hash and pad are computed side by side, so a short message also takes
//! less time.
//!
//! ```
//! use clmac::nonce::{Key, Sender, verify};
//! let key = Key::generate();
//! let mut sender = Sender::new(&key);
//! let (nonce, tag) = sender.tag(b"a message"); // send all three
//! assert!(verify(&key, &nonce, b"a message", &tag).is_ok());
//! assert!(verify(&key, &nonce, b"another", &tag).is_err());
//! ```
//!
//! # Nonces
//! **One nonce that tags two messages suffices for a forgery**, as in every MAC of this kind: for
//! messages of up to 2,048 bytes that differ in one word of 64 bits, which is 0, 1 and x, the tags
//! under one nonce obey t(x) = x t(1) + (x + 1) t(0) in GF(2^128). A [`Sender`] cannot do it: it
//! draws a prefix of 128 random bits from the operating system, counts its messages in the other
//! 64, and draws another prefix in a [copy of the process](Sender#copies-of-a-process); two kinds
//! of copies are not detected. It needs no state from one run of a program to the next, and any
//! number of senders may share a key. If a protocol already has numbers that never repeat, such as
//! sequence numbers, use [`tag_with`]; the caller must then keep that promise.
//!
//! A receiver may also track nonces to detect replays. [`verify`] and [`Receiver`] do not.
//!
//! C (`ph_sender_t`) and Python (`key.sender()`) have senders and receivers, and no function that
//! takes a nonce of the caller's choice. The tool `hsum` has only the mode without nonces: its
//! lists have no place for a nonce, and the same file must have the same line every time.
//!
//! # The function
//! A nonce has 24 bytes: a prefix of 16, and a counter of 8, little-endian. Blocks are those of the
//! [crate](crate#the-function). Blocks 0 to 149 of `h` are the key of CLHASH-128. Blocks 0 and 1 of
//! `p` are the key of a first cipher, blocks 2 and 3 that of a second. The prefix, encrypted by the
//! first and by the second, makes 32 bytes, the key of the prefix's cipher. The pad is the
//! encryption by that of the counter and eight bytes of zero. The tag is the hash, its words stored
//! little-endian, XOR the pad.

use crate::derive::{self, Cipher, Use};
use crate::oneshot::check;
use clhash::clhash128::{self, ClHasher128};
use clhash::{Backend, clhash128::CHECKPOINT_BYTES};
use core::borrow::Borrow;
use hash_core::{Checkpoint, CheckpointError, TagError};

mod receiver;
#[cfg(feature = "std")]
hash_core::with_entropy! {
    mod sender;
    pub use sender::Sender;
}
pub use receiver::Receiver;

/// The key of tags with nonces: 32 bytes, from which a key of CLHASH-128 and two of AES-256 are
/// derived.
///
/// It is another type than [`crate::Key`], because the modes derive different keys. The same 32
/// bytes may serve both: the theorem covers that.
#[derive(Clone)]
pub struct Key {
    hash: clhash128::Key,
    prefix: [Cipher; 2],
    bytes: [u8; 32],
}

impl Key {
    /// Makes a key from its bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        let master = derive::master(bytes);
        Self {
            hash: derive::hash_key(&master, Use::NonceHash).with_backend(Backend::detect()),
            prefix: [0, 2].map(|first| derive::cipher(&master, Use::NoncePrefix, first)),
            bytes: *bytes,
        }
    }

    /// Returns the cipher of a prefix.
    fn cipher(&self, prefix: [u8; 16]) -> Cipher {
        derive::cipher_of([0, 1].map(|i| self.prefix[i].encrypt(prefix)))
    }

    fn pad(&self, nonce: &Nonce) -> [u8; 16] {
        let (prefix, counter) = nonce.split();
        pad_of(&self.cipher(prefix), counter)
    }
}

crate::key::keys!(Key);

/// Derives the key of this mode from the same 32 bytes, on the same backend.
///
/// ```
/// use clmac::{Key, nonce};
/// let key = Key::generate();
/// assert_eq!(nonce::Key::from(&key).to_bytes(), key.to_bytes());
/// ```
impl From<&crate::Key> for Key {
    fn from(key: &crate::Key) -> Self {
        hash_core::residue::build(|| Self::from_bytes(&key.to_bytes()).with_backend(key.backend()))
    }
}

/// Returns the pad of a counter under the cipher of its prefix.
fn pad_of(cipher: &Cipher, counter: u64) -> [u8; 16] {
    cipher.encrypt_number(u128::from(counter)).to_le_bytes()
}

fn sum(hash: [u64; 2], pad: [u8; 16]) -> [u8; 16] {
    (u128::from_le_bytes(derive::to_bytes(hash)) ^ u128::from_le_bytes(pad)).to_le_bytes()
}

/// A number of 24 bytes that is used for one message under a key: a prefix and a counter. It is not
/// secret, and travels with the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nonce([u8; 24]);

impl Nonce {
    /// The number of bytes in a nonce.
    pub const BYTES: usize = 24;

    /// Makes a nonce of a prefix and a counter.
    #[must_use]
    pub const fn new(prefix: [u8; 16], counter: u64) -> Self {
        let mut bytes = [0; 24];
        let (start, end) = bytes.split_at_mut(16);
        start.copy_from_slice(&prefix);
        end.copy_from_slice(&counter.to_le_bytes());
        Self(bytes)
    }

    /// Makes a nonce of its bytes, as a receiver does.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 24]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 24] {
        self.0
    }

    fn split(&self) -> ([u8; 16], u64) {
        let (mut prefix, mut counter) = ([0; 16], [0; 8]);
        prefix.copy_from_slice(&self.0[..16]);
        counter.copy_from_slice(&self.0[16..]);
        (prefix, u64::from_le_bytes(counter))
    }
}

impl TryFrom<&[u8]> for Nonce {
    type Error = NonceError;

    fn try_from(bytes: &[u8]) -> Result<Self, NonceError> {
        bytes.try_into().map(Self).map_err(|_| NonceError { found: bytes.len() })
    }
}

/// The bytes are not a nonce, because there are not 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonceError {
    /// The number of bytes given.
    pub found: usize,
}

impl core::fmt::Display for NonceError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "nonce has {} bytes, CLMAC needs 24", self.found)
    }
}

impl core::error::Error for NonceError {}

/// Computes the tag of a message under a nonce of the caller's choice. Frozen.
///
/// **The nonce must not have tagged another message under this key**, in this process or any other,
/// before or after a restart. If you cannot be sure of that, use a [`Sender`] or
/// [tags without nonces](crate::tag()).
///
/// Each call derives the cipher of the nonce's prefix. A [`Sender`] keeps it.
#[must_use]
pub fn tag_with(key: &Key, nonce: &Nonce, message: &[u8]) -> [u8; 16] {
    sum(clhash128::hash(&key.hash, message), key.pad(nonce))
}

/// Verifies the tag of a message in constant time.
///
/// # Errors
/// Returns [`TagError`] if the tag is wrong or does not have 16 bytes.
pub fn verify(key: &Key, nonce: &Nonce, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
    check::<16>(|| tag_with(key, nonce, message), tag)
}

/// The tag, under a nonce, of a message that comes in pieces.
///
/// Finalizing it before the end of the message and again later would tag two messages under one
/// nonce. So [`finalize`](Self::finalize) takes the stream, and a stream cannot be cloned.
/// (Resuming twice from one [checkpoint](Self::checkpoint) would do the same: the caller must not.)
///
/// ```
/// use clmac::nonce::{Key, Nonce, NonceMac, tag_with};
/// let (key, nonce) = (Key::from_seed(1), Nonce::new([7; 16], 1));
/// let mut mac = NonceMac::new(&key, &nonce);
/// mac.update(b"in two ");
/// mac.update(b"pieces");
/// assert_eq!(mac.finalize(), tag_with(&key, &nonce, b"in two pieces"));
/// ```
///
/// ```compile_fail,E0382
/// # let (key, nonce) = (clmac::nonce::Key::from_seed(1), clmac::nonce::Nonce::new([7; 16], 1));
/// let mut mac = clmac::nonce::NonceMac::new(&key, &nonce);
/// let tag = mac.finalize();
/// mac.update(b"more");
/// ```
pub struct NonceMac<K> {
    hasher: ClHasher128<Holder<K>>,
    pad: [u8; 16],
}

struct Holder<K>(K);

impl<K: Borrow<Key>> Borrow<clhash128::Key> for Holder<K> {
    #[inline]
    fn borrow(&self) -> &clhash128::Key {
        &self.0.borrow().hash
    }
}

impl<K: Borrow<Key>> NonceMac<K> {
    /// Starts the empty message under a nonce that has not tagged another.
    #[must_use]
    pub fn new(key: K, nonce: &Nonce) -> Self {
        let pad = key.borrow().pad(nonce);
        Self { hasher: ClHasher128::new(Holder(key)), pad }
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    /// Returns the tag of the message.
    #[must_use]
    pub fn finalize(self) -> [u8; 16] {
        sum(self.hasher.finalize(), self.pad)
    }

    /// Verifies the tag of the message in constant time.
    ///
    /// # Errors
    /// Returns [`TagError`] if the tag is wrong or does not have 16 bytes.
    pub fn verify(self, tag: &[u8]) -> Result<(), TagError> {
        check::<16>(|| self.finalize(), tag)
    }

    /// Returns the number of bytes appended so far.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.hasher.len()
    }

    /// Returns whether nothing has been appended.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.hasher.is_empty()
    }

    /// Saves the state as bytes: a [checkpoint of CLHASH-128](ClHasher128::checkpoint), without the
    /// nonce and what derives from it. **Keep it as secret as the key**, as
    /// [those without nonces](crate::ClMac::checkpoint).
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        self.hasher.checkpoint()
    }

    /// Resumes from a checkpoint under the key and the nonce of its stream. This cannot be checked,
    /// and others give other tags.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a whole checkpoint of CLHASH-128.
    pub fn from_checkpoint(key: K, nonce: &Nonce, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let pad = key.borrow().pad(nonce);
        Ok(Self { hasher: ClHasher128::from_checkpoint(Holder(key), bytes)?, pad })
    }
}

hash_core::io_write!(impl[K: Borrow<Key>] NonceMac<K>);
hash_core::secret_debug!(impl[K: Borrow<Key>] NonceMac<K>, "NonceMac", len = |mac| mac.len());
