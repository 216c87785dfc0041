//! The error of all functions.

use core::fmt;

/// An error for a key or a message that does not fit the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The key has fewer words than the message needs, or fewer blocks.
    KeyTooShort {
        /// The number of words that the message needs.
        expected: usize,
        /// The number of words given.
        found: usize,
    },
    /// The function hashes whole words or blocks, and the message ends inside one.
    PartialWord {
        /// The length of the message, in bytes.
        bytes: usize,
        /// The length of a word or a block, in bytes.
        word: usize,
    },
    /// A word of the key or the message has more bits than a word of the function.
    WideWord,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyTooShort { expected, found } => {
                write!(f, "key has {found} words, this message needs {expected}")
            }
            Self::PartialWord { bytes, word } => {
                write!(f, "message has {bytes} bytes, which is not a multiple of {word}")
            }
            Self::WideWord => write!(f, "a word has more bits than the data paths"),
        }
    }
}

impl core::error::Error for Error {}

/// Checks that a key has as many words as a message needs.
pub(crate) const fn long_enough(found: usize, expected: usize) -> Result<(), Error> {
    if found < expected { Err(Error::KeyTooShort { expected, found }) } else { Ok(()) }
}

/// Splits a message into words of N bytes, and checks that the key has `more` words more.
pub(crate) fn whole_words<const N: usize>(
    message: &[u8],
    key: usize,
    more: usize,
) -> Result<&[[u8; N]], Error> {
    let (words, rest) = message.as_chunks();
    if !rest.is_empty() {
        return Err(Error::PartialWord { bytes: message.len(), word: N });
    }
    long_enough(key, words.len() + more)?;
    Ok(words)
}
