//! Parts of a message that are hashed separately and then joined.

use core::fmt;

/// Computes the length of two parts joined, where every part but the last must have whole blocks.
///
/// The parts have `left` and `right` bytes, and a block has `block` bytes.
///
/// # Errors
/// Returns [`CombineError::Unaligned`] if the left part ends inside a block, and
/// [`CombineError::TooLong`] if the sum is 2^64 or more.
pub const fn joined_length(left: u64, right: u64, block: u64) -> Result<u64, CombineError> {
    if !left.is_multiple_of(block) {
        return Err(CombineError::Unaligned { len: left, block });
    }
    match left.checked_add(right) {
        Some(len) => Ok(len),
        None => Err(CombineError::TooLong),
    }
}

/// The two parts of a message cannot be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CombineError {
    /// The left part ends inside a block.
    Unaligned {
        /// The length of the left part in bytes.
        len: u64,
        /// The size of a block in bytes.
        block: u64,
    },
    /// The joined parts would have 2^64 bytes or more.
    TooLong,
}

impl fmt::Display for CombineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaligned { len, block } => {
                write!(f, "left part has {len} bytes, which is not a multiple of {block}")
            }
            Self::TooLong => write!(f, "joined parts have 2^64 bytes or more"),
        }
    }
}

impl core::error::Error for CombineError {}
