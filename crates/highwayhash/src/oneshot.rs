//! One message at once.
//!
//! [`hash`] is not inline, so that its kernels are compiled with this crate, and a user's build
//! without optimisation can optimise them (see the crate's docs). The others are: called from
//! another crate, 128 bits of 1 to 31 bytes took 1.5 times as long on a Zen 4.

use crate::backend;
use crate::key::Key;

/// Computes HighwayHash-64 of the message. Frozen, as the authors froze it in August 2017.
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

/// Computes HighwayHash-128 of the message. Frozen, as the authors froze it in January 2018.
///
/// The lower word comes first; the authors' bytes are those of the words, little-endian.
#[inline]
#[must_use]
pub fn hash128(key: &Key, message: &[u8]) -> [u64; 2] {
    backend::hash(key.backend(), key.words(), message)
}

/// Computes HighwayHash-256 of the message. Frozen, as the authors froze it in January 2018.
///
/// The lowest word comes first; the authors' bytes are those of the words, little-endian.
#[inline]
#[must_use]
pub fn hash256(key: &Key, message: &[u8]) -> [u64; 4] {
    backend::hash(key.backend(), key.words(), message)
}
