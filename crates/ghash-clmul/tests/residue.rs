//! With the feature `wipe-stack` a key leaves nothing behind in memory, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use ghash_clmul::named::{Ghash, Polyval};
use ghash_clmul::{GhashHasher, GhashKey, PolyvalHasher, PolyvalKey, hash};
use hash_core::function::Function;
use testkit::message::NOISE;
use testkit::residue::{self, Batch};

testkit::residue_of_keys! {
    keys_of_ghash: GhashKey, |made| made, |key| {
        for len in [0, 8, 16, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = GhashHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![[0; 16]; words.len()];
            Ghash::hash_many(key, messages, &mut out).expect("a batch");
            Ghash::hash_u64s(key, words, &mut out).expect("a batch");
            Ghash::hash_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
    keys_of_polyval: PolyvalKey, |made| made, |key| {
        for len in [0, 8, 16, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = PolyvalHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![[0; 16]; words.len()];
            Polyval::hash_many(key, messages, &mut out).expect("a batch");
            Polyval::hash_u64s(key, words, &mut out).expect("a batch");
            Polyval::hash_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
}
