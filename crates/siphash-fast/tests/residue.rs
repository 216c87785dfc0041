//! Checks that a key leaves nothing in memory with the feature `zeroize`, unless it is moved.
#![cfg(all(feature = "zeroize", target_arch = "x86_64"))]

use siphash_fast::{Key, SipHasher24, TreeHasher, TreeKey, siphash24, siptreehash};
use testkit::message::NOISE;

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        for len in [0, 8, 31, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = SipHasher24::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), siphash24(key, &message));
        }
    };
    keys_of_trees: TreeKey, |made| made, |key| {
        for len in [0, 8, 31, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = TreeHasher::<2, 4>::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), siptreehash(key, &message));
        }
    };
}
