//! One message at once.

use crate::key::{Key64, Key128};
use crate::polynomial;

/// VHASH-64 of the message. Frozen.
///
/// The value is below 2^64 - 257, and almost universal as a difference. It is no MAC by itself.
///
/// ```
/// use vhash::{Key64, hash};
/// let key = Key64::from_seed(1);
/// assert_ne!(hash(&key, b"one"), hash(&key, b"two"));
/// ```
#[inline]
#[must_use]
pub fn hash(key: &Key64, message: &[u8]) -> u64 {
    let [hash] = polynomial::hash(key, message);
    hash
}

/// VHASH-128 of the message: two iterations of VHASH-64 in one pass over it, the value of the first
/// one first. Frozen.
///
/// ```
/// use vhash::{Key128, hash128};
/// let key = Key128::from_seed(1);
/// assert_ne!(hash128(&key, b"one"), hash128(&key, b"two"));
/// ```
#[inline]
#[must_use]
pub fn hash128(key: &Key128, message: &[u8]) -> [u64; 2] {
    polynomial::hash(key, message)
}
