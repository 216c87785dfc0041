//! provenhash, the family of hashes as a C library.
//!
//! The functions take an algorithm from the table of the crate of the same name, which is `table`
//! here, so that C chooses it by name:
//!
//! * [`algorithm`]: the table;
//! * [`key`], [`hash`], [`stream`], [`part`]: objects, and what they do;
//! * [`sender`]: CLMAC with nonces that a sender draws;
//! * [`md5`]: MD5 without objects, and ETags;
//! * [`arrow`]: fingerprints of tables, in a header of their own;
//! * [`status`]: the results of functions;
//! * `border`: pointers and lengths from C become slices, or an error;
//! * `raw`: the same for functions that have no status;
//! * `object`: memory, or an error if none is left.
//!
//! [`dropin`] has the functions of the headers that replace those of other libraries, [`suite`] has
//! those for test suites of hashes.
//!
//! # Panics
//! No function panics on data. If a defect caused a panic, functions that return a status would
//! turn it into `PH_ERROR_INTERNAL`, and the others would return what they return for an error. In
//! a function of [`dropin`] it would end a program in C.

#![allow(non_camel_case_types, reason = "the names are those of C")]
#![allow(non_snake_case, reason = "MD5_Init has this name everywhere")]
#![allow(
    clippy::missing_safety_doc,
    reason = "`provenhash.h` states the rules of every function once"
)]

mod border;
mod object;
mod raw;

pub mod algorithm;
pub mod arrow;
pub mod dropin;
pub mod hash;
pub mod key;
pub mod md5;
pub mod part;
pub mod sender;
pub mod status;
pub mod stream;
pub mod suite;
