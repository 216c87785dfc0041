//! GHASH and POLYVAL, the universal hashes of AES-GCM and AES-GCM-SIV, at the speed of the
//! carry-less multiplier.
//!
//! Both evaluate a polynomial over GF(2^128), whose coefficients are the blocks of a message, at a
//! secret point. [`hash`] returns the bytes that the standards define, NIST SP 800-38D and RFC
//! 8452, on every backend, machine and byte order. Under a random key, two given messages of the
//! same length, n blocks of 16 bytes, collide with probability at most n · 2^-128. The [theorem and
//! its proof](bound) are in these docs.
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
//! * **As a MAC.** The bare hash of a single block reveals the key. Add a fresh pseudo-random pad
//!   to each value, as GCM does, and never reuse a pad. Better still, use an AEAD, into which this
//!   crate fits (feature `universal-hash`).
//! * **For messages of different lengths, unless the lengths are hashed too.** [`hash`] pads the
//!   last block with zeros, so `"a"` and `"a\0"` collide. [`hash_aead`] appends the lengths.
//! * **If the key is not secret.** Under [`Key::from_seed`] with a known seed, the hash is only a
//!   checksum.
//! * **For hash tables.** These need only 64 bits, which `clhash` computes faster. This crate has
//!   no maps.
//!
//! # Which function to use
//! | for                 | use                                                                    |
//! |---------------------|------------------------------------------------------------------------|
//! | one message         | [`hash`]; with additional data and lengths [`hash_aead`]               |
//! | a message in pieces | [`GhashHasher`], [`PolyvalHasher`]: 40 bytes, [checkpoints], [padding] |
//! | many messages       | [`hash_many`], [`hash_u64s`], [`hash_column`] (Arrow's layout)         |
//! | parts in parallel   | [`Partial`], hashed on threads or machines and joined                  |
//! | RustCrypto's AEADs  | `universal_hash::GHash`, `universal_hash::Polyval`                     |
//! | a key per message   | `universal_hash::Polyval`, which computes powers only for long pieces  |
//! | traits              | [`core::hash::Hasher`], `std::io::Write`, `universal-hash`             |
//!
//! [checkpoints]: PolynomialHasher::checkpoint
//! [padding]: PolynomialHasher::pad
//!
//! The types have the standard, [`Gcm`] or [`GcmSiv`], as a parameter, so that keys cannot be mixed
//! up.
//!
//! # The function
//! Start with y = 0. For each block X of 16 bytes, the last one padded with zeros, GHASH sets y ←
//! (y + X)·H, and POLYVAL sets y ← (y + X)·H·x^-128. Sums are exclusive or, and products are those
//! of GF(2^128):
//!
//! |                 | GHASH                            | POLYVAL                           |
//! |-----------------|----------------------------------|-----------------------------------|
//! | modulus         | x^128 + x^7 + x^2 + x + 1        | x^128 + x^127 + x^126 + x^121 + 1 |
//! | x^0 is          | most significant bit of byte 0   | least significant bit of byte 0   |
//! | x^127 is        | least significant bit of byte 15 | most significant bit of byte 15   |
//! | lengths in bits | two big-endian 64-bit integers   | two little-endian 64-bit integers |
//!
//! [`hash_aead`] appends the lengths. The hash is the bytes of y. The empty message and messages of
//! zeros alone hash to zeros. GHASH is computed as POLYVAL of blocks with their bytes reversed,
//! under the reversed key times x (RFC 8452, appendix A), because in POLYVAL's order of bits a
//! reduction takes two further products.
//!
//! # Powers of the key
//! Hashing several blocks at once needs powers of H. A key holds the first eight, which
//! [`Key::from_bytes_on`] computes in some 80 cycles. For a single message of up to 128 bytes, as in
//! AES-GCM-SIV, that is more than the hash takes, so `universal_hash::Polyval` computes none. Long messages are worth more powers, which the two widest backends
//! compute for each long [`hash`] or [`update`](PolynomialHasher::update) and drop afterwards:
//! `x86_vpclmul_x2` four further powers from about 4 KiB on, and `x86_vpclmul_x4` two from about
//! 512 bytes and six from about 2.6 KiB on. So a key needs no lock and no memory beyond its 192
//! bytes, and pieces of 16 KiB feed a stream faster than pieces of 1 KiB.
//!
//! # Backends
//! [`Backend`] lists the backends, with the CPUs on which each is chosen. CPU features are
//! detected once per process, so a default build is as fast as one compiled for this CPU.
//! [`Key::with_backend`] chooses a [`Backend`] for a key, and `--cfg gf2_backend="NAME"`
//! chooses one for the whole build. Environment variables are never read.
//!
//! # Constant time
//! On every backend, no branch and no address depends on a key or on the contents of a message,
//! only on lengths. (`portable` relies on constant-time integer multiplication, which all but some
//! small CPUs have.) The `==` of [`Partial`] is not constant-time.
//!
//! # Stability
//! The values of `hash`, of `hash_aead`, and of the streams and their
//! [`Hasher`](core::hash::Hasher) are frozen, and so are the derivation of keys from seeds and the
//! format of checkpoints. `Key::generate` is random.
//!
//! # Features
//! * `std` (default): `Key::generate` and `io::Write`. Without it the crate needs neither `std` nor
//!   `alloc`.
//! * `rand_core`: `Key::from_rng`. `serde`: keys and checkpoints. `universal-hash`: the module
//!   `universal_hash`.
//! * `zeroize`: keys and hashers overwrite themselves when they are dropped. `wipe-stack`: making
//!   and dropping a key also overwrites 16 KiB of the stack below, so every thread needs that much
//!   more stack. `SECURITY.md` says what is not wiped: keys that were moved, and registers.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and loads that fill only a part of a register")]
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
pub use hash_core::{
    BatchError, Checkpoint, CheckpointError, CombineError, KeyError, KeyLengthError,
};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::{BLOCK_BYTES, GhashKey, Key, PolyvalKey};
pub use oneshot::{hash, hash_aead};
pub use partial::Partial;
pub use standard::{Gcm, GcmSiv, Standard};
pub use stream::{GhashHasher, PolynomialHasher, PolyvalHasher};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
