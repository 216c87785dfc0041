//! Checks that a key leaves nothing in memory with the feature `wipe-stack`, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use highwayhash::{
    HighwayHasher, Key, Output, hash, hash_column, hash_many, hash_u64s, hash256, verify256,
};
use testkit::message::NOISE;
use testkit::residue::{self, Batch};

/// Hashes batches of all forms.
fn batches<O: Output + Default>(key: &Key) {
    residue::batches(|Batch { messages, words, values, offsets }| {
        let mut out = vec![O::default(); words.len()];
        hash_many(key, messages, &mut out).expect("as many outputs as messages");
        hash_u64s(key, words, &mut out).expect("as many outputs as words");
        hash_column(key, values, offsets, &mut out).expect("a column");
    });
}

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        for len in [0, 8, 31, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = HighwayHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
            assert_eq!(hasher.finalize256(), hash256(key, &message));
            assert!(verify256(key, &message, &[0; 32]).is_err());
        }
        batches::<u64>(key);
        batches::<[u64; 2]>(key);
        batches::<[u64; 4]>(key);
    };
}
