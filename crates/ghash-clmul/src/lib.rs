//! GHASH and POLYVAL, the universal hashes of AES-GCM and AES-GCM-SIV, at the speed of the
//! carry-less multiplier.
//!
//! Both are a polynomial over GF(2^128) whose coefficients are the blocks of a message, evaluated
//! at a secret point. [`hash`] gives the bytes of the standards, NIST SP 800-38D and RFC 8452, on
//! every backend, machine and byte order. Two given messages of one length, n blocks of 16 bytes,
//! collide under a random key with probability at most n · 2^-128: the [theorem and its
//! proof](bound) are in these docs.
//!
//! ```
//! use ghash_clmul::{GhashKey, PolyvalKey, hash, hash_aead};
//! let key = GhashKey::generate();
//! assert_ne!(hash(&key, b"a message"), hash(&key, b"another.."));
//!
//! // The tag of AES-GCM-SIV is the encryption of this hash and the nonce.
//! let key = PolyvalKey::from_bytes(&[7; 16]);
//! let hash = hash_aead(&key, b"additional data", b"plaintext");
//! # assert_ne!(hash, [0; 16]);
//! ```
//!
//! # When not to use it
//! * **As a MAC.** One bare hash of one block gives the key away. Add a fresh pseudo-random pad to
//!   each value, as GCM does, and never the same pad twice; better still, use an AEAD, into which
//!   this crate fits (feature `universal-hash`).
//! * **For messages of different lengths without saying their lengths.** [`hash`] pads the last
//!   block with zeros, so `"a"` and `"a\0"` collide. [`hash_aead`] adds the lengths.
//! * **With a public key, against anybody.** [`Key::from_seed`] of a known seed is a checksum.
//! * **For tables.** 64 bits are enough there, and `clhash` computes them faster. So there are no
//!   maps.
//!
//! # What there is
//! | for                          | use                                                               |
//! |------------------------------|-------------------------------------------------------------------|
//! | one message                  | [`hash`]; with additional data and lengths [`hash_aead`]          |
//! | a message in pieces          | [`GhashHasher`], [`PolyvalHasher`]: 40 bytes of state, [checkpoints](PolynomialHasher::checkpoint), [padding](PolynomialHasher::pad) |
//! | many messages                | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout)    |
//! | parts on threads or machines | [`Partial`], joined to the sequential value                       |
//! | RustCrypto's AEADs           | `universal_hash::GHash`, `universal_hash::Polyval`                |
//! | traits                       | [`core::hash::Hasher`], `std::io::Write`, `universal-hash`        |
//!
//! The types have the standard as a parameter, [`Gcm`] or [`GcmSiv`], so keys cannot be mixed up.
//!
//! # The function
//! y = 0, and for each block X of 16 bytes, the last one padded with zeros, y ← (y + X)·H;
//! for POLYVAL y ← (y + X)·H·x^-128. Sums are exclusive or, products are those of GF(2^128):
//!
//! | | GHASH | POLYVAL |
//! |---|---|---|
//! | modulus | x^128 + x^7 + x^2 + x + 1 | x^128 + x^127 + x^126 + x^121 + 1 |
//! | x^0 is | the most significant bit of byte 0 | the least significant bit of byte 0 |
//! | x^127 is | the least significant bit of byte 15 | the most significant bit of byte 15 |
//! | lengths in bits of [`hash_aead`] | two 64-bit integers, big-endian | little-endian |
//!
//! The hash is the bytes of y; the empty message, or zeros alone, gives zeros. GHASH is computed as
//! POLYVAL of blocks with their bytes reversed, under the reversed key times x (RFC 8452, appendix
//! A): in POLYVAL's order of bits a reduction is two further products.
//!
//! # Powers of the key
//! Several blocks at once need powers of H. A key holds the first eight, which take some 80 cycles
//! to compute by [`Key::from_bytes_on`]; so a key for one message, which AES-GCM-SIV has, costs
//! little. Long messages are worth more powers: the two widest backends compute four or six further
//! ones for each [`hash`] or [`update`](PolynomialHasher::update) of more than 4 KiB or 1 KiB,
//! where that begins to save time, and drop them afterwards. So a key needs no lock and no memory
//! beyond its 192 bytes, and pieces of 16 KiB feed a stream faster than pieces of 1 KiB.
//!
//! # Backends
//! | backend          | needs                                      | blocks at once |
//! |------------------|--------------------------------------------|---------------:|
//! | `portable`       | nothing                                    | 1              |
//! | `x86_clmul`      | PCLMULQDQ, SSSE3, SSE4.1                   | 8              |
//! | `x86_vpclmul_x2` | also AVX2, BMI2, VPCLMULQDQ                | 16             |
//! | `x86_vpclmul_x4` | also AVX-512 F, BW, DQ, VL                 | 32             |
//! | `aarch64_pmull`  | NEON, AES with PMULL, little-endian        | 8              |
//!
//! The CPU is asked once a process, so a default build is as fast as one for the CPU. A [`Backend`]
//! can be chosen by [`Key::with_backend`], or for the whole build by `--cfg gf2_backend="NAME"`.
//! The environment is never read.
//!
//! # Constant time
//! On every backend, no branch and no address depends on a key or on the contents of a message,
//! only on lengths. (`portable` relies on integer multiplication being so, as it is on all but some
//! small CPUs.) [`Partial`]'s `==` is not.
//!
//! # Stability
//! The values of `hash`, `hash_aead`, of the streams and their [`Hasher`](core::hash::Hasher), the
//! derivation of keys from seeds and the format of checkpoints are frozen. `Key::generate` is
//! random.
//!
//! # Features
//! * `std` (default): `Key::generate`, `io::Write`. Without it the crate needs neither `std` nor
//!   `alloc`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints. `universal-hash`: the module
//!   `universal_hash`.
//! * `zeroize`: keys and hashers are wiped when they are dropped, and with a key the stack below,
//!   4 KiB. `SECURITY.md` says what is not: keys that were moved, and registers.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and loads of parts of a register")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
mod key;
mod oneshot;
mod partial;
mod standard;
mod stream;
#[cfg(feature = "universal-hash")]
pub mod universal_hash;

pub use backend::Backend;
pub use batch::{hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::{BatchError, Checkpoint, CheckpointError, CombineError, KeyLengthError};
pub use key::{BLOCK_BYTES, GhashKey, Key, PolyvalKey};
pub use oneshot::{hash, hash_aead};
pub use partial::Partial;
pub use standard::{Gcm, GcmSiv, Standard};
pub use stream::{GhashHasher, PolynomialHasher, PolyvalHasher};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
