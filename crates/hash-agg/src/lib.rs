//! Keyed 128-bit fingerprints of tables: mergeable, independent of row order, with a proven bound.
//!
//! Under a secret [`Key`], a row has a 128-bit fingerprint f. A table has the product of z + f over
//! its rows in GF(2^128), with a secret z, and the number of rows; these are the 24 bytes of a
//! [`Fingerprint`]. Parts of a table, computed anywhere and in any order, are joined by one
//! multiplication, and rows are removed by a division. Two given different tables of n rows have
//! the same fingerprint with probability below n · 2^-126.4; these docs contain the [theorem and
//! its proof](bound). [`Digest`] does the same for ordered rows.
//!
//! ```
//! use hash_agg::{Bytes, Fingerprint, Key, Rows};
//! let key = Key::generate();
//!
//! // Columns in Arrow's layout, many rows at once.
//! let mut rows = Rows::new(&key);
//! rows.reset(3);
//! rows.integers(&[1, 2, 3], None)?;
//! rows.strings(Bytes::Text, b"onetwothree", &[0, 3, 6, 11], None)?;
//! let table = Fingerprint::of(&key, rows.finish());
//!
//! // The same rows in another order, as 64-bit integers.
//! rows.reset(3);
//! rows.integers(&[3_i64, 1, 2], None)?;
//! rows.strings(Bytes::Text, b"threeonetwo", &[0, 5, 8, 11], None)?;
//! assert_eq!(Fingerprint::of(&key, rows.finish()), table);
//! println!("{table}"); // 32 hexadecimal digits, a hyphen, and the number of rows
//! # Ok::<(), hash_agg::BatchError>(())
//! ```
//!
//! # Why not XOR, or a sum of checksums
//! In an XOR of row hashes, two equal rows cancel: a table that contains a row twice has the same
//! value as the table without it, under every hash function. Sums do not cancel that easily, but an
//! adversary can choose tables with equal sums of CRCs, or of any unkeyed function, and nothing
//! guarantees distinct sums for other tables. A field has no zero divisors, so for the product of
//! z + f there is a proven bound for every pair of tables.
//!
//! # Who must not see fingerprints
//! The theorem is for tables that are fixed without knowledge of the key. Keep the key secret, and
//! do not show fingerprints to anyone who chooses rows afterwards. The fingerprint of one row is
//! z + f, and the sum of two such fingerprints is linear in the keys of the columns. From the
//! fingerprints of well-chosen tables of one row and one cell, anyone can compute the key of a
//! column, and then construct tables that collide. Fingerprints of larger tables are polynomials in
//! z, whose roots can be found. Learning only whether two fingerprints are equal reveals nothing
//! until two different tables collide, which the theorem makes improbable for each comparison.
//!
//! If the key cannot be secret, or the adversary who chooses rows sees fingerprints, use a
//! *cryptographic* multiset hash, which is far slower: MSet-Mu-Hash of Clarke, Devadas, van Dijk,
//! Gassend and Suh ("Incremental multiset hash functions and their application to memory integrity
//! checking", 2003), or AdHash, MuHash and LtHash, which follow Bellare and Micciancio ("A new
//! paradigm for collision-free hashing: incrementality at reduced cost", 1997).
//!
//! # Rows
//! A cell becomes two elements a, b of F, which is GF(2^128) with the modulus x^128 + x^7 + x^2 +
//! x + 1, and a 64-bit tag t. Polynomials are integers whose bit i is the coefficient of x^i. The
//! fingerprint of a row of m columns is
//!
//! f = R0 + Σ (a_c C1_c + b_c C2_c + t_c C3_c) + m R1
//!
//! with three keys for each column c and two for the row ([`Key`] derives them). The top byte of t
//! is the kind. The rest is the length of a string in bytes, the scale of a number, or 0. The names
//! and types of columns do not matter: equal values of different types are equal.
//!
//! | kind | value                    | canonical form                                           |
//! |-----:|--------------------------|----------------------------------------------------------|
//! |    0 | null, of any type        | a = b = t = 0                                            |
//! |    1 | boolean                  | a is 0 or 1                                              |
//! |    2 | exact number             | a · 10^-scale, see below                                 |
//! |    3 | floating-point number    | a is the bits of the `f64`, see below                    |
//! |    4 | text                     | (a, b) of the UTF-8 as it is, not normalised             |
//! |    5 | binary                   | (a, b) of the bytes                                      |
//! |    6 | date                     | a is the days since 1970-01-01                           |
//! |    7 | time of day              | a is the nanoseconds since midnight                      |
//! |    8 | timestamp without a zone | a is the nanoseconds since 1970-01-01 00:00 of its clock |
//! |    9 | instant                  | a is the nanoseconds since 1970-01-01 00:00 UTC          |
//! |   10 | duration                 | a is the nanoseconds                                     |
//! |   11 | interval                 | a is months + 2^32 days + 2^64 nanoseconds               |
//! |   12 | list, of any layout      | (a, b) of the canonical bytes ([`Encoder`])              |
//! |   13 | struct                   | (a, b) of the canonical bytes                            |
//! |   14 | map                      | (a, b) of the canonical bytes                            |
//! |   15 | wide exact number        | (a + 2^128 b) · 10^-scale, see below                     |
//!
//! * Exact numbers are integers and decimals of any width; the wide ones do not fit 128 bits. The
//!   scale is the least from 0 on, so 5, 5.00 and an unsigned 5 are the same value. The numbers a
//!   and a + 2^128 b are in two's complement. If a + 2^128 b would have more than 256 bits, the
//!   scale is the greatest negative scale for which it has not.
//! * The floating-point number -0 is 0, and every NaN is 0x7ff8 · 2^48.
//! * The time zone in which an instant is shown does not matter.
//! * Months, days and nanoseconds of an interval are each in two's complement.
//! * The names of a struct's fields do not matter. The order of a map's entries does.
//!
//! Signed values are in 128-bit two's complement. (a, b) of bytes are the polynomials (P1, P2) of
//! [`clhash::wide::polynomials`]. A union has the value of its chosen child; dictionaries and
//! run-end encodings have the values that they encode. A `Date64` that is not a whole number of
//! days is a timestamp.
//!
//! # Databases
//! The module [`sql`] has a checksum that databases compute themselves, in plain SQL.
//!
//! # Backends
//! The backends are those of [`clhash`]. [`Key::with_backend`] chooses one for a key, and
//! `--cfg gf2_backend="NAME"` for the whole build. `x86_vpclmul_x4` processes four rows per
//! instruction, `x86_vpclmul_x2` two, and the others one. The time depends on lengths, on which
//! rows are null and on the size of decimals, but on no other values, except with `portable` where
//! integer multiplication is not in constant time.
//!
//! # Stability
//! The fingerprints of rows and tables, the digests, the canonical forms and bytes, and the
//! derivation of keys are frozen as version 1, which `SPEC.md` (`proofs/spec/tables.md` in the repository)
//! defines to the byte. Until release 1.0 a new version with other values may follow under another
//! name.
//!
//! # Features
//! * `std` (default): `Key::generate`. Without it the crate needs `alloc`.
//! * `rayon`: the module `parallel`, which computes tables on all cores. `rand_core`:
//!   `Key::from_rng`.
//! * `serde`: keys, fingerprints and digests. `zeroize`: keys overwrite themselves when they are
//!   dropped. `wipe-stack`: making and dropping a key also overwrites 64 KiB of the stack below, so
//!   every thread needs that much more stack.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[allow(unsafe_code, reason = "the dispatch, and a load and a store per vector type")]
mod backend;
pub mod bound;
mod column;
mod decimal;
mod digest;
mod encode;
mod fingerprint;
mod key;
#[cfg(feature = "rayon")]
pub mod parallel;
mod row;
mod rows;
pub mod sql;
mod stream;
mod validity;
mod value;

pub use backend::Backend;
pub use decimal::Unscaled;
pub use digest::Digest;
pub use encode::Encoder;
pub use fingerprint::{Fingerprint, FingerprintError};
pub use hash_core::{BatchError, KeyLengthError};

hash_core::with_entropy! {
    pub use hash_core::EntropyError;
}
pub use key::Key;
pub use row::Row;
pub use rows::{Bytes, Fixed, Rows, RowsMemory, view};
pub use validity::Validity;
pub use value::Value;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
