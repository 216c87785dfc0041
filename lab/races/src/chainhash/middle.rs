//! ChainHash-128: the definition and the key.
//!
//! The construction of [`narrow`](super::narrow) over GF(2^128) with X^128 = X^7 + X^2 + X + 1, and
//! with words of 128 bits. A region of 4 KiB has 32 rows of eight words, one in each of its eight
//! blocks, and the words of row 2C pair with those of row 2C + 1 under the keys κ_2C and κ_{2C+1}.
//! The key is s, y, c0 … c4, τ, of 16 bytes each; κ_m = s^{m+1}.

use super::field::{FOLD_128, halves, mul_128, split_mix};

/// The blocks of a region.
pub(super) const BLOCKS: usize = 8;

/// The words on which the function is defined.
#[derive(Clone)]
pub(super) struct Words {
    pub(super) kappa: [u128; 32],
    pub(super) y: u128,
    pub(super) c: [u128; 5],
    pub(super) tau: u128,
}

impl Words {
    /// Expands a key.
    pub(super) fn new([s, y, c @ .., tau]: [u128; 8]) -> Self {
        let mut kappa = [s; 32];
        for m in 1..32 {
            kappa[m] = mul_128(kappa[m - 1], s);
        }
        Self { kappa, y, c, tau }
    }

    /// Expands a seed to a key, as the author's tests do.
    pub(super) fn from_seed(seed: u64) -> Self {
        let words: [u64; 16] = split_mix(seed);
        let (words, _) = words.as_chunks();
        Self::new(std::array::from_fn(|i| {
            let [low, high] = words[i];
            u128::from(low) | u128::from(high) << 64
        }))
    }
}

/// The key of the kernels. Numbers of 128 bits are two words, the low one first.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Key {
    /// The keys of pairs of rows.
    pub(super) kappa: [[[u64; 2]; 2]; 16],
    /// y^i, and X^128 y^i, for i from 8 down to 0.
    pub(super) powers: [[[u64; 2]; BLOCKS + 1]; 2],
    /// κ_1 y^i, for i from 7 down to 0, then zeros: the factors of words without partners.
    pub(super) short: [[u64; 2]; 2 * BLOCKS - 1],
    pub(super) c: [[u64; 2]; 5],
    pub(super) tau: [u64; 2],
}

impl Key {
    pub(super) fn new(words: &Words) -> Self {
        let power = |i: usize| (0..i).fold(1, |power, _| mul_128(power, words.y));
        let mut short = [[0; 2]; 2 * BLOCKS - 1];
        for i in 0..BLOCKS {
            short[BLOCKS - 1 - i] = halves(mul_128(words.kappa[1], power(i)));
        }
        let (pairs, _) = words.kappa.as_chunks();
        Self {
            kappa: std::array::from_fn(|i| {
                let [first, second] = pairs[i];
                [halves(first), halves(second)]
            }),
            powers: [1, FOLD_128]
                .map(|factor| std::array::from_fn(|i| halves(mul_128(power(BLOCKS - i), factor)))),
            short,
            c: words.c.map(halves),
            tau: halves(words.tau),
        }
    }
}
