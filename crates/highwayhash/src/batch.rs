//! Many messages under one key, several at once where the registers allow.

use crate::backend;
use crate::key::Key;
use core::fmt;

/// Writes [`hash64`](crate::hash64) of each message to the same place of `out`. No allocation; any
/// mix of lengths.
///
/// With AVX2, fours of messages of at least 256 bytes, in the order given, are hashed side by side
/// as far as the shortest of them goes: a batch is fastest where neighbours are of similar length.
///
/// ```
/// use highwayhash::{Key, hash64, hash_many};
/// let key = Key::from_seed(1);
/// let mut out = [0; 2];
/// hash_many(&key, &[b"one", b"another"], &mut out)?;
/// assert_eq!(out, [hash64(&key, b"one"), hash64(&key, b"another")]);
/// # Ok::<(), highwayhash::BatchError>(())
/// ```
///
/// # Errors
/// [`BatchError::Length`] if there are not as many messages as places; nothing is written.
pub fn hash_many(key: &Key, messages: &[&[u8]], out: &mut [u64]) -> Result<(), BatchError> {
    if messages.len() != out.len() {
        return Err(BatchError::Length { messages: messages.len(), places: out.len() });
    }
    backend::hash_each(key.backend(), key.words(), messages, out);
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
