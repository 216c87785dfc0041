//! NH, the family that VHASH applies to its blocks, for messages of any length for which the key
//! has enough words.
//!
//! For an even number of 64-bit message words m and as many key words k:
//!
//! ```text
//! NH(m) = Σ (m[i] + k[i] mod 2^64) (m[i+1] + k[i+1] mod 2^64)  mod 2^128,  i = 0, 2, 4, …
//! ```
//!
//! Under a random key, two given messages *of one length* have a given difference modulo 2^128 with
//! probability at most 2^-64 (Black, Halevi, Krawczyk, Krovetz, Rogaway, "UMAC: Fast and secure
//! message authentication", 1999, §4; the [proof](crate::bound) is part of VHASH's). For messages
//! of different lengths the length must be hashed too, and the 128 bits of NH have only the bound
//! of a 64-bit hash. VHASH adds the length and compresses the value to 64 bits.

use crate::arithmetic::halves;
use crate::backend::Pair;
use crate::key::{BLOCK_BYTES, Key};
use core::fmt;
use hash_core::load;

/// Computes NH of a message in little-endian words, zero-padded to a multiple of 16 bytes. The
/// output is frozen.
///
/// ```
/// use vhash::nh::nh;
/// assert_eq!(nh(&[3, 5], &2_u64.to_le_bytes())?, (2 + 3) * 5);
/// # Ok::<(), vhash::nh::ShortKeyError>(())
/// ```
///
/// # Errors
/// [`ShortKeyError`] if the key has fewer words than the padded message. Further words are not
/// used.
pub fn nh(key: &[u64], message: &[u8]) -> Result<u128, ShortKeyError> {
    let words = 2 * message.len().div_ceil(16);
    if key.len() < words {
        return Err(ShortKeyError { words, found: key.len() });
    }
    let (pairs, rest) = message.as_chunks();
    let (whole, end) = key[..words].split_at(2 * pairs.len());
    let rest = load::double_word(rest).to_le_bytes();
    Ok(of_pairs(whole, pairs).wrapping_add(of_pairs(end, &[rest])))
}

/// Computes NH of pairs of words, modulo 2^128, under as many words of the key.
#[inline(always)]
fn of_pairs(key: &[u64], pairs: &[Pair]) -> u128 {
    let (keys, _) = key.as_chunks::<2>();
    keys.iter().zip(pairs).fold(0, |sum, (key, pair)| sum.wrapping_add(of_pair(key, pair)))
}

#[inline(always)]
fn of_pair(key: &[u64; 2], pair: &Pair) -> u128 {
    let (high, low) = halves(u128::from_le_bytes(*pair));
    u128::from(low.wrapping_add(key[0])) * u128::from(high.wrapping_add(key[1]))
}

/// Computes NH modulo 2^126 of a block, which may be partial, for each iteration. The last pair of
/// words is padded with zeros, and pairs after it do not count.
#[inline(always)]
pub(crate) fn of_block<const T: usize>(key: &Key<T>, block: &[u8]) -> [u128; T] {
    debug_assert!(block.len() <= BLOCK_BYTES, "more bytes than a block has");
    let (pairs, rest) = block.as_chunks();
    let end = load::double_word(rest).to_le_bytes();
    // This is a `while` loop because one that is not unrolled would keep the sums in memory.
    let mut sums = [0; T];
    let mut t = 0;
    while t < T {
        let words = key.block(t);
        let mut sum = of_pairs(words, pairs);
        if !rest.is_empty()
            && let Some(words) = words[2 * pairs.len()..].first_chunk()
        {
            sum = sum.wrapping_add(of_pair(words, &end));
        }
        sums[t] = sum & (u128::MAX >> 2);
        t += 1;
    }
    sums
}

/// An error for a key with fewer words than the message needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortKeyError {
    /// The number of words that the message needs.
    pub words: usize,
    /// The number of words given.
    pub found: usize,
}

impl fmt::Display for ShortKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "key has {} words, NH of this message needs {}", self.found, self.words)
    }
}

impl core::error::Error for ShortKeyError {}
