//! Shared support for the tests of every crate of the family.
//!
//! * [`conformance`]: suites of the tests that every crate must pass, run on its own types.
//! * [`vectors`]: the vector files, their records, and the check of a hash against them.
//! * `entropy`: entropy that is counted, and that fails (Linux).
//! * [`flat`]: the test that maps spread regular keys evenly over their buckets.
//! * [`message`]: the generators of messages that the vector files name.
//! * [`lengths`]: lists of lengths, placements in memory, splits of a stream.
//! * [`fork`]: what a function returns in copies of a process.
//! * [`guard`]: memory between guard pages, which fault on access.
//! * [`limits`]: byte counts beyond what a test can hash, and parts in the wrong order.
//! * [`linear`]: linear algebra over GF(2), for tests of the bounds on the code that ships.
//! * `residue`: a search for remains of a secret on the stack and in freed memory (x86-64).
//! * [`statistics`]: statistical tests of hash functions on families of structured messages.
//! * [`sweep()`]: runs a test on every backend of the machine, and names the backend if it fails.

pub mod conformance;
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "takes the place of a function of the C library")]
pub mod entropy;
pub mod flat;
#[allow(unsafe_code, reason = "system calls")]
pub mod fork;
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
