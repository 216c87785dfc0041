//! SipHash: the keyed hash for short messages, as fast as its chain of operations allows.
//!
//! SipHash-c-d (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012) computes a hash of
//! 64 or 128 bits under a key of 128 bits, with c rounds for each word of 8 bytes and d rounds at
//! the end. The crate also has HalfSipHash, the version for 32-bit machines; the variant of Redis
//! that ignores the case of ASCII letters; and SipTreeHash from Google's HighwayHash library. All
//! are bit for bit the published functions, on every backend, machine and byte order.
//!
//! ```
//! use siphash_fast::{Key, siphash24, siphash128_24};
//! let key = Key::generate();
//! assert_ne!(siphash24(&key, b"a message"), siphash24(&key, b"another"));
//! assert_ne!(siphash128_24(&key, b"a message"), siphash128_24(&key, b"another"));
//!
//! // As a MAC: `==` on tags is not a constant-time comparison, `verify` is one.
//! use siphash_fast::verify;
//! let tag = siphash24(&key, b"a message").to_le_bytes();
//! assert!(verify::<2, 4>(&key, b"a message", &tag).is_ok());
//!
//! use siphash_fast::HashMapExt;
//! let mut map = siphash_fast::HashMap::new(); // a random key of its own
//! map.insert("key", 7);
//! ```
//!
//! # Strength
//! **Claimed** by the authors for SipHash-2-4 (§4 of their paper): it is a strong pseudo-random
//! function. Under a random secret key, no adaptive adversary, who sees hashes of chosen messages,
//! can distinguish its outputs from those of a random function with less work than an exhaustive
//! key search, 2^127 on average, or forge a tag of b bits with a probability above 2^-b.
//! SipHash-4-8 is their conservative choice. Maps do not show their hashes and use 1-3 and 1-2. The
//! paper lists differentials with their probabilities (§5). Later analysis covers reduced rounds
//! (Dobraunig, Mendel, Schläffer, "Differential cryptanalysis of SipHash", 2014: a distinguisher of
//! the finalisation alone, and characteristics of 2-4 of probability 2^-236.3, none of them an
//! attack).
//!
//! | function                    | two given messages collide, if it is pseudo-random | key, bits |
//! |-----------------------------|----------------------------------------------------|-----------|
//! | SipHash, 64 bits            | 2^-64                                              | 128       |
//! | SipHash, 128 bits           | 2^-128                                             | 128       |
//! | HalfSipHash, 32 and 64 bits | 2^-32 and 2^-64                                    | 64: short |
//! | SipTreeHash, see [`tree`]   | about 2^-63: in a lane, or at the root             | 256       |
//!
//! **Not claimed:** there is no proof. No row is a theorem about SipHash; all follow from the
//! conjecture. Without a secret key SipHash has no strength: anyone who knows the key can find
//! collisions and undo every step. So a state must be as secret as the key, and so must a
//! [checkpoint](SipHasher::checkpoint).
//!
//! # When not to use it
//! * **As a cryptographic hash** (public content addresses, signatures, passwords): these uses have no
//!   secret key. Under a secret key, hashes of 2-4 and 4-8 may be seen; those of 1-3 and 1-2, which
//!   nobody proposes for that, are for maps.
//! * **For long messages**: `highwayhash` (the same kind of claim) and `clhash` (a proven bound,
//!   against oblivious adversaries, who see no hashes) hash many kilobytes ten times as fast.
//! * **For short keys in maps without adversarial input**: hashers without guarantees are faster.
//!
//! # Overview
//! | for                  | use                                                                  |
//! |----------------------|----------------------------------------------------------------------|
//! | one message          | [`siphash24`], [`siphash13`], [`siphash128_24`] …                    |
//! | any rounds           | [`hash`], [`hash128`]                                                |
//! | a received tag       | [`verify`], [`verify128`], in constant time                          |
//! | a message in pieces  | [`SipHasher24`] …, with [checkpoints](SipHasher::checkpoint)         |
//! | many messages        | [`hash_many`], [`hash_u64s`], [`hash_fixed`], [`hash_column`] (Arrow) |
//! | maps                 | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys   |
//! | ASCII without case   | [`siphash12_nocase`], [`nocase`]                                     |
//! | 32-bit machines      | [`halfsiphash32`], [`halfsiphash64`], [`half`]                       |
//! | SipTreeHash          | [`siptreehash`], [`siptreehash13`], [`tree`]                         |
//! | traits               | [`core::hash::Hasher`], `std::io::Write`, `digest::Mac`              |
//!
//! Functions for any number of rounds take C and D as generic arguments, as in `hash::<2, 4>`.
//!
//! # Backends
//! A single message of SipHash is one chain of operations in general-purpose registers. It gains
//! nothing from vectors and needs no CPU detection. Batches of 64-bit hashes and SipTreeHash have
//! backends, which [`Backend`] lists.
//!
//! CPU features are detected once per process. [`Key::with_backend`] and [`TreeKey::with_backend`]
//! choose a [`Backend`] for a key, `--cfg siphash_fast_backend="NAME"` chooses one for the whole
//! build. Environment variables are never read. All backends run in constant time for messages of
//! one length.
//!
//! # Builds without optimisation
//! Without optimisation each vector instruction is several calls: batches and SipTreeHash take
//! several times as long as hashing one message after another. The functions are generic over the
//! rounds and compiled where they are called, so the calling crate needs `opt-level = 1` or more in
//! `[profile.dev]`. Maps of integers and of strings take 0.9 of the time of std's (Emerald Rapids).
//!
//! # Stability
//! The hashes, the values of the hashers (and so those of [`FixedState`]), `from_seed` and the
//! formats of checkpoints are frozen. `RandomState` and `generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `generate`, `io::Write`. Without it the crate needs
//!   neither `std` nor `alloc`.
//! * `rand_core`: `from_rng`. `serde`: keys and checkpoints.
//! * `zeroize`: keys and states overwrite themselves when they are dropped. `wipe-stack`: making
//!   and dropping a key also overwrites 16 KiB of the stack below, so every thread needs that much
//!   more stack. `SECURITY.md` says what is not wiped: keys that were moved, and registers.
//! * `digest`: the module `digest`, MACs with constant-time verification.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "dispatch, an optimisation barrier, and vector operations")]
mod backend;
mod batch;
mod checkpoint;
#[cfg(feature = "digest")]
pub mod digest;
pub mod half;
mod key;
pub mod map;
pub mod nocase;
mod oneshot;
mod single;
mod stream;
pub mod tree;

pub use backend::Backend;
pub use batch::{Output, hash_column, hash_fixed, hash_many, hash_u64s};
pub use checkpoint::{CHECKPOINT_BYTES, TREE_CHECKPOINT_BYTES};
pub use half::HalfSipHasher;
pub use hash_core::{BatchError, Checkpoint, CheckpointError, KeyLengthError, TagError};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use hash_core::map::Portable;
pub use key::{HalfKey, Key, TreeKey};
pub use map::{FixedState, MapHasher};
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState};
pub use nocase::NocaseHasher;
pub use oneshot::{
    halfsiphash32, halfsiphash64, hash, hash128, siphash12, siphash12_nocase, siphash13, siphash24,
    siphash48, siphash128_13, siphash128_24, siptreehash, siptreehash13, verify, verify128,
};
pub use stream::{SipHasher, SipHasher12, SipHasher13, SipHasher24, SipHasher48, SipHasher128};
pub use tree::TreeHasher;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
