#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod batch;
pub mod bound;
mod derive;
#[cfg(feature = "digest")]
pub mod digest;
mod key;
pub mod named;
pub mod nonce;
mod oneshot;
mod partial;
mod stream;

pub use batch::{tag_column, tag_many, tag_u64s};
pub use clhash::Backend;
pub use clhash::clhash128::BLOCK_BYTES;
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyLengthError, TagError,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::Key;
pub use oneshot::{tag, tag64, tag96, verify, verify64, verify96};
pub use partial::Partial;
pub use stream::{CHECKPOINT_BYTES, ClMac};
