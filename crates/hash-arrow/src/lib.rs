#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;

mod array;
mod checksum;
mod columns;
mod error;
pub mod ffi;
mod kind;
mod mixed;
mod plain;
mod types;

pub use array::{Array, Buffers, Source};
pub use checksum::add_checksums;
pub use columns::RowHasher;
pub use error::Error;
pub use hash_agg;
pub use kind::{Kind, Layout, leaf};
pub use mixed::Mixed;
pub use types::Type;
