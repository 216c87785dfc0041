//! One message at once.

use crate::key::{Key64, Key128};
use crate::polynomial;
use hash_core::mix;

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

/// VHASH-64 followed by the bijective [`mix`], at every length. Frozen.
///
/// This is for general use: mixed values pass every statistical test of this crate, bare ones fail
/// one (sequences of few words). A bijection leaves the collision bound as it is, but the value is
/// no longer Δ-universal, so do not build a MAC on it.
///
/// VHASH-64 lies below 2^64 − 257, so the 257 mixed values of the other numbers never occur. For
/// that alone the distribution of a mixed value differs from the uniform one by 257 · 2^-64.
///
/// ```
/// use vhash::{Key64, hash, hash_mixed, mix};
/// let key = Key64::from_seed(1);
/// assert_eq!(hash_mixed(&key, b"one"), mix(hash(&key, b"one")));
/// ```
#[inline]
#[must_use]
pub fn hash_mixed(key: &Key64, message: &[u8]) -> u64 {
    mix(hash(key, message))
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
