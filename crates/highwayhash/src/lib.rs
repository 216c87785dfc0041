//! HighwayHash: a keyed hash for values that others choose, at the speed of the vector units.
//!
//! HighwayHash (Alakuijala, Cox, Wassenberg, "Fast keyed hash/pseudo-random function using SIMD
//! multiply and permute", 2016) gives 64, 128 or 256 bits under a key of 256. The functions are bit
//! for bit those of the authors' library since they froze them, the 64-bit one in August 2017, the
//! others in January 2018, on every backend, machine and byte order. Earlier releases and
//! `HighwayTreeHash` compute other values.
//!
//! ```
//! use highwayhash::{Key, hash, hash256};
//! let key = Key::generate();
//! assert_ne!(hash(&key, b"a message"), hash(&key, b"another"));
//! assert_ne!(hash256(&key, b"a message"), hash256(&key, b"another"));
//!
//! use highwayhash::HashMapExt;
//! let mut map = highwayhash::HashMap::new(); // a random key of its own
//! map.insert("key", 7);
//! ```
//!
//! # Strength
//! **Claimed** by the authors: under a random secret key the outputs cannot be told from those of a
//! random function, so that nobody who does not know the key makes values collide, even seeing
//! hashes. Their paper supports this by statistical tests, and by arguments about the inversion of
//! the multiplications and the diffusion; nobody has published an attack.
//!
//! **Not claimed:** there is no proof and no reduction, and far less cryptanalysis has been
//! published than of SipHash, HMAC or BLAKE3. It is no cryptographic hash without a key: where the
//! key is known, nobody claims that collisions are hard to find, and every step can be undone. So a
//! state reveals the key, and so does a [checkpoint](HighwayHasher::checkpoint).
//!
//! **A key of zeros protects nothing**, no more than any other key that is known: whoever knows it
//! computes the hashes that you compute. So [`Key`] has no `Default`, and maps make their own keys.
//!
//! # When not to use it
//! * **As a cryptographic hash** (content addresses, signatures, passwords): there is no secret
//!   there.
//! * **Where a MAC must stand for decades**: take one that has been attacked for decades.
//! * **For maps of short keys that nobody attacks**: each hash takes at least ten multiplications.
//!
//! # Builds without optimisation
//! There each instruction of a vector is three calls: a hash takes 5 µs. With this in the user's
//! `Cargo.toml`, [`hash`] of 64 bytes takes 23 ns, and a map of `u64` half the time of std's
//! (Zen 4). ([`hash128`] and [`hash256`] are compiled where they are called, and gain nothing.)
//!
//! ```toml
//! [profile.dev.package.provenhash-highwayhash]
//! opt-level = 3
//! ```
//!
//! # What there is
//! | for                  | use                                                                  |
//! |----------------------|----------------------------------------------------------------------|
//! | one message          | [`hash()`], [`hash128`], [`hash256`]                                 |
//! | a message in pieces  | [`HighwayHasher`], with [checkpoints](HighwayHasher::checkpoint)     |
//! | many messages        | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout)       |
//! | maps                 | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys   |
//! | MACs                 | `HighwayMac64`, `HighwayMac128`, `HighwayMac256` in the module `digest` |
//! | traits               | [`core::hash::Hasher`], `std::io::Write`, `digest::Mac`              |
//!
//! # Backends
//! | backend          | needs                             | chosen                          |
//! |------------------|-----------------------------------|---------------------------------|
//! | `portable`       | nothing                           | where there is no other         |
//! | `x86_sse41`      | SSSE3, SSE4.1                     | Penryn, Bulldozer and on        |
//! | `x86_avx2`       | also AVX2                         | Haswell, Excavator, Zen and on  |
//! | `x86_avx512vbmi` | also AVX-512 F, BW, VL, VBMI      | Ice Lake, Zen 4 and on          |
//! | `aarch64_neon`   | NEON, little-endian, compile time | every 64-bit Arm                |
//! | `wasm32_simd128` | SIMD, compile time                | builds with `+simd128`          |
//!
//! The CPU is asked once a process. A [`Backend`] can be chosen by [`Key::with_backend`], or for
//! the whole build by `--cfg highwayhash_backend="NAME"`. The environment is never read.
//!
//! All backends are in constant time for messages of one length on CPUs whose multipliers are.
//!
//! # Stability
//! The hashes, the values of the [`Hasher`](core::hash::Hasher) `HighwayHasher` and so of
//! [`FixedState`], `Key::from_seed` and the format of checkpoints are frozen. `RandomState` and
//! `Key::generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `Key::generate`, `io::Write`. Without it the crate
//!   needs neither `std` nor `alloc`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints.
//! * `zeroize`: keys and hashers are wiped when they are dropped, and with a key 4 KiB of the stack
//!   below. `SECURITY.md` says what is not: keys that were moved, copies of a key in a
//!   `RandomState` and its hashers, and registers.
//! * `digest`: the module `digest`, MACs with constant-time verification.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, barriers, and a load and a store per vector type")]
mod backend;
mod batch;
mod checkpoint;
#[cfg(feature = "digest")]
pub mod digest;
mod key;
pub mod map;
mod oneshot;
mod stream;

pub use backend::Backend;
pub use batch::{Output, hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{BatchError, Checkpoint, CheckpointError, KeyLengthError};
pub use key::Key;
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};
pub use oneshot::{hash, hash128, hash256};
pub use stream::HighwayHasher;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
