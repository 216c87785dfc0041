//! Rows of narrow signed words in a layout for vector units.
//!
//! The paper says that divide-and-concatenate "cannot speed-up software", because a CPU multiplies
//! words of 16 bits hardly faster, byte for byte, than words of 32 bits. The two rows of TMMH/16
//! that replace one MMH are indeed slower than it: each row loads its key at unaligned addresses,
//! the bytes of words are exchanged, and signed products are corrected to unsigned ones. The
//! theorem needs none of this, and these rows do without it:
//!
//! * Words are read as signed little-endian numbers, which keeps the differences of words.
//! * The key of a row is shifted by a block of 64 bytes, a whole register: the register that row 1
//!   uses now is the one that row 0 uses next, and it is aligned. Like a shift by one word, any
//!   shift gives triangular systems of equations.
//!
//! So 64 bytes take one load of the message, one load of the key and, with AVX-512 VNNI, one
//! instruction per row. Rows of 16 bits that do so take less time than those of MMH. So the
//! technique gains in software too, at the cost of a factor in the bound: two rows have (3 ·
//! 2^-16)^2 = 9 · 2^-32, and the published MMH has 6 · 2^-32.

use crate::error::{Error, whole_words};

/// Computes the values of R rows of signed 16-bit words, each from 0 to 65,536: the sum Σ mᵢ xᵢ₊₃₂ⱼ
/// modulo 2^32, and this as an unsigned number modulo 2^16 + 1. The output is frozen.
///
/// The words of the message are little-endian. Two messages of one length agree in all rows with
/// probability at most (3 · 2^-16)^R: differences are below 2^16 in absolute value, and d x + A
/// runs over an interval shorter than 2^32, so the argument for several rows in
/// `multilinear_hash::bound` applies. The one for a single row does not, because products of words
/// of different signs change in opposite directions: one row also has 3 · 2^-16, and the words 2
/// and −1 attain it (`paths16_share` of `proofs/theories/Divide.v`).
///
/// ```
/// use divide_concat::paths16;
/// assert_eq!(paths16(&[[1; 32], [-2; 32]], &[7; 64]), Ok([57_568, 15_939]));
/// ```
///
/// # Errors
/// [`Error::PartialWord`] unless the message consists of whole blocks of 64 bytes, and
/// [`Error::KeyTooShort`] unless the key has at least R − 1 blocks more than the message.
#[inline]
pub fn paths16<const R: usize>(key: &[[i16; 32]], message: &[u8]) -> Result<[u32; R], Error> {
    const { assert!(R > 0, "R must be at least 1") };
    whole_words::<64>(message, key.len(), R - 1)?;
    let (words, _) = message.as_chunks();
    Ok(core::array::from_fn(|j| {
        let sum = words.iter().zip(key[j..].as_flattened()).fold(0_i32, |sum, (m, x)| {
            sum.wrapping_add(i32::from(i16::from_le_bytes(*m)) * i32::from(*x))
        });
        sum.cast_unsigned() % 65_537
    }))
}

/// Computes the values of R rows of bytes, each from 0 to 256: Σ mᵢ xᵢ₊₆₄ⱼ modulo 257, over bytes
/// of the message and signed bytes of the key. The output is frozen.
///
/// The sums are exact, so two messages of one length agree in all rows with probability at most
/// 2^-8R (`paths8_share` of `proofs/theories/Divide.v`).
///
/// # Errors
/// Those of [`paths16()`].
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a remainder of 9 bits")]
pub fn paths8<const R: usize>(key: &[[i8; 64]], message: &[u8]) -> Result<[u32; R], Error> {
    const { assert!(R > 0, "R must be at least 1") };
    let blocks = whole_words::<64>(message, key.len(), R - 1)?;
    Ok(core::array::from_fn(|j| {
        let sum = blocks.iter().zip(&key[j..]).fold(0_i64, |sum, (block, x)| {
            let products = block.iter().zip(x).map(|(m, x)| i32::from(*m) * i32::from(*x));
            sum + i64::from(products.sum::<i32>())
        });
        sum.rem_euclid(257).cast_unsigned() as u32
    }))
}
