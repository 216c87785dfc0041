//! CLHASH, as published by Lemire and Kaser and as computed by their library.

use crate::gf2::{LAZY, P64, mul, mul_mod, rem};

/// The number of words in a key.
pub const KEY_WORDS: usize = 133;
/// The number of words in a block.
const BLOCK_WORDS: usize = 128;

/// Reads the key's words from its 1,064 bytes, each little-endian.
///
/// # Panics
/// Panics if there are not 1,064 bytes.
#[must_use]
pub fn key(bytes: &[u8]) -> [u64; KEY_WORDS] {
    assert_eq!(bytes.len(), 8 * KEY_WORDS);
    std::array::from_fn(|i| {
        u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().expect("eight bytes"))
    })
}

/// Computes the inner product of a block: the XOR of (w[i] + k[i]) (w[i+1] + k[i+1]) over its
/// pairs.
fn clnh(key: &[u64; KEY_WORDS], block: &[u64]) -> u128 {
    let mut sum = 0;
    for i in (0..block.len()).step_by(2) {
        let next = block.get(i + 1).copied().unwrap_or(0);
        sum ^= mul(u128::from(block[i] ^ key[i]), u128::from(next ^ key[i + 1])).1;
    }
    sum
}

/// Computes CLHASH of a message.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "a remainder modulo P64 has 64 bits")]
pub fn hash(key: &[u64; KEY_WORDS], message: &[u8]) -> u64 {
    let words: Vec<u64> = message
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect();
    let length = mul(u128::from(key[132]), message.len() as u128).1;
    let last = if words.len() <= BLOCK_WORDS {
        clnh(key, &words)
    } else {
        let k = (u128::from(key[128]) | (u128::from(key[129]) << 64)) & (u128::MAX >> 2);
        let sum = words
            .chunks(BLOCK_WORDS)
            .fold(0, |acc, block| mul_mod(k, acc, LAZY) ^ clnh(key, block));
        let (low, high) = (sum & u128::from(u64::MAX), sum >> 64);
        mul(low ^ u128::from(key[130]), high ^ u128::from(key[131])).1
    };
    rem((0, last ^ length), P64).1 as u64
}

/// Applies the finaliser of MurmurHash3, a bijection.
#[must_use]
pub fn fmix64(mut h: u64) -> u64 {
    h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}

/// Computes the hash of the published library built with its bit-mixing option: messages of one
/// block are mixed, longer ones are not.
#[must_use]
pub fn hash_bitmix(key: &[u64; KEY_WORDS], message: &[u8]) -> u64 {
    let h = hash(key, message);
    if message.len() <= 8 * BLOCK_WORDS { fmix64(h) } else { h }
}

/// Derives a key like the library: by xorshift128+ from two seeds.
#[must_use]
pub fn xorshift_key(seed1: u64, seed2: u64) -> [u64; KEY_WORDS] {
    let (mut a, mut b) = (seed1, seed2);
    let mut next = || {
        let (mut s1, s0) = (a, b);
        a = s0;
        s1 ^= s1 << 23;
        b = s1 ^ s0 ^ (s1 >> 18) ^ (s0 >> 5);
        b.wrapping_add(s0)
    };
    let mut key = [0; KEY_WORDS];
    for word in &mut key {
        *word = next();
    }
    while key[128] == 0 && key[129] == 1 {
        key[128] = next();
        key[129] = next();
    }
    key
}

/// CLHASH-128, as `clhash::clhash128` describes it.
pub mod clhash128 {
    use crate::gf2::{P128, mul, mul_mod};

    /// The number of words in a key.
    pub const KEY_WORDS: usize = 300;

    /// Computes the two polynomials of a message.
    #[must_use]
    pub fn polynomials(key: &[u64; KEY_WORDS], message: &[u8]) -> [u128; 2] {
        let r = [variable(key, 296), variable(key, 298)];
        message.chunks(2048).fold([0; 2], |sums, block| {
            let values = block_values(key, block);
            [0, 1].map(|i| mul_mod(sums[i], r[i], P128) ^ values[i])
        })
    }

    /// Computes CLHASH-128 of a message.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
    pub fn hash(key: &[u64; KEY_WORDS], message: &[u8]) -> [u64; 2] {
        let [p1, p2] = polynomials(key, message);
        let term = |at, factor| mul_mod(variable(key, at), factor, P128);
        let h = term(288, 1) ^ term(290, p1) ^ term(292, p2) ^ term(294, message.len() as u128);
        [h as u64, (h >> 64) as u64]
    }

    /// Computes the two values of a block.
    fn block_values(key: &[u64; KEY_WORDS], block: &[u8]) -> [u128; 2] {
        let mut a = [0; 9];
        for (g, group) in block.chunks(512).enumerate() {
            for lane in 0..4 {
                let mut parity = None;
                for (row, bytes) in group.chunks(64).enumerate() {
                    let Some(bytes) = bytes.chunks(16).nth(lane) else { continue };
                    let mut unit = [0; 16];
                    unit[..bytes.len()].copy_from_slice(bytes);
                    let unit = u128::from_le_bytes(unit);
                    a[row] ^= product(key, g, row, lane, unit);
                    parity = Some(parity.unwrap_or(0) ^ unit);
                }
                if let Some(unit) = parity {
                    a[8] ^= product(key, g, 8, lane, unit);
                }
            }
        }
        let columns = [(1, 0), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (0, 1)];
        a.iter().zip(columns).fold([0; 2], |[first, second], (a, (c, d))| {
            [first ^ mul(*a, c).1, second ^ mul(*a, d).1]
        })
    }

    fn product(key: &[u64; KEY_WORDS], g: usize, row: usize, lane: usize, unit: u128) -> u128 {
        let at = 2 * (36 * g + 4 * row + lane);
        let low = (unit & u128::from(u64::MAX)) ^ u128::from(key[at]);
        mul(low, (unit >> 64) ^ u128::from(key[at + 1])).1
    }

    fn variable(key: &[u64; KEY_WORDS], at: usize) -> u128 {
        u128::from(key[at]) | u128::from(key[at + 1]) << 64
    }
}
