//! One message at once, and many.

use crate::function::{self, BLOCK_BYTES, Function, MAX_ROWS};
use crate::key::Key;
use core::fmt;

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
    if message.len() > BLOCK_BYTES {
        return hash_long(key, message);
    }
    F::one_block(key.schedule(), key.backend(), message)
}

#[inline(never)]
fn hash_long<F: Function>(key: &Key<F>, message: &[u8]) -> F::Output {
    let mut polynomials = [1; MAX_ROWS];
    for block in message.chunks(BLOCK_BYTES) {
        let mut sums = [0; MAX_ROWS];
        F::absorb(key.schedule(), key.backend(), 0, block, &mut sums);
        function::end_block::<F>(key.schedule(), &mut polynomials, &sums);
    }
    F::long(key.schedule(), key.backend(), message.len() as u64, &polynomials)
}

/// Writes [`hash`] of each message to the same place of `out`. No allocation; any mix of lengths.
///
/// # Errors
/// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
pub fn hash_many<F: Function>(
    key: &Key<F>,
    messages: &[&[u8]],
    out: &mut [F::Output],
) -> Result<(), BatchError> {
    if messages.len() != out.len() {
        return Err(BatchError::Length { messages: messages.len(), places: out.len() });
    }
    for (message, place) in messages.iter().zip(out) {
        *place = hash(key, message);
    }
    Ok(())
}

/// A batch that does not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are not as many messages as places for their hashes.
    Length {
        /// The number of messages.
        messages: usize,
        /// The number of places.
        places: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { messages, places } => {
                write!(f, "{messages} messages, but places for {places} hashes")
            }
        }
    }
}

impl core::error::Error for BatchError {}
