//! With the feature `zeroize` a key leaves nothing behind in memory, unless it is moved.
#![cfg(all(feature = "zeroize", target_arch = "x86_64"))]

use ghash_clmul::{GhashHasher, GhashKey, PolyvalHasher, PolyvalKey, hash};
use testkit::message::NOISE;

testkit::residue_of_keys! {
    keys_of_ghash: GhashKey, |made| made, |key| {
        for len in [0, 8, 16, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = GhashHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
        }
    };
    keys_of_polyval: PolyvalKey, |made| made, |key| {
        for len in [0, 8, 16, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = PolyvalHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
        }
    };
}
