//! One message at once.

use crate::backend;
use crate::key::{Key64, Key128};

/// VHASH-64 of the message. Frozen.
///
/// The value is below 2^64 - 257, and almost universal as a difference; it is no MAC by itself.
///
/// ```
/// use vhash::{Key64, hash64};
/// let key = Key64::from_seed(1);
/// assert_ne!(hash64(&key, b"one"), hash64(&key, b"two"));
/// ```
#[inline]
#[must_use]
pub fn hash64(key: &Key64, message: &[u8]) -> u64 {
    let [hash] = backend::hash(key, message);
    hash
}

/// VHASH-128 of the message: two iterations of VHASH-64 in one pass over it, the first one's value
/// first. Frozen.
///
/// ```
/// use vhash::{Key128, hash128};
/// let key = Key128::from_seed(1);
/// assert_ne!(hash128(&key, b"one"), hash128(&key, b"two"));
/// ```
#[inline]
#[must_use]
pub fn hash128(key: &Key128, message: &[u8]) -> [u64; 2] {
    backend::hash(key, message)
}
