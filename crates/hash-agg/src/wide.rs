//! A stand-in for `clhash::wide`.

use gf2::Backend;
use gf2::backend::portable::{clmul64, clmul128, reduce128};

/// The key of hash128.
#[derive(Clone)]
pub(crate) struct Key128 {
    words: [u64; Self::WORDS],
}

impl Key128 {
    pub(crate) const WORDS: usize = 300;

    pub(crate) const fn from_words(words: [u64; Self::WORDS]) -> Self {
        Self { words }
    }

    fn element(&self, i: usize) -> u128 {
        u128::from(self.words[2 * i]) | u128::from(self.words[2 * i + 1]) << 64
    }
}

/// (a, b) of the columns, as polynomials.
const COLUMNS: [(u64, u64); 9] =
    [(1, 0), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (0, 1)];

/// P1 and P2 of each message.
pub(crate) fn parts_each<'m>(
    _backend: Backend,
    key: &Key128,
    messages: impl Iterator<Item = &'m [u8]>,
    out: &mut [[u128; 2]],
) {
    for (message, out) in messages.zip(out) {
        *out = parts(key, message);
    }
}

fn parts(key: &Key128, message: &[u8]) -> [u128; 2] {
    let (r1, r2) = (key.element(4), key.element(5));
    message.chunks(2048).fold([0, 0], |[p1, p2], block| {
        let [o1, o2] = block_sums(key, block);
        let mul = |a, b| reduce128(clmul128(a, b));
        [mul(p1, r1) ^ o1, mul(p2, r2) ^ o2]
    })
}

fn block_sums(key: &Key128, block: &[u8]) -> [u128; 2] {
    let mut sums = [0; 9];
    for (g, group) in block.chunks(512).enumerate() {
        let mut parity = [None; 4];
        let mut product = |s: usize, l: usize, unit: u128| {
            let u = unit ^ key.element(6 + 36 * g + 4 * s + l);
            #[expect(clippy::cast_possible_truncation, reason = "halves")]
            let product = clmul64(u as u64, (u >> 64) as u64);
            sums[s] ^= product;
        };
        for (i, unit) in group.chunks(16).enumerate() {
            let mut bytes = [0; 16];
            bytes[..unit.len()].copy_from_slice(unit);
            let unit = u128::from_le_bytes(bytes);
            product(i / 4, i % 4, unit);
            parity[i % 4] = Some(parity[i % 4].unwrap_or(0) ^ unit);
        }
        for (l, unit) in parity.into_iter().enumerate() {
            if let Some(unit) = unit {
                product(8, l, unit);
            }
        }
    }
    let mut out = [0; 2];
    for (sum, (a, b)) in sums.into_iter().zip(COLUMNS) {
        out[0] ^= times_small(sum, a);
        out[1] ^= times_small(sum, b);
    }
    out
}

/// A product with a polynomial of degree 1.
const fn times_small(a: u128, by: u64) -> u128 {
    (if by & 1 == 1 { a } else { 0 }) ^ (if by & 2 == 2 { a << 1 } else { 0 })
}
