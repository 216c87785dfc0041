#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(
    unsafe_code,
    reason = "dispatch, optimisation barriers, loads and stores, and vector operations"
)]
mod backend;
mod batch;
mod checkpoint;
#[cfg(feature = "digest")]
pub mod digest;
mod hex;
mod lanes;
mod multi;
pub mod named;
mod oneshot;
mod parts;
pub mod s3;
mod stream;
mod table;

pub use backend::Backend;
pub use batch::{
    hash_column, hash_column_on, hash_fixed, hash_fixed_on, hash_many, hash_many_on, hash_u64s,
    hash_u64s_on,
};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{BatchError, Checkpoint, CheckpointError};
pub use hex::{Hex, from_hex, hex};
pub use multi::MultiMd5;
pub use oneshot::{hash, hash_const};
pub use parts::{LastPart, MAX_PADDING_BYTES, PartsError, whole_and_parts};
pub use stream::{BLOCK_BYTES, Md5};

/// An MD5 value: sixteen bytes, in the order in which they are written.
pub type Digest = [u8; 16];
