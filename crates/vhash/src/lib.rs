//! VHASH, a hash with a proven collision bound for CPUs with a 64-bit integer multiplier, and VMAC,
//! the MAC that is built on it.
//!
//! VHASH (Dai and Krovetz, "VHASH security", 2007) is an almost-Δ-universal (AΔU) family: under a
//! random key, two given messages collide with probability below 2^-62 ([`hash`]) or 2^-124
//! ([`hash128`]) up to 2^59 bytes. The [theorem and its proof](bound) are in these docs. On every
//! backend, machine and byte order the values equal those of the authors' library, bit for bit.
//!
//! ```
//! use vhash::{Key64, Key128, hash, hash128};
//! let key = Key64::generate();
//! assert_ne!(hash(&key, b"a message"), hash(&key, b"another"));
//! let key = Key128::generate();
//! assert_ne!(hash128(&key, b"a message"), hash128(&key, b"another"));
//! ```
//!
//! # When not to use it
//! * **As a MAC.** An adversary who sees the bare hashes of chosen messages can recover the key.
//!   VMAC (feature `vmac`) adds a fresh pad to each hash.
//! * **Where hashes are seen**, as names of chunks, in a published column or in a log. An adversary
//!   who sees a few computes others, and collisions, without the key (`examples/tests/visible.rs` in
//!   the repository does). Use CLMAC, whose tags are deterministic, or SipHash-2-4. Where an
//!   adversary times a table or observes its order, use a map of SipHash.
//! * **If the key is not secret.** Under [`Key::from_seed`] with a known seed, the hash is only a
//!   checksum.
//! * **For bits that look random.** Hashes of sequences of small words agree in some bits more
//!   often than those of a random function. [`hash_mixed`] is for general use.
//! * **On a CPU with a carry-less multiplier**, if no MAC is needed. CLHASH is faster there, and
//!   its bound [is better](bound#comparison-with-clhash). VHASH is for CPUs without such a
//!   multiplier, for small keys, and for VMAC.
//!
//! # Which function to use
//! | for                 | use                                                                   |
//! |---------------------|-----------------------------------------------------------------------|
//! | one message         | [`hash`], [`hash_mixed`], [`hash128`]; [`nh::nh`] for NH alone        |
//! | a message in pieces | [`VHasher64`], [`VHasher128`], with [checkpoints]                     |
//! | many messages       | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow), of both widths |
//! | parts in parallel   | [`Partial64`], [`Partial128`], hashed on threads and joined           |
//! | maps                | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys    |
//! | authentication      | `vmac::Vmac64`, `vmac::Vmac128` over AES                              |
//! | traits              | `Hasher`, `io::Write`, `universal-hash`, `digest::Mac`                |
//!
//! [checkpoints]: VHasher::checkpoint
//!
//! # The function
//! A key has 16 words N, two words that make K, and two words Q; see [`Key`]. A message is cut into
//! blocks of 128 bytes, at least one, and the last block is padded with zeros to a multiple of 16
//! bytes. Words are little-endian.
//!
//! * NH of a block is Σ (wᵢ + Nᵢ) (wᵢ₊₁ + Nᵢ₊₁) over its pairs of words. The sums in parentheses
//!   are modulo 2^64, and the whole is modulo 2^126. Pairs after the padded end do not count.
//! * Start with y = 1, and for every block set y = y K + NH modulo 2^127 − 1. K has four fields of
//!   29 bits, so that the products need no carries.
//! * Set y = y + r 2^64 modulo 2^127 − 1, where r is the number of bits in the last block if that
//!   is partial, and 0 otherwise. Let u and v be the quotient and the remainder of y by 2^64 −
//!   2^32. The hash is (u + Q₀) (v + Q₁) modulo 2^64 − 257.
//!
//! VHASH-128 consists of two such hashes of one message, computed in one pass. The second uses the
//! words of NH from word 2 on (the key has 18) and K and Q of its own.
//!
//! # Backends
//! Both backends hash messages below 1 KiB on integers. A CPU without a 64-bit multiplier, and so
//! every 32-bit target, computes the same hashes slowly.
//!
//! [`Backend`] lists the backends, with the CPUs on which each is chosen. CPU features are
//! detected once per process. [`Key::with_backend`] chooses a [`Backend`] for a key, and `--cfg
//! vhash_backend="NAME"` chooses one for the whole build. Environment variables are never read.
//!
//! All backends run in constant time for messages of one length on CPUs whose multipliers do: the
//! last step divides by additions and shifts, and no reduction branches.
//!
//! # Builds without optimisation
//! Nothing is inlined in them: hits in a map of strings of 17 to 40 bytes take 1.27 times as long as with
//! std's state (Zen 4); those of up to 16 bytes take 0.65, and integers half. `opt-level = 3` for the
//! package `provenhash-vhash` in `[profile.dev.package]` takes 1.27 to 1.18: the rest is compiled with
//! the caller.
//!
//! # Stability
//! The values of `hash`, `hash_mixed`, `mix`, `hash128`, `nh` and VMAC are frozen, and so are those
//! of the [`Hasher`](core::hash::Hasher)s `VHasher64` and `VHasher128`, of [`FixedState`] and of
//! `Key::from_seed`, and the format of checkpoints. `RandomState` and `Key::generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `Key::generate` and `io::Write`. Without it the
//!   crate needs neither `std` nor `alloc`.
//! * `vmac`: VMAC over AES-NI or RustCrypto's `aes`, as a `digest::Mac`.
//! * `universal-hash`: the module `universal_hash`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints.
//! * `zeroize`: keys and streams overwrite themselves when they are dropped. `wipe-stack`: making
//!   and dropping a key also overwrites 16 KiB of the stack below, so every thread needs that much
//!   more stack. `SECURITY.md` says what is not wiped: keys that were moved, and registers.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod arithmetic;
#[allow(unsafe_code, reason = "the dispatch, and two vector loads")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
mod key;
pub mod map;
pub mod nh;
mod oneshot;
mod partial;
mod polynomial;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;
#[cfg(feature = "vmac")]
pub mod vmac;

pub use backend::Backend;
pub use batch::{Width, hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{BatchError, Checkpoint, CheckpointError, CombineError, KeyLengthError, mix};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use hash_core::map::Portable;
pub use key::{BLOCK_BYTES, Key, Key64, Key128, KeyError};
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState, UnevenState};
pub use oneshot::{hash, hash_mixed, hash128};
pub use partial::{Partial, Partial64, Partial128};
pub use stream::{VHasher, VHasher64, VHasher128};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
