//! Integers only, in constant time where integer multiplication is.

use super::{Block, WINDOW16, WINDOW32};

/// A block as words of 32 bits.
#[inline(always)]
fn words32(block: &Block) -> [u32; 16] {
    let (words, _) = block.as_chunks();
    core::array::from_fn(|i| u32::from_le_bytes(words[i]))
}

/// The sum of products modulo 2^64: a loop that compilers vectorise.
fn products32(key: &[u32], message: &[Block]) -> u64 {
    let (words, _) = message.as_flattened().as_chunks();
    words
        .iter()
        .zip(key)
        .fold(0, |sum, (m, x)| sum.wrapping_add(u64::from(u32::from_le_bytes(*m)) * u64::from(*x)))
}

pub(super) fn dot32(key: &[[u32; 16]], message: &[Block]) -> u64 {
    products32(key.as_flattened(), message)
}

pub(super) fn dot32_exact(key: &[[u32; 16]], message: &[Block]) -> u128 {
    // The halves of the products apart: 2^32 blocks do not overflow them.
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

/// The sum of all.
#[inline]
pub(super) fn sum(words: &[u64]) -> u128 {
    words.iter().map(|w| u128::from(*w)).sum()
}

pub(super) fn dot32x2(key: &[u32], message: &[Block]) -> [u64; 2] {
    let blocks = super::whole_windows(key.len(), 16, WINDOW32);
    let message = &message[..message.len().min(blocks)];
    [products32(key, message), products32(&key[1.min(key.len())..], message)]
}

pub(super) fn dot16<const T: usize, const PLAIN: bool>(key: &[u16], message: &[Block]) -> [u32; T] {
    const BIAS: u16 = 0x8000;
    let blocks = super::whole_windows(key.len(), 32, WINDOW16);
    let (words, _) = message[..message.len().min(blocks)].as_flattened().as_chunks();
    let key_bias = if PLAIN { BIAS } else { 0 };
    core::array::from_fn(|j| {
        let pairs = words.iter().zip(&key[j.min(key.len())..]);
        let sum = pairs.fold([0_i32; 3], |[products, ms, xs], (m, x)| {
            let m = i32::from((u16::from_be_bytes(*m) ^ BIAS).cast_signed());
            let x = i32::from((x ^ key_bias).cast_signed());
            [products.wrapping_add(m * x), ms.wrapping_add(m), xs.wrapping_add(x)]
        });
        let [products, ms, xs] = sum.map(i32::cast_unsigned);
        let xs = if PLAIN { xs } else { 0 };
        products.wrapping_add(ms.wrapping_add(xs) << 15)
    })
}

pub(super) fn signed16<const R: usize>(key: &[[i16; 32]], message: &[Block]) -> [u32; R] {
    let (words, _) = message.as_flattened().as_chunks();
    core::array::from_fn(|j| {
        let pairs = words.iter().zip(key.get(j..).unwrap_or_default().as_flattened());
        let sum = pairs.fold(0_i32, |sum, (m, x)| {
            sum.wrapping_add(i32::from(i16::from_le_bytes(*m)) * i32::from(*x))
        });
        sum.cast_unsigned()
    })
}

pub(super) fn signed8<const R: usize>(key: &[[i8; 64]], message: &[Block]) -> [u32; R] {
    core::array::from_fn(|j| {
        let key = key.get(j..).unwrap_or_default().as_flattened();
        let sum = message
            .as_flattened()
            .iter()
            .zip(key)
            .fold(0_i32, |sum, (m, x)| sum.wrapping_add(i32::from(*m) * i32::from(*x)));
        sum.cast_unsigned()
    })
}
