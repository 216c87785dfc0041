//! What the tests of every crate of the family share.
//!
//! * [`conformance`]: what every crate must do, as suites for its types.
//! * [`vectors`]: the vector files, their records and the check of a hash against them.
//! * [`flat`]: the loads of the buckets of maps, map by map.
//! * [`message`]: the messages of the generators named in those files.
//! * [`lengths`]: ladders of lengths, placements in memory, splits of a stream.
//! * [`guard`]: memory between pages that fault on access.
//! * [`limits`]: counts of bytes beyond what a test can hash, parts in wrong places.
//! * [`linear`]: linear algebra over GF(2), for the bounds of hashes as they ship.
//! * `residue`: what is left of a secret on the stack and in freed memory (x86-64).
//! * [`statistics`]: statistical tests of hash functions, by families of structured messages.
//! * [`sweep()`]: the same test on every backend of the machine, by name.

pub mod conformance;
pub mod flat;
pub mod guard;
pub mod lengths;
pub mod limits;
pub mod linear;
pub mod message;
#[cfg(target_arch = "x86_64")]
pub mod residue;
pub mod statistics;
pub mod sweep;
pub mod vectors;

pub use guard::Guarded;
pub use message::Generator;
pub use sweep::sweep;
pub use vectors::{HashFile, Table};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
