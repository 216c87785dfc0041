//! One message at once.

use crate::function::{self, Function};
use crate::key::Key;

/// The hash of a message of any length. Frozen.
///
/// ```
/// use multilinear_hash::{Key, Mmh32, hash};
/// let key = Key::<Mmh32>::from_seed(1);
/// let [value]: [u32; 1] = hash(&key, b"a message");
/// # let _ = value;
/// ```
#[must_use]
pub fn hash<F: Function>(key: &Key<F>, message: &[u8]) -> F::Output {
    function::hash::<F>(key.schedule(), key.backend(), message)
}
