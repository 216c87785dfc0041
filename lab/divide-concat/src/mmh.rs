//! MMH: inner products of 32-bit words modulo the prime 2^32 + 15.
//!
//! Halevi and Krawczyk, "MMH: Software message authentication in the Gbit/second rates" (FSE 1997).

use crate::error::{Error, whole_words};

/// The prime of MMH and of the 32-bit LCH.
const PRIME: u64 = (1 << 32) + 15;

/// Computes the published MMH: (((Σ mᵢ xᵢ) mod 2^64) mod (2^32 + 15)) mod 2^32. The output is
/// frozen.
///
/// Words are little-endian. The wrap modulo 2^64 changes some values from two words on, and nearly
/// all beyond eight. For 64 bits, join the hash under the key and the hash under the key without
/// its first word (the Toeplitz extension).
///
/// ```
/// use divide_concat::mmh32;
/// assert_eq!(mmh32(&[3, 5], &[1, 0, 0, 0, 2, 0, 0, 0]), Ok(13));
/// assert!(mmh32(&[3, 5], &[0; 12]).is_err(), "the key is too short");
/// assert!(mmh32(&[3, 5], &[0; 3]).is_err(), "not whole words");
/// ```
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole words, and [`Error::KeyTooShort`] if
/// the key has fewer words than the message.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the remainder modulo 2^32")]
pub fn mmh32(key: &[u32], message: &[u8]) -> Result<u32, Error> {
    let products = products(key, message)?;
    Ok((products.fold(0_u64, u64::wrapping_add) % PRIME) as u32)
}

/// Computes MMH*, the inner product modulo 2^32 + 15, of 33 bits. The output is frozen.
///
/// # Errors
/// Those of [`mmh32`].
#[expect(clippy::cast_possible_truncation, reason = "a remainder of 33 bits")]
pub fn mmh_star(key: &[u32], message: &[u8]) -> Result<u64, Error> {
    Ok((products(key, message)?.map(u128::from).sum::<u128>() % u128::from(PRIME)) as u64)
}

#[inline]
fn products(key: &[u32], message: &[u8]) -> Result<impl Iterator<Item = u64>, Error> {
    let words = whole_words(message, key.len(), 0)?;
    Ok(words.iter().zip(key).map(|(m, x)| u64::from(u32::from_le_bytes(*m)) * u64::from(*x)))
}
