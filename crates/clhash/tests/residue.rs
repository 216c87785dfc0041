//! With the feature `zeroize`, a key leaves nothing in memory unless it is moved.
#![cfg(all(feature = "zeroize", target_arch = "x86_64"))]

use clhash::{ClHasher, Key, Partial, hash};
use testkit::message::NOISE;

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        for len in [0, 8, 16, 100, 1024, 5000] {
            let message = NOISE.message(len);
            let mut hasher = ClHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
            assert_eq!(Partial::of(key, &message).finalize(key), hash(key, &message));
        }
    };
}
