#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "dispatch, and the operations of vector types")]
mod backend;
mod batch;
mod checkpoint;
#[cfg(feature = "digest")]
pub mod digest;
mod key;
pub mod map;
pub mod named;
mod oneshot;
mod stream;

pub use backend::Backend;
pub use batch::{Output, hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{BatchError, Checkpoint, CheckpointError, KeyLengthError, TagError, ToBytes};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::Key;
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};
pub use oneshot::{
    hash, hash_borrowed, hash128, hash128_borrowed, hash256, hash256_borrowed, verify, verify128,
    verify256,
};
pub use provenhash_map::Portable;
pub use stream::HighwayHasher;
