//! Hashing of whole messages.

use super::{Key, backend};

/// Computes CLHASH-128 of a message: the coefficients of x^0 … x^63, then those of x^64 … x^127.
/// Frozen.
///
/// ```
/// use clhash::wide::{Key, hash};
/// let key = Key::from_seed(1);
/// assert_ne!(hash(&key, b"one"), hash(&key, b"two"));
/// ```
#[inline]
#[must_use]
pub fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
    backend::hash(key.backend(), key, message)
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
