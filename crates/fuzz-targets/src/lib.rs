//! The fuzz targets, as plain functions over bytes.
//!
//! `fuzz/` has a shim for each of the [`TARGETS`]. `tests/replay.rs` runs the seeds and findings of
//! that folder through the same functions, without a fuzzer. A function panics if two ways to
//! compute the same value disagree, and returns otherwise, whatever the bytes are. [`arbitrary`]
//! decodes the bytes, so a fuzzer changes keys, messages, splits and the order of calls instead of
//! an encoding.
//!
//! * [`differential`]: the checks that all functions share: streams in any order of calls, whole
//!   messages on every backend, the reference, independent implementations, batches and columns,
//!   parts in any tree of joins, checkpoints;
//! * [`input`]: keys, messages, placements in memory, writes of maps, offsets;
//! * one module per crate, with the checks of that crate.

#![expect(clippy::missing_panics_doc, reason = "a panic is a finding")]

use arbitrary::Unstructured;

pub mod capi;
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

/// A target: its name, which is also that of its seed folder, and its function.
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
    ("capi", capi::target),
];

/// Runs the part of a target that the input chooses. Inputs that are too short are ignored.
fn choose(data: &[u8], parts: &[fn(&mut Unstructured<'_>) -> arbitrary::Result<()>]) {
    let u = &mut Unstructured::new(data);
    if let Ok(part) = u.choose(parts).copied() {
        let _ = part(u);
    }
}

/// Checks bytes that may be a checkpoint of any function.
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
