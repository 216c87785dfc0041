//! Tests of keys.

use mshash::{Key, hash};
use testkit::conformance::key::refused_parts;

testkit::key_suite!(universal key: Key, "mshash");

#[test]
fn parts_of_zeros_are_refused() {
    let is_refused = |bytes: &[u8]| Key::try_from(bytes).is_err();
    let key = Key::from_seed(1).to_bytes();
    let factors = [0..16, 16..32, 32..48, 48..64, 64..80];
    let long = 352;
    let parts = [96..352, long..long + 1024, long + 1024..long + 1040];
    refused_parts(&key, &factors, 80..96, is_refused);
    refused_parts(&key, &parts, long + 1040..Key::BYTES, is_refused);
}

/// What a hash ignores under a refused key.
#[test]
fn refused_keys_ignore_parts_of_messages() {
    let words = Key::from_seed(1).to_words();
    let without = |at: usize, len: usize| {
        let mut words = words;
        words[at..at + len].fill(0);
        Key::from_words(words)
    };
    for (i, at) in [0, 8, 16, 24].into_iter().enumerate() {
        let mut other = [7; 32];
        other[at] = 8;
        let key = without(2 * i, 2);
        assert!(key.is_degenerate());
        assert_eq!(hash(&key, &other), hash(&key, &[7; 32]), "word {i}");
        assert_ne!(hash(&Key::from_words(words), &other), hash(&Key::from_words(words), &[7; 32]));
    }
    assert_eq!(hash(&without(8, 2), &[0; 5]), hash(&without(8, 2), &[0; 6]));
    let pairs = [[0_u64, 7]; 16].as_flattened().iter().flat_map(|word| word.to_le_bytes());
    let pairs: Vec<_> = pairs.collect();
    assert_eq!(hash(&without(12, 32), &pairs), hash(&without(12, 32), &[0; 256]));
}

#[test]
fn words_are_little_endian() {
    let words: [u64; Key::WORDS] = std::array::from_fn(|i| (i as u64) << 32 | 0x0102_0304);
    let key = Key::from_words(words);
    assert_eq!(key.to_words(), words);
    assert_eq!(key.to_bytes()[..9], [4, 3, 2, 1, 0, 0, 0, 0, 4]);
}

#[cfg(feature = "zeroize")]
#[test]
fn nothing_is_left_of_a_wiped_key() {
    use zeroize::Zeroize;
    let mut key = Key::from_seed(1);
    key.zeroize();
    let zeros = Key::from_words([0; Key::WORDS]);
    for len in [0, 5, 16, 32, 100, 256, 257, 5000] {
        let message = vec![1; len];
        assert_eq!(hash(&key, &message), hash(&zeros, &message), "the key is not wiped completely");
    }
}
