//! MD5, for formats that require it: a single stream as fast as the chain of its additions allows,
//! many streams in parallel in vector registers.
//!
//! # When not to use it
//! **MD5 is broken.** A laptop can create two files with the same MD5 in seconds (Wang and Yu 2004,
//! Stevens et al. 2009), also with chosen prefixes and with chosen meanings. So use another
//! function
//! * **wherever anyone gains from a collision**: signatures, certificates, content addresses,
//!   deduplication of uploads by strangers, caches that strangers fill. SHA-256 and BLAKE3 are made
//!   for these, and BLAKE3 is also faster for files that are not small;
//! * **for passwords**, and for anything that contains a secret;
//! * **for hash tables**: MD5 is slow for short keys, and it has no secret key;
//! * **for checksums in formats of your own**: faster functions detect accidents just as well.
//!
//! What remains are existing formats: ETags of object stores, par2, rsync's old protocols, `md5sum`
//! files, database columns, `Content-MD5`, HMAC-MD5 in old network protocols.
//!
//! ```
//! use md5_opt::{hash, hash_many, hex};
//! assert_eq!(hex(&hash(b"abc")).as_str(), "900150983cd24fb0d6963f7d28e17f72");
//!
//! let mut digests = [[0; 16]; 3];
//! hash_many(&[b"many", b"messages", b"at once"], &mut digests)?;
//! assert_eq!(digests[1], hash(b"messages"));
//! # Ok::<(), md5_opt::BatchError>(())
//! ```
//!
//! # Overview
//! | for                     | use                                                           |
//! |-------------------------|---------------------------------------------------------------|
//! | one message             | [`hash`]; [`hash_const`] in constants                         |
//! | a message in pieces     | [`Md5`], with [checkpoints](Md5::checkpoint)                  |
//! | many messages           | [`hash_many`], [`hash_u64s`], [`hash_fixed`], [`hash_column`] |
//! | many messages in pieces | [`Md5::update_each`]; [`MultiMd5`] where pieces are short     |
//! | a file and its blocks   | [`whole_and_parts`], [`Md5::update_two`]                      |
//! | ETags of S3             | [`s3`], also for uploads in parts                             |
//! | text                    | [`hex()`], [`from_hex`]                                       |
//! | traits                  | [`core::hash::Hasher`], `std::io::Write`, `digest::Digest`    |
//!
//! # Speed
//! MD5 is a chain of 64 steps, each of which needs the result of the one before. The chain is 288
//! cycles long on a CPU whose general-purpose registers add, rotate and mask in one cycle each, and
//! a block of 64 bytes takes 290 cycles here. No code for one message in these registers can be
//! faster, and most of the CPU is idle. So hash several messages at once where there are several:
//! two in general-purpose registers take the time of 1.1, and 48 with AVX-512 take the time of
//! three. Functions of many messages refill a lane when its message ends, whatever the lengths, and
//! return to general-purpose registers when one or two long messages remain.
//!
//! # Builds without optimisation
//! Without optimisation a single message takes as long as with the crate `md-5`; sixteen in
//! parallel take two to four times as long. With the following lines in the user's `Cargo.toml`, 1
//! MiB takes 1.3 ms, as in a release build (Zen 4):
//!
//! ```toml
//! [profile.dev.package.provenhash-md5-opt]
//! opt-level = 3
//! ```
//!
//! # Backends
//! [`Backend`] lists the backends, which hash several messages in parallel. A single message runs in general-purpose registers, except on Intel CPUs with AVX-512, where
//! [`hash`] and [`Md5`] use vectors of one lane. CPU features are detected once per process.
//! [`hash_many_on`], the other functions in `_on` and [`MultiMd5::with_backend`] choose a
//! [`Backend`], `--cfg md5_opt_backend="NAME"` chooses one for the whole build. Environment
//! variables are never read.
//!
//! All backends run in constant time for messages of one length: there is no lookup and no branch
//! that depends on data.
//!
//! # Stability
//! MD5 is the function of RFC 1321 and has the values of OpenSSL. The values of the
//! [`Hasher`](core::hash::Hasher) and the format of checkpoints are frozen.
//!
//! # Features
//! * `std` (default): `io::Write`. Without it the crate needs neither `std` nor `alloc`.
//! * `serde`: checkpoints. `zeroize`: [`Md5`], [`MultiMd5`] and [`s3::MultipartMd5`] wipe their
//!   states and buffers when they are dropped. Copies that the functions of this crate leave on the
//!   stack are not wiped.
//! * `digest`: the traits of the `digest` crate, 0.11, including those of its `block-api`.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(
    unsafe_code,
    reason = "dispatch, optimisation barriers, loads and stores, and vector operations"
)]
mod backend;
mod batch;
mod checkpoint;
#[cfg(feature = "digest")]
pub mod digest;
mod hex;
mod lanes;
mod multi;
mod oneshot;
mod parts;
pub mod s3;
mod stream;
mod table;

pub use backend::Backend;
pub use batch::{
    hash_column, hash_column_on, hash_fixed, hash_fixed_on, hash_many, hash_many_on, hash_u64s,
    hash_u64s_on,
};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{BatchError, Checkpoint, CheckpointError};
pub use hex::{Hex, from_hex, hex};
pub use multi::MultiMd5;
pub use oneshot::{hash, hash_const};
pub use parts::{LastPart, MAX_PADDING_BYTES, PartsError, whole_and_parts};
pub use stream::{BLOCK_BYTES, Md5};

/// An MD5 value: sixteen bytes, in the order in which they are written.
pub type Digest = [u8; 16];

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
