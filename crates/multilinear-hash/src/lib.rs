//! Inner products, the oldest universal hashes, each with a proven bound, and the fastest map
//! hasher with a proven bound that we know of.
//!
//! A hash of this crate multiplies the words of a message by the words of a random key and adds up
//! the products. It does so over the integers modulo a prime (MMH, TMMH/16), in a field of
//! characteristic 2, or modulo a power of two, keeping the upper half (multiply-shift). The
//! probability that two messages collide has a [proven bound](bound), which Coq checks and the
//! tests check on this code.
//!
//! ```
//! use multilinear_hash::{HashMap, HashMapExt, Key, Multilinear64, hash};
//! let mut map = HashMap::new(); // holds 56 random bytes of its own
//! map.insert("key", 7);
//!
//! let key = Key::<Multilinear64>::generate();
//! assert_ne!(hash(&key, b"a message"), hash(&key, b"another"));
//! ```
//!
//! # When not to use it
//! * **As a MAC.** All functions are linear in the key, so a few hashes of chosen messages are
//!   enough for key recovery. The published MMH and TMMH become MACs with a fresh pad for each
//!   value, which this crate does not provide.
//! * **Where hashes are seen**, as names of chunks, in a published column or in a log. An adversary
//!   who sees a few computes others, and collisions, without the key (`examples/tests/visible.rs` in
//!   the repository does). Use CLMAC, whose tags are deterministic, or SipHash-2-4. Where an
//!   adversary times a table or observes its order, use a map of SipHash.
//! * **If the key is not secret.** Under the key of a known seed, a hash is only a checksum.
//! * **For avalanche.** Flipping a given bit of a message flips the same bits of every hash.
//!   [`hash_mixed`] is for general use.
//! * **For 64-bit hashes of long messages.** `clhash` needs half the products.
//! * **For maps of keys of more than 112 bytes.** Hits of strings of 114 bytes take 1.9 times as long
//!   as with `clhash`, and as long as with std's state; URLs of 40 to 80 bytes take 0.9 and 0.6 times
//!   as long (Zen 4).
//!
//! # Which function to use
//! | for                     | use                                                            |
//! |-------------------------|----------------------------------------------------------------|
//! | maps                    | [`map`]: `HashMap`, `HashSet`, `RandomState`, [`FixedState`]   |
//! | a few integers          | [`MultiplyShift`]                                              |
//! | a message of any length | [`hash()`] under a [`Key`] of any [`Function`]; [`hash_mixed`] |
//! | a message in pieces     | [`MultilinearHasher`], with [checkpoints]                      |
//! | many messages           | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout) |
//! | parts in parallel       | [`Partial`], hashed on threads or machines and joined          |
//! | traits                  | [`core::hash::Hasher`], `std::io::Write`, `universal-hash`     |
//! | published functions     | [`multilinear`]; MMH, TMMH/16 and LCH: crate `divide-concat`   |
//!
//! | function | bits | key, bytes | bound up to 4,096 bytes | bound with b blocks more |
//! |---|---:|---:|---|---|
//! | [`Mmh32`] | 32 | 4,176 | 6 · 2^-32 | the same + b 2^-126 |
//! | [`Mmh64`] | 64 | 4,176 | 54 · 2^-64 | the same + b 2^-125 |
//! | [`Tmmh16`] | 64 | 4,224 | 500 · 2^-64 | 501 · 2^-64 + b 2^-124 |
//! | [`Multilinear64`] | 64 | 4,152 | 2^-64, strongly universal | 2^-63 + b 2^-126 |
//!
//! A block has 4,096 bytes.
//!
//! [checkpoints]: MultilinearHasher::checkpoint
//!
//! # Backends
//! [`Backend`] lists the backends, with the CPUs on which each is chosen. CPU features are
//! detected once per process. [`Key::with_backend`] chooses a [`Backend`] for a key, and `--cfg
//! multilinear_hash_backend="NAME"` chooses one for the whole build. Environment variables are
//! never read. [`Multilinear64`] has the backends of `gf2`. The hashers of maps have no
//! backends, because they are the same scalar code in every build; without optimisation, hits take
//! 0.5 to 0.85 of the time of std's (Zen 4).
//!
//! All backends run in constant time for messages of one length on CPUs whose multipliers do.
//!
//! # Stability
//! The values of all functions, of `mix`, of the [`Hasher`](core::hash::Hasher) `MultilinearHasher`
//! and of [`FixedState`] are frozen, and so are the derivations of keys and the format of
//! checkpoints. `RandomState` and `generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, `UnevenState`, the maps, `generate` of keys and `io::Write`.
//!   Without it the crate needs neither `std` nor `alloc`.
//! * `rand_core`: `from_rng` of keys. `serde`: keys and checkpoints.
//! * `zeroize`: keys and streams overwrite themselves when they are dropped. `wipe-stack`: making
//!   and dropping a key also overwrites 64 KiB of the stack below, so every thread needs that much
//!   more stack. `SECURITY.md` says what is not wiped: keys that were moved, a [`MapKey`], which is
//!   `Copy`, and registers.
//! * `universal-hash`: the module `universal_hash`, for [`Multilinear64`].

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and one load and one store per vector type")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
mod error;
pub mod function;
mod key;
pub mod map;
pub mod multilinear;
mod oneshot;
mod partial;
pub mod shift;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;

pub use backend::Backend;
pub use batch::{hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use error::Error;
pub use function::{BLOCK_BYTES, Function, Mmh32, Mmh64, Multilinear64, Tmmh16};
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyError, KeyLengthError, mix,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use hash_core::map::Portable;
pub use key::Key;
pub use map::{FixedState, MapHasher, MapKey};
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, RandomState, UnevenState};
pub use oneshot::{hash, hash_mixed};
pub use partial::Partial;
pub use shift::MultiplyShift;
pub use stream::MultilinearHasher;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
