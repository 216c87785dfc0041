//! With the feature `wipe-stack` a key leaves nothing behind in memory, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use multilinear_hash::{
    Function, Key, Mmh64, Multilinear64, MultilinearHasher, Tmmh16, hash, hash_column, hash_many,
    hash_u64s,
};
use testkit::message::NOISE;
use testkit::residue::{self, Batch};

/// Hashes messages at once and in a stream.
fn hash_messages<F: Function>(key: &Key<F>) {
    for len in [0, 8, 100, 4096, 9000] {
        let message = NOISE.message(len);
        let mut hasher = MultilinearHasher::new(key);
        hasher.update(&message);
        assert_eq!(hasher.finalize(), hash(key, &message));
    }
    residue::batches(|Batch { messages, words, values, offsets }| {
        let mut out = vec![hash(key, b""); words.len()];
        hash_many(key, messages, &mut out).expect("a batch");
        hash_u64s(key, words, &mut out).expect("a batch");
        hash_column(key, values, offsets, &mut out).expect("a batch");
    });
}

testkit::residue_of_keys! {
    multilinear64: Key<Multilinear64>, |made| made, |key| hash_messages(key);
    mmh64: Key<Mmh64>, |made| made, |key| hash_messages(key);
    tmmh16: Key<Tmmh16>, |made| made, |key| hash_messages(key);
}
