//! CLHASH-128: 128-bit hashing with nine products where CLHASH takes eight for 64 bits.
//!
//! Under a random key, two given different messages collide with probability at most 2^-127 +
//! 2^-137, whatever their lengths ([`bound`]). So the hashes of 2^50 objects chosen without
//! knowledge of the key and of hashes are all different, except with probability below 2^-27. The
//! function is not
//! from the CLHASH paper but from this crate. It computes two inner products from nine products
//! where one inner product takes eight, by the method that Nandi calls encode, hash, combine ("On
//! the minimum number of multiplications necessary for universal hash functions", IACR ePrint
//! 2013/574).
//!
//! ```
//! use clhash::clhash128::{Key, hash};
//! let key = Key::generate();
//! assert_ne!(hash(&key, b"a file"), hash(&key, b"another"));
//! ```
//!
//! The value has no avalanche: flipping a bit of short messages may flip the same bits of their
//! hashes under one key. Where hashes are to look random, use [`hash_mixed`].
//!
//! **Do not name chunks or files by it where others see the names**: those of four chosen files of
//! 48 bytes give 2^64 files with one name, without the key. CLMAC is AES-256 of this hash, and its
//! tags may be seen. The [warnings of the crate](crate#when-not-to-use-it) about 64 bits apply here
//! too.
//!
//! # The function
//! Polynomials over GF(2) are integers, sums are XOR, F is the field GF(2^128) with the modulus
//! x^128 + x^7 + x^2 + x + 1, and bytes are little-endian.
//!
//! A message of n bytes is padded with zeros to *units* of 16 bytes, two words each. A block of
//! [`BLOCK_BYTES`] bytes consists of four *groups* of 512 bytes, and a group consists of eight
//! *rows* of four *lanes*: the unit of row s and lane l is at byte 64 s + 16 l of its group. The
//! last group and the last row may be cut short. Every unit contains at least one byte of the
//! message.
//!
//! 1. *Encode.* In each lane of each group, the XOR of the lane's units becomes a ninth unit, the
//!    parity, in row 8. A lane without units has no parity.
//! 2. *Hash.* Each unit and each parity u is multiplied with its key k: (u₀ + k₀) (u₁ + k₁). Aₛ is
//!    the sum of the products of row s over the lanes and groups of the block.
//! 3. *Combine.* A block has the two values
//!    * A₀ + A₁ + A₂ + A₄ + A₅ + A₇ + x (A₃ + A₅ + A₆ + A₇),
//!    * A₁ + A₃ + A₄ + A₅ + A₆ + A₈ + x (A₂ + A₄ + A₆ + A₇),
//!
//!    of degree at most 127.
//! 4. The first values of the blocks are the coefficients of a polynomial over F, that of the first
//!    block the highest. The second values are the coefficients of another. Their values at r₁ and
//!    r₂ are P₁ and P₂; those of the empty message are 0.
//! 5. The hash is K₀ + K₁ P₁ + K₂ P₂ + K₃ n in F.
//!
//! [`Key`] documents which words are used where.
//!
//! # Stability
//! The values of `hash`, `hash_mixed`, `polynomials` and the [`ClHasher128`], the derivations of
//! keys and the format of checkpoints are frozen as version 1 of CLHASH-128, `clhash128-1` where
//! the name is stored (mixed: `clhash128-mixed-1`). Until release 1.0 a new version with other
//! values may follow under another name.

#[allow(unsafe_code, reason = "the dispatch, and a masked load")]
mod backend;
mod batch;
pub mod bound;
mod checkpoint;
mod key;
mod oneshot;
mod partial;
mod state;
mod stream;

pub use batch::{hash_column, hash_many, hash_u64s};
pub use checkpoint::CHECKPOINT_BYTES;
pub use hash_core::mix128;
pub use key::{BLOCK_BYTES, Key};
pub use oneshot::{hash, hash_mixed, polynomials};
pub use partial::Partial;
pub use stream::ClHasher128;
