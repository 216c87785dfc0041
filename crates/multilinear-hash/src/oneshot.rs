//! Hashing a whole message at once.

use crate::function::{Function, Multilinear64};
use crate::key::Key;
use hash_core::mix;

/// Hashes a message of any length. The output is frozen.
///
/// With [`Multilinear64`] on AVX2 and AVX-512, a message of up to 16 bytes that was stored just
/// before waits for that store. [`hash_u64s`](crate::hash_u64s) has integers in registers.
///
/// ```
/// use multilinear_hash::{Key, Mmh32, hash};
/// let key = Key::<Mmh32>::from_seed(1);
/// let [value]: [u32; 1] = hash(&key, b"a message");
/// # let _ = value;
/// ```
#[inline]
#[must_use]
pub fn hash<F: Function>(key: &Key<F>, message: &[u8]) -> F::Output {
    F::hash(key.schedule(), key.backend(), message)
}

/// Hashes a message of any length by [`Multilinear64`], followed by the bijective [`mix`]. The
/// output is frozen.
///
/// This function is for general use: flipping a given bit of a message flips the same bits of every
/// bare hash under a key, but any bits of a mixed hash. A bijection does not change the collision
/// bound. The mixed hashes of two messages of at most 4,096 bytes are uniform and independent, like
/// the bare hashes.
///
/// ```
/// use multilinear_hash::{Key, Multilinear64, hash, hash_mixed, mix};
/// let key = Key::<Multilinear64>::from_seed(1);
/// assert_eq!(hash_mixed(&key, b"a message"), mix(hash(&key, b"a message")));
/// ```
#[inline]
#[must_use]
pub fn hash_mixed(key: &Key<Multilinear64>, message: &[u8]) -> u64 {
    mix(hash(key, message))
}
