//! CLHASH: fast 64-bit hashing by carry-less multiplication, with a proven collision bound.
//!
//! CLHASH (Lemire and Kaser, "Faster 64-bit universal hashing using carry-less
//! multiplications", 2015) is an almost-XOR-universal (AXU) family: under a random key, two given
//! messages collide with probability 2^-64 up to 1,024 bytes, and below 2.004 · 2^-64 at any
//! length. These docs contain the [theorem and its proof](bound). [`hash`] returns exactly the
//! value of the authors' library, on every backend, machine and byte order.
//!
//! ```
//! use clhash::{Key, hash};
//! let key = Key::generate();
//! assert_ne!(hash(&key, b"a message"), hash(&key, b"another"));
//!
//! use clhash::HashMapExt;
//! let mut map = clhash::HashMap::new(); // random keys, with a proven bound
//! map.insert("key", 7);
//! ```
//!
//! # When not to use it
//! * **As a MAC.** The bare value is linear in the key: a few hashes of chosen messages reveal the
//!   key. Add a fresh pseudo-random pad to each value, or use a MAC.
//! * **Where hashes are seen**, as names of chunks, in a published column or in a log. An adversary
//!   who sees a few computes others, and collisions, without the key (`examples/tests/visible.rs` in
//!   the repository does). Use CLMAC, whose tags are deterministic, or SipHash-2-4. Where an
//!   adversary times a table or observes its order, use a map of SipHash.
//! * **If the key is not secret.** Under [`Key::from_seed`] with a known seed, the hash is only a
//!   checksum.
//! * **For avalanche.** Flipping a bit of a short message flips the same bits of every hash. For
//!   general use, see [`hash_mixed`].
//!
//! # Overview
//! | for                        | use                                                            |
//! |----------------------------|----------------------------------------------------------------|
//! | one message                | [`hash`], [`hash_mixed`], [`hash_bitmix`]                      |
//! | a message in pieces        | [`ClHasher`]: 64 bytes of state and [checkpoints]              |
//! | many messages              | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout) |
//! | parts on threads, machines | [`Partial`]: joins parts to the hash of the whole              |
//! | 128 bits                   | [`wide`]: this crate's own function, with all the above        |
//! | maps                       | `HashMap`, `HashSet`, `RandomState`, [`FixedState`]            |
//! | traits                     | [`core::hash::Hasher`], `std::io::Write`, `universal-hash`     |
//!
//! [checkpoints]: ClHasher::checkpoint
//!
//! # The function
//! A key is 133 words K. A message of n bytes is padded with zero bytes to whole 64-bit words w,
//! little-endian. Products are those of polynomials over GF(2), and sums are XOR. A block of 128
//! words has the inner product CLNH = Σ (wᵢ + Kᵢ) (wᵢ₊₁ + Kᵢ₊₁) over its pairs of words.
//!
//! * Up to 1,024 bytes, the hash is (CLNH + n K₁₃₂) mod x^64 + x^4 + x^3 + x + 1.
//! * Above 1,024 bytes, the CLNH values of the blocks are the coefficients of a polynomial, that of
//!   the first block the highest. Its value s at k = (K₁₂₈, K₁₂₉) is kept modulo x^128 + x^2 + x.
//!   The two halves of s go through one more such product with K₁₃₀ and K₁₃₁, which takes the place
//!   of CLNH.
//!
//! Where sources differ, the crate follows the published library:
//!
//! * Only pairs that contain bytes of the message take part. The paper's prose pads the last block
//!   with zeros, which would add a constant of the key to the sum.
//! * The empty message hashes to 0 under every key.
//! * x^128 + x^2 + x is x times the paper's modulus x^127 + x + 1. Two remainders represent each
//!   element of that field, and the hash depends on which one is taken, so the modulus matters.
//! * The library's bit-mixing option leaves messages above 1,024 bytes unmixed ([`hash_bitmix`]);
//!   the paper always mixes. [`hash_mixed`] also always mixes, with a stronger bijection.
//! * Keys keep the two bits of k that are cleared when it is used.
//!
//! # Backends
//! [`Backend`] lists the backends, with the CPUs on which each is chosen. CPU features are
//! detected once per process. [`Key::with_backend`] chooses a [`Backend`] for a key, and `--cfg
//! gf2_backend="NAME"` for the whole build. Environment variables are never read.
//!
//! All backends except `portable` run in constant time for messages of one length on CPUs with
//! constant-time carry-less multipliers; `portable` does on CPUs with constant-time integer
//! multiplication.
//!
//! # Builds without optimisation
//! Without optimisation, each vector instruction becomes several calls. Maps of integers take half the
//! time of std's nonetheless, and those of strings of up to 16 bytes two thirds. Strings of 5 to 38 bytes
//! take 1.7 to 1.9 times as long as with std's, those of 17 to 40 bytes 2.5 times, under a [`FixedState`] four
//! times. (One of 17 to 40 bytes takes 3,100 instructions with PCLMULQDQ, and 1,900 with std's; 47 % of ours
//! are debug assertions of core's slices and pointers.) With these lines in the user's `Cargo.toml` they take
//! half the time of std's, and a fifth of what a `FixedState` takes without them (Emerald Rapids, Zen 4):
//!
//! ```toml
//! [profile.dev.package.provenhash-clhash]
//! opt-level = 3
//! ```
//!
//! # Stability
//! These are frozen: the values of `hash`, `hash_mixed`, `hash_bitmix`, `mix`, of the
//! [`Hasher`](core::hash::Hasher) `ClHasher` and therefore of [`FixedState`], the derivations of
//! keys, and the format of checkpoints. `RandomState` and `Key::generate` are random. `hash_mixed`
//! and [`wide`] are our own, both in version 1; until release 1.0 a new version with other values
//! may follow under another name.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `Key::generate`, `io::Write`. Without it the crate
//!   needs neither `std` nor `alloc`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints.
//! * `zeroize`: keys overwrite themselves when they are dropped. `wipe-stack`: making and dropping
//!   a key also overwrites 16 KiB of the stack below, so every thread needs that much more stack.
//!   `SECURITY.md` says what is not wiped: keys that were moved, streams, and registers.
//! * `universal-hash`: the module `universal_hash`. `mt19937`: `Key::from_mt19937`, as in the
//!   paper's experiments.

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
mod key;
pub mod map;
mod oneshot;
mod partial;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;
pub mod wide;

pub use backend::Backend;
pub use batch::{hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyError, KeyLengthError, mix,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use hash_core::map::Portable;
pub use key::{BLOCK_BYTES, Key};
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState, UnevenState};
pub use oneshot::{hash, hash_bitmix, hash_bitmix_borrowed, hash_borrowed, hash_mixed};
pub use partial::Partial;
pub use stream::ClHasher;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
