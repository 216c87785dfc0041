//! One message at once.

use super::{Key, backend};

/// CLHASH-128 of the message: the coefficients of x^0 … x^63, then those of x^64 … x^127. Frozen.
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

/// The values P₁ and P₂ of the message's two polynomials, before the last step. Frozen.
///
/// They are a hash of messages of one length: two different ones have equal pairs with probability
/// at most (2^-64 + (n − 1) 2^-128)² in n blocks. But two values are not one hash
/// of 256 bits: each alone collides with probability 2^-64, and neither is uniform. They are for
/// constructions that end with a step of their own, as the rows of a table do, which multiply the
/// two values and the length by keys of their column.
#[inline]
#[must_use]
pub fn polynomials(key: &Key, message: &[u8]) -> [u128; 2] {
    backend::pair(key.backend(), key, message)
}
