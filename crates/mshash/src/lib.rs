#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

pub mod bound;
mod checkpoint;
mod key;
pub mod map;
pub mod named;
mod oneshot;
mod stream;

pub use checkpoint::CHECKPOINT_BYTES;
/// The backend of [`clhash`], for messages of more than 256 bytes.
pub use clhash::Backend;
pub use hash_core::{Checkpoint, CheckpointError, KeyError, KeyLengthError, ToBytes, mix};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::Key;
pub use map::FixedState;
pub use oneshot::{SHORT_BYTES, hash, hash_array};
pub use provenhash_map::Portable;
pub use stream::MsHasher;
