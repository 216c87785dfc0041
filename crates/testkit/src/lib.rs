#![doc = include_str!("../README.md")]

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
pub mod verification;

pub use guard::Guarded;
pub use message::Generator;
pub use sweep::sweep;
pub use vectors::{HashFile, Table};
