//! TMMH/16: tags of one or more 16-bit words, by inner products modulo the prime 2^16 + 1.

use crate::error::{Error, long_enough};

/// Computes a tag of T words by TMMH/16. The output is frozen.
///
/// McGrew, "The Truncated Multi-Modular Hash Function (TMMH)" (draft-mcgrew-saag-tmmh-01, 2001). A
/// message of n bytes consists of W big-endian words `M[1]` … `M[W]`. If n is odd, a zero byte
/// completes the last word and does not count in n. With the words `K[1]`, `K[2]` … of the key,
/// word j of a tag is
///
/// ```text
/// (((K[j] n + K[j+1] M[1] + … + K[j+W] M[W]) mod 2^32) mod (2^16 + 1)) mod 2^16
/// ```
///
/// so a tag of T words needs T + W words of key (the Toeplitz extension). The sums wrap modulo
/// 2^32, which changes values from two words on. The remainder 2^16, the only one that does not fit
/// in 16 bits, becomes 0.
///
/// Yang, Karri and McGrew print 2^16 − 1 as the modulus. This is a misprint: 2^16 − 1 = 3 · 5 · 17
/// · 257 is not a prime, and two messages that differ by a multiple of 257 in a word would collide
/// with probability 1/257.
///
/// ```
/// use divide_concat::tmmh16;
/// // The draft's known answers.
/// let key = [0x0123, 0x4567, 0x89ab, 0xcdef, 0xfedc];
/// assert_eq!(tmmh16(&key, &[0xca, 0xfe, 0xba, 0xbe, 0xba, 0xde]), Ok([0x9d6a]));
/// assert_eq!(tmmh16(&key, &[0xca, 0xfe, 0xba]), Ok([0xc88e]));
/// assert_eq!(tmmh16(&key, &[0xca, 0xfe, 0xba, 0xbe, 0xba, 0xde]), Ok([0x9d6a, 0xc0d3]));
/// assert!(tmmh16::<2>(&key, &[0; 8]).is_err(), "the key is too short");
/// ```
///
/// # Errors
/// [`Error::KeyTooShort`] unless the key has at least T words more than the message.
#[expect(clippy::cast_possible_truncation, reason = "sums modulo 2^32, remainders modulo 2^16")]
pub fn tmmh16<const T: usize>(key: &[u16], message: &[u8]) -> Result<[u16; T], Error> {
    long_enough(key.len(), message.len().div_ceil(2) + T)?;
    let (whole, last) = message.as_chunks();
    let last = last.first().map(|byte| u16::from(*byte) << 8);
    let words = || whole.iter().map(|word| u16::from_be_bytes(*word)).chain(last);
    Ok(core::array::from_fn(|j| {
        let length = (message.len() as u32).wrapping_mul(key[j].into());
        let sum = words()
            .zip(&key[j + 1..])
            .fold(length, |sum, (m, x)| sum.wrapping_add(u32::from(m) * u32::from(*x)));
        (sum % 65_537) as u16
    }))
}
