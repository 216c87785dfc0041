//! Products of many elements, and polynomials over them. `v` is any register, which proves that the
//! CPU has the instructions.

use crate::fingerprint::Fingerprint;
use gf2::backend::polynomials::{Polynomial, Polynomials};

/// The number of independent chains of products, because a product waits for the one before it.
const CHAINS: usize = 4;

#[inline(always)]
pub(super) fn product<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    z: u128,
    rows: &[u128],
) -> u128 {
    let one = v.sum_lanes();
    let zs = v.broadcast(one.of_u128(z));
    let mut chains = [v.broadcast(one.of_u128(1)); CHAINS];
    let (registers, rest) = rows.as_chunks();
    let (blocks, registers) = registers.as_chunks::<CHAINS>();
    for block in blocks {
        for (chain, rows) in chains.iter_mut().zip(block) {
            *chain = mul(*chain, v.load_doubles(rows) ^ zs);
        }
    }
    for (chain, rows) in chains.iter_mut().zip(registers) {
        *chain = mul(*chain, v.load_doubles(rows) ^ zs);
    }
    let mut product = 1;
    for row in rest {
        product = mul_integers(one, product, row ^ z);
    }
    if rows.len() < LANES {
        return product;
    }
    let [a, b, c, d] = chains;
    let mut lanes = [0; LANES];
    mul(mul(a, b), mul(c, d)).store_doubles(&mut lanes);
    for lane in lanes {
        product = mul_integers(one, product, lane);
    }
    product
}

#[inline(always)]
pub(super) fn multiply_groups<V: Polynomial>(
    v: V,
    z: u128,
    fingerprints: &mut [Fingerprint],
    rows: &[u128],
    groups: &[usize],
) {
    for (row, group) in rows.iter().zip(groups) {
        let fingerprint = &mut fingerprints[*group];
        fingerprint.add_one(mul_integers(v, fingerprint.value(), z ^ row));
    }
}

/// Evaluates the polynomial in `CHAINS * LANES` lanes. Each takes every so many rows, in Horner's
/// rule with y to that power; at the end the lanes are the rows of a last, short polynomial in y.
#[inline(always)]
pub(super) fn horner<V: Polynomials<LANES>, const LANES: usize>(
    v: V,
    y: u128,
    rows: &[u128],
) -> u128 {
    let (one, block) = (v.sum_lanes(), CHAINS * LANES);
    // The rows that fill no block go first. Their sum is what the last lane continues.
    let (first, blocks) = rows.split_at(rows.len() % block);
    let first = horner_one_by_one(one, y, first);
    if blocks.is_empty() {
        return first;
    }
    let mut power = y;
    for _ in 0..block.ilog2() {
        power = mul_integers(one, power, power);
    }
    let power = v.broadcast(one.of_u128(power));
    let mut lanes = [[0; LANES]; CHAINS];
    lanes[CHAINS - 1][LANES - 1] = first;
    let mut chains = [v.zero(); CHAINS];
    for (chain, lanes) in chains.iter_mut().zip(&lanes) {
        *chain = v.load_doubles(lanes);
    }
    for block in blocks.as_chunks::<LANES>().0.as_chunks::<CHAINS>().0 {
        for (chain, rows) in chains.iter_mut().zip(block) {
            *chain = mul(*chain, power) ^ v.load_doubles(rows);
        }
    }
    for (chain, lanes) in chains.iter().zip(&mut lanes) {
        chain.store_doubles(lanes);
    }
    horner_one_by_one(one, y, lanes.as_flattened())
}

#[inline(always)]
fn horner_one_by_one<V: Polynomial>(v: V, y: u128, rows: &[u128]) -> u128 {
    let mut sum = 0;
    for row in rows {
        sum = mul_integers(v, sum, y) ^ row;
    }
    sum
}

/// Multiplies in the field, in each lane.
///
/// Let f = x^7 + x^2 + x, so that x^128 = f + 1 and x^192 = f · x^64 + x^64. The upper half h of
/// `high` therefore adds h · f to `middle` and h to the upper half of the result. The upper half of
/// `middle` then counts as the lower half of `high` does. Both are in their places in the sum of
/// `high` and the exchanged halves of `middle`, whose lower half remains to be multiplied by x^128.
/// This takes less time than [`reduce128`](Polynomials::reduce128), whose shifts compete with
/// products.
#[inline(always)]
fn mul<V: Polynomials<LANES>, const LANES: usize>(a: V, b: V) -> V {
    let f = a.splat(0x86);
    let (low, middle, high) = (a.mul_low(b), a.mul_cross(b), a.mul_high(b));
    let high = high ^ (middle ^ high.mul_high_low(f)).swap_halves();
    low ^ high ^ high.mul_low(f)
}

/// Multiplies elements that are integers.
#[inline(always)]
fn mul_integers<V: Polynomial>(v: V, a: u128, b: u128) -> u128 {
    mul(v.of_u128(a), v.of_u128(b)).to_u128()
}
