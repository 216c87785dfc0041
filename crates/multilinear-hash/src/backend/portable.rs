//! Kernels on integers only, in constant time where integer multiplication is.

use super::{Block, cut};
use crate::tmmh;

/// Reads a block as words of 32 bits.
#[inline(always)]
fn words32(block: &Block) -> [u32; 16] {
    let (words, _) = block.as_chunks();
    core::array::from_fn(|i| u32::from_le_bytes(words[i]))
}

/// Computes the sum of products modulo 2^64 in a loop that compilers vectorise.
fn products32(key: &[[u32; 16]], message: &[Block]) -> u64 {
    let (words, _) = message.as_flattened().as_chunks();
    let mut sum = 0_u64;
    for (m, x) in words.iter().zip(key.as_flattened()) {
        sum = sum.wrapping_add(u64::from(u32::from_le_bytes(*m)) * u64::from(*x));
    }
    sum
}

/// Computes the sum over a tail, whose last word is padded with zeros, for kernels that cannot load
/// a part of a register. A padded block would be loaded right after the stores that make it, and
/// that store-to-load forwarding stall takes longer than a few words do.
pub(super) fn tail32(key: Option<&[u32; 16]>, tail: &[u8]) -> u64 {
    let (words, last) = tail.as_chunks();
    let last = last.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let words = words.iter().map(|word| u32::from_le_bytes(*word)).chain([last]);
    words
        .zip(key.into_iter().flatten())
        .fold(0, |sum, (m, x)| sum.wrapping_add(u64::from(m) * u64::from(*x)))
}

pub(super) fn dot32(key: &[[u32; 16]], message: &[u8]) -> u64 {
    let ([key], blocks, tail) = cut(&[key], message);
    products32(key, blocks).wrapping_add(tail32(key.get(blocks.len()), tail))
}

pub(super) fn dot32_exact(key: &[[u32; 16]], message: &[Block]) -> u128 {
    // The halves of the products are summed separately, so that 2^32 blocks do not overflow them.
    let (mut low, mut high) = ([0_u64; 16], [0_u64; 16]);
    for (x, block) in key.iter().zip(message) {
        for (i, m) in words32(block).into_iter().enumerate() {
            let product = u64::from(m) * u64::from(x[i]);
            low[i] += product & 0xffff_ffff;
            high[i] += product >> 32;
        }
    }
    sum(&low) + (sum(&high) << 32)
}

/// Adds up all words.
#[inline]
pub(super) fn sum(words: &[u64]) -> u128 {
    words.iter().map(|w| u128::from(*w)).sum()
}

pub(super) fn dot32x2<const COPIES: bool>(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2] {
    let ([x, next, _], _, _) = cut(key, message);
    [dot32(x, message), dot32(next, message)]
}

pub(super) fn dot16<const T: usize, const PLAIN: bool>(
    key: &[&[[u16; 32]]; T],
    message: &[u8],
) -> ([u32; T], u32) {
    let (key, blocks, _) = cut(key, message);
    let (words, _) = blocks.as_flattened().as_chunks();
    let (mut sums, mut of_key) = ([0; T], 0);
    let flip = if PLAIN { tmmh::bias(0) } else { 0 };
    for (j, total) in sums.iter_mut().enumerate() {
        let pairs = words.iter().zip(key[j].as_flattened());
        let (mut products, mut ms, mut xs) = (0_i32, 0_i32, 0_i32);
        for (m, x) in pairs {
            let m = i32::from(tmmh::bias(u16::from_be_bytes(*m)).cast_signed());
            let x = i32::from((x ^ flip).cast_signed());
            products = products.wrapping_add(m * x);
            ms = ms.wrapping_add(m);
            xs = xs.wrapping_add(x);
        }
        *total = products.cast_unsigned().wrapping_add(ms.cast_unsigned() << 15);
        if PLAIN && j == 0 {
            of_key = xs.cast_unsigned();
        }
    }
    (sums, of_key)
}
