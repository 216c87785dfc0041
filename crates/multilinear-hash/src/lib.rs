//! Inner products: the oldest universal hashes, each with its theorem, and the fastest hash with a
//! theorem for the keys of a hash map.
//!
//! A hash of this crate multiplies the words of a message with the words of a random key and adds
//! the products up: over the integers modulo a prime (MMH, TMMH/16, LCH), in a field of
//! characteristic 2, or modulo a power of two of which the upper half is kept (multiply-shift). The
//! probability that two messages collide has a [proven bound](bound), which Coq checks, and the
//! tests check on this code.
//!
//! ```
//! use multilinear_hash::{HashMap, HashMapExt, Key, Multilinear64, hash};
//! let mut map = HashMap::new(); // 56 random bytes of its own
//! map.insert("key", 7);
//!
//! let key = Key::<Multilinear64>::generate();
//! assert_ne!(hash(&key, b"a message"), hash(&key, b"another"));
//! ```
//!
//! # When not to use it
//! * **As a MAC.** Everything is linear in the key: a few hashes of chosen messages give it away.
//!   The published MMH and TMMH are MACs together with a fresh pad for each value, which is not
//!   here.
//! * **Against somebody who sees hashes** (or times a table, or watches its order) and chooses the
//!   next message by that. Use a pseudo-random function, such as SipHash.
//! * **With a public key, against anybody.** The key of a known seed gives a checksum.
//! * **For avalanche.** One bit of a message changes the same bits of every hash: see
//!   [`hash_mixed`], which is for general use.
//! * **For long messages where 64 bits are wanted**: `clhash` makes half the products.
//!
//! # What there is
//! | for                                  | use                                                                  |
//! |--------------------------------------|----------------------------------------------------------------------|
//! | maps                                 | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys; [`map`] |
//! | an integer, a pair, a few            | [`MultiplyShift`]                                                    |
//! | a message of any length              | [`hash()`] with a [`Key`] of [`Mmh32`], [`Mmh64`], [`Tmmh16`] or [`Multilinear64`]; [`hash_mixed`] |
//! | a message in pieces                  | [`MultilinearHasher`], with [checkpoints](MultilinearHasher::checkpoint) |
//! | many messages                        | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout)       |
//! | parts on threads or machines         | [`Partial`], joined to the sequential value                          |
//! | traits                               | [`core::hash::Hasher`], `std::io::Write`, `universal-hash`           |
//! | the published functions, any key     | [`mmh::Mmh`], [`tmmh::Tmmh`], [`lch::Lch`], [`multilinear`]          |
//! | hashes of narrow data paths, hardware | `divide`, `hardware` (feature `divide`)                             |
//!
//! | function          | bits | key, bytes | up to 4,096 bytes  | b blocks of 4,096 bytes more    |
//! |-------------------|-----:|-----------:|--------------------|---------------------------------|
//! | [`Mmh32`]         |   32 |      4,176 | 6 · 2^-32          | the same + b 2^-126             |
//! | [`Mmh64`]         |   64 |      4,176 | 54 · 2^-64         | the same + b 2^-125             |
//! | [`Tmmh16<T>`](Tmmh16) | 16 T | 4,224  | 4 · 5^(T−1) · 2^-16T | (4 · 5^(T−1) + 1) · 2^-16T + T b 2^-126 |
//! | [`Multilinear64`] |   64 |      4,152 | 2^-64, strongly universal | 2^-63 + b 2^-126         |
//!
//! # Backends
//! | backend          | needs                             | chosen                              |
//! |------------------|-----------------------------------|-------------------------------------|
//! | `portable`       | nothing                           | where there is no other             |
//! | `x86_avx2`       | AVX2                              | Haswell, Excavator, Zen and on      |
//! | `x86_avx512`     | also AVX-512 F, BW                | Skylake-X                           |
//! | `x86_avx512vnni` | also AVX-512 VNNI                 | Cascade Lake, Ice Lake, Zen 4 and on |
//! | `aarch64_neon`   | NEON, little-endian, compile time | every 64-bit Arm                    |
//!
//! The CPU is asked once a process. A [`Backend`] can be chosen by [`Key::with_backend`], or for
//! the whole build by `--cfg multilinear_hash_backend="NAME"`. The environment is never read.
//! [`Multilinear64`] has the backends of `gf2`; the hashers of maps have none, they are the same
//! scalar code in every build.
//!
//! All are in constant time for messages of one length on CPUs whose multipliers are.
//!
//! # Stability
//! The values of all functions and of `mix`, of the [`Hasher`](core::hash::Hasher)
//! `MultilinearHasher` and of [`FixedState`], the derivations of keys and the format of checkpoints
//! are frozen. `RandomState` and `generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `generate` of keys, `io::Write`. Without it the
//!   crate needs neither `std` nor `alloc`.
//! * `rand_core`: `from_rng` of keys. `serde`: keys and checkpoints.
//! * `zeroize`: keys and streams are wiped when they are dropped, and with a key 64 KiB of the
//!   stack below. A [`MapKey`] is `Copy` and must be wiped by hand. `SECURITY.md` says what is not:
//!   keys that were moved, and registers.
//! * `universal-hash`: the module `universal_hash`, for [`Multilinear64`].
//! * `divide`: the modules `divide` and `hardware`, divide-and-concatenate and a model of its
//!   circuit. They are about a paper, and no hash of a message or a map needs them.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
#[cfg(feature = "divide")]
pub mod divide;
mod error;
pub mod function;
#[cfg(feature = "divide")]
pub mod hardware;
mod key;
pub mod lch;
pub mod map;
pub mod mmh;
pub mod multilinear;
mod oneshot;
mod partial;
pub mod shift;
mod stream;
pub mod tmmh;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;

pub use backend::Backend;
pub use batch::{hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use error::Error;
pub use function::{BLOCK_BYTES, Function, Mmh32, Mmh64, Multilinear64, Tmmh16};
pub use hash_core::{BatchError, Checkpoint, CheckpointError, CombineError, KeyLengthError, mix};
pub use key::Key;
pub use map::{FixedState, MapHasher, MapKey};
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState};
pub use oneshot::{hash, hash_mixed};
pub use partial::Partial;
pub use shift::MultiplyShift;
pub use stream::MultilinearHasher;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
