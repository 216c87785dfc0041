//! The foundation of a family of hash crates: what does not depend on the algorithm.
//!
//! A user of the family never names this crate: each algorithm crate re-exports what belongs to its
//! API. Authors of such crates find here:
//!
//! | module         | provides                                                                  |
//! |----------------|---------------------------------------------------------------------------|
//! | [`backend`]    | [`backends!`]: from one row a level, the `Backend` token, its detection and the dispatch |
//! | [`cpu`]        | [`cpu::has`]: detection of a target feature with all that it implies       |
//! | [`opaque!`]    | the compiler barrier                                                      |
//! | [`key`]        | [`byte_key!`]: the constructors and conversions that all keys share       |
//! | [`seed`]       | keys from a number, and words from the operating system                   |
//! | [`bound`]      | logarithms for the bounds of probabilities                                |
//! | [`batch`]      | [`BatchError`], and columns in Arrow's layout, checked                    |
//! | [`checkpoint`] | [`Checkpoint`], its writer, its reader and [`CheckpointError`]            |
//! | [`partial`]    | [`CombineError`] and the arithmetic of lengths that join                  |
//! | [`hasher`]     | integer writes of [`core::hash::Hasher`], and the traits of streams       |
//! | [`load`]       | loads of less than a register                                             |
//! | [`mac!`]       | MACs of RustCrypto's traits                                               |
//! | [`mix()`]      | the finaliser of mixed hashes                                             |
//! | [`map`]        | the hasher of maps with its theorem, independent keys, constructors of maps |
//! | [`poly127`]    | integers modulo 2^127 − 1                                                 |
//! | [`residue`]    | what keys leave on the stack, overwritten                                 |
//!
//! No module knows an algorithm. The macros expand to code of the calling crate, so that its
//! features (`std`, `rand_core`, `serde`, `zeroize`) decide, not those of this crate; a crate
//! enables the feature of the same name here.
//!
//! The format of checkpoints and the derivation of keys from seeds are frozen with the values of
//! the functions. Everything else may change between minor versions.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

pub mod backend;
mod barrier;
pub mod batch;
pub mod bound;
pub mod checkpoint;
#[allow(unsafe_code, reason = "CPUID")]
pub mod cpu;
pub mod hasher;
pub mod key;
pub mod load;
mod mac;
pub mod map;
mod mix;
pub mod partial;
pub mod poly127;
pub mod residue;
pub mod seed;
#[cfg(feature = "serde")]
pub mod serde;

pub use batch::BatchError;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use key::KeyLengthError;
pub use mix::mix;
pub use partial::CombineError;

/// The optional dependencies, for the macros.
#[doc(hidden)]
pub mod private {
    #[cfg(feature = "rand_core")]
    pub use rand_core;
    #[cfg(feature = "serde")]
    pub use serde_core;
    #[cfg(feature = "zeroize")]
    pub use zeroize;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
