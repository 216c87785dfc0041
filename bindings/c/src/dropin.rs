//! The functions behind the headers in `include/provenhash/drop-in`, which have the names of other
//! libraries.
//!
//! This library does not define the symbols of those libraries, so both can be in one program.
//!
//! Each function goes to its crate without the table, and reads the key where the caller has it.
//! The caller owns the key and wipes it, so no object that wipes itself is made from it.

mod clhash;
mod highwayhash;
mod md5;
mod shorthash;
mod siphash;

pub use clhash::*;
pub use highwayhash::*;
pub use md5::*;
pub use shorthash::*;
pub use siphash::*;
