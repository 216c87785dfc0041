//! SipHash: the keyed hash for short messages, at the speed of the machine.
//!
//! SipHash-c-d (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012) gives 64 bits, or
//! 128, under a key of 128, by c rounds for each word of 8 bytes and d at the end. The crate also
//! has HalfSipHash, its version for 32-bit machines, the variant of Redis that ignores the case of
//! ASCII letters, and SipTreeHash of Google's HighwayHash library. All are bit for bit the
//! published functions, on every backend, machine and byte order.
//!
//! ```
//! use siphash_fast::{Key, siphash24, siphash128_24};
//! let key = Key::generate();
//! assert_ne!(siphash24(&key, b"a message"), siphash24(&key, b"another"));
//! assert_ne!(siphash128_24(&key, b"a message"), siphash128_24(&key, b"another"));
//!
//! use siphash_fast::HashMapExt;
//! let mut map = siphash_fast::HashMap::new(); // a random key of its own
//! map.insert("key", 7);
//! ```
//!
//! # Strength
//! **Claimed** by the authors of SipHash-2-4 (§4 of their paper): it is a strong pseudo-random
//! function. Under a random secret key nobody tells its outputs from those of a random function
//! with less work than trying keys, 2^127 on average, or guesses a MAC of b bits better than with
//! probability 2^-b, even after seeing hashes of chosen messages. SipHash-4-8 is their conservative
//! choice; maps, which do not show their hashes, use 1-3 and 1-2. The paper gives differentials
//! with their probabilities (§5); later analysis reaches reduced rounds (Dobraunig, Mendel,
//! Schläffer, "Differential cryptanalysis of SipHash", 2014: a distinguisher of the finalisation
//! alone, and characteristics of 2-4 of probability 2^-236.3, none of them an attack).
//!
//! | function                       | two given messages collide, if it is pseudo-random | key, bits  |
//! |--------------------------------|-----------------------------------------------------|------------|
//! | SipHash, 64 bits               | 2^-64                                               | 128        |
//! | SipHash, 128 bits              | 2^-128                                              | 128        |
//! | HalfSipHash, 32 and 64 bits    | 2^-32 and 2^-64                                     | 64: few    |
//! | SipTreeHash                    | about 2^-63: in a lane, or at the root              | 256; see [`tree`] |
//!
//! **Not claimed:** there is no proof. No row is a theorem about SipHash; all follow from the
//! conjecture. Without a secret key it is no hash: whoever knows the key finds collisions, and can
//! undo every step. So a state is as secret as the key, and so is a
//! [checkpoint](SipHasher::checkpoint).
//!
//! # When not to use it
//! * **As a cryptographic hash** (content addresses, signatures, passwords): there is no secret
//!   there.
//! * **For long messages**: `highwayhash` (the same kind of claim) and `clhash` (a proven bound,
//!   against those who do not see hashes) hash many kilobytes ten times as fast.
//! * **For short keys of maps that nobody attacks**: hashers without guarantees are faster.
//!
//! # What there is
//! | for                  | use                                                                  |
//! |----------------------|----------------------------------------------------------------------|
//! | one message          | [`siphash24`], [`siphash13`], [`siphash128_24`] …; [`hash`] and [`hash128`] for any rounds |
//! | a message in pieces  | [`SipHasher24`] …, with [checkpoints](SipHasher::checkpoint)         |
//! | many messages        | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout), [`hash_fixed`] |
//! | maps                 | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys   |
//! | ASCII without case   | [`siphash12_nocase`], [`nocase`]                                     |
//! | 32-bit machines      | [`halfsiphash32`], [`halfsiphash64`], [`half`]                       |
//! | SipTreeHash          | [`siptreehash`], [`siptreehash13`], [`tree`]                         |
//! | traits               | [`core::hash::Hasher`], `std::io::Write`, `digest::Mac`              |
//!
//! Functions of any rounds take the numbers C and D as arguments, `hash::<2, 4>`.
//!
//! # Backends
//! One message of SipHash is one chain of operations in general-purpose registers: vectors gain
//! nothing, and no CPU is asked. Batches of 64-bit hashes and SipTreeHash have backends:
//!
//! | backend        | needs                             | lanes | chosen                       |
//! |----------------|-----------------------------------|------:|------------------------------|
//! | `portable`     | nothing                           |     1 | where there is no other      |
//! | `x86_avx2`     | AVX2                              |     4 | Haswell, Excavator, Zen and on |
//! | `x86_avx512`   | also BMI2, AVX-512 F, BW, DQ, VL  |     8 | Skylake-X, Zen 4 and on      |
//! | `aarch64_neon` | NEON, little-endian, compile time |     4 | nearly every 64-bit Arm      |
//!
//! The CPU is asked once a process. A [`Backend`] can be chosen by [`Key::with_backend`] and
//! [`TreeKey::with_backend`], or for the whole build by `--cfg siphash_fast_backend="NAME"`. The
//! environment is never read. All are in constant time for messages of one length.
//!
//! # Builds without optimisation
//! There each instruction of a vector is several calls: batches and SipTreeHash take several times
//! as long as one message after another. The functions are generic over the rounds and compiled
//! where they are called, so that it is the calling crate that needs `opt-level = 1` or more in
//! `[profile.dev]`. Maps take at most 1.6 times as long as std's.
//!
//! # Stability
//! The hashes, the values of the hashers and so of [`FixedState`], `from_seed` and the formats of
//! checkpoints are frozen. `RandomState` and `generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `generate`, `io::Write`. Without it the crate needs
//!   neither `std` nor `alloc`.
//! * `rand_core`: `from_rng`. `serde`: keys and checkpoints.
//! * `zeroize`: keys and states are wiped when they are dropped, and with a key 4 KiB of the stack
//!   below. `SECURITY.md` says what is not: keys that were moved, and registers.
//! * `digest`: the module `digest`, MACs with constant-time verification.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, a barrier, and the operations of vector types")]
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
pub use hash_core::{BatchError, Checkpoint, CheckpointError, KeyLengthError};
pub use key::{HalfKey, Key, TreeKey};
pub use map::{FixedState, MapHasher};
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState};
pub use nocase::NocaseHasher;
pub use oneshot::{
    halfsiphash32, halfsiphash64, hash, hash128, siphash12, siphash12_nocase, siphash13, siphash24,
    siphash48, siphash128_13, siphash128_24, siptreehash, siptreehash13,
};
pub use stream::{SipHasher, SipHasher12, SipHasher13, SipHasher24, SipHasher48, SipHasher128};
pub use tree::TreeHasher;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
