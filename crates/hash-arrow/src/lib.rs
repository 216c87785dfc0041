//! Fingerprints of Arrow tables: the arrays of any library become the columns of [`hash_agg`].
//!
//! A table is an array of structs, or a stream of such arrays, of Arrow's [C data interface](ffi).
//! Values are read where they are. Each has the canonical form that the docs of [`hash_agg`] list, so
//! that equal values have equal fingerprints, whatever their types, layouts, slices and chunks:
//!
//! | Arrow                                               | value                                  |
//! |-----------------------------------------------------|----------------------------------------|
//! | null, and any null                                  | null                                   |
//! | boolean                                             | boolean                                |
//! | integers and decimals of any width                  | exact number                           |
//! | floats of 16, 32 and 64 bits                        | floating-point number                  |
//! | strings, large strings, string views                | text                                   |
//! | binary, large, views, of fixed size                 | binary                                 |
//! | dates in days, and in milliseconds if whole days    | date                                   |
//! | times of day                                        | time of day                            |
//! | timestamps without a time zone, dates in milliseconds | timestamp                            |
//! | timestamps with a time zone                         | instant                                |
//! | durations, intervals                                | duration, interval                     |
//! | lists, large lists, views of lists, of fixed size   | list                                   |
//! | structs, maps                                       | struct, map                            |
//! | dictionaries, run-end encoding, unions              | the value that they refer to           |
//! | extension types                                     | the value of their storage             |
//!
//! Names, time zones and metadata are not part of values. Text at the top level is hashed as it is; in
//! other values it must be UTF-8, or hashing fails.
//!
//! ```
//! use hash_agg::{Fingerprint, Key};
//! use hash_arrow::{Error, RowHasher, ffi};
//!
//! /// Computes the fingerprint of all arrays of a stream, whatever their number.
//! fn fingerprint(key: &Key, stream: ffi::Owned<ffi::Stream>) -> Result<Fingerprint, Error> {
//!     let (mut hasher, mut fingerprint) = (RowHasher::new(key), Fingerprint::EMPTY);
//!     for array in stream.arrays()? {
//!         let array = array?;
//!         let batch = array.view()?;
//!         let rows = batch.len();
//!         hasher.add(&batch.into_columns()?, rows, &mut fingerprint)?;
//!     }
//!     Ok(fingerprint)
//! }
//! ```
//!
//! [`add_checksums`] computes the checksum that databases compute themselves, in plain SQL
//! ([`hash_agg::sql`]).
//!
//! # Trust
//! Lengths, offsets, indices, numbers of children and the depth of types are checked, and a malformed
//! array is an error. That buffers are as long as the array and its type say cannot be checked: those
//! who take a struct or give an array its type promise it ([`ffi::Owned::take`],
//! [`ffi::TypedArray::new`]).

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

extern crate alloc;

mod array;
mod checksum;
mod columns;
mod error;
pub mod ffi;
mod kind;
mod plain;
mod types;

pub use array::{Array, Buffers, Source};
pub use checksum::add_checksums;
pub use columns::RowHasher;
pub use error::Error;
pub use hash_agg;
pub use kind::{Kind, Layout, leaf};
pub use types::Type;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
