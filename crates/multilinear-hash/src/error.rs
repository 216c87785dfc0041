//! What can be wrong with a key or a message of a published function.

use core::fmt;

/// A key and a message that do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The message needs more words of the key than there are.
    KeyTooShort {
        /// The words that are needed.
        needed: usize,
        /// The words that there are.
        found: usize,
    },
    /// The function hashes whole words, and the message ends in the midst of one.
    PartialWord {
        /// Bytes of the message.
        bytes: usize,
        /// Bytes of a word.
        word: usize,
    },
    /// The function hashes pairs of words, and the last word has no other.
    OddWords {
        /// Words of the message.
        words: usize,
    },
    /// A word of the key or the message has more bits than the words of the function.
    WideWord,
    /// There are not as many places for values as data paths.
    Places {
        /// The places that are needed.
        needed: usize,
        /// The places that there are.
        found: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyTooShort { needed, found } => {
                write!(f, "the message needs a key of {needed} words, not {found}")
            }
            Self::PartialWord { bytes, word } => {
                write!(f, "a message of {bytes} bytes is not of whole words of {word}")
            }
            Self::OddWords { words } => write!(f, "a message of {words} words is not of pairs"),
            Self::WideWord => write!(f, "a word is too wide for this hash"),
            Self::Places { needed, found } => {
                write!(f, "{needed} values do not fit into {found} places")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Whether a message needs no more words of the key than there are.
pub(crate) const fn long_enough(found: usize, needed: usize) -> Result<(), Error> {
    if found < needed { Err(Error::KeyTooShort { needed, found }) } else { Ok(()) }
}

/// The number of words of a message of whole words.
pub(crate) const fn whole_words(bytes: usize, word: usize) -> Result<usize, Error> {
    if bytes.is_multiple_of(word) {
        Ok(bytes / word)
    } else {
        Err(Error::PartialWord { bytes, word })
    }
}
