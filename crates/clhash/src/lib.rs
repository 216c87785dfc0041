//! CLHASH
#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code)]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
mod key;
mod map;
mod oneshot;
mod partial;
mod stream;
#[cfg(feature = "universal-hash")]
mod universal;

pub use backend::Backend;
pub use batch::{BatchError, Offset, hash_column, hash_many, hash_u64s};
pub use checkpoint::{CHECKPOINT_BYTES, CheckpointError};
pub use key::{BLOCK_BYTES, KEY_BYTES, KEY_WORDS, Key, KeyLengthError};
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{HashMap, HashSet, MapHasher, RandomState};
pub use oneshot::{hash, hash_bitmix, hash_mixed, mix};
pub use partial::{CombineError, Partial};
pub use stream::ClHasher;
#[cfg(feature = "universal-hash")]
pub use universal::WordHasher;
