//! With the feature `zeroize` a key leaves nothing behind in memory, unless it is moved.
#![cfg(all(feature = "zeroize", target_arch = "x86_64"))]

use multilinear_hash::{Function, Key, Mmh64, Multilinear64, MultilinearHasher, Tmmh16, hash};
use testkit::message::NOISE;

/// Hashes messages at once and in a stream.
fn hash_messages<F: Function>(key: &Key<F>) {
    for len in [0, 8, 100, 4096, 9000] {
        let message = NOISE.message(len);
        let mut hasher = MultilinearHasher::new(key);
        hasher.update(&message);
        assert_eq!(hasher.finalize(), hash(key, &message));
    }
}

testkit::residue_of_keys! {
    multilinear64: Key<Multilinear64>, |made| made, |key| hash_messages(key);
    mmh64: Key<Mmh64>, |made| made, |key| hash_messages(key);
    tmmh16: Key<Tmmh16<4>>, |made| made, |key| hash_messages(key);
}
