//! One-shot functions: a whole message in one call.
//!
//! [`hash`] is not `#[inline]`, so that its kernels are compiled with this crate, and a user's
//! build without optimisation can optimise them (see the crate's docs). The other functions are,
//! because short messages take longer if another crate calls them out of line.

use crate::backend::{self, Backend};
use crate::key::Key;
use hash_core::TagError;
use hash_core::mac::check;

/// Computes HighwayHash-64 of the message. The values are frozen, as the authors froze them in
/// August 2017.
///
/// ```
/// use highwayhash::{Key, hash};
/// let key = Key::from_words([1, 2, 3, 4]);
/// assert_eq!(hash(&key, &[255]), 0x7858_f24d_2d79_b2b2);
/// ```
#[must_use]
pub fn hash(key: &Key, message: &[u8]) -> u64 {
    let [hash] = backend::hash(key.backend(), key.words(), message);
    hash
}

/// Computes [`hash`] under a key given by its four words, for callers who own them: nothing is
/// copied, and nothing is wiped.
#[must_use]
pub fn hash_borrowed(key: &[u64; Key::WORDS], message: &[u8]) -> u64 {
    let [hash] = backend::hash(Backend::detect(), key, message);
    hash
}

/// Computes [`hash128`] under a key given by its four words, as [`hash_borrowed`] does.
#[inline]
#[must_use]
pub fn hash128_borrowed(key: &[u64; Key::WORDS], message: &[u8]) -> [u64; 2] {
    backend::hash(Backend::detect(), key, message)
}

/// Computes [`hash256`] under a key given by its four words, as [`hash_borrowed`] does.
#[inline]
#[must_use]
pub fn hash256_borrowed(key: &[u64; Key::WORDS], message: &[u8]) -> [u64; 4] {
    backend::hash(Backend::detect(), key, message)
}

/// Computes HighwayHash-128 of the message. The values are frozen, as the authors froze them in
/// January 2018.
///
/// The lower word comes first. The authors' bytes are those of the words, each little-endian.
#[inline]
#[must_use]
pub fn hash128(key: &Key, message: &[u8]) -> [u64; 2] {
    backend::hash(key.backend(), key.words(), message)
}

/// Computes HighwayHash-256 of the message. The values are frozen, as the authors froze them in
/// January 2018.
///
/// The lowest word comes first. The authors' bytes are those of the words, each little-endian.
#[inline]
#[must_use]
pub fn hash256(key: &Key, message: &[u8]) -> [u64; 4] {
    backend::hash(key.backend(), key.words(), message)
}

/// Verifies the tag of a message in constant time. The tag is the 8 little-endian bytes of
/// [`hash`].
///
/// Each forgery attempt without the key succeeds with probability 2^-64, if HighwayHash is
/// pseudo-random.
///
/// # Errors
/// Returns [`TagError`] if the tag is wrong.
pub fn verify(key: &Key, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
    check(&[hash(key, message)], tag)
}

/// Verifies the tag of a message in constant time. The tag is the 16 bytes of [`hash128`], each
/// word little-endian.
///
/// # Errors
/// Returns [`TagError`] if the tag is wrong.
pub fn verify128(key: &Key, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
    check(&hash128(key, message), tag)
}

/// Verifies the tag of a message in constant time. The tag is the 32 bytes of [`hash256`], each
/// word little-endian.
///
/// ```
/// use highwayhash::{Key, ToBytes, hash256, verify256};
/// let key = Key::generate();
/// let tag = hash256(&key, b"a message").to_bytes();
/// assert!(verify256(&key, b"a message", &tag).is_ok());
/// assert!(verify256(&key, b"another", &tag).is_err());
/// ```
///
/// # Errors
/// Returns [`TagError`] if the tag is wrong.
pub fn verify256(key: &Key, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
    check(&hash256(key, message), tag)
}
