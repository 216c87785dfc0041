//! Converts digests to text and back.

use crate::Digest;
use core::fmt;

/// Formats a digest as 32 lower-case hexadecimal digits.
///
/// ```
/// use md5_opt::{hash, hex};
/// let digits = hex(&hash(b""));
/// assert_eq!(digits.as_str(), "d41d8cd98f00b204e9800998ecf8427e");
/// assert_eq!(format!("{digits}  -"), "d41d8cd98f00b204e9800998ecf8427e  -");
/// ```
#[must_use]
pub const fn hex(digest: &Digest) -> Hex {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let mut hex = [0; 32];
    let mut i = 0;
    while i < 32 {
        hex[i] = DIGITS[(digest[i / 2] >> (4 * (1 - i % 2)) & 15) as usize];
        i += 1;
    }
    Hex(hex)
}

/// Parses a digest from 32 hexadecimal digits, of either case. Returns `None` for any other text.
#[must_use]
pub fn from_hex(digits: &str) -> Option<Digest> {
    let digits: &[u8; 32] = digits.as_bytes().try_into().ok()?;
    let mut digest = [0; 16];
    for (byte, pair) in digest.iter_mut().zip(digits.as_chunks::<2>().0) {
        for digit in pair {
            let value = char::from(*digit).to_digit(16)?;
            *byte = *byte << 4 | u8::try_from(value).ok()?;
        }
    }
    Some(digest)
}

/// The text that [`hex`] returns: 32 digits, on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex([u8; 32]);

impl Hex {
    /// Returns the digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match str::from_utf8(&self.0) {
            Ok(digits) => digits,
            Err(_) => unreachable!("digits are ASCII"),
        }
    }
}

impl AsRef<str> for Hex {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
