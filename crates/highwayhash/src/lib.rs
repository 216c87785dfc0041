//! HighwayHash: a keyed hash for data that an adversary may choose, at the speed of the vector
//! units.
//!
//! HighwayHash (Alakuijala, Cox, Wassenberg, "Fast keyed hash/pseudo-random function using SIMD
//! multiply and permute", 2016) computes a hash of 64, 128 or 256 bits under a key of 256 bits. The
//! functions are bit for bit those that the authors froze in their library, the 64-bit one in
//! August 2017 and the others in January 2018, on every backend, machine and byte order. Earlier
//! releases and `HighwayTreeHash` compute other values.
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
//! **Claimed** by the authors: under a random secret key the outputs cannot be distinguished from
//! those of a random function. So without the key no one can construct collisions, not even an
//! adaptive adversary, who sees hashes. Their paper supports this with statistical tests, and with
//! arguments about diffusion and about inverting the multiplications. No attack has been published.
//!
//! **Not claimed:** there is no proof and no reduction, and far less cryptanalysis has been
//! published than of SipHash, HMAC or BLAKE3. HighwayHash is not an unkeyed cryptographic hash: if
//! the key is known, collisions are not claimed to be hard to find, and every step can be undone.
//! So a state reveals the key, and so does a [checkpoint](HighwayHasher::checkpoint).
//!
//! **A key of zeros protects nothing**, and neither does any other known key: anyone who knows it
//! can compute the same hashes. So [`Key`] has no `Default`, and maps create their own keys.
//!
//! # When not to use it
//! * **As a cryptographic hash** (public content addresses, signatures, passwords): these uses have no
//!   secret key. Under a secret key, hashes may be seen.
//! * **Where a MAC must last for decades**: use one that has withstood decades of cryptanalysis.
//! * **For maps of anything but strings**: the hash of a non-empty key takes at least ten multiplications,
//!   and several writes pass through a buffer. Hits in a map of 1,000 `u64` take 1.5 to 1.8 times as
//!   long as with std's or siphash-fast's state, which resist the same adversaries (Zen 5, Emerald Rapids),
//!   pairs, UUIDs and IPv6 addresses 3 to 3.4 times, and a struct of five fields 6 times (Zen 4). Those in a
//!   map of strings of 5 to 38 bytes take 0.67 of std's time, and 0.91 of siphash-fast's (Zen 5, Emerald
//!   Rapids). Identifiers of 4 to 12 bytes take 1.07 and 1.34 times as long (Zen 4).
//!
//! # Builds without optimisation
//! Without optimisation each vector instruction is three calls, and a hash takes 5 µs. With the
//! following lines in the user's `Cargo.toml`, [`hash`] of 64 bytes takes 23 ns, and a map of `u64`
//! half the time of std's (Zen 4). [`hash128`] and [`hash256`] gain nothing from them, because they
//! are compiled where they are called.
//!
//! ```toml
//! [profile.dev.package.provenhash-highwayhash]
//! opt-level = 3
//! ```
//!
//! # Overview
//! | for                  | use                                                                  |
//! |----------------------|----------------------------------------------------------------------|
//! | one message          | [`hash()`], [`hash128`], [`hash256`]                                 |
//! | a message in pieces  | [`HighwayHasher`], with [checkpoints](HighwayHasher::checkpoint)     |
//! | many messages        | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout)       |
//! | maps                 | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys   |
//! | MACs                 | `digest::{HighwayMac64, HighwayMac128, HighwayMac256}`               |
//! | traits               | [`core::hash::Hasher`], `std::io::Write`, `digest::Mac`              |
//!
//! # Backends
//! [`Backend`] lists the backends, with the CPUs on which each is chosen. CPU features are
//! detected once per process. [`Key::with_backend`] chooses a [`Backend`] for a key, `--cfg
//! highwayhash_backend="NAME"` chooses one for the whole build. Environment variables are never
//! read.
//!
//! All backends run in constant time for messages of one length, on CPUs whose multipliers do.
//!
//! # Stability
//! The hashes, the values of `HighwayHasher` as a [`Hasher`](core::hash::Hasher) (and so those of
//! [`FixedState`]), `Key::from_seed` and the format of checkpoints are frozen. `RandomState` and
//! `Key::generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `Key::generate`, `io::Write`. Without it the crate
//!   needs neither `std` nor `alloc`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints.
//! * `zeroize`: keys and hashers overwrite themselves when they are dropped. `wipe-stack`: making
//!   and dropping a key also overwrites 16 KiB of the stack below, so every thread needs that much
//!   more stack. `SECURITY.md` says what is not wiped: keys that were moved, copies of a key in a
//!   `RandomState` and its hashers, and registers.
//! * `digest`: the module `digest`, MACs with constant-time verification.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "dispatch, and the operations of vector types")]
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
pub use hash_core::{BatchError, Checkpoint, CheckpointError, KeyLengthError, TagError};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use hash_core::map::Portable;
pub use key::Key;
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};
pub use oneshot::{
    hash, hash_borrowed, hash128, hash128_borrowed, hash256, hash256_borrowed, verify, verify128,
    verify256,
};
pub use stream::HighwayHasher;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
