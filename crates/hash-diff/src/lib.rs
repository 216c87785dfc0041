#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

/// Implements `Debug` for types with fingerprints, which are as secret as their key.
macro_rules! hides_fingerprints {
    ($($Type:ident),*) => {$(
        impl std::fmt::Debug for $Type {
            /// Shows the name alone.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($Type)).finish_non_exhaustive()
            }
        }
    )*};
}
pub(crate) use hides_fingerprints;

mod arrays;
mod cells;
mod choice;
mod differences;
mod door;
mod error;
mod fields;
mod filter;
mod kinds;
mod layout;
mod names;
mod print;
mod result;
mod segments;
mod summary;
mod tolerance;

pub use arrays::{RowHasher, with_columns};
pub use cells::write_visible_json;
pub use choice::Choice;
pub use differences::{Changed, Differences, Place, Rows, take};
pub use door::Door;
pub use error::Error;
pub use filter::Filter;
pub use hash_agg;
pub use kinds::kind;
pub use layout::{Columns, Layout, SAMPLE, is_unique, key_candidates};
pub use names::Matching;
pub use print::{Printer, counted};
pub use result::{result, result_schema};
pub use segments::{Buckets, Hashes, Segments, blocks};
pub use summary::Summary;
pub use tolerance::{Near, Tolerance};
