//! CLHASH, as published by Lemire and Kaser and as their library computes it.

use crate::gf2::{LAZY, P64, mul, mul_mod, rem};

/// Words of a key.
pub const KEY_WORDS: usize = 133;
/// Words of a block.
const BLOCK_WORDS: usize = 128;

/// The key's words from its 1,064 bytes, each little-endian.
///
/// # Panics
/// If there are not 1,064.
#[must_use]
pub fn key(bytes: &[u8]) -> [u64; KEY_WORDS] {
    assert_eq!(bytes.len(), 8 * KEY_WORDS);
    std::array::from_fn(|i| {
        u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().expect("eight bytes"))
    })
}

/// The inner product of a block: XOR of (w[i] + k[i]) (w[i+1] + k[i+1]) over its pairs of words.
fn clnh(key: &[u64; KEY_WORDS], block: &[u64]) -> u128 {
    let mut sum = 0;
    for i in (0..block.len()).step_by(2) {
        let next = block.get(i + 1).copied().unwrap_or(0);
        sum ^= mul(u128::from(block[i] ^ key[i]), u128::from(next ^ key[i + 1])).1;
    }
    sum
}

/// CLHASH of a message.
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

/// The finaliser of MurmurHash3, a bijection.
#[must_use]
pub fn fmix64(mut h: u64) -> u64 {
    h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}

/// The published library built with its bit-mixing option: messages of one block are mixed,
/// longer ones are not.
#[must_use]
pub fn hash_bitmix(key: &[u64; KEY_WORDS], message: &[u8]) -> u64 {
    let h = hash(key, message);
    if message.len() <= 8 * BLOCK_WORDS { fmix64(h) } else { h }
}

/// The library's key derivation: xorshift128+ from two seeds.
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
