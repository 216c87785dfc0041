//! provenhash, the family of hashes as a C library.
//!
//! The functions of all algorithms have one shape. The build script makes them from the templates
//! in `src/templates` and from one row per algorithm in `build/families.rs`, so that `cbindgen`
//! sees plain functions. A template has the signature, the docs of the header and one call of the
//! modules here, which do the rest for all algorithms:
//!
//! * [`status`]: the results of functions;
//! * `border`: pointers and lengths from C become slices, or an error;
//! * `object`: reference-counted memory, or an error if there is none;
//! * `key`, `oneshot`, `stream`, `batch`, `part`: the functions over any type of key and hasher.
//!
//! Functions of a single algorithm are in the module of its family. [`dropin`] has the functions of
//! the headers that replace those of other libraries, [`suite`] has those for test suites of
//! hashes.
//!
//! # Panics
//! No function panics on data. If a defect caused a panic, functions that return a status would
//! turn it into `PH_ERROR_INTERNAL`; the others would end the process.

#![allow(non_camel_case_types, reason = "the names are those of C")]
#![allow(non_snake_case, reason = "MD5_Init has this name everywhere")]
#![allow(
    clippy::missing_safety_doc,
    reason = "`provenhash/common.h` states the rules of every function once"
)]

mod batch;
mod border;
mod key;
mod md5_etag;
mod object;
mod oneshot;
mod part;
mod stream;

pub mod dropin;
pub mod status;
mod suite_support;
mod vmac;

/// Declares modules of functions that the build script makes from the templates.
macro_rules! families {
    ($($(#[$doc:meta])* $family:ident)*) => { $(
        $(#[$doc])*
        pub mod $family {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($family), ".rs"));
        }
    )* };
}

families! {
    /// CLHASH.
    clhash
    /// VHASH-64 and VHASH-128.
    vhash
    /// GHASH and POLYVAL.
    ghash
    /// HighwayHash.
    highwayhash
    /// SipHash, HalfSipHash and SipTreeHash.
    siphash
    /// MD5.
    md5
    /// MMH, TMMH/16 and Multilinear64.
    multilinear
    /// Functions for test suites of hashes.
    suite
}
