#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and loads that fill only a part of a register")]
mod backend;
pub mod bound;
mod checkpoint;
mod key;
pub mod named;
mod oneshot;
mod partial;
mod standard;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;

pub use backend::Backend;
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyError, KeyLengthError,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::{BLOCK_BYTES, GhashKey, Key, PolyvalKey};
pub use oneshot::{hash, hash_aead, hash_u64s};
pub use partial::Partial;
pub use standard::{Gcm, GcmSiv, Standard};
pub use stream::{GhashHasher, PolynomialHasher, PolyvalHasher};
