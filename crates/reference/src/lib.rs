//! The oracle of all other implementations in the workspace: plain, slow, readable reference code.
//!
//! Each algorithm has one implementation in integers, written from its definition, without any
//! optimisation. A polynomial over GF(2) is an integer whose bit i is the coefficient of x^i;
//! products are computed bit by bit, and remainders by long division.

pub mod aes;
pub mod agg;
pub mod clhash;
pub mod clmac;
pub mod gf2;
pub mod ghash;
pub mod highwayhash;
pub mod map;
pub mod md5;
pub mod mix;
pub mod multilinear;
pub mod seed;
pub mod siphash;
pub mod table;
pub mod vhash;
pub mod vmac;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
