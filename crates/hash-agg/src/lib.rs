//! Keyed 128-bit fingerprints of tables.

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
mod decimal;
mod digest;
mod encode;
mod fingerprint;
mod key;
mod row;
mod rows;
mod stream;
mod validity;
mod value;

pub use backend::Backend;
pub use digest::Digest;
pub use encode::Encoder;
pub use fingerprint::{Fingerprint, FingerprintError};
pub use hash_core::{BatchError, KeyLengthError};
pub use key::Key;
pub use row::Row;
pub use rows::{Bytes, Fixed, Rows};
pub use validity::Validity;
pub use value::Value;
