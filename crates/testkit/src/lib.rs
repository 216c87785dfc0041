//! What the tests of every crate of the family share.
//!
//! * [`conformance`]: what every crate must do, as suites for its types.
//! * [`vectors`]: the vector files, their records and the check of a hash against them.
//! * [`message`]: the messages of the generators named in those files.
//! * [`lengths`]: ladders of lengths, placements in memory, splits of a stream.
//! * [`guard`]: a buffer that ends where the readable memory ends.
//! * [`sweep()`]: the same test on every backend of the machine, by name.

pub mod conformance;
pub mod guard;
pub mod lengths;
pub mod message;
pub mod sweep;
pub mod vectors;

pub use guard::Guarded;
pub use message::Generator;
pub use sweep::sweep;
pub use vectors::{HashFile, Table};
