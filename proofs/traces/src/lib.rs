//! Proves that the machine code of kernels computes its specification, for all messages and keys of
//! a length.
//!
//! README.md says how, and what the proofs rest on.

pub mod domain;
pub mod execution;
pub mod families;
pub mod form;
pub mod integers;
pub mod models;
pub mod polynomial;
pub mod specification;
pub mod tracee;
pub mod words;
