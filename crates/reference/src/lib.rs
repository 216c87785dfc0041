#![doc = include_str!("../README.md")]

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
