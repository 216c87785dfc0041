//! Multilinear hashes under explicit keys: over GF(2^64), GF(2^32) and the integers.
//!
//! Lemire and Kaser, "Strongly universal string hashing is fast" (2014), and their library of that
//! name, whose values these are. Messages are bytes, whose words are little-endian; there is no
//! padding and no length: the bounds are for messages of one number of words.
//!
//! | function       | words | key words | computes                                                       | bound |
//! |----------------|------:|-----------|----------------------------------------------------------------|-------|
//! | [`gf64`]       |    64 | n + 1     | x\[n\] + Σ m\[i\] x\[i\] in GF(2^64)                           | strongly universal |
//! | [`gf64_half`]  |    64 | n + 1     | the same by half the products                                  | strongly universal |
//! | [`gf32`]       |    32 | n + 1     | in GF(2^32)                                                    | strongly universal |
//! | [`gf32_half`]  |    32 | n + 1     | the same by half the products                                  | strongly universal |
//! | [`ml64`]       |    64 | n + 1     | upper half of x\[0\] + Σ m\[i\] x\[i + 1\] modulo 2^128        | strongly universal |
//! | [`ml32`]       |    32 | n + 2     | upper half of x\[0\] + Σ m\[i\] x\[i + 1\] + x\[n + 1\] modulo 2^64 | strongly universal |
//! | [`ml32_half`]  |    32 | n + 2     | the same by half the products                                  | strongly universal |
//! | [`nh32`]       |    32 | n         | upper half of Σ (m\[i\] + x\[i\]) (m\[i+1\] + x\[i+1\])        | none |
//!
//! *Strongly universal*: under a random key the values of two different messages are uniform and
//! independent of one another. [`crate::bound`] has the proofs.

use crate::backend::gf64;
use crate::error::{Error, long_enough, whole_words};
use gf2::{Backend, Gf64};

/// The words of a message of whole words.
fn words<const N: usize>(message: &[u8]) -> &[[u8; N]] {
    message.as_chunks().0
}

/// Strongly universal hash over GF(2^64), 64-bit words, on `gf2`'s best backend. Frozen.
///
/// # Errors
/// If the message is not of whole words, or the key has not one word more than it.
///
/// ```
/// use multilinear_hash::multilinear::gf64;
/// assert_eq!(gf64(&[3, 1], &[2, 0, 0, 0, 0, 0, 0, 0]), Ok(6 ^ 1));
/// ```
#[inline]
pub fn gf64(key: &[u64], message: &[u8]) -> Result<u64, Error> {
    gf64_with(Backend::detect(), key, message)
}

/// [`gf64`] on a backend of `gf2`.
///
/// # Errors
/// As there.
#[inline]
pub fn gf64_with(backend: Backend, key: &[u64], message: &[u8]) -> Result<u64, Error> {
    let n = whole_words(message.len(), 8)?;
    long_enough(key.len(), n + 1)?;
    Ok(gf64::inner(backend, key, message) ^ key[n])
}

/// The same bound by half the products: x\[n\] + Σ (m\[i\] + x\[i\]) (m\[i+1\] + x\[i+1\]) over
/// pairs, and m\[n−1\] x\[n−1\] for a last word that has no other. Frozen. This is the inner
/// product of CLHASH, reduced; the crate `clhash` has it at the speed of the multiplier.
///
/// # Errors
/// If the message is not of whole words, or the key has not one word more than it.
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

/// The remainder modulo x^32 + x^7 + x^6 + x^2 + 1.
#[expect(
    clippy::cast_possible_truncation,
    reason = "degrees are below 63, and below 32 in the end"
)]
const fn reduce_gf32(x: u128) -> u32 {
    /// x^7 + x^6 + x^2 + 1.
    const LOW: u64 = 0b1100_0101;
    // Degree 62 and below, then 37 and below, then 31.
    let mut x = x as u64;
    let mut step = 0;
    while step < 2 {
        x = x & 0xffff_ffff ^ gf2::backend::portable::clmul64(x >> 32, LOW) as u64;
        step += 1;
    }
    x as u32
}

/// Strongly universal hash over GF(2^32), 32-bit words. Frozen.
///
/// # Errors
/// If the message is not of whole words, or the key has not one word more than it.
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

/// The form of [`gf32`] by half the products, as [`gf64_half`]. Frozen.
///
/// # Errors
/// If the message is not of whole words, or the key has not one word more than it.
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

/// Strongly universal hash over the integers, of 64-bit words under a key of 128-bit words: the
/// upper half of x\[0\] + Σ m\[i\] x\[i + 1\] modulo 2^128. Frozen.
///
/// # Errors
/// If the message is not of whole words, or the key has not one word more than it.
pub fn ml64(key: &[u128], message: &[u8]) -> Result<u64, Error> {
    let n = whole_words(message.len(), 8)?;
    long_enough(key.len(), n + 1)?;
    let sum = words(message).iter().zip(&key[1..]).fold(key[0], |sum, (m, x)| {
        sum.wrapping_add(x.wrapping_mul(u64::from_le_bytes(*m).into()))
    });
    Ok((sum >> 64) as u64)
}

/// Strongly universal hash over the integers, of 32-bit words under a key of 64-bit words; the word
/// after the last factor is added as well, as in the library. Frozen.
///
/// # Errors
/// If the message is not of whole words, or the key has not two words more than it.
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

/// The number of words of a message of pairs of 32-bit words.
const fn pairs32(bytes: usize) -> Result<usize, Error> {
    match whole_words(bytes, 4) {
        Ok(words) if words % 2 == 1 => Err(Error::OddWords { words }),
        other => other,
    }
}

/// The form of [`ml32`] by half the products: the upper half of x\[0\] + Σ (m\[i\] + x\[i+1\])
/// (m\[i+1\] + x\[i+2\]) + x\[n+1\] modulo 2^64, over pairs. Frozen.
///
/// # Errors
/// If the message is not of pairs of words, or the key has not two words more than it.
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

/// The upper half of NH: Σ ((m\[i\] + x\[i\]) mod 2^32) ((m\[i+1\] + x\[i+1\]) mod 2^32) modulo
/// 2^64, over pairs. Frozen.
///
/// All 64 bits of NH collide with probability 2^-32 for messages of one length. Of the upper half
/// alone no bound follows: it is here for its vectors, and for comparison.
///
/// # Errors
/// If the message is not of pairs of words, or the key has fewer words.
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
