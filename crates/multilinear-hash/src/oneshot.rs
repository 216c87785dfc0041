//! One message at once.

use crate::function::Function;
use crate::key::Key;

/// Hashes a message of any length. Frozen.
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
