//! The functions behind the headers in `include/provenhash/drop-in`, which have the names of other
//! libraries.
//!
//! This library does not define the symbols of those libraries, so both can be in one program.
//!
//! Each function goes to its crate without the table, and reads the key where the caller has it.
//! The caller owns the key and wipes it, so no object that wipes itself is made from it.
//!
//! Nothing panics, and the ABI is `C-unwind` all the same: a function of the ABI `C` would catch
//! panics to end the program, and could then not end in a jump to the hash. A panic ends programs
//! in C anyway, because nothing there catches it.

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
