//! Products in every lane of a register, for all widths. `v` is any register, which
//! proves that the CPU has the instructions.

use super::Block;
use crate::Standard;
use gf2::backend::polynomials::Polynomials;

/// The factors of the products in each lane, and the sums of their halves.
pub(super) type Factor<V> = [V; 2];

/// Loads the elements of a block for each lane.
#[inline(always)]
pub(super) fn read<V, S: Standard, const LANES: usize>(v: V, chunk: &[Block; LANES]) -> V
where
    V: Polynomials<LANES>,
{
    let bytes = v.load(chunk);
    if S::REVERSED { bytes.reverse_bytes() } else { bytes }
}

/// Prepares a factor of products: the elements and the sums of their halves.
#[inline(always)]
pub(super) fn factor<V: Polynomials<LANES>, const LANES: usize>(a: V) -> Factor<V> {
    [a, add_halves(a)]
}

/// Computes the product of two elements in each lane.
#[inline(always)]
pub(super) fn times<V: Polynomials<LANES>, const LANES: usize>(a: V, b: Factor<V>) -> V {
    reduce(product(a, b))
}

/// Computes a product before its reduction, hi·x^128 + middle·x^64 + lo. The middle part still
/// includes hi + lo, which `reduce` removes from the sum of many products at once.
#[inline(always)]
pub(super) fn product<V, const LANES: usize>(a: V, [b, halves]: Factor<V>) -> [V; 3]
where
    V: Polynomials<LANES>,
{
    [a.mul_high(b), add_halves(a).mul_low(halves), a.mul_low(b)]
}

/// Adds two products.
#[inline(always)]
pub(super) fn add<V, const LANES: usize>([a0, a1, a2]: [V; 3], [b0, b1, b2]: [V; 3]) -> [V; 3]
where
    V: Polynomials<LANES>,
{
    [a0 ^ b0, a1 ^ b1, a2 ^ b2]
}

/// Reduces sums of products to elements. The middle part is not needed before the low part is half
/// reduced, so Karatsuba's extra additions cost no time.
#[inline(always)]
pub(super) fn reduce<V: Polynomials<LANES>, const LANES: usize>([hi, middle, lo]: [V; 3]) -> V {
    hi.reduce_polyval(middle ^ (hi ^ lo), lo)
}

/// Adds the halves and returns the sum in both.
#[inline(always)]
fn add_halves<V: Polynomials<LANES>, const LANES: usize>(a: V) -> V {
    a ^ a.swap_halves()
}
