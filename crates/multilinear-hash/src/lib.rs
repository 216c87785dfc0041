#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and one load and one store per vector type")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
mod error;
pub mod function;
mod key;
pub mod multilinear;
pub mod named;
mod oneshot;
mod partial;
mod poly127;
pub mod shift;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;

pub use backend::Backend;
pub use batch::{hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use error::Error;
pub use function::{BLOCK_BYTES, Function, Mmh32, Mmh64, Multilinear64, Tmmh16};
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyError, KeyLengthError, ToBytes, mix,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::Key;
pub use oneshot::{hash, hash_mixed};
pub use partial::Partial;
/// The hasher of maps, with its theorem.
pub use provenhash_map as map;
#[cfg(feature = "std")]
pub use provenhash_map::{FastState, HashMap, HashMapExt, HashSet, HashSetExt, RandomState};
pub use provenhash_map::{FixedState, MapHasher, MapKey, Portable};
pub use shift::MultiplyShift;
pub use stream::MultilinearHasher;
