//! Multilinear hashes under explicit keys: over GF(2^64), GF(2^32) and the integers.
//!
//! The functions are those of Lemire and Kaser, "Strongly universal string hashing is fast" (2014),
//! with the values of their library of that name. The bytes of a message are little-endian words,
//! without padding. The length is not hashed, so the bounds hold for messages with the same number
//! of words.
//!
//! | function      | words | key   | computes                                                |
//! |---------------|------:|-------|---------------------------------------------------------|
//! | [`gf64`]      |    64 | n + 1 | xₙ + Σ mᵢ xᵢ in GF(2^64)                                |
//! | [`gf64_half`] |    64 | n + 1 | `gf64` of pairs, with half the products                 |
//! | [`gf32`]      |    32 | n + 1 | xₙ + Σ mᵢ xᵢ in GF(2^32)                                |
//! | [`gf32_half`] |    32 | n + 1 | `gf32` of pairs, with half the products                 |
//! | [`ml64`]      |    64 | n + 1 | upper half of x₀ + Σ mᵢ xᵢ₊₁ modulo 2^128               |
//! | [`ml32`]      |    32 | n + 2 | upper half of `ml64`'s sum plus xₙ₊₁, modulo 2^64       |
//! | [`ml32_half`] |    32 | n + 2 | `ml32` of pairs, with half the products                 |
//! | [`nh32`]      |    32 | n     | upper half of Σ (mᵢ + xᵢ) (mᵢ₊₁ + xᵢ₊₁)                 |
//!
//! The columns are the bits of a word, the number of key words for n message words, and the value.
//! All functions but [`nh32`], which has no bound, are strongly universal.
//!
//! *Strongly universal* means that under a random key the hashes of two different messages are
//! uniform and independent of one another. [`crate::bound`] has the proofs.

use crate::backend::gf64;
use crate::error::{Error, long_enough, whole_words};
use gf2::{Backend, Gf64};

/// Returns the words of a message of whole words.
fn words<const N: usize>(message: &[u8]) -> &[[u8; N]] {
    message.as_chunks().0
}

/// Computes the strongly universal hash of 64-bit words over GF(2^64), on the best backend of
/// `gf2`. The output is frozen.
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole words, and [`Error::KeyTooShort`]
/// unless the key has at least one word more.
///
/// ```
/// use multilinear_hash::multilinear::gf64;
/// assert_eq!(gf64(&[3, 1], &[2, 0, 0, 0, 0, 0, 0, 0]), Ok(6 ^ 1));
/// ```
#[inline]
pub fn gf64(key: &[u64], message: &[u8]) -> Result<u64, Error> {
    gf64_with(Backend::detect(), key, message)
}

/// Computes [`gf64`] on the given backend of `gf2`.
///
/// # Errors
/// Those of [`gf64`].
#[inline]
pub fn gf64_with(backend: Backend, key: &[u64], message: &[u8]) -> Result<u64, Error> {
    let n = whole_words(message.len(), 8)?;
    long_enough(key.len(), n + 1)?;
    Ok(gf64::inner(backend, key, message) ^ key[n])
}

/// Computes a hash over GF(2^64) with the bound of [`gf64`] and half the products. The output is
/// frozen.
///
/// The hash is xₙ + Σ (mᵢ + xᵢ) (mᵢ₊₁ + xᵢ₊₁) over pairs of words, plus mₙ₋₁ xₙ₋₁ for a last word
/// without a partner. This is the inner product of CLHASH, reduced. The crate `clhash` computes it
/// at the speed of the multiplier.
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole words, and [`Error::KeyTooShort`]
/// unless the key has at least one word more.
pub fn gf64_half(key: &[u64], message: &[u8]) -> Result<u64, Error> {
    let n = whole_words(message.len(), 8)?;
    long_enough(key.len(), n + 1)?;
    let backend = Backend::detect();
    let word = |i: usize| u64::from_le_bytes(words(message)[i]);
    let mut sum = u128::from(key[n]);
    for i in (0..n - n % 2).step_by(2) {
        sum ^= backend.clmul64(word(i) ^ key[i], word(i + 1) ^ key[i + 1]);
    }
    if n % 2 == 1 {
        sum ^= backend.clmul64(word(n - 1), key[n - 1]);
    }
    Ok(Gf64::reduce(sum).to_bits())
}

/// Computes the remainder modulo x^32 + x^7 + x^6 + x^2 + 1.
#[expect(
    clippy::cast_possible_truncation,
    reason = "degrees are below 63 at first, and below 32 in the end"
)]
const fn reduce_gf32(x: u128) -> u32 {
    /// x^7 + x^6 + x^2 + 1.
    const LOW: u64 = 0b1100_0101;
    // The degree is at most 62, then at most 37, then at most 31.
    let mut x = x as u64;
    let mut step = 0;
    while step < 2 {
        x = x & 0xffff_ffff ^ gf2::backend::portable::clmul64(x >> 32, LOW) as u64;
        step += 1;
    }
    x as u32
}

/// Computes the strongly universal hash of 32-bit words over GF(2^32). The output is frozen.
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole words, and [`Error::KeyTooShort`]
/// unless the key has at least one word more.
pub fn gf32(key: &[u32], message: &[u8]) -> Result<u32, Error> {
    let n = whole_words(message.len(), 4)?;
    long_enough(key.len(), n + 1)?;
    let backend = Backend::detect();
    let pairs = words(message).iter().zip(key);
    let sum = pairs.fold(u128::from(key[n]), |sum, (m, x)| {
        sum ^ backend.clmul64(u32::from_le_bytes(*m).into(), (*x).into())
    });
    Ok(reduce_gf32(sum))
}

/// Computes the form of [`gf32`] with half the products, as [`gf64_half`] does for [`gf64`]. The
/// output is frozen.
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole words, and [`Error::KeyTooShort`]
/// unless the key has at least one word more.
pub fn gf32_half(key: &[u32], message: &[u8]) -> Result<u32, Error> {
    let n = whole_words(message.len(), 4)?;
    long_enough(key.len(), n + 1)?;
    let backend = Backend::detect();
    let word = |i: usize| u32::from_le_bytes(words(message)[i]);
    let mut sum = u128::from(key[n]);
    for i in (0..n - n % 2).step_by(2) {
        sum ^= backend.clmul64((word(i) ^ key[i]).into(), (word(i + 1) ^ key[i + 1]).into());
    }
    if n % 2 == 1 {
        sum ^= backend.clmul64(word(n - 1).into(), key[n - 1].into());
    }
    Ok(reduce_gf32(sum))
}

/// Computes the strongly universal hash of 64-bit words under a key of 128-bit words, over the
/// integers: the upper half of x₀ + Σ mᵢ xᵢ₊₁ modulo 2^128. The output is frozen.
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole words, and [`Error::KeyTooShort`]
/// unless the key has at least one word more.
pub fn ml64(key: &[u128], message: &[u8]) -> Result<u64, Error> {
    let n = whole_words(message.len(), 8)?;
    long_enough(key.len(), n + 1)?;
    let sum = words(message).iter().zip(&key[1..]).fold(key[0], |sum, (m, x)| {
        sum.wrapping_add(x.wrapping_mul(u64::from_le_bytes(*m).into()))
    });
    Ok((sum >> 64) as u64)
}

/// Computes the strongly universal hash of 32-bit words under a key of 64-bit words, over the
/// integers. As in the authors' library, it also adds the key word after the last factor. That it
/// is strongly universal is a theorem of the paper, which nothing here proves. The output is
/// frozen.
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole words, and [`Error::KeyTooShort`]
/// unless the key has at least two words more.
pub fn ml32(key: &[u64], message: &[u8]) -> Result<u32, Error> {
    let n = whole_words(message.len(), 4)?;
    long_enough(key.len(), n + 2)?;
    let first = key[0].wrapping_add(key[n + 1]);
    let sum = words(message)
        .iter()
        .zip(&key[1..])
        .fold(first, |sum, (m, x)| sum.wrapping_add(x.wrapping_mul(u32::from_le_bytes(*m).into())));
    Ok((sum >> 32) as u32)
}

/// Returns the number of words of a message, which must consist of pairs of 32-bit words.
const fn pairs32(bytes: usize) -> Result<usize, Error> {
    match whole_words(bytes, 4) {
        Ok(words) if words % 2 == 1 => Err(Error::OddWords { words }),
        other => other,
    }
}

/// Computes the form of [`ml32`] with half the products: the upper half of x₀ + Σ (mᵢ + xᵢ₊₁)
/// (mᵢ₊₁ + xᵢ₊₂) + xₙ₊₁ modulo 2^64, over pairs of words. The output is frozen.
///
/// # Errors
/// [`Error::PartialWord`] or [`Error::OddWords`] unless the message consists of pairs of words, and
/// [`Error::KeyTooShort`] unless the key has at least two words more.
pub fn ml32_half(key: &[u64], message: &[u8]) -> Result<u32, Error> {
    let n = pairs32(message.len())?;
    long_enough(key.len(), n + 2)?;
    let word = |i: usize| u64::from(u32::from_le_bytes(words(message)[i]));
    let mut sum = key[0].wrapping_add(key[n + 1]);
    for i in (0..n).step_by(2) {
        let a = word(i).wrapping_add(key[i + 1]);
        sum = sum.wrapping_add(a.wrapping_mul(word(i + 1).wrapping_add(key[i + 2])));
    }
    Ok((sum >> 32) as u32)
}

/// Computes the upper half of NH, which is Σ ((mᵢ + xᵢ) mod 2^32) ((mᵢ₊₁ + xᵢ₊₁) mod 2^32) modulo
/// 2^64, over pairs of words. The output is frozen.
///
/// For messages of one length all 64 bits of NH collide with probability at most 2^-32. No bound
/// follows for the upper half alone. The function exists for its vectors and for comparison.
///
/// # Errors
/// [`Error::PartialWord`] or [`Error::OddWords`] unless the message consists of pairs of words, and
/// [`Error::KeyTooShort`] if the key has fewer words than the message.
pub fn nh32(key: &[u32], message: &[u8]) -> Result<u32, Error> {
    let n = pairs32(message.len())?;
    long_enough(key.len(), n)?;
    let word = |i: usize| u32::from_le_bytes(words(message)[i]);
    let mut sum = 0_u64;
    for i in (0..n).step_by(2) {
        let (a, b) = (word(i).wrapping_add(key[i]), word(i + 1).wrapping_add(key[i + 1]));
        sum = sum.wrapping_add(u64::from(a) * u64::from(b));
    }
    Ok((sum >> 32) as u32)
}
