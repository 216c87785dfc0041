//! A checksum of tables that databases compute themselves, in plain SQL, with a proven bound.
//!
//! [`Query`] writes a query for SQLite, DuckDB, Postgres, or MySQL and MariaDB. It reads the table
//! where it is and returns one row of three integers: the number of rows, and two sums. [`Hasher`]
//! computes the same [`Checksum`] from values, and the crate `hash-arrow` from Arrow. So tables in
//! two databases, or in a database and in a file, are compared without moving their rows.
//!
//! ```
//! use hash_agg::sql::{Checksum, Column, Dialect, Hasher, Query, Type};
//! use hash_agg::{Key, Value};
//! let key = Key::from_seed(0);
//! let columns = [Column::new("id", Type::Integer), Column::new("name", Type::Text(20))];
//! let query = Query::new(Dialect::Sqlite, &["users"], &columns).to_sql(&key)?;
//! assert!(query.contains("\"users\" AS t"));
//!
//! // What the database answers if the table has this row.
//! let mut hasher = Hasher::new(&key, &columns.map(|column| column.kind))?;
//! hasher.add(&[Value::from(1), Value::from("Ada")])?;
//! assert_eq!(hasher.checksum().to_string(), "0f7d64357400043d0b075a7fa2045b0f-1");
//! # Ok::<(), hash_agg::sql::Error>(())
//! ```
//!
//! `SQL.md` in the repository specifies words, keys and sums. The values are frozen as version 1.
//!
//! # The bound
//! Two given different tables of n rows each have the same checksum with probability at most
//! ((n + 9) · 9 / 2^64)², below n² · 2^-115 from one row on and about n² · 2^-121.6 for large n
//! ([`collision_bound`]). `table_checksum` in `proofs/theories/SqlSum.v` is the theorem. Tables
//! with different numbers of rows always have different checksums.
//!
//! A sum is not enough to make a bound: under a linear hash, the rows 1, 3 and the rows 2, 2 have
//! the same sum for every key, and polynomials of any small degree have such tables too. Here the
//! checksum adds, for each row, a product of nine keys. A linear hash of the row modulo p = 2^61 −
//! 1 is written with nine digits to base 128, and each digit selects one of 128 keys. Different
//! hashes select different products, so the difference of two sums is a polynomial of degree nine
//! in the keys that is not zero unless the multisets of hashes are the same, and a random key is a
//! root of it with probability at most 9 · 9 / 2^64 (Schwartz and Zippel). Two rows have the same
//! hash with probability at most 9 / 2^64, which is the probability of the likeliest remainder of a
//! random word modulo p. All of this is done twice, with independent keys.
//!
//! # Types
//! [`Type`] lists what is covered. A value that its column's type does not cover makes both sums
//! NULL: the database says so, and never leaves it out.
//!
//! # Databases of others
//! Who may create functions, operators or macros in a database does not decide what a query
//! computes: apart from the table, its columns, and the caller's condition and group, all names are
//! those of the database itself, qualified by its schema where another one could come first
//! (`pg_catalog` in Postgres, `system.main` in DuckDB). [`Dialect::function`] and
//! [`Dialect::operation`] write such names for conditions and groups. Give the table with its
//! schema, because otherwise another table of that name can come first. A view still computes what
//! it likes, in Postgres with the rights of its reader.
//!
//! # Who must not see the key
//! The query contains keys, and anyone who reads the log or the activity of the database sees them.
//! The theorem is for tables that are fixed without knowledge of the key, so take a new key where
//! an adversary could have seen the old one. Queries do not reveal the 32 bytes of
//! [`Key`](crate::Key), or anything about fingerprints under it. With the feature `zeroize`, a
//! [`Hasher`] wipes its keys when it is dropped; the text of a query is not wiped.

mod dialect;
mod expression;
mod hasher;
mod key;
mod query;
mod types;

pub use dialect::Dialect;
pub use hasher::{Checksum, Hasher};
pub use query::Query;
pub use types::{Column, Type};

use alloc::string::String;
use core::fmt;
use hash_core::bound::log2;

/// The modulus, 2^61 − 1.
const P: u64 = (1 << 61) - 1;
/// The number of sums.
const SUMS: usize = 2;
/// The number of digits of a hash, and of factors in a product.
const DIGITS: usize = 9;
/// The number of bits of a digit.
const DIGIT_BITS: usize = 7;
/// The base of the digits.
const BASE: usize = 1 << DIGIT_BITS;

/// Returns the base-2 logarithm of the bound on the probability that two given different tables of
/// `rows` rows each have the same checksum, or negative infinity for no rows.
///
/// ```
/// use hash_agg::sql::collision_bound;
/// assert!(collision_bound(1) < -114.9);
/// assert!(collision_bound(1_000_000) < -81.7);
/// ```
#[must_use]
pub fn collision_bound(rows: u64) -> f64 {
    if rows == 0 {
        return f64::NEG_INFINITY;
    }
    #[expect(clippy::cast_precision_loss, reason = "an upper bound to within 2^-52")]
    let n = rows as f64;
    2.0 * (log2((n + 9.0) * 9.0) - 64.0).min(0.0)
}

/// A query cannot be written, or a value has no checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There are no columns.
    NoColumns,
    /// A type is not one of those that are covered. Holds its name.
    Type(String),
    /// A name is empty or contains U+0000. Holds the name.
    Name(String),
    /// The columns have too many words in total. Holds their number.
    TooManyWords(usize),
    /// A row has another number of values than there are columns.
    Width {
        /// The number of values.
        values: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A value is not covered by the type of its column.
    Value {
        /// The index of the column.
        column: usize,
        /// The type of the column.
        kind: Type,
    },
    /// Two numbers are not those of a checksum.
    Sums,
    /// There would be 2^64 rows or more.
    TooManyRows,
    /// The table has fewer rows than are removed.
    TooFewRows,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoColumns => write!(f, "a checksum needs at least one column"),
            Self::Type(name) => write!(
                f,
                "type {name:?} is not covered: boolean, integer, decimal(0 to 18), date, timestamp, \
                 text(1 to 2048) and binary(1 to 2048) are"
            ),
            Self::Name(name) => write!(f, "{name:?} cannot be a name in SQL"),
            Self::TooManyWords(words) => {
                write!(f, "columns have {words} words, at most {} are possible", types::MAX_WORDS)
            }
            Self::Width { values, columns } => {
                write!(f, "a row has {values} values for {columns} columns")
            }
            Self::Value { column, kind } => {
                write!(f, "column {column} has a value that {kind} does not cover")
            }
            Self::Sums => write!(f, "sums of a checksum are below 2^61 - 1, and 0 without rows"),
            Self::TooManyRows => write!(f, "joined tables have 2^64 rows or more"),
            Self::TooFewRows => write!(f, "more rows are removed than the table has"),
        }
    }
}

impl core::error::Error for Error {}
