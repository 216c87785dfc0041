#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
pub mod clhash128;
mod key;
pub mod map;
pub mod named;
mod oneshot;
mod partial;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;

pub use backend::Backend;
pub use batch::{hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyError, KeyLengthError, ToBytes, mix,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::{BLOCK_BYTES, Key};
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{FastState, HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};
pub use oneshot::{hash, hash_bitmix, hash_bitmix_borrowed, hash_borrowed, hash_mixed};
pub use partial::Partial;
pub use provenhash_map::Portable;
pub use stream::ClHasher;
