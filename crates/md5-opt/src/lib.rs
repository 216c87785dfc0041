//! MD5, for formats that require it: one stream at the limit of the CPU's adders, many streams side
//! by side in its vectors.
//!
//! # When not to use it
//! **MD5 is broken.** A laptop makes two files with the same MD5 in seconds (Wang and Yu 2004,
//! Stevens et al. 2009), also with a chosen prefix and with a chosen meaning. So use another
//! function
//! * **wherever anybody gains by a collision**: signatures, certificates, content addresses,
//!   deduplication of uploads by strangers, caches that they fill. SHA-256 and BLAKE3 are made
//!   for these, and BLAKE3 is faster as well for files that are not small;
//! * **for passwords**, and for anything that contains a secret;
//! * **for hash tables**: MD5 is slow there, and it has no key;
//! * **for checksums of your own design**: fast functions detect accidents as well.
//!
//! What is left are formats that others have fixed: ETags of object stores, par2, rsync's old
//! protocols, `md5sum` files, database columns, `Content-MD5`, HMAC-MD5 in old network protocols.
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
//! # What there is
//! | for                                | use                                                     |
//! |------------------------------------|---------------------------------------------------------|
//! | one message                        | [`hash`]; [`hash_const`] in constants                   |
//! | a message in pieces                | [`Md5`], with [checkpoints](Md5::checkpoint)             |
//! | many messages                      | [`hash_many`], [`hash_u64s`], [`hash_fixed`], [`hash_column`] (Arrow's layout) |
//! | many messages in pieces            | [`MultiMd5`]                                             |
//! | a file and its blocks in one pass  | [`whole_and_parts`], [`Md5::update_two`]                 |
//! | ETags of S3, also of uploads in parts | [`s3`]                                                |
//! | text                               | [`hex()`], [`from_hex`]                                  |
//! | traits                             | [`core::hash::Hasher`], `std::io::Write`, `digest::Digest` and with it HMAC |
//!
//! # Speed
//! MD5 is a chain of 64 steps, each of which needs the one before. The chain is 288 cycles long on
//! a CPU that adds, rotates and masks in one cycle each, and a block of 64 bytes takes 290 cycles
//! here. No code for one message can be faster, and most of the CPU is idle. So hash several
//! messages at once where there are several: two go through general-purpose registers in the time
//! of 1.1, and with AVX-512, 48 in the time of three. Functions of many messages refill a lane when
//! its message ends, whatever the lengths, and return to general-purpose registers when one or two
//! long messages are left.
//!
//! # Builds without optimisation
//! One message takes as long there as with the crate `md-5`; sixteen side by side take two to four
//! times that. With this in the user's `Cargo.toml` 1 MiB takes 1.3 ms, as in a release build (Zen
//! 4):
//!
//! ```toml
//! [profile.dev.package.provenhash-md5-opt]
//! opt-level = 3
//! ```
//!
//! # Backends
//! | backend        | needs                                | messages side by side | chosen            |
//! |----------------|--------------------------------------|-----------------------|-------------------|
//! | `portable`     | nothing                              | 2                     | where there is no other |
//! | `x86_sse2`     | SSE2                                 | 8                     | every x86-64      |
//! | `x86_avx2`     | also AVX2                            | 16                    | Haswell, Zen and on |
//! | `x86_avx512`   | also AVX-512 F, BW, VL               | 48                    | Skylake-X, Zen 4 and on |
//! | `aarch64_neon` | NEON, little-endian, compile time    | 8                     | every 64-bit Arm  |
//!
//! One message alone runs the same code on all of them. The CPU is asked once a process. A
//! [`Backend`] can be chosen by [`hash_many_on`] and its kin and by [`MultiMd5::with_backend`], or
//! for the whole build by `--cfg md5_opt_backend="NAME"`. The environment is never read.
//!
//! All are in constant time for messages of one length: there is no table and no branch on data.
//!
//! # Stability
//! MD5 is the function of RFC 1321, with OpenSSL's values. The values of the
//! [`Hasher`](core::hash::Hasher) and the format of checkpoints are frozen.
//!
//! # Features
//! * `std` (default): `io::Write`. Without it the crate needs neither `std` nor `alloc`.
//! * `serde`: checkpoints. `zeroize`: [`Md5`], [`MultiMd5`] and [`s3::MultipartMd5`] wipe states
//!   and buffers when they are dropped; copies that the functions of this crate leave on the stack
//!   are not wiped.
//! * `digest`: the traits of the `digest` crate, 0.11, including those of its `block-api`.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(
    unsafe_code,
    reason = "the dispatch, barriers, loads and stores, and operations of vectors"
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

/// The sixteen bytes of an MD5 value, in the order in which they are written.
pub type Digest = [u8; 16];

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
