//! Why tables cannot be compared.

use arrow_schema::{ArrowError, DataType};
use hash_agg::FingerprintError;
use std::{fmt, io};

/// Tables cannot be compared, or their differences not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Values of a type have no canonical form.
    Type(DataType),
    /// The columns, the key or the rows do not allow a comparison. Holds what is wrong, for people.
    Refused(String),
    /// The rows that were read twice are not the same.
    Changed,
    /// An array is malformed, or a value of it has no canonical form.
    Hash(hash_arrow::Error),
    /// Arrow's own functions failed.
    Arrow(ArrowError),
    /// The output cannot be written.
    Output(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(of) => write!(f, "a value of the type {of} has no canonical form"),
            Self::Refused(what) => f.write_str(what),
            Self::Changed => f.write_str("a table has changed while it was read"),
            Self::Hash(error) => error.fmt(f),
            Self::Arrow(error) => error.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Hash(error) => Some(error),
            Self::Arrow(error) => Some(error),
            Self::Output(error) => Some(error),
            Self::Type(_) | Self::Refused(_) | Self::Changed => None,
        }
    }
}

impl From<hash_arrow::Error> for Error {
    fn from(error: hash_arrow::Error) -> Self {
        Self::Hash(error)
    }
}

impl From<FingerprintError> for Error {
    fn from(error: FingerprintError) -> Self {
        Self::Hash(error.into())
    }
}

impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}
