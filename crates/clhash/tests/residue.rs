//! With the feature `wipe-stack`, a key leaves nothing in memory unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use clhash::{ClHasher, Key, Partial, clhash128, hash, hash_column, hash_many, hash_u64s};
use testkit::message::NOISE;
use testkit::residue::{self, Batch};

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        for len in [0, 8, 16, 100, 1024, 5000] {
            let message = NOISE.message(len);
            let mut hasher = ClHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
            assert_eq!(Partial::of(key, &message).finalize(key), hash(key, &message));
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![0; words.len()];
            hash_many(key, messages, &mut out).expect("a batch");
            hash_u64s(key, words, &mut out).expect("a batch");
            hash_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
    keys_of_128_bits: clhash128::Key, |made| made, |key| {
        for len in [0, 8, 16, 100, 2048, 5000] {
            let message = NOISE.message(len);
            let mut hasher = clhash128::ClHasher128::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), clhash128::hash(key, &message));
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![[0; 2]; words.len()];
            clhash128::hash_many(key, messages, &mut out).expect("a batch");
            clhash128::hash_u64s(key, words, &mut out).expect("a batch");
            clhash128::hash_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
}
