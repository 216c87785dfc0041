//! One table of hash functions, for programs that choose the algorithm at run time.
//!
//! [`ALGORITHMS`] has a row for each function: its name, the lengths of its keys, its bound and for
//! which pairs of messages it holds, who may see its digests ([`Secrets`]), and its backends. A row makes a [`Key`], and a key hashes messages:
//! whole, in pieces ([`Stream`]), side by side ([`Key::hash_many`]) or in parts that are joined
//! ([`Part`]). Algorithms that need another nonce for each message make a [`NonceKey`].
//!
//! ```
//! use provenhash::{ALGORITHMS, Algorithm};
//!
//! let key = Algorithm::find("highwayhash256").expect("a row").try_generate()?;
//! let tag = key.hash(b"a message");
//! assert!(key.verify(b"a message", tag.as_bytes()).is_ok());
//!
//! // All functions that have a proven bound below 2^-60 for messages of up to 1 MiB.
//! let proven = ALGORITHMS.iter().filter(|row| row.collision_bound(1 << 20).is_some_and(|b| b < -60.0));
//! assert!(proven.clone().any(|row| row.name == "clhash"));
//! # Ok::<(), provenhash::Error>(())
//! ```
//!
//! A program that needs one algorithm uses its crate, whose functions return words and may be inlined:
//! through the table a call costs some nanoseconds more. The values are the same.
//!
//! # Stability
//! No release changes the digests under a [stored name](Algorithm::stored_name). Functions that these
//! crates define themselves have a [version](Algorithm::version) in it, and until release 1.0 their
//! name alone may come to mean a newer version.
//!
//! # Features
//! Each family is a feature, on by default: `clhash`, `clmac`, `ghash`, `highwayhash`, `md5`, `multilinear`,
//! `siphash`, `vhash` and `vmac`. `rayon` adds `Key::hash_file`, which hashes a file on all cores.
//! `zeroize` wipes keys when they are dropped.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(
        feature = "clhash",
        feature = "clmac",
        feature = "ghash",
        feature = "highwayhash",
        feature = "md5",
        feature = "multilinear",
        feature = "siphash",
        feature = "vmac"
    )),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "families that are left out use them"
    )
)]

mod algorithm;
mod checkpoint;
mod digest;
mod error;
mod families;
#[cfg(feature = "rayon")]
mod file;
mod function;
mod key;
mod secrecy;

pub use algorithm::Algorithm;
pub use digest::Digest;
pub use error::Error;
pub use hash_core::{BatchError, CheckpointError, CombineError, TagError};
pub use key::{Key, NonceKey, Part, Stream};
pub use secrecy::{Secrecy, Secrets};

/// All algorithms. The first one is what a program may use if its user does not choose.
pub static ALGORITHMS: &[Algorithm] = families::TABLE;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
