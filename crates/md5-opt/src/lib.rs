//! MD5.

#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(
    unsafe_code,
    reason = "the dispatch, barriers, loads and stores, and operations of vectors"
)]
mod backend;
mod batch;
mod checkpoint;
#[cfg(feature = "digest")]
pub mod digest;
mod hex;
mod lanes;
mod literal;
mod multi;
mod parts;
pub mod s3;
mod stream;
mod table;

pub use backend::Backend;
pub use batch::{BatchError, Offset, hash_column, hash_fixed, hash_many};
pub use checkpoint::{CHECKPOINT_BYTES, CheckpointError};
pub use hex::{Hex, from_hex, hex};
pub use literal::literal;
pub use multi::MultiMd5;
pub use parts::{LastPart, whole_and_parts};
pub use stream::{BLOCK_BYTES, Md5};

/// The sixteen bytes of an MD5 value, in the order in which they are written.
pub type Digest = [u8; 16];
