//! Tests of keys: the derivations of the published library, and wiping.

use clhash::{Key, RandomState};
use testkit::conformance::key::refused_parts;
use testkit::vectors::CLHASH;

testkit::key_suite!(universal key: Key, "CLHASH");
testkit::process_map_suite!(RandomState);

fn file_key(id: &str) -> Vec<u8> {
    let file = CLHASH.hashes();
    file.keys.iter().find(|(name, _)| *name == id).expect("the file has this key").1.clone()
}

#[test]
fn derivations_give_the_published_keys() {
    let xorshift = Key::from_xorshift(0x23a2_3cf5_033c_3c81, 0xb381_6f6a_2c68_e530);
    assert_eq!(xorshift.to_bytes().as_slice(), file_key("xs"));
}

/// The outputs 128 and 129 of these seeds are 0 and 1, which is k = x^64. They come from solving
/// the recurrence of xorshift128+ for two such outputs, and running it backwards to the seeds.
#[test]
fn the_derivation_of_the_library_draws_k_again() {
    let seeds = (0x2d11_cabf_c9cd_7b45, 0x64af_b9b7_b230_8067);
    let words = Key::from_xorshift(seeds.0, seeds.1).to_words();
    assert_ne!(words[128..130], [0, 1]);
    assert_eq!(words, reference::clhash::xorshift_key(seeds.0, seeds.1));
}

#[test]
fn parts_of_zeros_are_refused() {
    let words = Key::from_seed(1).to_words();
    let is_refused = |bytes: &[u8]| Key::try_from(bytes).is_err();
    let key = Key::from_words(words).to_bytes();
    refused_parts(&key, &[0..1024, 1024..1040], 1040..1064, is_refused);
    // The top two bits of k do not count: the hash of two blocks is that of the last one, but for
    // its length.
    let mut masked = words;
    masked[128..130].copy_from_slice(&[0, 3 << 62]);
    let key = Key::from_words(masked);
    assert!(key.is_degenerate());
    assert_eq!(
        clhash::hash(&key, &[1; 2048]),
        clhash::hash(&key, &[[2; 1024], [1; 1024]].concat())
    );
    // A zero in each pair is enough where the products have no words.
    let mut zeros = words;
    zeros[..128].fill(0);
    let key = Key::from_words(zeros);
    let pairs = [[0_u64, 7]; 64].as_flattened().iter().flat_map(|w| w.to_le_bytes());
    assert_eq!(clhash::hash(&key, &pairs.collect::<Vec<_>>()), clhash::hash(&key, &[0; 1024]));
}

#[test]
fn words_are_little_endian() {
    let words: [u64; Key::WORDS] = std::array::from_fn(|i| (i as u64) << 32 | 0x0102_0304);
    let key = Key::from_words(words);
    assert_eq!(key.to_words(), words);
    assert_eq!(key.to_bytes()[..9], [4, 3, 2, 1, 0, 0, 0, 0, 4]);
}

#[cfg(feature = "mt19937")]
#[test]
fn mersenne_twister() {
    // The first outputs for seed 5489, as published by the authors of MT19937.
    let words = Key::from_mt19937(5489).to_words();
    assert_eq!(words[0], 3_499_211_612 | 581_869_302 << 32);
    assert_eq!(words[1], 3_890_346_734 | 3_586_334_585 << 32);
}

#[cfg(feature = "zeroize")]
#[test]
fn nothing_is_left_of_a_wiped_key() {
    use clhash::hash;
    use zeroize::Zeroize;
    let mut key = Key::from_seed(1);
    key.zeroize();
    let zeros = Key::from_words([0; Key::WORDS]);
    for len in [0, 5, 8, 16, 100, 5000] {
        let message = vec![1; len];
        assert_eq!(hash(&key, &message), hash(&zeros, &message), "the key is not wiped completely");
    }
}
