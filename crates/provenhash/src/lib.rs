#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "default"),
    allow(
        dead_code,
        irrefutable_let_patterns,
        unreachable_code,
        unused_imports,
        unused_macros,
        unused_variables,
        reason = "families that are left out use them"
    )
)]

mod algorithm;
mod bound;
mod checkpoint;
mod digest;
mod error;
#[cfg(feature = "rayon")]
mod file;
mod function;
mod key;
mod table;

pub use algorithm::Algorithm;
pub use bound::{Bound, Event, Origin};
pub use digest::Digest;
pub use error::Error;
pub use hash_core::bound::{Assumption, Attack, Collisions, Forgeries, Ideal, Pairs};
pub use hash_core::function::{Description, Secrecy, Secrets};
pub use hash_core::{BatchError, CheckpointError, CombineError, TagError, ToBytes};
pub use key::{Key, NonceKey, Part, Stream};
pub use table::{Visitor, visit};

/// All algorithms. The first one is what a program may use if its user does not choose.
pub static ALGORITHMS: &[Algorithm] = table::TABLE;
