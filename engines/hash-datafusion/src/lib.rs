//! Keyed hashes and fingerprints of tables as functions of DataFusion.
//!
//! ```
//! # async fn run() -> datafusion::error::Result<()> {
//! use datafusion::prelude::SessionContext;
//! use hash_datafusion::Keys;
//!
//! let keys = Keys::generate();
//! let ctx = SessionContext::new();
//! hash_datafusion::register(&ctx, &keys)?;
//! let table = ctx.sql("SELECT fingerprint(a, b) FROM (VALUES (1, 'x'), (2, 'y')) t(a, b)");
//! table.await?.show().await?;
//! # Ok(())
//! # }
//! ```
//!
//! | function                               | value                                              |
//! |----------------------------------------|----------------------------------------------------|
//! | `fingerprint(column, ...)`             | the multiset of rows ([`hash_agg::Fingerprint`])   |
//! | `fingerprint_merge(fingerprint)`       | the rows of all tables of a column of fingerprints |
//! | `fingerprint_remove(all, part)`        | the rows of a table without those of a part        |
//! | `row_fingerprint(column, ...)`         | the 16 bytes of each row's fingerprint             |
//! | `row_digest(column, ... ORDER BY ...)` | the rows in order ([`hash_agg::Digest`])           |
//! | `clhash(value, ...)`, `siphash_2_4`…   | the hash of a value or of several                  |
//! | `hash_key_check()`                     | [`Keys::check`] of the process that evaluates it   |
//!
//! Fingerprints of tables and digests have 24 bytes. Each algorithm of [`provenhash::ALGORITHMS`]
//! that takes a key and no nonce is a function, whose name has underscores for hyphens.
//!
//! # Fingerprints
//! Rows are those of `hash_agg`: equal values have equal fingerprints whatever their types and
//! layouts, and a null is a value. Names of columns do not matter, but their order among the
//! arguments does; `fingerprint(*)` and `fingerprint(t.*)` take all columns of the query or of a
//! table in their order. Partial fingerprints merge across partitions, threads and machines,
//! `GROUP BY` is vectorised, `FILTER` leaves rows out, and sliding windows remove rows by division.
//! The fingerprint of no rows is that of the empty table, not null.
//!
//! `fingerprint(DISTINCT ...)` counts equal rows once, NaNs of different bits too. It keeps the 16
//! bytes of each different row, and takes rows with one fingerprint for equal. So among n different
//! rows some pair is taken for one row with probability below 1.001 n² · 2^-128, besides the bound
//! of the table.
//!
//! Stored fingerprints, of 24 bytes, are columns like any other: `fingerprint_merge` joins those of
//! parts, such as days or files, and `fingerprint_remove` takes parts away. Nulls among them are
//! left out. They do not say which key made them, so keep `hash_key_check()` beside them;
//! `fingerprint_merge` of values from two keys is a value without meaning. The 16 bytes of
//! `row_fingerprint`, the most significant first, find rows that differ.
//!
//! # Digests
//! `row_digest` takes the rows in the order of its `ORDER BY`, and rows that are equal there in the
//! order of their fingerprints, so that the value never depends on how rows arrive. It keeps 16
//! bytes and the ordering values of each row in memory until the end. If they exceed DataFusion's
//! memory limit, the query fails with `Resources exhausted`. Then number the rows by a window,
//! whose sort uses files, and take the fingerprint with the numbers, which needs no memory and
//! depends on the order as well:
//!
//! ```sql
//! SELECT fingerprint(n, a, b) FROM (SELECT row_number() OVER (ORDER BY a, b) AS n, a, b FROM t)
//! ```
//!
//! Rows that are equal in the `ORDER BY` of the window need more columns there, as their numbers
//! are arbitrary otherwise. Without `ORDER BY`, `row_digest` takes rows as they arrive and keeps 24
//! bytes; if they arrive from several partitions, that is an error. (`digest` itself is a function
//! of DataFusion, for SHA-2 and similar hashes.)
//!
//! # Hashes
//! A single text or binary argument is hashed as its bytes, and a single integer of up to 64 bits
//! as the eight little-endian bytes of its value; a null has a null hash. Any other value, and
//! several arguments, are hashed as their canonical bytes ([`hash_agg::Encoder`]), one after the
//! other. Hashes of 32 and 64 bits are `UInt32` and `UInt64`, wider ones the bytes of their digest.
//! Under [`Keys::from_seed`] the hash of a text is the one that `hsum --seed` prints for a file
//! with these bytes. [`provenhash::ALGORITHMS`] says which functions have a proven bound.
//!
//! A query whose result others see may contain hashes by `clmac`, `siphash_2_4`, `siphash_4_8`,
//! `siphash128_2_4` and `highwayhash*`. Those by universal hashes, such as `clhash`, and
//! fingerprints are for joins and comparisons inside a query: two known values of a column give all
//! others, without the key. [`provenhash::Description::secrets`] says it for each function.
//!
//! # Keys
//! The functions own the [`Keys`]. No plan, `EXPLAIN`, session option or `Debug` output contains
//! them. For this reason keys are passed to [`register`] and not by `SET`, whose values are shown
//! by `SHOW ALL` and are sent with every job of Ballista.

mod arrays;
mod digest;
mod fingerprint;
mod functions;
mod keys;
mod scalar;
mod state;
mod stored;
mod wildcard;

pub use arrays::{RowHasher, add_checksums};
pub use functions::{Functions, register};
pub use hash_agg;
pub use keys::{KeyFileError, Keys};
pub use provenhash;
