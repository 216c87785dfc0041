//! Checks that a key leaves nothing in memory with the feature `zeroize`, unless it is moved.
#![cfg(all(feature = "zeroize", target_arch = "x86_64"))]

use highwayhash::{HighwayHasher, Key, hash, hash256};
use testkit::message::NOISE;

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        for len in [0, 8, 31, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = HighwayHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
            assert_eq!(hasher.finalize256(), hash256(key, &message));
        }
    };
}
