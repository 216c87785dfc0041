//! Checks that a key leaves nothing in memory with the feature `wipe-stack`, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use hash_core::function::Function;
use siphash_fast::named::{Siphash12Nocase, Siphash128V13, Siphash128V24, Siptreehash};
use siphash_fast::{
    Key, SipHasher24, TreeHasher, TreeKey, hash_column, hash_many, hash_u64s, siphash_1_2_nocase,
    siphash_2_4, siptreehash, verify128,
};
use testkit::message::NOISE;
use testkit::residue::{self, Batch};

testkit::residue_of_keys! {
    keys: Key, |made| made, |key| {
        for len in [0, 8, 31, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = SipHasher24::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), siphash_2_4(key, &message));
            assert!(verify128::<2, 4>(key, &message, &[0; 16]).is_err());
            assert_ne!(siphash_1_2_nocase(key, &message), 0);
        }
        residue::batches(|Batch { messages, words, values, offsets }| {
            let mut out = vec![0; words.len()];
            hash_many::<2, 4>(key, messages, &mut out).expect("a batch");
            hash_u64s::<1, 3>(key, words, &mut out).expect("a batch");
            hash_column::<2, 4, _>(key, values, offsets, &mut out).expect("a batch");
            let mut wide = vec![[0; 2]; words.len()];
            Siphash128V24::hash_many(key, messages, &mut wide).expect("a batch");
            Siphash128V13::hash_u64s(key, words, &mut wide).expect("a batch");
            Siphash128V24::hash_column(key, values, offsets, &mut wide).expect("a batch");
            Siphash12Nocase::hash_many(key, messages, &mut out).expect("a batch");
            Siphash12Nocase::hash_u64s(key, words, &mut out).expect("a batch");
            Siphash12Nocase::hash_column(key, values, offsets, &mut out).expect("a batch");
        });
    };
    keys_of_trees: TreeKey, |made| made, |key| {
        for len in [0, 8, 31, 100, 5000] {
            let message = NOISE.message(len);
            let mut hasher = TreeHasher::<2, 4>::new(key);
            hasher.update(&message);
            assert_eq!(hasher.finalize(), siptreehash(key, &message));
        }
        residue::batches(|Batch { messages, words, .. }| {
            let mut out = vec![0; words.len()];
            Siptreehash::hash_many(key, messages, &mut out).expect("a batch");
            Siptreehash::hash_u64s(key, words, &mut out).expect("a batch");
        });
    };
}
