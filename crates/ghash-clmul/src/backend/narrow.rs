//! The kernels on registers of one element: eight blocks at once. `v` is any register, which proves
//! that the CPU has the instructions.

use super::lanes::{add, factor, product, read, reduce, times};
use super::portable::partial;
use super::{BLOCK_BYTES, Block, POWERS, Powers};
use crate::Standard;
use core::array;
use gf2::backend::polynomials::Polynomial;

#[inline(always)]
pub(super) fn expand<V: Polynomial>(v: V, h: u128) -> Powers {
    let h1 = v.of_u128(h);
    let h2 = times(h1, factor(h1));
    let (h3, h4) = (times(h2, factor(h1)), times(h2, factor(h2)));
    let (h5, h6) = (times(h4, factor(h1)), times(h4, factor(h2)));
    let (h7, h8) = (times(h4, factor(h3)), times(h4, factor(h4)));
    let mut powers = [[0; 2]; POWERS];
    for (words, power) in powers.iter_mut().zip([h8, h7, h6, h5, h4, h3, h2, h1]) {
        power.store_words(array::from_mut(words));
    }
    powers
}

#[inline(always)]
pub(super) fn multiply<V: Polynomial>(v: V, powers: &Powers, a: u128) -> u128 {
    times_last(powers, v.of_u128(a)).to_u128()
}

/// Multiplies by H.
#[inline(always)]
pub(super) fn times_last<V: Polynomial>(powers: &Powers, a: V) -> V {
    a.mul_fixed_polyval(a.load_words(&[powers[POWERS - 1]]).fixed_polyval())
}

#[inline(always)]
pub(super) fn absorb_once<V: Polynomial, S: Standard>(
    v: V,
    h: u128,
    sum: u128,
    bytes: &[u8],
) -> u128 {
    let h = v.of_u128(h).fixed_polyval();
    let mut sum = v.of_u128(sum);
    for chunk in bytes.chunks(BLOCK_BYTES) {
        sum = (sum ^ up_to_block::<V, S>(v, chunk)).mul_fixed_polyval(h);
    }
    sum.to_u128()
}

#[inline(always)]
pub(super) fn absorb<V: Polynomial, S: Standard>(
    v: V,
    powers: &Powers,
    sum: u128,
    bytes: &[u8],
) -> u128 {
    polynomial::<V, S>(powers, v.of_u128(sum), bytes).to_u128()
}

/// Does the work of `absorb` with the sum in a register.
#[inline(always)]
pub(super) fn polynomial<V: Polynomial, S: Standard>(
    powers: &Powers,
    mut sum: V,
    bytes: &[u8],
) -> V {
    let (blocks, rest) = bytes.as_chunks();
    let (eights, blocks) = blocks.as_chunks();
    if !eights.is_empty() {
        sum = eights_of::<V, S>(powers, sum, eights);
    }
    let count = blocks.len() + usize::from(!rest.is_empty());
    let mut sums = [sum.zero(); 3];
    for (block, power) in blocks.iter().zip(&powers[POWERS - count..]) {
        let power = factor(sum.load_words(array::from_ref(power)));
        sums = add(sums, product(sum ^ element::<V, S>(sum, block), power));
        sum = sum.zero();
    }
    if !rest.is_empty() {
        let last = sum ^ sum.of_u128(partial::<S>(rest));
        let h = factor(sum.load_words(array::from_ref(&powers[POWERS - 1])));
        sums = add(sums, product(last, h));
        sum = sum.zero();
    }
    // Without a block nothing has been added, and the sum is unchanged.
    sum ^ reduce(sums)
}

/// Continues the polynomial over groups of eight blocks.
#[inline(always)]
fn eights_of<V: Polynomial, S: Standard>(powers: &Powers, mut sum: V, eights: &[[Block; 8]]) -> V {
    let mut factors = [[sum; 2]; POWERS];
    for (factors, power) in factors.iter_mut().zip(powers) {
        *factors = factor(sum.load_words(array::from_ref(power)));
    }
    for [first, others @ ..] in eights {
        let mut sums = [sum.zero(); 3];
        for (block, power) in others.iter().zip(&factors[1..]) {
            sums = add(sums, product(element::<V, S>(sum, block), *power));
        }
        // The product that waits for the previous group comes last, so that the others run
        // meanwhile.
        sums = add(sums, product(sum ^ element::<V, S>(sum, first), factors[0]));
        sum = reduce(sums);
    }
    sum
}

/// Loads the element of a block.
#[inline(always)]
fn element<V: Polynomial, S: Standard>(v: V, block: &Block) -> V {
    read::<V, S, 1>(v, array::from_ref(block))
}

/// Loads the element of at most 16 bytes, padded with zeros.
#[inline(always)]
fn up_to_block<V: Polynomial, S: Standard>(v: V, bytes: &[u8]) -> V {
    match bytes.try_into() {
        Ok(block) => element::<V, S>(v, block),
        Err(_) => v.of_u128(partial::<S>(bytes)),
    }
}
