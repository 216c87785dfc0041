//! GHASH and POLYVAL.
#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and loads of parts of a register")]
mod backend;
pub mod bound;
mod checkpoint;
mod key;
mod oneshot;
mod partial;
mod standard;
mod stream;
#[cfg(feature = "universal-hash")]
mod universal;

pub use backend::Backend;
pub use checkpoint::{CHECKPOINT_BYTES, CheckpointError};
pub use key::{GhashKey, KEY_BYTES, Key, KeyLengthError, PolyvalKey};
pub use oneshot::{hash, hash_aead};
pub use partial::{CombineError, Partial};
pub use standard::{Gcm, GcmSiv, Standard};
pub use stream::{GhashHasher, Hasher, PolyvalHasher};
#[cfg(feature = "universal-hash")]
pub use universal::{BlockHasher, GHash, Polyval};
