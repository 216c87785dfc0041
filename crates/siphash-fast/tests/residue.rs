//! Checks that a key leaves nothing in memory with the feature `wipe-stack`, unless it is moved.
#![cfg(all(feature = "wipe-stack", target_arch = "x86_64"))]

use siphash_fast::{
    Key, SipHasher24, TreeHasher, TreeKey, hash_column, hash_many, hash_u64s, nocase,
    siphash_1_2_nocase, siphash_2_4, siptreehash, tree, verify128,
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
            let (mut out, mut wide) = (vec![0; words.len()], vec![[0; 2]; words.len()]);
            hash_many::<2, 4, _>(key, messages, &mut out).expect("a batch");
            hash_many::<2, 4, _>(key, messages, &mut wide).expect("a batch");
            hash_u64s::<1, 3, _>(key, words, &mut out).expect("a batch");
            hash_u64s::<1, 3, _>(key, words, &mut wide).expect("a batch");
            hash_column::<2, 4, _, _>(key, values, offsets, &mut out).expect("a batch");
            hash_column::<2, 4, _, _>(key, values, offsets, &mut wide).expect("a batch");
            nocase::hash_many::<1, 2>(key, messages, &mut out).expect("a batch");
            nocase::hash_u64s::<1, 2>(key, words, &mut out).expect("a batch");
            nocase::hash_column::<1, 2, _>(key, values, offsets, &mut out).expect("a batch");
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
            tree::hash_many::<2, 4>(key, messages, &mut out).expect("a batch");
            tree::hash_u64s::<2, 4>(key, words, &mut out).expect("a batch");
        });
    };
}
