//! One message at once.

use crate::backend;
use crate::key::Key;

/// HighwayHash-64 of the message, as frozen in August 2017.
///
/// ```
/// use highwayhash::{Key, hash64};
/// let key = Key::from_words([1, 2, 3, 4]);
/// assert_eq!(hash64(&key, &[255]), 0x7858_f24d_2d79_b2b2);
/// ```
#[inline]
#[must_use]
pub fn hash64(key: &Key, message: &[u8]) -> u64 {
    let [hash] = backend::hash(key.backend(), key.words(), message);
    hash
}

/// HighwayHash-128 of the message, as frozen in January 2018. The lower word comes first; as
/// bytes, both are little-endian.
#[inline]
#[must_use]
pub fn hash128(key: &Key, message: &[u8]) -> [u64; 2] {
    backend::hash(key.backend(), key.words(), message)
}

/// HighwayHash-256 of the message, as frozen in January 2018. The lowest word comes first; as
/// bytes, all are little-endian.
#[inline]
#[must_use]
pub fn hash256(key: &Key, message: &[u8]) -> [u64; 4] {
    backend::hash(key.backend(), key.words(), message)
}
