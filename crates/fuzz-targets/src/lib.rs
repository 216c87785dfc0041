//! What fuzzers run, as plain functions over bytes.
//!
//! `fuzz/` has one line for each of the [`TARGETS`]; `tests/replay.rs` runs the seeds and the
//! findings that are checked in there through the same functions, without a fuzzer. Each function
//! panics if two ways to compute the same thing disagree, and returns otherwise, whatever the bytes
//! are: they are read by [`arbitrary`], so that a fuzzer changes keys, messages, splits and the
//! order of calls, not an encoding.
//!
//! * [`differential`]: what is the same for every function: streams in any order of calls, whole
//!   messages on every backend, the reference, implementations by others, batches and columns,
//!   parts in any tree of joins, checkpoints;
//! * [`input`]: keys, messages, places in memory, writes of maps, offsets;
//! * one module a crate, with what is its own.

#![expect(clippy::missing_panics_doc, reason = "a panic is a finding")]

use arbitrary::Unstructured;

pub mod clhash;
pub mod differential;
pub mod gf2;
pub mod ghash;
pub mod highwayhash;
pub mod inner_products;
pub mod input;
pub mod maps;
pub mod md5;
pub mod multilinear;
pub mod rustcrypto;
pub mod siphash;
pub mod sums;
pub mod text;
pub mod vhash;

/// A target: its name, which is that of its folder of seeds, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("gf2", gf2::target),
    ("clhash", clhash::target),
    ("ghash", ghash::target),
    ("highwayhash", highwayhash::target),
    ("siphash", siphash::target),
    ("vhash", vhash::target),
    ("multilinear", multilinear::target),
    ("inner_products", inner_products::target),
    ("md5", md5::target),
    ("maps", maps::target),
    ("rustcrypto", rustcrypto::target),
    ("checkpoints", checkpoints),
    ("text", text::target),
    ("sums", sums::target),
    ("arguments", sums::arguments),
];

/// Runs one of several parts of a target, which the input chooses. An input that is too short to be
/// read is none.
fn choose(data: &[u8], parts: &[fn(&mut Unstructured<'_>) -> arbitrary::Result<()>]) {
    let u = &mut Unstructured::new(data);
    if let Ok(part) = u.choose(parts).copied() {
        let _ = part(u);
    }
}

/// Bytes that may be a checkpoint of any function.
pub fn checkpoints(data: &[u8]) {
    let all = [
        clhash::CHECKPOINTS,
        ghash::CHECKPOINTS,
        highwayhash::CHECKPOINTS,
        md5::CHECKPOINTS,
        multilinear::CHECKPOINTS,
        siphash::CHECKPOINTS,
        vhash::CHECKPOINTS,
    ];
    choose(data, &all.concat());
}

/// A part of a target.
type Part = fn(&mut Unstructured<'_>) -> arbitrary::Result<()>;
