//! The code that the benches and the report share: contenders, their messages, and the timing.
//!
//! The modules are layers. A module uses modules of the layers above it in this list, and modules
//! of its own layer that are named before it. A module in a directory (`md5/`, `siphash/`) uses no
//! more than the module of that name does.
//!
//! 1. **Base**, which knows only the names of algorithms. [`rng`]: random numbers. [`results`]:
//!    measurements. [`store`]: their files. [`table`]: a table of a page. [`catalog`]: which
//!    contenders are ours, and what each promises. [`race`]: contenders are interleaved in many
//!    short rounds, so that noise affects all of them alike. [`messages`]: byte strings whose
//!    address, contents and length change inside the timed loop. [`options`]: the command line.
//!    [`machine`]: the machine and the build.
//! 2. **Shared pieces** of the families.
//!    [`subject`]: a hash of byte strings as a contender. [`calls`]: batch functions and loops as
//!    contenders. [`measure`]: the races of a section.
//! 3. **Families**, one module each, which do not know each other. [`mod@clhash`], [`mod@vhash`],
//!    [`mod@ghash`], [`multilinear`], [`siphash`], [`mod@highwayhash`], [`md5`]: keys, contenders,
//!    and the sections about one family. [`reading`]: loops that only read or multiply, the upper
//!    limits for hashes of long messages. [`peers`]: functions of other authors that appear in more
//!    than one list. [`rest`]: the functions of the table that no module measures. [`chainhash`]
//!    and [`lemac`]: functions of other authors that no package has.
//! 4. **Lists** that combine families and peers.
//!    [`subjects`]: hashes of byte strings. [`wide`]: hashes of 128 bits. [`batch`]: many messages
//!    in one call. [`mac`]: message authentication codes, and the sections about them. [`maps`]:
//!    hash tables under each hasher.
//! 5. [`sections`]: the measurements of the report, by name. [`literature`]: the published tables
//!    that the family starts from, measured again. [`witness`]: how often given messages collide.
//! 6. **The page**, which is made from results only. [`summary`]: the fastest function for each
//!    job. [`plots`]: questions, and the curves that answer them. [`svg`]: a plot as a picture.
//!    [`page`]: all of it as HTML. [`first_page`]: the part that goes into the README, and its
//!    picture. [`builds`]: the results of one machine. [`speed_page`], [`keys_page`],
//!    [`maps_page`]: the pages on all machines, of messages and of hash tables. [`behind`]: the
//!    races in which a peer is ahead, with the causes. [`report`]: the command. `sizes`: a test of
//!    the sizes that pages state.

pub mod catalog;
pub mod machine;
pub mod messages;
pub mod options;
pub mod race;
pub mod results;
pub mod rng;
pub mod store;
pub mod table;

pub mod calls;
pub mod measure;
pub mod subject;

#[cfg(target_arch = "x86_64")]
pub mod chainhash;
pub mod clhash;
pub mod clmac;
pub mod ghash;
pub mod highwayhash;
pub mod lemac;
pub mod md5;
pub mod multilinear;
pub mod peers;
pub mod reading;
pub mod rest;
pub mod siphash;
pub mod vhash;

pub mod batch;
pub mod mac;
pub mod maps;
pub mod subjects;
pub mod wide;

pub mod literature;
pub mod sections;
pub mod witness;

pub mod behind;
pub mod builds;
pub mod first_page;
pub mod keys_page;
pub mod maps_page;
pub mod page;
pub mod plots;
pub mod report;
#[cfg(test)]
mod sizes;
pub mod speed_page;
pub mod summary;
pub mod svg;

pub use messages::Messages;
pub use options::Options;
pub use race::{Race, Task};
pub use results::{Case, Section};
pub use rng::Rng;
pub use subject::Subject;
