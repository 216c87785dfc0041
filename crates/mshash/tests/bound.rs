//! The steps of the proof of the bound, on the code.

use mshash::bound::{COLLISIONS, collision_bound};
use mshash::{Key, SHORT_BYTES, hash};
use reference::mshash::short_words;
use std::collections::HashSet;
use testkit::message::NOISE;

/// The pairs of words of a key: the factors of words, that of the length, and the addend.
const LENGTH: usize = 4;
const ADDEND: usize = 5;

/// Adds to a number of 128 bits of a key.
fn add(key: &Key, pair: usize, by: u128) -> Key {
    let mut words = key.to_words();
    let number = u128::from(words[2 * pair]) | u128::from(words[2 * pair + 1]) << 64;
    let bytes = number.wrapping_add(by).to_le_bytes();
    for (word, bytes) in words[2 * pair..].iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    Key::from_words(words)
}

/// Returns t with t (x' - x) = 2^64 modulo 2^128.
fn mover(x: u64, other: u64) -> u128 {
    let difference = u128::from(other).wrapping_sub(u128::from(x));
    let zeros = difference.trailing_zeros();
    let odd = difference >> zeros;
    // Each step doubles the number of bits in which odd * inverse is 1.
    let inverse = (0..7).fold(odd, |inverse, _| {
        inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse)))
    });
    let t = inverse << (64 - zeros);
    assert_eq!(t.wrapping_mul(difference), 1 << 64);
    t
}

/// Checks for two messages that one change of the key adds 1 to both hashes, and another adds 1 to
/// the second alone: so each pair of hashes has the same number of keys. `pair` is a number of the
/// key, and x and x' are what it multiplies.
fn check(key: &Key, [m, other]: [&[u8]; 2], pair: usize, [x, x_other]: [u64; 2]) {
    let hashes = |key: &Key| [hash(key, m), hash(key, other)];
    let [h, h_other] = hashes(key);
    let lengths = [m.len(), other.len()];
    let both = add(key, ADDEND, 1 << 64);
    let next = [h.wrapping_add(1), h_other.wrapping_add(1)];
    assert_eq!(hashes(&both), next, "both, {lengths:?} bytes");
    let t = mover(x, x_other);
    let one = add(&add(key, pair, t), ADDEND, t.wrapping_mul(u128::from(x)).wrapping_neg());
    assert_eq!(hashes(&one), [h, h_other.wrapping_add(1)], "one, {lengths:?} bytes");
}

#[test]
fn one_length_up_to_32_bytes() {
    for seed in 0..4 {
        let key = Key::from_seed(seed);
        for len in 1..=32 {
            let message = NOISE.message(len);
            for at in 0..8 * len {
                let mut other = message.clone();
                other[at / 8] ^= 1 << (at % 8);
                let (words, others) = (short_words(&message), short_words(&other));
                let i = words.iter().zip(&others).position(|(a, b)| a != b).expect("a word");
                check(&key, [&message, &other], i, [words[i], others[i]]);
            }
        }
    }
}

#[test]
fn different_lengths() {
    for seed in 0..4 {
        let key = Key::from_seed(seed);
        for len in 1..=SHORT_BYTES {
            for shorter in [0, len / 3, len / 2, len - 1] {
                let messages = [&*NOISE.message(shorter), &*NOISE.message(len)];
                check(&key, messages, LENGTH, [shorter as u64, len as u64]);
            }
        }
    }
}

/// A message of more than 32 bytes is hashed by the halves of a sum, of which only the lower one
/// has a factor.
#[test]
fn one_length_above_32_bytes() {
    let mut equal = 0;
    for len in 33..=SHORT_BYTES {
        let message = NOISE.message(len);
        for at in [0, 7, 31, len / 2, len - 33, len - 32, len - 8, len - 1] {
            let mut other = message.clone();
            other[at] ^= 0x81;
            let key = Key::from_seed(at as u64);
            // With f = 2^64, h = 0 and v = 0, the hash is the sum of both halves; with f = 0, the
            // upper one.
            let with = |f: u64| {
                let mut words = key.to_words();
                words[..12].fill(0);
                words[1] = f;
                Key::from_words(words)
            };
            let halves = |m: &[u8]| {
                let upper = hash(&with(0), m);
                [hash(&with(1), m).wrapping_sub(upper), upper]
            };
            let ([x, upper], [x_other, upper_other]) = (halves(&message), halves(&other));
            if x == x_other {
                // The first of two cases of the proof: the hashes differ by the upper halves.
                let difference = hash(&key, &other).wrapping_sub(hash(&key, &message));
                assert_eq!(difference, upper_other.wrapping_sub(upper), "{len} bytes, byte {at}");
                assert_ne!(difference, 0);
                equal += 1;
            } else {
                check(&key, [&message, &other], 0, [x, x_other]);
            }
        }
    }
    assert!(equal > 0, "the first case of the proof did not occur");
}

/// Every byte of a message is in a word, at every length.
#[test]
fn every_byte_counts() {
    let key = Key::from_seed(5);
    let mut seen = HashSet::new();
    for len in 0..=SHORT_BYTES + 20 {
        let mut message = NOISE.message(len);
        assert!(seen.insert(hash(&key, &message)), "{len} bytes");
        for at in 0..len {
            message[at] ^= 1;
            assert!(seen.insert(hash(&key, &message)), "byte {at} of {len}");
            message[at] ^= 1;
        }
    }
}

#[test]
fn the_bound_by_length() {
    let clhash = clhash::bound::collision_bound;
    for (len, log2) in [(0, -64.0), (32, -64.0), (33, -63.0), (256, -63.0), (1024, -63.0)] {
        assert!((collision_bound(len) - log2).abs() < 1e-12, "{len} bytes");
        assert!((COLLISIONS.bound(len) - log2).abs() < 1e-12, "{len} bytes");
    }
    for len in [1 << 30, 1 << 60, u64::MAX] {
        assert!((collision_bound(len) - clhash(len)).abs() < 1e-12, "{len} bytes");
    }
}
