//! MD5, for what still asks for it: one stream at the limit of the CPU's adders, many side by side in
//! its vectors.
//!
//! # When not to use it
//! **MD5 is broken.** Two files of one MD5 are made in seconds on a laptop (Wang and Yu 2004, Stevens
//! et al. 2009), also with a beginning that somebody prescribes and with a meaning that somebody
//! chooses. So take something else
//! * **wherever anybody gains by a collision**: signatures, certificates, content addresses,
//!   deduplication of what strangers upload, caches that they fill. SHA-256 and BLAKE3 are there
//!   for these, and for files that are not small, the latter is faster as well;
//! * **for passwords**, and for anything with a secret in it;
//! * **for hash tables**: it is slow there, and without a key;
//! * **for checksums of your own design**: fast ones find accidents as well.
//!
//! What is left is what others have fixed: ETags of object stores, par2, rsync's old protocols,
//! `md5sum` files, database columns, `Content-MD5`, HMAC-MD5 in old network protocols.
//!
//! ```
//! use md5_opt::{Md5, hash_many, hex};
//! assert_eq!(hex(&Md5::digest("abc")).as_str(), "900150983cd24fb0d6963f7d28e17f72");
//!
//! let mut digests = [[0; 16]; 3];
//! hash_many(&[b"many", b"messages", b"at once"], &mut digests)?;
//! assert_eq!(digests[1], Md5::digest("messages"));
//! # Ok::<(), md5_opt::BatchError>(())
//! ```
//!
//! # What there is
//! | for                                | use                                                     |
//! |------------------------------------|---------------------------------------------------------|
//! | one message                        | [`Md5::digest`]; [`literal`] in constants                |
//! | a message in pieces                | [`Md5`], with [checkpoints](Md5::checkpoint)             |
//! | many messages                      | [`hash_many`], [`hash_fixed`], [`hash_column`] (Arrow)   |
//! | many messages in pieces            | [`MultiMd5`]                                             |
//! | a file and its blocks in one pass  | [`whole_and_parts`], [`Md5::update_two`]                 |
//! | ETags of S3, of parts too          | [`s3`]                                                   |
//! | text                               | [`hex()`], [`from_hex`]                                  |
//! | traits                             | [`core::hash::Hasher`], `std::io::Write`, `digest::Digest` and with it HMAC |
//!
//! # Speed
//! MD5 is a chain of 64 steps, of which each needs the one before; it is 288 cycles long on a CPU
//! that adds, rotates and masks in one cycle each, and a block of 64 bytes takes 290 here. No
//! code for one message can be faster, and the rest of the CPU is idle. So hash several messages at once if there are several:
//! two go through general registers in the time of 1.1, and with AVX-512, 48 in that of three.
//! Functions of many messages fill the lanes again when a message ends, whatever the lengths, and
//! come down to general registers when one or two long messages are left over.
//!
//! # Backends
//! | backend        | needs                                | messages side by side | chosen            |
//! |----------------|--------------------------------------|-----------------------|-------------------|
//! | `portable`     | nothing                              | 2                     | where there is no other |
//! | `x86_sse2`     | SSE2                                 | 8                     | every x86-64      |
//! | `x86_avx2`     | also AVX2, BMI1                      | 16                    | Haswell, Zen and on |
//! | `x86_avx512`   | also AVX-512 F, BW, VL               | 48                    | Skylake-X, Zen 4 and on |
//! | `aarch64_neon` | NEON, little-endian, compile time    | 8                     | every 64-bit Arm  |
//!
//! One message alone runs the same code on all of them. The CPU is asked once a process. The
//! functions of many messages are also methods of a [`Backend`]; `--cfg md5_opt_backend="NAME"`
//! chooses one for the whole build. The environment is never read.
//!
//! All are in constant time for messages of one length; there is no table and no branch on data.
//!
//! # Stability
//! MD5 is what RFC 1321 says and OpenSSL computes. The values of the [`Hasher`](core::hash::Hasher) and
//! the format of checkpoints are frozen.
//!
//! # Features
//! * `std` (default): `io::Write`. Without it the crate needs neither `std` nor `alloc`.
//! * `digest`: the traits of the `digest` crate, 0.11, those of its `block-api` among them.

#![no_std]
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
mod literal;
mod multi;
mod parts;
pub mod s3;
mod stream;
mod table;

pub use backend::Backend;
pub use batch::{BatchError, hash_column, hash_fixed, hash_many};
pub use checkpoint::{CHECKPOINT_BYTES, CheckpointError};
pub use hex::{Hex, from_hex, hex};
pub use literal::literal;
pub use multi::MultiMd5;
pub use parts::{LastPart, whole_and_parts};
pub use stream::{BLOCK_BYTES, Md5};

/// The sixteen bytes of an MD5 value, in the order in which they are written.
pub type Digest = [u8; 16];
