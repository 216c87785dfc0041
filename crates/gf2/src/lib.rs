//! Carry-less multiplication and the binary fields GF(2^64), GF(2^127), GF(2^128).
#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

#[allow(unsafe_code, reason = "dispatch, CPUID, one load and store per vector type")]
pub mod backend;
mod wide;

pub use backend::{Backend, Level};
pub use wide::Wide;
