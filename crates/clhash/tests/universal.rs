//! Tests of the trait of `universal-hash`.
#![cfg(feature = "universal-hash")]

use clhash::universal_hash::WordHasher;
use clhash::{Backend, Key, hash};
use testkit::message::NOISE;
use testkit::on_every_backend;
use universal_hash::UniversalHash;

#[test]
fn words_in_words_out() {
    on_every_backend!(Backend, "clhash: universal-hash", |backend| {
        let key = Key::from_seed(1).with_backend(backend);
        for len in (0..200).chain([1000, 1024, 1025, 5000]) {
            let message = NOISE.message(len);
            let mut padded = message.clone();
            padded.resize(len.next_multiple_of(8), 0);
            let expected = hash(&key, &padded);
            let mut whole = WordHasher::new(&key);
            whole.update_padded(&message);
            assert_eq!(whole.clone().finalize(), expected.to_le_bytes(), "{len} bytes");
            whole.clone().verify(&expected.to_le_bytes().into()).expect("the right value");
            whole.verify(&(!expected).to_le_bytes().into()).expect_err("a wrong value");

            let mut by_words = WordHasher::new(&key);
            for word in padded.as_chunks::<8>().0 {
                by_words.update(&[(*word).into()]);
            }
            assert_eq!(by_words.finalize_reset(), expected.to_le_bytes(), "{len} bytes");
            assert_eq!(by_words.finalize(), [0; 8], "after a reset");
        }
    });
}
