//! Hashing of whole messages.

use super::{Key, backend};
use hash_core::mix128;

/// Computes CLHASH-128 of a message: the coefficients of x^0 … x^63, then those of x^64 … x^127.
/// Frozen.
///
/// The number is `u128::from_le_bytes(hash.to_bytes())`. Digests by name, as `hsum` prints them,
/// have the digits of the first word, then those of the second.
///
/// ```
/// use clhash::ToBytes;
/// use clhash::clhash128::{Key, hash};
/// let key = Key::from_seed(1);
/// assert_ne!(hash(&key, b"one"), hash(&key, b"two"));
///
/// let words = hash(&key, b"one");
/// let number = u128::from_le_bytes(words.to_bytes());
/// assert_eq!([number as u64, (number >> 64) as u64], words);
/// ```
#[inline]
#[must_use]
pub fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    backend::hash(key.backend(), key, message)
}

/// Computes CLHASH-128 followed by the bijection [`mix128`], for avalanche: the low word, then the
/// high one. Frozen as version 1 of our own mixed form.
///
/// A bijection keeps the collision [bound](super::bound). The mixed value has no bound for its
/// single bits or for differences, so do not build a MAC on it.
///
/// ```
/// use clhash::clhash128::{Key, hash, hash_mixed, mix128};
/// let key = Key::from_seed(1);
/// assert_eq!(hash_mixed(&key, b"one"), mix128(hash(&key, b"one")));
/// ```
#[inline]
#[must_use]
pub fn hash_mixed(key: &Key, message: &[u8]) -> [u64; 2] {
    mix128(hash(key, message))
}

/// Computes the values P₁ and P₂ of the message's two polynomials, before the last step. Frozen.
///
/// The pair is a hash of messages of one length: two different messages of n blocks have equal
/// pairs with probability at most (2^-64 + (n − 1) 2^-128)². But the two values are not a 256-bit
/// hash: each alone collides with probability 2^-64, and neither is uniform. They are for
/// constructions with their own last step, such as the rows of a table, which multiply the two
/// values and the length by keys of their column.
#[inline]
#[must_use]
pub fn polynomials(key: &Key, message: &[u8]) -> [u128; 2] {
    backend::pair(key.backend(), key, message)
}
