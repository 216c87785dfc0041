//! VMAC: message authentication by VHASH and AES (feature `vmac`).
//!
//! Krovetz and Dai, "VMAC: Message authentication code using universal hashing"
//! (draft-krovetz-vmac-01, 2007): the tag is VHASH of the message, under a key that AES derives
//! from the given one, plus a pad that AES derives from a nonce. Each attempt at a forgery succeeds
//! with probability at most 1.25 · 2^-62 (VMAC-64) or 1.57 · 2^-124 (VMAC-128) for messages up to
//! 2^59 bytes, plus the adversary's advantage against AES. The [bound](crate::bound::forgery_bound)
//! follows from that of VHASH.
//!
//! ```
//! use vhash::vmac::{Nonce, Vmac64, Vmac128};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let vmac: Vmac64 = Vmac64::from_key(b"abcdefghijklmnop")?;
//! let nonce = Nonce::try_from(b"bcdefghi".as_slice())?;
//! let tag = vmac.tag(&nonce, b"abc");
//! assert_eq!(tag, 0x2d37_6cf5_b181_3ce5_u64.to_be_bytes());
//! vmac.verify(&nonce, b"abc", &tag)?;
//! assert!(vmac.verify(&nonce, b"abd", &tag).is_err());
//! # Ok(())
//! # }
//! ```
//!
//! # Use a nonce for one message only
//! **Nonce reuse breaks the key.** If two different messages are tagged under the same key and
//! nonce, their pads are the same, so the difference of the tags is the difference of two hashes,
//! and the bound holds only against an adversary who has seen no such difference. A few such pairs
//! of short messages give an adversary equations in the words of VHASH's key, and with them forged
//! tags for any message under any nonce that was used, however strong AES is. So:
//!
//! * count the messages and use the counter as the nonce ([`Nonce::from`] a `u64`). Random nonces
//!   of fewer than 127 bits repeat sooner than one expects (the birthday bound);
//! * never restart the counter under the same key, be it after a crash, in another process, on
//!   another machine, or for the other direction of a connection;
//! * use an AES key either for VMAC-64 or for VMAC-128, and for nothing else, because both derive
//!   the same hash keys and the same pads from it;
//! * give all nonces under one key the same length, because zeros before a shorter nonce do not
//!   count.
//!
//! The receiver verifies a message with its nonce and rejects a nonce that it has already accepted,
//! because VMAC does not detect replays.
//!
//! # The bytes of a tag
//! A tag is the 8 or 16 bytes of its words in order, each big-endian, as the draft prints them.

use crate::arithmetic::halves;
use crate::checkpoint::CHECKPOINT_BYTES;
use crate::key::{Key, Layer};
use crate::polynomial;
use crate::stream::VHasher;
use aes::Aes128;
use core::borrow::Borrow;
use core::fmt;
use digest::array::Array;
use digest::common::KeySizeUser;
use digest::consts::{U8, U16};
use digest::{FixedOutput, KeyInit, MacMarker, Output, OutputSizeUser, Update};
#[doc(no_inline)]
pub use hash_core::TagError;
/// A block cipher for VMAC. The proof needs only one of 128 bits, but the published test vectors
/// are for AES.
#[doc(inline)]
pub use hash_core::aes::Aes as Cipher;
use hash_core::seed::SeedWords;
use hash_core::{Checkpoint, CheckpointError, KeyLengthError};

/// VMAC with tags of 64 bits.
pub type Vmac64<C = Aes128> = Vmac<C, 1>;
/// VMAC with tags of 128 bits.
pub type Vmac128<C = Aes128> = Vmac<C, 2>;

/// VMAC under a key, for any number of messages, each with a [`Nonce`] of its own.
///
/// T is 1 for tags of 64 bits ([`Vmac64`]) and 2 for tags of 128 bits ([`Vmac128`]).
#[derive(Clone)]
pub struct Vmac<C, const T: usize> {
    key: Key<T>,
    cipher: hash_core::aes::Cipher<C>,
}

impl<C: Cipher, const T: usize> Vmac<C, T> {
    /// Makes VMAC from the cipher's key of 16, 24 or 32 bytes.
    ///
    /// # Errors
    /// [`KeyLengthError`] if the key does not have the length of the cipher's keys.
    pub fn from_key(key: &[u8]) -> Result<Self, KeyLengthError> {
        let (expected, found) = (C::key_size(), key.len());
        hash_core::residue::build(|| {
            let key =
                key.try_into().map_err(|_| KeyLengthError { function: "VMAC", expected, found })?;
            Ok(Self::new(key))
        })
    }

    /// Derives the key of VHASH. Block i of a layer is the encryption of a block that starts with
    /// the layer's byte and ends with i. Words are big-endian.
    fn with_cipher(cipher: hash_core::aes::Cipher<C>) -> Self {
        let mut counters = [0_u8; 3];
        let key = Key::draw(|layer| {
            let mut block = [0; 16];
            let counter = &mut counters[layer as usize];
            block[0] = match layer {
                Layer::Nh => 0x80,
                Layer::Polynomial => 0xc0,
                Layer::LastStep => 0xe0,
            };
            block[15] = *counter;
            // One pair in 2^55 is drawn again, so the counter does not wrap in practice.
            *counter = counter.wrapping_add(1);
            encrypt(&cipher, u128::from_be_bytes(block))
        });
        Self { key, cipher }
    }

    /// Returns the same VMAC on another backend of VHASH.
    #[must_use]
    pub fn with_backend(self, backend: crate::Backend) -> Self {
        Self { key: self.key.with_backend(backend), cipher: self.cipher }
    }

    /// Returns the key of VHASH, which was derived from the cipher's key.
    #[must_use]
    pub const fn key(&self) -> &Key<T> {
        &self.key
    }

    /// Starts a message in pieces. The nonce must not have been used for another message.
    #[must_use]
    pub fn mac(&self, nonce: &Nonce) -> VmacStream<&Key<T>, T> {
        VmacStream { stream: VHasher::new(&self.key), pad: self.pad(nonce) }
    }

    /// Starts a message in pieces that keeps `owner`, through which it reaches this VMAC's key, so
    /// that it may outlive the caller. The nonce must not have been used for another message.
    ///
    /// ```
    /// use std::borrow::Borrow;
    /// use std::sync::Arc;
    /// use vhash::Key64;
    /// use vhash::vmac::{Nonce, Vmac64};
    /// #[derive(Clone)]
    /// struct Owner(Arc<Vmac64>);
    /// impl Borrow<Key64> for Owner {
    ///     fn borrow(&self) -> &Key64 {
    ///         self.0.key()
    ///     }
    /// }
    /// let owner = Owner(Arc::new(Vmac64::from_seed(0)));
    /// let stream = owner.0.mac_owned(owner.clone(), &Nonce::from(1));
    /// # let _: Box<dyn Send + 'static> = Box::new(stream);
    /// ```
    ///
    /// # Panics
    /// Panics if `owner` leads to another key than [`self.key()`](Self::key).
    #[must_use]
    pub fn mac_owned<K: Borrow<Key<T>>>(&self, owner: K, nonce: &Nonce) -> VmacStream<K, T> {
        assert!(core::ptr::eq(owner.borrow(), &raw const self.key), "the owner has another key");
        VmacStream { stream: VHasher::new(owner), pad: self.pad(nonce) }
    }

    /// Resumes a message in pieces from a [checkpoint](VmacStream::checkpoint), under the nonce
    /// with which it was started, and keeps `owner` as [`mac_owned`](Self::mac_owned) does.
    ///
    /// # Errors
    /// Returns [`CheckpointError`] if the bytes are not a checkpoint of VHASH with T iterations.
    ///
    /// # Panics
    /// Panics if `owner` leads to another key than [`self.key()`](Self::key).
    pub fn resume_owned<K: Borrow<Key<T>>>(
        &self,
        owner: K,
        nonce: &Nonce,
        checkpoint: &[u8],
    ) -> Result<VmacStream<K, T>, CheckpointError> {
        assert!(core::ptr::eq(owner.borrow(), &raw const self.key), "the owner has another key");
        Ok(VmacStream {
            stream: VHasher::from_checkpoint(owner, checkpoint)?,
            pad: self.pad(nonce),
        })
    }

    /// Derives the pad that is added to the hash.
    #[inline]
    fn pad(&self, Nonce(nonce): &Nonce) -> [u64; T] {
        let nonce = u128::from_be_bytes(*nonce);
        if T == 1 {
            // A block of the cipher holds two pads, and the last bit of the nonce selects one.
            let [even, odd] = encrypt(&self.cipher, nonce & !1);
            [if nonce & 1 == 0 { even } else { odd }; T]
        } else {
            let pads = encrypt(&self.cipher, nonce);
            core::array::from_fn(|t| pads[t])
        }
    }

    fn words(&self, nonce: &Nonce, message: &[u8]) -> [u64; T] {
        sum(polynomial::hash(&self.key, message), &self.pad(nonce))
    }
}

impl<const T: usize> Vmac<Aes128, T> {
    /// Derives VMAC from a number through an AES-128 key, the same on every machine. The derivation
    /// is frozen. Use it for tests only: a key that can be guessed protects nothing.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut key = Array::default();
        SeedWords::new("VMAC", seed).fill(&mut key);
        Self::new(&key)
    }
}

/// Encrypts a big-endian block and splits it into two words.
#[inline]
fn encrypt(cipher: &hash_core::aes::Cipher<impl Cipher>, block: u128) -> [u64; 2] {
    let (high, low) = halves(cipher.encrypt_number(block.swap_bytes()).swap_bytes());
    [high, low]
}

fn sum<const T: usize>(hash: [u64; T], pad: &[u64; T]) -> [u64; T] {
    core::array::from_fn(|t| hash[t].wrapping_add(pad[t]))
}

impl<C: KeySizeUser, const T: usize> KeySizeUser for Vmac<C, T> {
    type KeySize = C::KeySize;
}

impl<C: Cipher, const T: usize> KeyInit for Vmac<C, T> {
    fn new(key: &digest::Key<Self>) -> Self {
        Self::with_cipher(hash_core::aes::Cipher::new(key))
    }
}

hash_core::secret_debug!(impl[C, const T: usize] Vmac<C, T>, "Vmac");

/// VMAC of a message in pieces, made by [`Vmac::mac`]. It implements RustCrypto's [`digest::Mac`].
///
/// `finalize` returns the tag, and `verify` and its variants compare in constant time. It has no
/// `KeyInit` and no `reset`, because each message has a nonce of its own.
///
/// ```
/// use digest::Mac;
/// use vhash::vmac::{Nonce, Vmac128};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let vmac: Vmac128 = Vmac128::from_key(&[7; 16])?;
/// let nonce = Nonce::from(1);
/// let tag = vmac.mac(&nonce).chain_update(b"in two ").chain_update(b"pieces").finalize();
/// vmac.mac(&nonce).chain_update(b"in two pieces").verify(&tag.into_bytes())?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct VmacStream<K, const T: usize> {
    stream: VHasher<K, T>,
    pad: [u64; T],
}

impl<K: Borrow<Key<T>>, const T: usize> VmacStream<K, T> {
    /// Saves the state as bytes: that of [`VHasher`], without the nonce and what derives from it.
    ///
    /// **Keep it as secret as the key.** It has values of the hash, which no tag reveals. Three of
    /// them and one tag are enough to forge a tag.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint<CHECKPOINT_BYTES> {
        self.stream.checkpoint()
    }
}

impl<K: Borrow<Key<T>>, const T: usize> Update for VmacStream<K, T> {
    fn update(&mut self, bytes: &[u8]) {
        self.stream.update(bytes);
    }
}

impl<K, const T: usize> MacMarker for VmacStream<K, T> {}

hash_core::secret_debug!(impl[K, const T: usize] VmacStream<K, T>, "VmacStream");
hash_core::wipe_on_drop!(impl[K, const T: usize] VmacStream<K, T>, |mac| {
    mac.stream.zeroize();
    mac.pad.zeroize();
});

/// Implements the two lengths of tags, given as iterations and bytes.
macro_rules! tags {
    ($($iterations:literal $bytes:literal $size:ty;)*) => {
        $(impl<C: Cipher> Vmac<C, $iterations> {
            /// Computes the tag of a message. The nonce must not have been used for another
            /// message.
            #[must_use]
            pub fn tag(&self, nonce: &Nonce, message: &[u8]) -> [u8; $bytes] {
                let mut tag = [0; $bytes];
                write_words(&self.words(nonce, message), &mut tag);
                tag
            }

            /// Verifies the tag of a message in constant time.
            ///
            /// # Errors
            /// Returns [`TagError`] if the tag is wrong.
            pub fn verify(
                &self,
                nonce: &Nonce,
                message: &[u8],
                tag: &[u8],
            ) -> Result<(), TagError> {
                // The words of a tag are big-endian. They are computed in a frame that is wiped.
                let words = hash_core::residue::build(|| self.words(nonce, message));
                hash_core::mac::check(&words.map(u64::swap_bytes), tag)
            }
        }

        impl<K: Borrow<Key<$iterations>>> OutputSizeUser for VmacStream<K, $iterations> {
            type OutputSize = $size;
        }

        impl<K: Borrow<Key<$iterations>>> FixedOutput for VmacStream<K, $iterations> {
            fn finalize_into(self, out: &mut Output<Self>) {
                write_words(&sum(self.stream.words(), &self.pad), out);
            }
        })*
    };
}

tags! {
    1 8 U8;
    2 16 U16;
}

fn write_words(words: &[u64], out: &mut [u8]) {
    for (slot, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
        *slot = word.to_be_bytes();
    }
}

/// A number of 127 bits that is used for one message under a key, so that tags of equal messages
/// differ.
///
/// As bytes it is big-endian and has 1 to 16 bytes. A shorter nonce stands for 16 bytes with zeros
/// before it, and the first bit of 16 bytes must be 0.
///
/// ```
/// use vhash::vmac::{Nonce, NonceError};
/// assert_eq!(Nonce::try_from([1, 0].as_slice())?, Nonce::from(256));
/// assert_eq!(Nonce::try_from([0x80; 16].as_slice()), Err(NonceError::FirstBit));
/// # Ok::<(), NonceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nonce([u8; 16]);

impl Nonce {
    /// Returns the 16 bytes that are encrypted.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }
}

impl From<u64> for Nonce {
    /// Makes a nonce from a counter: its 8 big-endian bytes.
    fn from(counter: u64) -> Self {
        Self(u128::from(counter).to_be_bytes())
    }
}

impl TryFrom<&[u8]> for Nonce {
    type Error = NonceError;

    fn try_from(bytes: &[u8]) -> Result<Self, NonceError> {
        let found = bytes.len();
        if found == 0 || found > 16 {
            return Err(NonceError::Length { found });
        }
        if found == 16 && bytes[0] >= 0x80 {
            return Err(NonceError::FirstBit);
        }
        let mut buffer = [0; 16];
        buffer[16 - found..].copy_from_slice(bytes);
        Ok(Self(buffer))
    }
}

/// An error for bytes that are not a nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NonceError {
    /// There are no bytes or more than 16.
    Length {
        /// The number of bytes given.
        found: usize,
    },
    /// There are 16 bytes and the first bit is 1, which marks the blocks that derive keys.
    FirstBit,
}

impl fmt::Display for NonceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => {
                write!(f, "nonce has {found} bytes, VMAC needs 1 to 16")
            }
            Self::FirstBit => write!(f, "nonce has 1 as its first bit, VMAC needs 0"),
        }
    }
}

impl core::error::Error for NonceError {}
