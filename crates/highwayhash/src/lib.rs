//! HighwayHash.

#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, barriers, and a load and a store per vector type")]
mod backend;
mod batch;
mod key;
mod oneshot;
mod stream;

pub use backend::Backend;
pub use batch::{BatchError, hash_many};
pub use key::{KEY_BYTES, KEY_WORDS, Key, KeyLengthError};
pub use oneshot::{hash64, hash128, hash256};
pub use stream::HighwayHasher;
