//! The errors of arrays.

use alloc::string::String;
use core::fmt;
use hash_agg::FingerprintError;

/// An array cannot be hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The type has no canonical form, or is not a type of Arrow. Holds its format string.
    Type(String),
    /// The schema contradicts Arrow's specification. Holds what is wrong.
    Schema(&'static str),
    /// The array contradicts its schema or Arrow's specification. Holds what is wrong.
    Array(&'static str),
    /// A value has no canonical form: text that is not UTF-8, or a time out of range. Holds what is
    /// wrong.
    Value(&'static str),
    /// A column has another number of rows than the batch.
    Rows {
        /// The number of rows of the column.
        column: usize,
        /// The number of rows of the batch.
        batch: usize,
    },
    /// A function of a stream failed. Holds its status, and what it says.
    Stream(i32, String),
    /// Fingerprints cannot be joined.
    Fingerprint(FingerprintError),
    /// A row has no checksum in SQL.
    Checksum(hash_agg::sql::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(format) => {
                write!(f, "columns with Arrow's format {format:?} have no canonical form")
            }
            Self::Schema(what) => write!(f, "the Arrow schema is malformed: {what}"),
            Self::Array(what) => write!(f, "the Arrow array is malformed: {what}"),
            Self::Value(what) => write!(f, "a value has no canonical form: {what}"),
            Self::Rows { column, batch } => {
                write!(f, "a column has {column} rows in a batch of {batch} rows")
            }
            Self::Stream(status, text) => write!(f, "the Arrow stream failed ({status}): {text}"),
            Self::Fingerprint(error) => error.fmt(f),
            Self::Checksum(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Error {}

impl From<FingerprintError> for Error {
    fn from(error: FingerprintError) -> Self {
        Self::Fingerprint(error)
    }
}

impl From<hash_agg::sql::Error> for Error {
    fn from(error: hash_agg::sql::Error) -> Self {
        Self::Checksum(error)
    }
}
