//! Kernels for 128-bit registers and PMULL: eight blocks at once.

use super::portable::partial;
use super::{Block, POWERS, Powers};
use core::arch::aarch64::*;
use gf2::backend::aarch64_pmull::*;

#[inline]
#[target_feature(enable = "aes")]
pub(super) fn expand(h: u128) -> Powers {
    let h1 = from_u128(h);
    let h2 = times(h1, h1);
    let (h3, h4) = (times(h2, h1), times(h2, h2));
    let (h5, h6, h7, h8) = (times(h4, h1), times(h4, h2), times(h4, h3), times(h4, h4));
    let mut powers = [[0; 2]; POWERS];
    for (words, power) in powers.iter_mut().zip([h8, h7, h6, h5, h4, h3, h2, h1]) {
        *words = to_words(power);
    }
    powers
}

#[inline]
#[target_feature(enable = "aes")]
pub(super) fn multiply(powers: &Powers, a: u128) -> u128 {
    to_u128(times(from_u128(a), load_words(&powers[POWERS - 1])))
}

#[target_feature(enable = "aes")]
pub(super) fn absorb<const REVERSED: bool>(powers: &Powers, sum: u128, bytes: &[u8]) -> u128 {
    to_u128(polynomial::<REVERSED>(powers, from_u128(sum), bytes))
}

/// Does the work of `absorb` with the sum in a register.
#[inline]
#[target_feature(enable = "aes")]
pub(super) fn polynomial<const REVERSED: bool>(
    powers: &Powers,
    mut sum: uint64x2_t,
    bytes: &[u8],
) -> uint64x2_t {
    let (blocks, rest) = bytes.as_chunks();
    let (eights, blocks) = blocks.as_chunks();
    if !eights.is_empty() {
        sum = eights_of::<REVERSED>(powers, sum, eights);
    }
    let count = blocks.len() + usize::from(!rest.is_empty());
    let mut powers = powers[POWERS - count..].iter();
    let mut sums = [vdupq_n_u64(0); 3];
    for (block, power) in blocks.iter().zip(&mut powers) {
        let power = factor(load_words(power));
        sums = add(sums, product(xor(sum, read::<REVERSED>(block)), power));
        sum = vdupq_n_u64(0);
    }
    if let Some(power) = powers.next() {
        let last = from_u128(partial::<REVERSED>(rest));
        sums = add(sums, product(xor(sum, last), factor(load_words(power))));
        sum = vdupq_n_u64(0);
    }
    // Without a block nothing has been added, and the sum is unchanged.
    xor(sum, reduce(sums))
}

/// Continues the polynomial over groups of eight blocks.
#[inline]
#[target_feature(enable = "aes")]
fn eights_of<const REVERSED: bool>(
    powers: &Powers,
    mut sum: uint64x2_t,
    eights: &[[Block; 8]],
) -> uint64x2_t {
    let mut factors = [[vdupq_n_u64(0); 2]; POWERS];
    for (factors, power) in factors.iter_mut().zip(powers) {
        *factors = factor(load_words(power));
    }
    for [first, others @ ..] in eights {
        let mut sums = [vdupq_n_u64(0); 3];
        for (block, power) in others.iter().zip(&factors[1..]) {
            sums = add(sums, product(read::<REVERSED>(block), *power));
        }
        // The product that waits for the previous group comes last, so that the others run
        // meanwhile.
        sums = add(sums, product(xor(sum, read::<REVERSED>(first)), factors[0]));
        sum = reduce(sums);
    }
    sum
}

/// Loads the element of a block.
#[inline]
#[target_feature(enable = "aes")]
fn read<const REVERSED: bool>(block: &Block) -> uint64x2_t {
    let bytes = load(block);
    if REVERSED { reverse_bytes(bytes) } else { bytes }
}

/// Prepares a factor of products: the element and the sum of its halves.
#[inline]
#[target_feature(enable = "aes")]
fn factor(a: uint64x2_t) -> [uint64x2_t; 2] {
    [a, add_halves(a)]
}

/// Computes the product of two elements.
#[inline]
#[target_feature(enable = "aes")]
fn times(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
    reduce(product(a, factor(b)))
}

/// Computes a product before its reduction, hi·x^128 + middle·x^64 + lo. The middle part still
/// includes hi + lo, which `reduce` removes from the sum of many products at once.
#[inline]
#[target_feature(enable = "aes")]
fn product(a: uint64x2_t, [b, halves]: [uint64x2_t; 2]) -> [uint64x2_t; 3] {
    [mul_high(a, b), mul_low(add_halves(a), halves), mul_low(a, b)]
}

/// Adds two products.
#[inline]
#[target_feature(enable = "aes")]
fn add([a0, a1, a2]: [uint64x2_t; 3], [b0, b1, b2]: [uint64x2_t; 3]) -> [uint64x2_t; 3] {
    [xor(a0, b0), xor(a1, b1), xor(a2, b2)]
}

/// Reduces a sum of products to an element. The middle part is not needed before the low part is
/// half reduced, so Karatsuba's extra additions cost no time.
#[inline]
#[target_feature(enable = "aes")]
fn reduce([hi, middle, lo]: [uint64x2_t; 3]) -> uint64x2_t {
    reduce_polyval(hi, xor(middle, xor(hi, lo)), lo)
}

/// Adds the halves and returns the sum in both.
#[inline]
#[target_feature(enable = "aes")]
fn add_halves(a: uint64x2_t) -> uint64x2_t {
    xor(a, swap_halves(a))
}

/// Converts a register to the words from which `load_words` loads it.
#[inline]
#[target_feature(enable = "aes")]
fn to_words(a: uint64x2_t) -> [u64; 2] {
    let a = to_u128(a).to_le_bytes();
    let (words, _) = a.as_chunks();
    [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])]
}
