//! Arithmetic modulo 2^127 − 1 and 2^64 − 257 on 128-bit integers.
//!
//! All functions run in constant time on CPUs whose integer multiplication does, because no branch
//! and no address depends on a value.

use crate::backend::portable::scalar;
use crate::key::PolyKey;

#[cfg(test)]
mod tests;

/// 2^127 - 1.
pub(crate) const P127: u128 = u128::MAX >> 1;
/// 2^64 modulo the modulus of the last step, 2^64 - 257.
const FOLD: u64 = 257;
/// 2^64 - 257.
pub(crate) const P64: u64 = FOLD.wrapping_neg();

#[inline(always)]
const fn mul(a: u64, b: u64) -> u128 {
    a as u128 * b as u128
}

/// Splits an integer into its high and its low word.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "splits the integer into its halves")]
pub(crate) const fn halves(x: u128) -> (u64, u64) {
    ((x >> 64) as u64, x as u64)
}

/// Reduces modulo 2^127 - 1 to at most 2^127.
#[inline(always)]
pub(crate) const fn fold(x: u128) -> u128 {
    (x & P127) + (x >> 127)
}

/// Reduces a number below 2^128 - 2 modulo 2^127 - 1 to the residue.
#[inline]
pub(crate) const fn canonical(y: u128) -> u128 {
    // y + 1 has bit 127 if and only if y is 2^127 - 1 or above; then its lower bits are the
    // residue.
    let over = (y + 1) >> 127;
    (y + over) & P127
}

/// Adds a and b modulo 2^127 - 1. The result is at most 2^127.
#[inline]
pub(crate) const fn add(a: u128, b: u128) -> u128 {
    fold(fold(a) + fold(b))
}

/// Multiplies a by b modulo 2^127 - 1. The factors and the result are at most 2^127.
///
/// Let a = a1 2^64 + a0, and b likewise. The high product counts twice, because 2^128 is 2. The
/// middle product is below 2^128, because a1 and b1 are at most 2^63. Times 2^64, it is its part
/// from bit 63 on plus its low 63 bits moved up by 64.
#[inline]
pub(crate) const fn product(a: u128, b: u128) -> u128 {
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (middle, high) = (mul(a0, b1) + mul(a1, b0), mul(a1, b1));
    // This is below 2^127, because the sum is below 2^127 + 2^66.
    let inner = fold((middle >> 63) + ((middle << 65) >> 1) + (high >> 126));
    let outer = fold(fold(mul(a0, b0)) + ((high << 1) & P127));
    fold(outer + inner)
}

/// Raises k to the power n modulo 2^127 - 1. The time depends on n alone.
pub(crate) const fn power(k: u128, mut n: u64) -> u128 {
    let (mut result, mut square) = (1, k);
    while n > 0 {
        if n & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        n >>= 1;
    }
    result
}

/// Computes y k + m modulo 2^127 - 1 for y at most 2^127 and m below 2^126. The result is below
/// 2^128 - 2^95.
///
/// The words of k are below 2^61 - 2^31, so that one sum needs no carry: y0 k0 and y1 2 k1 are
/// below 2^125 - 2^95 each, m is below 2^126, and the middle product is below 2^126, so its two
/// parts are below 2^63 and 2^127.
#[inline(always)]
pub(crate) const fn mul_add_unfolded(y: u128, k: &PolyKey, m: u128) -> u128 {
    let (y1, y0) = halves(y);
    let middle = mul(y0, k.high) + mul(y1, k.low);
    let outer = mul(y0, k.low) + mul(y1, 2 * k.high);
    outer + m + (middle >> 63) + ((middle << 65) >> 1)
}

/// Computes y k + m modulo 2^127 - 1 as [`mul_add_unfolded`] does, reduced to at most 2^127.
#[inline(always)]
pub(crate) const fn mul_add(y: u128, k: &PolyKey, m: u128) -> u128 {
    fold(mul_add_unfolded(y, k, m))
}

/// Computes the last step: 64 bits from the value y of the polynomial, below 2^128 - 2^75, and the
/// number of `bits` in the last block, or 0 if that block is whole.
///
/// The definition divides y by 2^64 - 2^32, but a division instruction takes a time that depends on
/// y. As 2^64 - 2^32 is 2^32 (2^32 - 1), the lowest 32 bits of y are those of the remainder. The
/// other bits are three digits in base 2^32:
///
/// ```text
/// z2 2^64 + z1 2^32 + z0 = (2^32 - 1) (z2 2^32 + z2 + z1) + (z2 + z1 + z0)
/// ```
///
/// The last sum, s, is below 3 (2^32 - 1). Its own quotient e by 2^32 - 1, which is 0, 1 or 2, is
/// (s + ⌊s / 2^32⌋ + 1) / 2^32 rounded down.
#[inline(always)]
pub(crate) fn last_step(y: u128, key: [u64; 2], bits: u64) -> u64 {
    let (high, low) = halves(canonical(y + (u128::from(bits) << 64)));
    let (z2, z1, z0) = (high >> 32, high & 0xffff_ffff, low >> 32);
    let s = z2 + z1 + z0;
    let e = (s + (s >> 32) + 1) >> 32;
    let quotient = (z2 << 32) + z2 + z1 + e;
    let remainder = (s + e) << 32 | low & 0xffff_ffff;
    product_p64(scalar(add_p64(quotient, key[0])), add_p64(remainder, key[1]))
}

/// Adds a and b, one of them at most 2^64 - 258, modulo 2^64 - 257. The result is below 2^64 and
/// need not be the residue.
#[inline(always)]
const fn add_p64(a: u64, b: u64) -> u64 {
    let (sum, carry) = a.overflowing_add(b);
    sum.wrapping_add(FOLD & (carry as u64).wrapping_neg())
}

/// Multiplies a by b modulo 2^64 - 257 and returns the residue.
#[inline(always)]
const fn product_p64(a: u64, b: u64) -> u64 {
    // 2^64 is `FOLD`. The first fold leaves less than 2^74, the second h < 2^64 + 2^19.
    let (high, low) = halves(mul(a, b));
    let (high, low) = halves(mul(high, FOLD) + low as u128);
    // h is 2^64 - 257 or above if h + 257 reaches 2^64; then the low 64 bits of h + 257 are the
    // residue.
    let (wrapped, over) = low.overflowing_add(high * FOLD + FOLD);
    wrapped.wrapping_sub(FOLD & (over as u64).wrapping_sub(1))
}
