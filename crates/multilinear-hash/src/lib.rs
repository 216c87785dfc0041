//! Inner products: the oldest universal hashes, each with its theorem, and the fastest hash with a
//! theorem for the keys of a hash map.
//!
//! A hash of this crate multiplies the words of a message with the words of a random key and adds
//! the products up: over the integers modulo a prime (MMH, TMMH/16, LCH), in a field of
//! characteristic 2, or modulo a power of two of which the upper half is kept (multiply-shift). How
//! often two messages collide is a theorem, [proved here](bound), and [counted out](divide) in
//! small by the tests.
//!
//! ```
//! use multilinear_hash::{HashMap, Key, Multilinear64, hash};
//! let mut map = HashMap::default(); // 256 random bytes of its own
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
//! * **With a public key, against anybody.** [`Key::from_seed`] of a known seed is a checksum.
//! * **For long messages where 64 bits are wanted**: `clhash` makes half the products.
//!
//! # What there is
//! | for                                  | use                                                                  |
//! |--------------------------------------|----------------------------------------------------------------------|
//! | maps                                 | `HashMap`, `HashSet`, `RandomState`; [`FixedState`] for known keys; [`map`] |
//! | an integer, a pair, a few            | [`MultiplyShift`]                                                    |
//! | a message of any length              | [`hash()`] with a [`Key`] of [`Mmh32`], [`Mmh64`], [`Tmmh16`] or [`Multilinear64`] |
//! | the same in pieces                   | [`MultilinearHasher`], with [checkpoints](MultilinearHasher::checkpoint) |
//! | many messages                        | [`hash_many`], [`hash_u64s`], [`hash_column`]                        |
//! | parts of one message, on many threads | [`Partial`]                                                         |
//! | the published functions, any key     | [`mmh::Mmh`], [`tmmh::Tmmh`], [`lch::Lch`], [`multilinear`]          |
//! | hashes of narrow data paths, hardware | [`divide`], [`hardware`]                                            |
//!
//! | function          | bits | key, bytes | up to 4,096 bytes  | longer, b blocks of 4,096 bytes |
//! |-------------------|-----:|-----------:|--------------------|---------------------------------|
//! | [`Mmh32`]         |   32 |      4,176 | 6 · 2^-32          | 8 · 2^-32 + b 2^-126            |
//! | [`Mmh64`]         |   64 |      4,176 | 81 · 2^-64         | 81 · 2^-64 + b 2^-125           |
//! | [`Tmmh16<T>`](Tmmh16) | 16 T | 4,224  | (9 · 2^-16)^T, 6 · 2^-16 for T = 1 | the same + T b 2^-126, 8 · 2^-16 for T = 1 |
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
//! The values of all functions, of [`FixedState`], [`Key::from_seed`], [`MapKey::from_seed`] and
//! [`MultiplyShift::from_seed`], and the format of checkpoints are frozen. `RandomState` and
//! `Key::generate` are random.
//!
//! # Features
//! * `std` (default): `RandomState`, the maps, `Key::generate`, `io::Write`. Without it the crate
//!   needs neither `std` nor `alloc`.
//! * `rand_core`: keys from any generator. `zeroize`: keys are wiped when they are dropped.

#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
pub mod divide;
mod error;
pub mod function;
pub mod hardware;
mod key;
pub mod lch;
pub mod map;
pub mod mmh;
pub mod multilinear;
mod oneshot;
mod partial;
mod poly127;
pub mod shift;
mod stream;
pub mod tmmh;

pub use backend::Backend;
pub use batch::{BatchError, hash_column, hash_many, hash_u64s};
pub use checkpoint::{CHECKPOINT_BYTES, CheckpointError};
pub use error::Error;
pub use function::{BLOCK_BYTES, Function, Mmh32, Mmh64, Multilinear64, Tmmh16};
pub use key::{Key, KeyLengthError};
pub use map::{FixedState, MapKey};
#[cfg(feature = "std")]
pub use map::{HashMap, HashSet, RandomState};
pub use oneshot::hash;
pub use partial::{CombineError, Partial};
pub use shift::MultiplyShift;
pub use stream::MultilinearHasher;
