//! Keys from seeds: sparse messages collide under them no more often than under random keys.

use clhash::{Key, hash};
use std::collections::HashSet;

/// Returns a message of this many 64-bit words, with the given words set and the others zero.
fn sparse(words: usize, set: &[(usize, u64)]) -> Vec<u8> {
    let mut message = vec![0; 8 * words];
    for (word, value) in set {
        message[8 * word..][..8].copy_from_slice(&value.to_le_bytes());
    }
    message
}

/// Under a key of splitmix64's words, these two messages had the same hash: for seed 0, K[97] was
/// x · K[48] + 1.
#[test]
fn two_messages_that_met_under_a_weak_generator() {
    let key = Key::from_seed(0);
    let first = hash(&key, &sparse(98, &[(49, 2), (97, 1)]));
    let second = hash(&key, &sparse(98, &[(96, 1), (97, 1)]));
    assert_ne!(first, second);
}

/// Hashes the 130,816 messages of 1,024 bytes with two set bits among the lowest four of each word.
/// By the bound, a pair of them collides with probability below 10^-9.
#[test]
fn two_set_bits() {
    let bits: Vec<(usize, u64)> =
        (0..128).flat_map(|word| (0..4).map(move |bit| (word, 1 << bit))).collect();
    for seed in [0, 1, 2, 0x9e37_79b9_7f4a_7c15, 1 << 63] {
        let key = Key::from_seed(seed);
        let mut seen = HashSet::new();
        for (i, first) in bits.iter().enumerate() {
            for second in &bits[..i] {
                let mut message = sparse(128, &[*first]);
                let place = &mut message[8 * second.0];
                *place |= second.1.to_le_bytes()[0];
                assert!(seen.insert(hash(&key, &message)), "{first:?}, {second:?} under {seed:#x}");
            }
        }
    }
}
