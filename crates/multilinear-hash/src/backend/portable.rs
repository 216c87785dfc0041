//! Kernels on integers only, in constant time where integer multiplication is.

use super::{Block, bias, cut};

/// See [`super::takes_tails`].
pub(crate) const fn takes_tails() -> bool {
    false
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

pub(super) fn dot32x2(key: &[&[[u32; 16]]; 3], message: &[u8]) -> [u64; 2] {
    let ([x, next, _], _, _) = cut(key, message);
    [dot32(x, message), dot32(next, message)]
}

pub(super) fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4] {
    let (key, blocks, _) = cut(key, message);
    let (words, _) = blocks.as_flattened().as_chunks();
    key.map(|row| {
        let (mut products, mut ms) = (0_i32, 0_i32);
        for (m, x) in words.iter().zip(row.as_flattened()) {
            let m = i32::from(bias(u16::from_be_bytes(*m)).cast_signed());
            products = products.wrapping_add(m * i32::from(x.cast_signed()));
            ms = ms.wrapping_add(m);
        }
        products.cast_unsigned().wrapping_add(ms.cast_unsigned() << 15)
    })
}
