//! Inner products.
#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
pub mod bound;
mod checkpoint;
pub mod divide;
mod error;
pub mod function;
mod key;
pub mod lch;
pub mod map;
pub mod mmh;
pub mod multilinear;
mod oneshot;
mod poly127;
pub mod shift;
mod stream;
pub mod tmmh;

pub use backend::Backend;
pub use checkpoint::{CHECKPOINT_BYTES, CheckpointError};
pub use error::Error;
pub use function::{BLOCK_BYTES, Function, Mmh32, Mmh64, Multilinear64, Tmmh16};
pub use key::{Key, KeyLengthError};
pub use map::{FixedState, MapKey};
#[cfg(feature = "std")]
pub use map::{HashMap, HashSet, RandomState};
pub use oneshot::{BatchError, hash, hash_many};
pub use shift::MultiplyShift;
pub use stream::MultilinearHasher;
