//! Keys derived from numbers: messages that collided under a weak derivation.

use multilinear_hash::{Key, Multilinear64, hash};

/// These messages collided under a key of splitmix64's words for seed 0, one of which was x times
/// another.
#[test]
fn two_messages_that_met_under_a_weak_generator() {
    let key = Key::<Multilinear64>::from_seed(0);
    let message = |word: usize, value: u8| {
        let mut message = vec![0; 1056];
        message[8 * word] = value;
        message
    };
    assert_ne!(hash(&key, &message(64, 2)), hash(&key, &message(131, 1)));
}

/// No two messages of 4,096 bytes with a single small word collide.
#[test]
fn one_small_word() {
    for seed in [0, 1, 2, 0x9e37_79b9_7f4a_7c15, 1 << 63] {
        let key = Key::<Multilinear64>::from_seed(seed);
        let mut hashes: Vec<u64> = (0..512)
            .flat_map(|word| (1..16).map(move |value| (word, value)))
            .map(|(word, value)| {
                let mut message = vec![0; 4096];
                message[8 * word] = value;
                hash(&key, &message)
            })
            .collect();
        hashes.sort_unstable();
        assert!(
            hashes.windows(2).all(|pair| pair[0] != pair[1]),
            "two messages collide under seed {seed:#x}"
        );
    }
}
