//! ChainHash, 64 bits: the definition and the key.
//!
//! The field is GF(2^64) with X^64 = X^4 + X^3 + X + 1. Word i of the message is w_i; bytes past
//! the end are zero. A region of 1 KiB has eight rows of 16 words, and the first eight words of a
//! row pair with the others. Its four blocks are columns: block j has the words 2j and 2j + 1 of
//! each half row, so 16 pairs, and its value is the sum of (w_i + κ_2p)(w_{i+8} + κ_{2p+1}) over
//! the pairs p whose first word has a byte. A partial region has as many blocks as the first half
//! of its first row has lanes with a byte, and the empty message has one block, of value 0. With
//! the values b_1 … b_p of all blocks and the length ℓ in bytes,
//!
//! ```text
//! V = ℓ y^p + b_1 y^{p-1} + … + b_p        v = V + τ modulo 2^64
//! hash = (v + c2) ((v² + c0) (v² + v + c1) + c3) + c4
//! ```
//!
//! The key is s, y, c0 … c4, τ, of 8 bytes each; κ_m = s^{m+1}.

use super::field::{FOLD_64, mul_64, split_mix};

/// The blocks of a region.
pub(super) const BLOCKS: usize = 4;

/// The words on which the function is defined.
#[derive(Clone)]
pub(super) struct Words {
    pub(super) kappa: [u64; 32],
    pub(super) y: u64,
    pub(super) c: [u64; 5],
    pub(super) tau: u64,
}

impl Words {
    /// Expands a key.
    pub(super) fn new([s, y, c @ .., tau]: [u64; 8]) -> Self {
        let mut kappa = [s; 32];
        for m in 1..32 {
            kappa[m] = mul_64(kappa[m - 1], s);
        }
        Self { kappa, y, c, tau }
    }

    /// Expands a seed to a key, as the author's tests do.
    pub(super) fn from_seed(seed: u64) -> Self {
        Self::new(split_mix(seed))
    }
}

/// The key of the kernels.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Key {
    /// The keys of the lanes of each half row.
    pub(super) kappa: [[u64; 2]; 16],
    /// y^i and X^64 y^i, for i from 4 down to 0, then zeros: a sum of products is multiplied by y^i
    /// before it is reduced.
    pub(super) powers: [[u64; 2]; 8],
    /// The keys of the second half of the first row, times y^i for i from 3 down to 0, then zeros:
    /// the factors of a message that has no second words.
    pub(super) short: [[u64; 2]; 7],
    /// c0 … c4, in low halves.
    pub(super) c: [[u64; 2]; 5],
    pub(super) tau: u64,
}

impl Key {
    pub(super) fn new(words: &Words) -> Self {
        let kappa = &words.kappa;
        let power = |i: usize| (0..i).fold(1, |power, _| mul_64(power, words.y));
        let mut key = Self {
            kappa: [[0; 2]; 16],
            powers: [[0; 2]; 8],
            short: [[0; 2]; 7],
            c: words.c.map(|c| [c, 0]),
            tau: words.tau,
        };
        for (i, lane) in key.kappa.iter_mut().enumerate() {
            let first = 4 * (i / 2) + i % 2;
            *lane = [kappa[first], kappa[first + 2]];
        }
        for i in 0..=BLOCKS {
            key.powers[BLOCKS - i] = [power(i), mul_64(power(i), FOLD_64)];
        }
        for i in 0..BLOCKS {
            key.short[BLOCKS - 1 - i] = [kappa[1], kappa[3]].map(|k| mul_64(k, power(i)));
        }
        key
    }
}
