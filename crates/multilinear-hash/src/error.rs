//! What can be wrong with a key or a message of a published function.

use core::fmt;

/// A key and a message do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The message needs more words of key than there are.
    KeyTooShort {
        /// The number of words that the message needs.
        expected: usize,
        /// The number of words given.
        found: usize,
    },
    /// The function hashes whole words, and the message ends inside one.
    PartialWord {
        /// Bytes of the message.
        bytes: usize,
        /// Bytes of a word.
        word: usize,
    },
    /// The function hashes pairs of words, and the message has an odd number of words.
    OddWords {
        /// Words of the message.
        words: usize,
    },
    /// A word of the key or the message has more bits than the words of the function.
    #[cfg(feature = "divide")]
    WideWord,
    /// There are not as many outputs as data paths.
    #[cfg(feature = "divide")]
    Outputs {
        /// The number of data paths.
        expected: usize,
        /// The number of outputs given.
        found: usize,
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
            #[cfg(feature = "divide")]
            Self::WideWord => write!(f, "a word has more bits than the data paths"),
            #[cfg(feature = "divide")]
            Self::Outputs { expected, found } => {
                write!(f, "hash has {expected} values, but there are {found} outputs")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Checks that a key has the words that a message needs.
#[inline]
pub(crate) const fn long_enough(found: usize, expected: usize) -> Result<(), Error> {
    if found < expected { Err(Error::KeyTooShort { expected, found }) } else { Ok(()) }
}

/// The number of words of a message of whole words.
#[inline]
pub(crate) const fn whole_words(bytes: usize, word: usize) -> Result<usize, Error> {
    if bytes.is_multiple_of(word) {
        Ok(bytes / word)
    } else {
        Err(Error::PartialWord { bytes, word })
    }
}
