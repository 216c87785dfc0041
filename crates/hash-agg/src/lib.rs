#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
pub mod bound;
pub mod canonical;
mod column;
mod decimal;
mod digest;
mod encode;
mod fingerprint;
mod key;
#[cfg(feature = "rayon")]
pub mod parallel;
mod row;
mod rows;
pub mod sql;
mod stream;
mod validity;
mod value;

pub use backend::Backend;
pub use decimal::Unscaled;
pub use digest::Digest;
pub use encode::Encoder;
pub use fingerprint::{Fingerprint, FingerprintError};
pub use hash_core::{BatchError, KeyLengthError};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::Key;
pub use row::Row;
pub use rows::{Bytes, Fixed, Rows, RowsMemory, view};
pub use validity::Validity;
pub use value::Value;
