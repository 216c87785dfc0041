//! The error of the published functions.

use core::fmt;

/// An error for a key or a message that does not fit a published function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The key has fewer words than the message needs.
    KeyTooShort {
        /// The number of words that the message needs.
        expected: usize,
        /// The number of words given.
        found: usize,
    },
    /// The function hashes whole words, and the message ends inside one.
    PartialWord {
        /// The length of the message, in bytes.
        bytes: usize,
        /// The length of a word, in bytes.
        word: usize,
    },
    /// The function hashes pairs of words, and the message has an odd number of words.
    OddWords {
        /// The number of words of the message.
        words: usize,
    },
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
            Self::OddWords { words } => {
                write!(f, "message has {words} words, which is an odd number")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Checks that a key has as many words as a message needs.
#[inline]
pub(crate) const fn long_enough(found: usize, expected: usize) -> Result<(), Error> {
    if found < expected { Err(Error::KeyTooShort { expected, found }) } else { Ok(()) }
}

/// Returns the number of words of a message, which must consist of whole words.
#[inline]
pub(crate) const fn whole_words(bytes: usize, word: usize) -> Result<usize, Error> {
    if bytes.is_multiple_of(word) {
        Ok(bytes / word)
    } else {
        Err(Error::PartialWord { bytes, word })
    }
}
