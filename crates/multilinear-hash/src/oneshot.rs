//! One message at once, and many.

use crate::function::{BLOCK_BYTES, Function};
use crate::key::Key;
use crate::stream::{self, State};
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
    if message.len() <= BLOCK_BYTES {
        return stream::hash_block(key, message);
    }
    let mut state = State::EMPTY;
    state.update(key, message);
    state.finish(key)
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
