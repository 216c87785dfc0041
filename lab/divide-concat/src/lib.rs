//! Divide-and-concatenate, and the linear congruential hashes that it divides: LCH, MMH and
//! TMMH/16, as their papers define them, under keys as long as the message.
//!
//! | function                    | words     | computes                                          |
//! |-----------------------------|-----------|---------------------------------------------------|
//! | [`Lch`]                     | any       | Σ mᵢ xᵢ plus an addend, modulo any number         |
//! | [`mmh32`], [`mmh_star`]     | 32 bits   | MMH, and MMH*, which does not wrap                |
//! | [`tmmh16`]                  | 16 bits   | TMMH/16, whose tags have any number of words      |
//! | [`Divide`]                  | 2–32 bits | N rows and N lanes of narrow paths                |
//! | [`paths16()`], [`paths8()`] | 16, 8     | rows of signed words in a layout for vector units |
//!
//! This crate is for readers of the papers. It is portable code, written to be read and not to be
//! fast. The crate `multilinear-hash` hashes messages of any length by MMH and TMMH/16 with vector
//! units, streams and batches.
//!
//! # Bounds
//! Two given messages of one length collide under a random key with at most this probability:
//!
//! | function                         | bound                | proved in                         |
//! |----------------------------------|----------------------|-----------------------------------|
//! | [`Lch`] modulo a prime above 2^w | 2^-w                 | [below](#integers-modulo-a-prime) |
//! | [`mmh_star`]                     | 2^-32                | the same                          |
//! | [`Divide`] into N rows of w bits | 2^-wN                | [`Divide`]                        |
//! | [`mmh32`]                        | 6 · 2^-32            | `multilinear_hash::bound`         |
//! | [`tmmh16`] of T words            | 4 · 5^(T−1) · 2^-16T | the same                          |
//! | [`paths16()`] of R rows          | (3 · 2^-16)^R        | the same, and [`paths16()`]       |
//! | [`paths8()`] of R rows           | 2^-8R                | [`paths8()`]                      |
//!
//! The bound of `tmmh16` holds below 65,537 bytes, also for messages of different lengths.
//!
//! # Integers modulo a prime
//! Let p be a prime with 2^w < p, and let the words of message and key be below 2^w. Let two
//! messages differ in word i, by d. For a given difference of the hashes, at most one xᵢ modulo p,
//! and so at most one of 2^w, satisfies the equation d xᵢ = …, because |d| < p makes d invertible.
//! The bound is 2^-w, and 1/p over keys that are uniform modulo p. The addend cancels, because both
//! hashes have it. Coq checks this (`paths_share` of `proofs/theories/Divide.v`, with one row and
//! one lane), except for keys that are uniform modulo p.
//!
//! # When not to use it
//! * **As a MAC.** All functions are linear in the key, so a few hashes of chosen messages are
//!   enough for key recovery. The papers add a fresh pad to each value.
//! * **Against an adaptive adversary**, who sees hashes and chooses the next message accordingly.
//! * **For messages of different lengths**, except for TMMH/16. The others do not hash the length.

#![no_std]
#![forbid(unsafe_code)]

mod divide;
mod error;
mod lch;
mod mmh;
mod paths;
mod tmmh;

pub use divide::Divide;
pub use error::Error;
pub use lch::{Lch, prime};
pub use mmh::{mmh_star, mmh32};
pub use paths::{paths8, paths16};
pub use tmmh::tmmh16;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
