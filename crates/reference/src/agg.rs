//! Fingerprints of rows and tables, as `hash_agg` describes them.

use crate::clhash::clhash128;
use crate::gf2::{P128, mul_mod};
use crate::seed;

/// The values derived from the 32 bytes of a key.
#[derive(Clone, Debug)]
pub struct Key {
    secret: [u8; 32],
    z: u128,
    r0: u128,
    r1: u128,
    y: u128,
    wide: [u64; clhash128::KEY_WORDS],
}

impl Key {
    /// Derives the values from the secret bytes.
    #[must_use]
    pub fn new(secret: &[u8; 32]) -> Self {
        let stream: Vec<u64> = (0..64).flat_map(|i| block(secret, i)).collect();
        let element = |i: usize| u128::from(stream[i]) | u128::from(stream[i + 1]) << 64;
        Self {
            secret: *secret,
            z: element(0),
            r0: element(2),
            r1: element(4),
            y: element(6),
            wide: std::array::from_fn(|i| stream[8 + i]),
        }
    }

    /// Derives a key from a seed, by the stream of `seed`.
    ///
    /// # Panics
    /// Never: the stream has as many bytes as requested.
    #[must_use]
    pub fn from_seed(number: u64) -> Self {
        Self::new(&seed::bytes("hash-agg", number, 32).try_into().expect("32 bytes"))
    }

    /// Returns the three factors of column c.
    fn column(&self, c: usize) -> [u128; 3] {
        let words = block(&self.secret, 64 + u32::try_from(c).expect("few columns"));
        [0, 2, 4].map(|i| u128::from(words[i]) | u128::from(words[i + 1]) << 64)
    }
}

/// Returns the words of a block of the key stream.
fn block(secret: &[u8; 32], counter: u32) -> Vec<u64> {
    let bytes = seed::block(secret, counter, &[0; 12]);
    bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
}

/// A cell in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A null.
    Null,
    /// The kind, the two elements, and the scale.
    Fixed(u8, [u128; 2], u8),
    /// The kind and the bytes.
    Bytes(u8, Vec<u8>),
}

/// Computes the fingerprint of a row.
#[must_use]
pub fn row(key: &Key, cells: &[Cell]) -> u128 {
    let mul = |a, b| mul_mod(a, b, P128);
    let mut f = key.r0 ^ mul(cells.len() as u128, key.r1);
    for (c, cell) in cells.iter().enumerate() {
        let ([a, b], t) = match cell {
            Cell::Null => ([0; 2], 0),
            Cell::Fixed(kind, ab, scale) => (*ab, u64::from(*kind) << 56 | u64::from(*scale)),
            Cell::Bytes(kind, bytes) => (
                clhash128::polynomials(&key.wide, bytes),
                u64::from(*kind) << 56 | bytes.len() as u64,
            ),
        };
        let [c1, c2, c3] = key.column(c);
        f ^= mul(a, c1) ^ mul(b, c2) ^ mul(t.into(), c3);
    }
    f
}

/// Computes the product over a table's rows.
#[must_use]
pub fn product(key: &Key, rows: &[u128]) -> u128 {
    rows.iter().fold(1, |product, f| mul_mod(product, key.z ^ f, P128))
}

/// Computes the polynomial over a sequence of rows.
#[must_use]
pub fn polynomial(key: &Key, rows: &[u128]) -> u128 {
    rows.iter().fold(0, |sum, f| mul_mod(sum, key.y, P128) ^ f)
}
