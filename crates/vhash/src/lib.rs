//! VHASH.
#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
mod key;
mod oneshot;

pub use backend::Backend;
pub use key::{BLOCK_BYTES, Key, Key64, Key128, KeyError};
pub use oneshot::{hash64, hash128};
