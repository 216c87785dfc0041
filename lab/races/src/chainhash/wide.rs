//! ChainHash-128 v2: the definition and the key.
//!
//! F is GF(2^64) as in [`narrow`](super::narrow), and K is GF(2^128) with
//! X^128 = X^7 + X^2 + X + 1. A is F\[T\] modulo T^8 + 0x17d T^4 + 0x60c T^2 + 0x770 T + 0xee0, and
//! E(P) are the values of P at the elements 0 … 7 of F. The masks of pair-vector m are
//! μ_m = E(s^{2m+1}) and ν_m = E(s^{2m+2}).
//!
//! A region of 16 KiB has 128 rows of eight lanes. Row 8m + i has role i in pair-vector m, and
//! block j has lane j of all rows. With the halves x and w of a lane, u_i = x + μ_{m,i} and v_i =
//! w + ν_{m,i}, the value of a block is Q0 + X^64 Q1, the sums over its pair-vectors of
//!
//! ```text
//! Q0: Σ u_i v_i          Q1: Σ i u_i v_i + X (Σ u_i) (Σ v_i)          in F
//! ```
//!
//! In a partial region, a block has the pair-vectors in whose row 0 it has a byte, and there are as
//! many blocks as row 0 has lanes with a byte. The empty message has one block, of value 0. A
//! region of the blocks a_1 … a_q has the value c, the sum of (a_i + y^{2i-1}) (a_{h+i} + y^{2i})
//! for i up to q/2, with h = ⌈q/2⌉, plus a_h if q is odd. With the values c_1 … c_r of all regions,
//! and the length ℓ in bytes,
//!
//! ```text
//! V = ℓ z^r + c_1 z^{r-1} + … + c_r        v = V + τ modulo 2^128
//! hash = (v + c2) ((v² + c0) (v² + v + c1) + c3) + c4          in K
//! ```
//!
//! The key is s of 64 bytes, and y, c0 … c4, τ, z of 16 bytes each.

use super::field::{FOLD_128, halves, mul_64, mul_128, split_mix, word};

/// The blocks of a region.
pub(super) const BLOCKS: usize = 8;
/// The pair-vectors of a region.
const PAIR_VECTORS: usize = 16;

/// The words on which the function is defined.
#[derive(Clone)]
pub(super) struct Words {
    /// μ and ν, by row.
    pub(super) masks: [[u64; 2]; 8 * PAIR_VECTORS],
    pub(super) y: u128,
    pub(super) c: [u128; 5],
    pub(super) tau: u128,
    pub(super) z: u128,
}

impl Words {
    /// Expands a key.
    pub(super) fn new(key: &[u8; 192]) -> Self {
        let s: [u64; 8] = std::array::from_fn(|i| word(key, 8 * i));
        let mut masks = [[0; 2]; 8 * PAIR_VECTORS];
        let mut power = s;
        for exponent in 0..2 * PAIR_VECTORS {
            for role in 0..8 {
                let value = power.iter().rev().fold(0, |sum, c| mul_64(sum, role as u64) ^ c);
                masks[exponent / 2 * 8 + role][exponent % 2] = value;
            }
            power = mul_a(&power, &s);
        }
        let long = |i: usize| u128::from(word(key, i)) | u128::from(word(key, i + 8)) << 64;
        let c = [80, 96, 112, 128, 144].map(long);
        Self { masks, y: long(64), c, tau: long(160), z: long(176) }
    }

    /// Expands a seed to a key, as the author's tests do.
    pub(super) fn from_seed(seed: u64) -> Self {
        let words: [u64; 24] = split_mix(seed);
        let bytes = words.map(u64::to_le_bytes);
        Self::new(bytes.as_flattened().try_into().expect("192 bytes"))
    }
}

/// Returns the product in A.
fn mul_a(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
    let mut product = [0; 15];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            product[i + j] ^= mul_64(*a, *b);
        }
    }
    for i in (8..15).rev() {
        for (below, c) in [(4, 0x17d), (6, 0x60c), (7, 0x770), (8, 0xee0)] {
            product[i - below] ^= mul_64(product[i], c);
        }
    }
    *product.first_chunk().expect("15 words")
}

/// Returns Q0 and Q1 of a pair-vector with these u and v.
pub(super) fn pair_vector(words: &[[u64; 2]]) -> u128 {
    let (mut q0, mut q1, mut sums) = (0, 0, [0; 2]);
    for (role, [u, v]) in (0..).zip(words) {
        let product = mul_64(*u, *v);
        q0 ^= product;
        q1 ^= mul_64(role, product);
        sums = [sums[0] ^ u, sums[1] ^ v];
    }
    q1 ^= mul_64(2, mul_64(sums[0], sums[1]));
    u128::from(q0) | u128::from(q1) << 64
}

/// The key of the kernels. Numbers of 128 bits are two words, the low one first.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Key {
    pub(super) masks: [[u64; 2]; 8 * PAIR_VECTORS],
    /// The sums of the masks of the last rows of a pair-vector, and what these rows add to the
    /// value if they have no bytes, by pair-vector and by the number of rows before them.
    pub(super) missing: [[[[u64; 2]; 2]; 9]; PAIR_VECTORS],
    /// y, y^3, y^5, y^7, and y^2, y^4, y^6, y^8.
    pub(super) y: [[[u64; 2]; 4]; 2],
    /// z and X^128 z.
    pub(super) z: [[u64; 2]; 2],
    pub(super) c: [[u64; 2]; 5],
    pub(super) tau: [u64; 2],
}

impl Key {
    pub(super) fn new(words: &Words) -> Self {
        let power = |i: usize| halves((0..i).fold(1, |power, _| mul_128(power, words.y)));
        let mut missing = [[[[0; 2]; 2]; 9]; PAIR_VECTORS];
        for (missing, masks) in missing.iter_mut().zip(words.masks.chunks(8)) {
            for (rows, missing) in missing.iter_mut().enumerate() {
                let mut last = [[0; 2]; 8];
                last[rows..].copy_from_slice(&masks[rows..]);
                let sum = last.iter().fold([0; 2], |sum, w| [sum[0] ^ w[0], sum[1] ^ w[1]]);
                // The product of the sums is not part of it.
                let parity = u128::from(mul_64(2, mul_64(sum[0], sum[1]))) << 64;
                *missing = [sum, halves(pair_vector(&last) ^ parity)];
            }
        }
        Self {
            masks: words.masks,
            missing,
            y: [[power(1), power(3), power(5), power(7)], [power(2), power(4), power(6), power(8)]],
            z: [halves(words.z), halves(mul_128(words.z, FOLD_128))],
            c: words.c.map(halves),
            tau: halves(words.tau),
        }
    }
}
