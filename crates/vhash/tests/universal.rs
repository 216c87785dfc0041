//! Tests of the trait of `universal-hash`.
#![cfg(feature = "universal-hash")]

use testkit::message::NOISE;
use testkit::on_every_backend;
use universal_hash::UniversalHash;
use vhash::universal_hash::PairHasher;
use vhash::{Backend, Key128, hash128};

#[test]
fn pairs_in_pairs_out() {
    on_every_backend!(Backend, "vhash: universal-hash", |backend| {
        let key = Key128::from_seed(1).with_backend(backend);
        for len in (0..200).chain([1000, 1024, 1025, 5000]) {
            let message = NOISE.message(len);
            let mut padded = message.clone();
            padded.resize(len.next_multiple_of(16), 0);
            let [first, second] = hash128(&key, &padded);
            let expected = u128::from(first) | u128::from(second) << 64;
            let mut whole = PairHasher::new(&key);
            whole.update_padded(&message);
            assert_eq!(whole.clone().finalize(), expected.to_le_bytes(), "{len} bytes");
            whole
                .clone()
                .verify(&expected.to_le_bytes().into())
                .expect("the right value is accepted");
            whole.verify(&(!expected).to_le_bytes().into()).expect_err("a wrong value is rejected");

            let mut by_pairs = PairHasher::new(&key);
            for pair in padded.as_chunks::<16>().0 {
                by_pairs.update(&[(*pair).into()]);
            }
            assert_eq!(by_pairs.finalize_reset(), expected.to_le_bytes(), "{len} bytes");
            let empty = hash128(&key, b"").map(u64::to_le_bytes);
            assert_eq!(by_pairs.finalize().as_slice(), empty.as_flattened(), "not reset");
        }
    });
}
