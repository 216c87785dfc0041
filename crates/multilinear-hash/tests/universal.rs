//! Tests of the trait of `universal-hash`.
#![cfg(feature = "universal-hash")]

use multilinear_hash::universal_hash::WordHasher;
use multilinear_hash::{Key, Multilinear64, hash};
use testkit::message::NOISE;
use testkit::on_every_backend;
use universal_hash::UniversalHash;

#[test]
fn blocks_are_words() {
    on_every_backend!(gf2::Backend, "multilinear64: universal-hash", |backend| {
        let key = Key::<Multilinear64>::from_seed(1).with_backend(backend);
        for len in (0..200).step_by(8).chain([1024, 4096, 4104, 9000]) {
            let message = NOISE.message(len);
            let expected = hash(&key, &message).to_le_bytes();
            let mut at_once = WordHasher::new(&key);
            at_once.update_padded(&message);
            let mut by_words = WordHasher::new(&key);
            message.as_chunks::<8>().0.iter().for_each(|word| by_words.update(&[(*word).into()]));
            assert_eq!(at_once.finalize(), expected, "{len} bytes");
            assert_eq!(by_words.finalize_reset(), expected, "{len} bytes");
            assert_eq!(by_words.finalize(), hash(&key, b"").to_le_bytes(), "not reset");
        }
    });
}

#[test]
fn pieces_are_padded_and_values_verified() {
    let key = Key::<Multilinear64>::from_seed(2);
    let mut hasher = WordHasher::new(&key);
    hasher.update_padded(b"one");
    hasher.update_padded(b"two");
    let expected = hash(&key, b"one\0\0\0\0\0two\0\0\0\0\0");
    hasher.clone().verify(&expected.to_le_bytes().into()).expect("the right value is accepted");
    hasher.verify(&(!expected).to_le_bytes().into()).expect_err("a wrong value is rejected");
}
