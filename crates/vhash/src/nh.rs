//! NH, the family that VHASH applies to its blocks, for messages of any length that the key has
//! words for.
//!
//! For an even number of 64-bit words m, key words k:
//!
//! ```text
//! NH(m) = Σ (m[i] + k[i] mod 2^64) (m[i+1] + k[i+1] mod 2^64)  mod 2^128,  i = 0, 2, 4, …
//! ```
//!
//! Under a random key, two given messages *of one length* have a given difference modulo 2^128 with
//! probability at most 2^-64 (Black, Halevi, Krawczyk, Krovetz, Rogaway, "UMAC: Fast and secure
//! message authentication", 1999, §4; the [proof](crate::bound) is part of VHASH's). Messages of
//! several lengths need the length added, and a value of 128 bits is as good as one of 64: VHASH
//! does both.

use crate::backend::portable;
use core::fmt;

/// NH of the message, zero-padded to a multiple of 16 bytes, in little-endian words. Frozen.
///
/// ```
/// use vhash::nh::nh;
/// assert_eq!(nh(&[3, 5], &2_u64.to_le_bytes())?, (2 + 3) * 5);
/// # Ok::<(), vhash::nh::ShortKeyError>(())
/// ```
///
/// # Errors
/// If the key has fewer words than the padded message. Further words are not used.
pub fn nh(key: &[u64], message: &[u8]) -> Result<u128, ShortKeyError> {
    let words = 2 * message.len().div_ceil(16);
    if key.len() < words {
        return Err(ShortKeyError { words, found: key.len() });
    }
    let (pairs, rest) = message.as_chunks();
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    let (whole, end) = key[..words].split_at(2 * pairs.len());
    Ok(portable::nh(whole, pairs).wrapping_add(portable::nh(end, &[last])))
}

/// A key that is too short for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortKeyError {
    /// The number of words that the message needs.
    pub words: usize,
    /// The number of words there were.
    pub found: usize,
}

impl fmt::Display for ShortKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NH of this message needs a key of {} words, not {}", self.words, self.found)
    }
}

impl core::error::Error for ShortKeyError {}
