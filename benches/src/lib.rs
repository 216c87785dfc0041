//! What the benches and the report share: contenders, what they hash, and how they are timed.
//!
//! The modules are layers. A module uses those of the layers above it in this list, and of its own
//! layer those that are named before it; a module in a directory (`md5/`, `siphash/`) uses no more
//! than the module of that name does.
//!
//! 1. **Base**, which knows no algorithm but their names. [`rng`]: random numbers. [`results`]: what
//!    was measured, as it is stored. [`catalog`]: which contenders are ours, and what is promised of
//!    each. [`race`]: contenders take turns in many short rounds, so that noise meets all of them.
//!    [`messages`]: byte strings whose address, contents and length change inside the timed loop.
//!    [`options`]: the command line. [`machine`]: what was measured on what.
//! 2. **Shared pieces** of the families.
//!    [`subject`]: a hash of byte strings as a contender. [`calls`]: batch functions and loops as
//!    contenders. [`measure`]: the races of a section.
//! 3. **Families**, one module each, which do not know each other.
//!    [`mod@clhash`], [`mod@vhash`], [`mod@ghash`], [`multilinear`], [`siphash`],
//!    [`mod@highwayhash`], [`md5`]: keys, contenders, and the sections that are about one family
//!    alone. [`reading`]: loops that only read or multiply, the ceilings of hashes of long messages.
//!    [`peers`]: functions of other authors that more than one list has.
//! 4. **Lists** that combine families and peers.
//!    [`subjects`]: hashes of byte strings. [`wide`]: hashes of 128 bits, and MACs. [`batch`]: many
//!    messages in one call. [`maps`]: hash tables under each hasher.
//! 5. [`sections`]: the measurements that the report consists of, by name. [`literature`]: the
//!    published tables that the family starts from, measured again.
//! 6. **The page**, made of results alone. [`summary`]: the fastest function for each job.
//!    [`plots`]: the questions, and the curves that answer them. [`svg`]: a plot as a picture.
//!    [`page`]: all of it as HTML. [`readme`]: the part that is in the README. [`report`]: the
//!    command.

pub mod catalog;
pub mod machine;
pub mod messages;
pub mod options;
pub mod race;
pub mod results;
pub mod rng;

pub mod calls;
pub mod measure;
pub mod subject;

pub mod clhash;
pub mod ghash;
pub mod highwayhash;
pub mod md5;
pub mod multilinear;
pub mod peers;
pub mod reading;
pub mod siphash;
pub mod vhash;

pub mod batch;
pub mod maps;
pub mod subjects;
pub mod wide;

pub mod literature;
pub mod sections;

pub mod page;
pub mod plots;
pub mod readme;
pub mod report;
pub mod summary;
pub mod svg;

pub use messages::Messages;
pub use options::Options;
pub use race::{Race, Task};
pub use results::{Case, Section};
pub use rng::Rng;
pub use subject::Subject;
