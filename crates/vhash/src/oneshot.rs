//! Hashing a whole message at once.

use crate::key::{Key64, Key128};
use crate::polynomial;
use hash_core::mix;

/// Computes VHASH-64 of a message. The output is frozen.
///
/// The value is below 2^64 - 257, and the family is almost-Δ-universal (AΔU). The hash is not a MAC
/// by itself.
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

/// Computes VHASH-64 of a message, at every length followed by the bijective [`mix`]. The output is
/// frozen.
///
/// This function is for general use: mixed values pass every statistical test of this crate, while
/// bare values fail one (sequences of few words). A bijection does not change the collision bound,
/// but the mixed hash is no longer AΔU, so do not build a MAC on it.
///
/// VHASH-64 is below 2^64 − 257, so the mixed values of the other 257 numbers never occur. This
/// alone makes the distribution of a mixed value differ from the uniform one by 257 · 2^-64.
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

/// Computes VHASH-128 of a message: two iterations of VHASH-64 in one pass, the value of the first
/// iteration first. The output is frozen.
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
