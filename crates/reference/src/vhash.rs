//! VHASH, as published by Dai and Krovetz and as computed by their library.

/// The prime 2^127 - 1.
const P127: u128 = (1 << 127) - 1;
/// The prime 2^64 - 257.
const P64: u128 = (1 << 64) - 257;
/// The divisor 2^64 - 2^32 of the last step.
const D: u128 = (1 << 64) - (1 << 32);
/// The mask of the used bits in a word of the polynomial's key.
const POLY_MASK: u64 = 0x1fff_ffff_1fff_ffff;

/// The words of a key: 16 + 2 + 2 for 64 bits, 18 + 4 + 4 for 128.
#[derive(Debug)]
pub struct Key {
    /// The words for the blocks.
    pub nh: Vec<u64>,
    /// The words for the polynomial, in pairs, the higher word first.
    pub poly: Vec<u64>,
    /// The words for the last step, in pairs.
    pub last: Vec<u64>,
}

impl Key {
    /// Makes a key from 160 or 208 bytes, as little-endian words.
    ///
    /// # Panics
    /// Panics if there is any other number of bytes.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let iterations = match bytes.len() {
            160 => 1,
            208 => 2,
            other => panic!("key has {other} bytes, VHASH needs 160 or 208"),
        };
        let words = words(bytes);
        let (nh, rest) = words.split_at(14 + 2 * iterations);
        let (poly, last) = rest.split_at(2 * iterations);
        Self { nh: nh.to_vec(), poly: poly.to_vec(), last: last.to_vec() }
    }
}

/// Reads bytes, zero-padded to pairs of words, as little-endian words.
fn words(bytes: &[u8]) -> Vec<u64> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(16), 0);
    padded.chunks(8).map(|w| u64::from_le_bytes(w.try_into().expect("eight bytes"))).collect()
}

/// Computes NH of a message, modulo 2^128.
#[must_use]
pub fn nh(key: &[u64], message: &[u8]) -> u128 {
    let words = words(message);
    let mut sum = 0_u128;
    for i in (0..words.len()).step_by(2) {
        let a = words[i].wrapping_add(key[i]);
        let b = words[i + 1].wrapping_add(key[i + 1]);
        sum = sum.wrapping_add(u128::from(a) * u128::from(b));
    }
    sum
}

/// Computes a + b modulo 2^127 - 1.
fn add(a: u128, b: u128) -> u128 {
    (a % P127 + b % P127) % P127
}

/// Computes y k + m modulo 2^127 - 1; the product is computed by doubling and adding.
#[must_use]
pub fn step(y: u128, k: u128, m: u128) -> u128 {
    let mut product = 0;
    for bit in (0..128).rev() {
        product = add(product, product);
        if k >> bit & 1 == 1 {
            product = add(product, y);
        }
    }
    add(product, m)
}

/// Computes the hash from the value of the polynomial and the number of bits in the last, partial
/// block.
#[must_use]
pub fn last(y: u128, key: [u64; 2], bits: u128) -> u64 {
    let y = add(y, bits << 64);
    let (u, v) = (y / D, y % D);
    let [a, b] = [(u + u128::from(key[0])) % P64, (v + u128::from(key[1])) % P64];
    (a * b % P64) as u64
}

/// Computes one iteration, with the keys from word 2t on.
fn iteration(key: &Key, t: usize, message: &[u8]) -> u64 {
    let pair = |words: &[u64]| [words[2 * t], words[2 * t + 1]];
    let [high, low] = pair(&key.poly).map(|word| u128::from(word & POLY_MASK));
    let k = high << 64 | low;
    let mut blocks: Vec<&[u8]> = message.chunks(128).collect();
    if blocks.is_empty() {
        blocks.push(&[]);
    }
    let mut y = 1;
    for block in blocks {
        y = step(y, k, nh(&key.nh[2 * t..], block) % (1 << 126));
    }
    last(y, pair(&key.last), 8 * (message.len() % 128) as u128)
}

/// Computes VHASH-64 of a message.
#[must_use]
pub fn hash64(key: &Key, message: &[u8]) -> u64 {
    iteration(key, 0, message)
}

/// Computes VHASH-128 of a message.
#[must_use]
pub fn hash128(key: &Key, message: &[u8]) -> [u64; 2] {
    [0, 1].map(|t| iteration(key, t, message))
}
