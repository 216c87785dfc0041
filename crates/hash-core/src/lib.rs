#![doc = include_str!("../README.md")]
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
mod bytes;
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
pub mod function;
pub mod hasher;
pub mod key;
pub mod load;
pub mod mac;
mod mix;
pub mod partial;
mod primitives;
pub mod residue;
pub mod seed;
#[cfg(feature = "serde")]
pub mod serde;

pub use batch::BatchError;
pub use bytes::ToBytes;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use key::{KeyError, KeyLengthError};
with_entropy! {
    pub use entropy::EntropyError;
}
pub use mac::TagError;
pub use mix::{mix, mix128};
pub use partial::CombineError;
#[cfg(feature = "entropy")]
pub use provenhash_map::process;

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

/// The intrinsics of x86 under one name for 32 and 64 bits.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[doc(hidden)]
pub mod x86 {
    #[cfg(target_arch = "x86")]
    #[doc(no_inline)]
    pub use core::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    #[doc(no_inline)]
    pub use core::arch::x86_64::*;
}
