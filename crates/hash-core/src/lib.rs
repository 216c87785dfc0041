//! The foundation of a family of hash crates: everything that does not depend on the algorithm.
//!
//! Users of the family do not depend on this crate directly, because each algorithm crate
//! re-exports the parts of its API. Authors of such crates find here:
//!
//! | module         | provides                                                                  |
//! |----------------|---------------------------------------------------------------------------|
//! | [`backend`]    | [`backends!`]: the `Backend` token, its detection and dispatch            |
//! | [`cpu`]        | [`cpu::has`]: detection of a target feature and all that it implies       |
//! | [`opaque!`]    | a compiler barrier                                                        |
//! | [`key`]        | [`byte_key!`]: the constructors and conversions that all keys share       |
//! | [`seed`]       | keys from a seed                                                          |
//! | [`entropy`]    | keys from the operating system                                            |
//! | [`process`]    | values that each process makes once, and each of its copies once more     |
//! | [`bound`]      | logarithms for probability bounds                                         |
//! | [`batch`]      | [`BatchError`], and checked columns in Arrow's layout                     |
//! | [`checkpoint`] | [`Checkpoint`], its writer, its reader and [`CheckpointError`]            |
//! | [`partial`]    | [`CombineError`], and the lengths of joined parts                         |
//! | [`hasher`]     | integer writes of [`core::hash::Hasher`], and the traits of streams       |
//! | [`load`]       | loads of fewer bytes than a register holds                                |
//! | [`mod@mac`]    | [`TagError`], and MACs with RustCrypto's traits: [`mac!`]                 |
//! | [`mix()`]      | the finaliser of mixed hashes                                             |
//! | [`map`]        | the hasher for maps, its theorem, independent keys, map constructors      |
//! | [`poly127`]    | integers modulo 2^127 − 1                                                 |
//! | [`residue`]    | overwriting what keys leave on the stack                                  |
//! | `aes`          | AES of single blocks, for MACs (feature `aes`)                            |
//!
//! No module depends on an algorithm of the family. The macros expand in the calling crate, so the
//! features of that crate (`std`, `rand_core`, `serde`, `zeroize`) decide, not those of this one. A
//! crate that has such a feature also enables the feature of the same name here.
//!
//! The checkpoint format and the derivation of keys from seeds are frozen, like the outputs of the
//! functions. Everything else may change between minor versions.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "aes")]
pub mod aes;
pub mod backend;
mod barrier;
pub mod batch;
pub mod bound;
pub mod checkpoint;
#[allow(unsafe_code, reason = "CPUID")]
pub mod cpu;
#[cfg_attr(
    not(all(
        feature = "getrandom",
        any(
            not(all(target_family = "wasm", target_os = "unknown")),
            getrandom_backend = "custom",
            getrandom_backend = "wasm_js"
        )
    )),
    path = "no_entropy.rs"
)]
pub mod entropy;
pub mod hasher;
pub mod key;
pub mod load;
pub mod mac;
pub mod map;
mod mix;
pub mod partial;
pub mod poly127;
mod primitives;
#[cfg(feature = "std")]
#[allow(unsafe_code, reason = "a pointer that threads share, and system calls")]
pub mod process;
pub mod residue;
pub mod seed;
#[cfg(feature = "serde")]
pub mod serde;

pub use batch::BatchError;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use key::{KeyError, KeyLengthError};
with_entropy! {
    pub use entropy::EntropyError;
}
pub use mac::TagError;
pub use mix::{mix, mix128};
pub use partial::CombineError;

/// Optional dependencies that the macros use.
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
