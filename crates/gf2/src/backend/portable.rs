//! Products, squares and remainders in integer arithmetic. All functions are `const` and run in
//! constant time.
//!
//! Constant time means that no branch, address or table index depends on an operand. The products
//! use the CPU's integer multiplication, so they are not in constant time on a CPU that multiplies
//! some operands faster than others (ARM Cortex-M3, for example).
//!
//! **Products by integers with holes.** Keep every fourth bit of two words. Their integer product
//! has a four-bit digit at every fourth position, and that digit counts the pairs of ones that meet
//! there. As long as no count exceeds 15, no carry leaves a digit, and the lowest bit of each digit
//! is the coefficient of the product over GF(2). A word is the sum of its four classes of bits, so
//! sixteen integer products, XORed class by class and masked, make one carry-less product.
//!
//! **Remainders by folding.** Modulo x^n + c(x), x^n equals c(x), so the high part times c(x) is
//! added to the low part. If c has low degree, a few bits overflow and must be folded in turn.
//! Adding them to the high part *before* it is multiplied by c does both at once.

#![allow(clippy::cast_possible_truncation, reason = "casts keep the low half on purpose")]

use crate::Wide;

/// Multiplies two polynomials of degree below 64; bit i is the coefficient of x^i.
#[inline]
#[must_use]
pub const fn clmul64(a: u64, b: u64) -> u128 {
    #[cfg(target_pointer_width = "64")]
    {
        clmul64_by_wide_products(a, b)
    }
    #[cfg(not(target_pointer_width = "64"))]
    {
        clmul64_by_narrow_products(a, b)
    }
}

/// Multiplies two polynomials of degree below 128.
///
/// Computes three products of halves (Karatsuba): the sum of the two middle products is
/// (a0 + a1)(b0 + b1) + a0 b0 + a1 b1.
#[inline]
#[must_use]
pub const fn clmul128(a: u128, b: u128) -> Wide {
    let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
    let low = clmul64(a0, b0);
    let high = clmul64(a1, b1);
    let middle = clmul64(a0 ^ a1, b0 ^ b1) ^ low ^ high;
    Wide { hi: high ^ (middle >> 64), lo: low ^ (middle << 64) }
}

/// Squares a polynomial of degree below 64. The square has the same bits with zeros between them,
/// because (Σ x^i)² = Σ x^2i over GF(2).
#[inline]
#[must_use]
pub const fn square64(a: u64) -> u128 {
    spread(a as u32) as u128 | ((spread((a >> 32) as u32) as u128) << 64)
}

/// Squares a polynomial of degree below 128.
#[inline]
#[must_use]
pub const fn square128(a: u128) -> Wide {
    let [low, high] = halves(a);
    Wide { hi: square64(high), lo: square64(low) }
}

/// Separates the even and the odd powers of x: returns (e, o) with a = e(x²) + x o(x²).
#[inline]
pub(crate) const fn even_odd64(a: u64) -> (u32, u32) {
    (gather(a), gather(a >> 1))
}

/// Does the same as [`even_odd64`] for 128 coefficients.
#[inline]
pub(crate) const fn even_odd128(a: u128) -> (u64, u64) {
    let [low, high] = halves(a);
    let ((e0, o0), (e1, o1)) = (even_odd64(low), even_odd64(high));
    (e0 as u64 | ((e1 as u64) << 32), o0 as u64 | ((o1 as u64) << 32))
}

/// Reduces modulo x^64 + x^4 + x^3 + x + 1.
#[inline]
#[must_use]
pub const fn reduce64(a: u128) -> u64 {
    let [low, high] = halves(a);
    reduce64_scalar(low, high)
}

/// Reduces `high`·x^64 + `low` like [`reduce64`], for words that are already in general-purpose
/// registers.
///
/// The product of `high` and x^4 + x^3 + x + 1 has the overflow
/// `high`>>60 + `high`>>61 + `high`>>63. Its degree is at most 3, so a second fold cannot overflow.
#[inline]
#[must_use]
pub const fn reduce64_scalar(low: u64, high: u64) -> u64 {
    let h = high ^ (high >> 60) ^ (high >> 61) ^ (high >> 63);
    low ^ h ^ (h << 1) ^ (h << 3) ^ (h << 4)
}

/// The folded overflow of [`reduce64`]: what its fold leaves beyond 64 bits, folded again, for each
/// value of the four top bits of the high half. These 16 bytes are a table for a vector register;
/// memory is never indexed.
#[cfg_attr(not(target_feature = "sse2"), allow(dead_code, reason = "for vector registers"))]
pub(super) const FOLDED_OVERFLOW: [u8; 16] = {
    let mut table = [0; 16];
    let mut top = 0;
    while top < 16 {
        let overflow = top ^ (top >> 1) ^ (top >> 3);
        table[top as usize] = overflow ^ (overflow << 1) ^ (overflow << 3) ^ (overflow << 4);
        top += 1;
    }
    table
};

/// Reduces modulo x^127 + x + 1.
///
/// This modulus divides x^128 + x^2 + x, so after [`reduce_lazy`] it only remains to replace x^127
/// by x + 1.
#[inline]
#[must_use]
pub const fn reduce127(a: Wide) -> u128 {
    let lazy = reduce_lazy(a);
    let top = lazy >> 127;
    (lazy & (u128::MAX >> 1)) ^ top ^ (top << 1)
}

/// Reduces any polynomial of degree below 256 modulo x^128 + x^2 + x = x (x^127 + x + 1).
///
/// The two shifts of the CLHASH paper (its equation 8) need `hi` below 2^126. This function also
/// folds the two bits that overflow.
#[inline]
#[must_use]
pub const fn reduce_lazy(a: Wide) -> u128 {
    let h = a.hi ^ (a.hi >> 126) ^ (a.hi >> 127);
    a.lo ^ (h << 1) ^ (h << 2)
}

/// Reduces modulo x^128 + x^7 + x^2 + x + 1, where bit i is the coefficient of x^i.
#[inline]
#[must_use]
pub const fn reduce128(a: Wide) -> u128 {
    let h = a.hi ^ (a.hi >> 121) ^ (a.hi >> 126) ^ (a.hi >> 127);
    a.lo ^ h ^ (h << 1) ^ (h << 2) ^ (h << 7)
}

/// Multiplies a polynomial of degree below 256 by x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1.
/// After a product, this is the `dot` of POLYVAL (RFC 8452, section 3).
///
/// This is Montgomery's reduction. It removes the low end, and may add any multiple of the modulus
/// p = 1 + c x^64 + x^128, c = x^57 + x^62 + x^63. With v the lowest word, adding v p clears that
/// word, so that x^64 can be divided out; v is added to the second word above it, and v c to the
/// two words between. Done twice, this gives, for both halves of `lo`,
///
/// a x^-128 = hi + f(f(lo)), f(v + w x^64) = w + v x^64 + v c,
///
/// and what is carried into `hi` has degree below 128 each time, so nothing overflows.
#[inline]
#[must_use]
pub const fn reduce_polyval(a: Wide) -> u128 {
    const fn fold(a: u128) -> u128 {
        let v = a as u64 as u128;
        a.rotate_left(64) ^ (v << 57) ^ (v << 62) ^ (v << 63)
    }
    a.hi ^ fold(fold(a.lo))
}

/// The constant c = x^63 + x^62 + x^57 of [`reduce_polyval`].
pub(super) const POLYVAL_FOLD: u64 = 0xc200_0000_0000_0000;

/// Computes a·x modulo x^128 + x^127 + x^126 + x^121 + 1: `mulX_POLYVAL` of RFC 8452, appendix A.
#[inline]
#[must_use]
pub const fn mul_x_polyval(a: u128) -> u128 {
    let overflow = (a >> 127).wrapping_neg();
    (a << 1) ^ (overflow & (1 | 1 << 121 | 1 << 126 | 1 << 127))
}

#[inline]
const fn halves(a: u128) -> [u64; 2] {
    [a as u64, (a >> 64) as u64]
}

/// Moves bit i to bit 2i.
#[inline]
const fn spread(a: u32) -> u64 {
    let mut x = a as u64;
    x = (x | (x << 16)) & 0x0000_ffff_0000_ffff;
    x = (x | (x << 8)) & 0x00ff_00ff_00ff_00ff;
    x = (x | (x << 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | (x << 2)) & 0x3333_3333_3333_3333;
    (x | (x << 1)) & 0x5555_5555_5555_5555
}

/// Moves bit 2i to bit i and drops the other bits.
#[inline]
const fn gather(a: u64) -> u32 {
    let mut x = a & 0x5555_5555_5555_5555;
    x = (x | (x >> 1)) & 0x3333_3333_3333_3333;
    x = (x | (x >> 2)) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | (x >> 4)) & 0x00ff_00ff_00ff_00ff;
    x = (x | (x >> 8)) & 0x0000_ffff_0000_ffff;
    (x | (x >> 16)) as u32
}

/// Computes [`clmul64`] on CPUs that multiply 64 by 64 bits.
///
/// A class has 16 bits, and only one digit can count to 16: the one where the first bit of one
/// class meets the last bit of the other, and so on. Without the top four bits of `a` a class has
/// 15 bits, so those four bits are multiplied separately, by masked shifts.
#[cfg(any(test, target_pointer_width = "64"))]
#[inline]
const fn clmul64_by_wide_products(a: u64, b: u64) -> u128 {
    const EVERY_4TH: u64 = 0x1111_1111_1111_1111;
    const EVERY_4TH_WIDE: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;

    let kept = a & (u64::MAX >> 4);
    let a0 = (kept & EVERY_4TH) as u128;
    let a1 = (kept & (EVERY_4TH << 1)) as u128;
    let a2 = (kept & (EVERY_4TH << 2)) as u128;
    let a3 = (kept & (EVERY_4TH << 3)) as u128;
    let b0 = (b & EVERY_4TH) as u128;
    let b1 = (b & (EVERY_4TH << 1)) as u128;
    let b2 = (b & (EVERY_4TH << 2)) as u128;
    let b3 = (b & (EVERY_4TH << 3)) as u128;

    let c0 = (a0 * b0) ^ (a1 * b3) ^ (a2 * b2) ^ (a3 * b1);
    let c1 = (a0 * b1) ^ (a1 * b0) ^ (a2 * b3) ^ (a3 * b2);
    let c2 = (a0 * b2) ^ (a1 * b1) ^ (a2 * b0) ^ (a3 * b3);
    let c3 = (a0 * b3) ^ (a1 * b2) ^ (a2 * b1) ^ (a3 * b0);
    let product = (c0 & EVERY_4TH_WIDE)
        | (c1 & (EVERY_4TH_WIDE << 1))
        | (c2 & (EVERY_4TH_WIDE << 2))
        | (c3 & (EVERY_4TH_WIDE << 3));

    let t0 = (b & ((a >> 60) & 1).wrapping_neg()) as u128;
    let t1 = (b & ((a >> 61) & 1).wrapping_neg()) as u128;
    let t2 = (b & ((a >> 62) & 1).wrapping_neg()) as u128;
    let t3 = (b & (a >> 63).wrapping_neg()) as u128;
    product ^ ((t0 ^ (t1 << 1) ^ (t2 << 2) ^ (t3 << 3)) << 60)
}

/// Computes [`clmul64`] on CPUs that multiply 32 by 32 bits, with three products of halves
/// (Karatsuba).
///
/// Four products of halves take longer, and so do wide products.
#[cfg(any(test, not(target_pointer_width = "64")))]
#[inline]
const fn clmul64_by_narrow_products(a: u64, b: u64) -> u128 {
    let (a0, a1) = (a as u32, (a >> 32) as u32);
    let (b0, b1) = (b as u32, (b >> 32) as u32);
    let low = clmul32(a0, b0);
    let high = clmul32(a1, b1);
    let middle = clmul32(a0 ^ a1, b0 ^ b1) ^ low ^ high;
    (((high ^ (middle >> 32)) as u128) << 64) | (low ^ (middle << 32)) as u128
}

/// Multiplies two polynomials of degree below 32. A class has 8 bits, so no count reaches 16.
#[cfg(any(test, not(target_pointer_width = "64")))]
#[inline]
const fn clmul32(a: u32, b: u32) -> u64 {
    const EVERY_4TH: u32 = 0x1111_1111;
    const EVERY_4TH_WIDE: u64 = 0x1111_1111_1111_1111;

    let a0 = (a & EVERY_4TH) as u64;
    let a1 = (a & (EVERY_4TH << 1)) as u64;
    let a2 = (a & (EVERY_4TH << 2)) as u64;
    let a3 = (a & (EVERY_4TH << 3)) as u64;
    let b0 = (b & EVERY_4TH) as u64;
    let b1 = (b & (EVERY_4TH << 1)) as u64;
    let b2 = (b & (EVERY_4TH << 2)) as u64;
    let b3 = (b & (EVERY_4TH << 3)) as u64;

    let c0 = (a0 * b0) ^ (a1 * b3) ^ (a2 * b2) ^ (a3 * b1);
    let c1 = (a0 * b1) ^ (a1 * b0) ^ (a2 * b3) ^ (a3 * b2);
    let c2 = (a0 * b2) ^ (a1 * b1) ^ (a2 * b0) ^ (a3 * b3);
    let c3 = (a0 * b3) ^ (a1 * b2) ^ (a2 * b1) ^ (a3 * b0);
    (c0 & EVERY_4TH_WIDE)
        | (c1 & (EVERY_4TH_WIDE << 1))
        | (c2 & (EVERY_4TH_WIDE << 2))
        | (c3 & (EVERY_4TH_WIDE << 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Clmul = fn(u64, u64) -> u128;

    /// Checks the definitions: x^128 times the result is congruent to the operand, and x times a is
    /// right.
    #[test]
    fn montgomery() {
        const MODULUS: reference::gf2::Wide = (1, 1 | 1 << 121 | 1 << 126 | 1 << 127);
        for bit in 0..256 {
            let a = if bit < 128 {
                Wide { hi: 0, lo: 1 << bit }
            } else {
                Wide { hi: 1 << (bit - 128), lo: 0 }
            };
            let reduced = reduce_polyval(a);
            let back = reference::gf2::rem((reduced, 0), MODULUS).1;
            assert_eq!(back, reference::gf2::rem((a.hi, a.lo), MODULUS).1, "x^{bit}");
            if bit < 128 {
                let expected = reference::gf2::mul_mod(2, a.lo, MODULUS);
                assert_eq!(mul_x_polyval(a.lo), expected, "x^{bit}");
            }
        }
    }

    /// Tests both implementations, whichever of them [`clmul64`] uses here: on every pair of bits,
    /// which is a complete check (see `tests/bilinear.rs`), and on the operands with the most ones,
    /// where the counts are highest.
    #[test]
    fn both_products() {
        for clmul in [clmul64_by_wide_products as Clmul, clmul64_by_narrow_products] {
            for i in 0..64 {
                for j in 0..64 {
                    assert_eq!(clmul(1 << i, 1 << j), 1 << (i + j), "x^{i} x^{j}");
                }
            }
            for i in 0..64 {
                for j in 0..64 {
                    let (a, b) = (u64::MAX >> i, u64::MAX << j);
                    assert_eq!(clmul(a, b), reference::gf2::mul(a.into(), b.into()).1, "{i} {j}");
                }
            }
        }
    }
}
