//! What the benches and the report share: contenders, what they hash, and how they are timed.
//!
//! * [`race`]: contenders take turns in many short rounds, so that noise meets all of them.
//! * [`messages`]: byte strings whose place, contents and length change inside the timed loop.
//! * [`subjects`]: CLHASH on every backend of this CPU, and its peers, as hashes of byte strings.
//! * [`vhash`]: the same of VHASH.
//! * [`maps`]: hash tables under each hasher. [`batch`]: many messages in one call.
//! * [`highwayhash`]: batches of one more family.
//! * [`md5`]: MD5 of one message and of many.
//! * [`reading`]: loops that only read, the ceiling of every hash of long messages.
//! * [`siphash`]: what SipHash and SipTreeHash are raced in beside that.
//! * [`sections`]: the measurements that the report consists of.
//! * [`report`]: Markdown, CSV and SVG. [`machine`]: what was measured on what.

pub mod batch;
pub mod ghash;
pub mod highwayhash;
pub mod machine;
pub mod maps;
pub mod md5;
pub mod messages;
pub mod multilinear;
pub mod options;
pub mod plot;
pub mod race;
pub mod reading;
pub mod report;
pub mod rng;
pub mod sections;
pub mod siphash;
pub mod subjects;
pub mod vhash;

pub use messages::Messages;
pub use options::Options;
pub use race::{Race, Task};
pub use report::{Case, Section};
pub use rng::Rng;
pub use subjects::Subject;
