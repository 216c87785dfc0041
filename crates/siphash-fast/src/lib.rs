#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "dispatch, an optimisation barrier, and vector operations")]
mod backend;
mod batch;
mod checkpoint;
#[cfg(feature = "digest")]
pub mod digest;
pub mod half;
mod key;
pub mod map;
pub mod named;
pub mod nocase;
mod oneshot;
mod single;
mod stream;
pub mod tree;

pub use backend::Backend;
pub use batch::{hash_column, hash_fixed, hash_many, hash_u64s};
pub use checkpoint::{CHECKPOINT_BYTES, TREE_CHECKPOINT_BYTES};
pub use half::HalfSipHasher;
pub use hash_core::{BatchError, Checkpoint, CheckpointError, KeyLengthError, TagError, ToBytes};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::{HalfKey, Key, TreeKey};
pub use map::{FixedState, MapHasher};
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState};
pub use nocase::NocaseHasher;
pub use oneshot::{
    halfsiphash32, halfsiphash64, hash, hash128, siphash_1_2, siphash_1_2_nocase, siphash_1_3,
    siphash_2_4, siphash_4_8, siphash128_1_3, siphash128_2_4, siptreehash, siptreehash13, verify,
    verify128,
};
pub use provenhash_map::Portable;
pub use stream::{SipHasher, SipHasher12, SipHasher13, SipHasher24, SipHasher48, SipHasher128};
pub use tree::TreeHasher;
