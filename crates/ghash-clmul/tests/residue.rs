//! With the feature `wipe-stack` a key leaves nothing behind in memory, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use ghash_clmul::{
    GhashHasher, GhashKey, PolyvalHasher, PolyvalKey, hash, hash_column, hash_many, hash_u64s,
};
use testkit::message::NOISE;

testkit::residue_of_keys! {
    keys_of_ghash: GhashKey, |made| made, |key| {
        for len in [0, 8, 16, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = GhashHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
        }
        let message = NOISE.message(3000);
        for count in [1, 9, 40] {
            let slices: Vec<_> = (0..count).map(|i| &message[i..i + 70 * (i % 9)]).collect();
            let offsets: Vec<_> = (0..=count).map(|i| 70 * i).collect();
            let mut out = vec![[0; 16]; count];
            hash_many(key, &slices, &mut out).expect("a batch");
            hash_u64s(key, &[7; 40][..count], &mut out).expect("a batch");
            hash_column(key, &message, &offsets, &mut out).expect("a batch");
        }
    };
    keys_of_polyval: PolyvalKey, |made| made, |key| {
        for len in [0, 8, 16, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = PolyvalHasher::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), hash(key, &message));
        }
        let message = NOISE.message(3000);
        for count in [1, 9, 40] {
            let slices: Vec<_> = (0..count).map(|i| &message[i..i + 70 * (i % 9)]).collect();
            let offsets: Vec<_> = (0..=count).map(|i| 70 * i).collect();
            let mut out = vec![[0; 16]; count];
            hash_many(key, &slices, &mut out).expect("a batch");
            hash_u64s(key, &[7; 40][..count], &mut out).expect("a batch");
            hash_column(key, &message, &offsets, &mut out).expect("a batch");
        }
    };
}
