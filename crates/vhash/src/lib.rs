#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod arithmetic;
#[allow(unsafe_code, reason = "the dispatch, and two vector loads")]
mod backend;
pub mod bound;
mod checkpoint;
mod key;
pub mod map;
pub mod named;
pub mod nh;
mod oneshot;
mod partial;
mod polynomial;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;
#[cfg(feature = "vmac")]
pub mod vmac;

pub use backend::Backend;
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyLengthError, ToBytes, mix,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::{BLOCK_BYTES, Key, Key64, Key128, KeyError};
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{FastState, HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};
pub use oneshot::{hash, hash_mixed, hash128};
pub use partial::{Partial, Partial64, Partial128};
pub use provenhash_map::Portable;
pub use stream::{VHasher, VHasher64, VHasher128};
