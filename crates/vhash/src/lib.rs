//! VHASH: hashing with a proven collision bound by the integer multiplier, and VMAC on top of it.
//!
//! VHASH (Dai and Krovetz, "VHASH security", 2007) is an almost Δ-universal family: under a random
//! key, two given messages collide with probability below 2^-62 ([`hash`]) or 2^-124 ([`hash128`])
//! up to 2^59 bytes. The [theorem and its proof](bound) are in these docs. The values are bit for
//! bit those of the authors' library, on every backend, machine and byte order.
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
//! * **As a MAC.** Bare values give the key away to whoever chooses messages and sees them. VMAC
//!   (feature `vmac`) adds a fresh pad to each.
//! * **Against somebody who sees hashes** (or times a table, or watches its order) and chooses the
//!   next message by that. Use a pseudo-random function, such as SipHash.
//! * **With a public key, against anybody.** [`Key::from_seed`] of a known seed is a checksum.
//! * **For bits that look random.** Among sequences of small words, more hashes agree in some bits
//!   than those of a random function: see [`hash_mixed`], which is for general use.
//! * **Where there is a carry-less multiplier** and no MAC is wanted: CLHASH is faster, and its
//!   bound [is better](bound#beside-clhash). This one is for CPUs without, for small keys, and for
//!   VMAC.
//!
//! # What there is
//! | for                          | use                                                          |
//! |------------------------------|--------------------------------------------------------------|
//! | one message                  | [`hash`], [`hash_mixed`], [`hash128`]; [`nh::nh`] for NH alone |
//! | a message in pieces          | [`VHasher64`], [`VHasher128`], with [checkpoints](VHasher::checkpoint) |
//! | many messages                | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout), of both widths |
//! | parts on threads or machines | [`Partial64`], [`Partial128`], joined to the sequential value |
//! | maps                         | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys |
//! | authentication               | `vmac::Vmac64`, `vmac::Vmac128` over AES                     |
//! | traits                       | [`core::hash::Hasher`], `std::io::Write`, `universal-hash`, `digest::Mac` |
//!
//! # The function
//! A key is 16 words N, two words that make K, and two words Q; see [`Key`]. A message is cut into
//! blocks of 128 bytes, at least one, and the last is padded with zeros to a multiple of 16 bytes;
//! words are little-endian.
//!
//! * NH of a block is Σ (w\[i\] + N\[i\]) (w\[i+1\] + N\[i+1\]) over its pairs of words, the sums
//!   modulo 2^64, the whole modulo 2^126. Pairs after the padded end do not count.
//! * y = 1, and for every block y = y K + NH modulo 2^127 − 1. K has four fields of 29 bits, so
//!   that the products need no carries.
//! * y = y + r 2^64 modulo 2^127 − 1, where r is the number of bits in the last block if that is
//!   partial, and otherwise 0. With u and v the quotient and the remainder of y by 2^64 − 2^32, the
//!   hash is (u + Q\[0\]) (v + Q\[1\]) modulo 2^64 − 257.
//!
//! VHASH-128 is two such hashes of one message, the second with the words of NH from word 2 on (the
//! key has 18) and K and Q of its own. They are computed in one pass.
//!
//! # Backends
//! | backend          | needs                              | chosen                        |
//! |------------------|------------------------------------|-------------------------------|
//! | `portable`       | nothing: 128-bit integers          | where there is no other       |
//! | `x86_avx512ifma` | AVX-512 F, IFMA                    | Ice Lake, Zen 4 and on        |
//!
//! Messages below a kibibyte are hashed by integers on both. A CPU without a multiplier of 64 bits,
//! and so every target of 32 bits, computes the same slowly.
//!
//! The CPU is asked once a process. A [`Backend`] can be chosen by [`Key::with_backend`], or for
//! the whole build by `--cfg vhash_backend="NAME"`. The environment is never read.
//!
//! All backends are in constant time for messages of one length on CPUs whose multipliers are: the
//! division of the last step is done by additions and shifts, and no reduction branches.
//!
//! # Stability
//! The values of `hash`, `hash_mixed`, `mix`, `hash128`, `nh`, VMAC, of the
//! [`Hasher`](core::hash::Hasher)s `VHasher64` and `VHasher128` and so of [`FixedState`],
//! `Key::from_seed` and the format of checkpoints are frozen. `RandomState` and `Key::generate` are
//! random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `Key::generate`, `io::Write`. Without it the crate
//!   needs neither `std` nor `alloc`.
//! * `vmac`: VMAC over RustCrypto's `aes`, as a `digest::Mac`.
//! * `universal-hash`: the module `universal_hash`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints.
//! * `zeroize`: keys and streams are wiped when they are dropped, and with a key 16 KiB of the
//!   stack below. `SECURITY.md` says what is not: keys that were moved, and registers.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod arithmetic;
#[allow(unsafe_code, reason = "the dispatch, and two loads of vectors")]
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
pub use key::{BLOCK_BYTES, Key, Key64, Key128, KeyError};
pub use map::FixedState;
#[cfg(feature = "std")]
pub use map::{HashMap, HashMapExt, HashSet, HashSetExt, MapHasher, RandomState};
pub use oneshot::{hash, hash_mixed, hash128};
pub use partial::{Partial, Partial64, Partial128};
pub use stream::{VHasher, VHasher64, VHasher128};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
