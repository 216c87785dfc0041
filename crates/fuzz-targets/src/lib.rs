//! The fuzz targets, as plain functions over bytes.
//!
//! `fuzz/` has a shim for each of the [`TARGETS`]. `tests/replay.rs` runs the seeds and findings of
//! that folder through the same functions, without a fuzzer. A function panics if two ways to
//! compute the same value disagree, and returns otherwise, whatever the bytes are. [`arbitrary`]
//! decodes the bytes, so a fuzzer changes keys, messages, splits and the order of calls instead of
//! an encoding.
//!
//! * [`rows`]: the checks that all algorithms share, over the table: streams in any order of calls,
//!   whole messages on every backend, the reference, [implementations by others](peers), batches
//!   and columns, parts in any tree of joins, checkpoints;
//! * [`input`]: keys, messages, placements in memory, writes of maps, offsets;
//! * the other modules: what needs the types of a crate, because the table does not have it.

#![expect(clippy::missing_panics_doc, reason = "a panic is a finding")]

use arbitrary::Unstructured;

pub mod arrow;
pub mod capi;
pub mod clmac;
pub mod gf2;
pub mod inner_products;
pub mod input;
pub mod maps;
pub mod md5;
pub mod peers;
pub mod rows;
pub mod rustcrypto;
pub mod sums;
pub mod text;
pub mod unlisted;

/// A target: its name, which is also that of its file of seeds, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("messages", rows::messages),
    ("parts", rows::parts),
    ("batches", rows::batches),
    ("checkpoints", rows::checkpoints),
    ("unlisted", unlisted::target),
    ("clmac", clmac::target),
    ("gf2", gf2::target),
    ("inner_products", inner_products::target),
    ("md5", md5::target),
    ("maps", maps::target),
    ("rustcrypto", rustcrypto::target),
    ("text", text::target),
    ("sums", sums::target),
    ("arguments", sums::arguments),
    ("capi", capi::target),
    ("arrow", arrow::target),
];

/// A part of a target.
type Part = fn(&mut Unstructured<'_>) -> arbitrary::Result<()>;

/// Runs the part of a target that the input chooses. Inputs that are too short are ignored.
fn choose(data: &[u8], parts: &[Part]) {
    let u = &mut Unstructured::new(data);
    if let Ok(part) = u.choose(parts).copied() {
        let _ = part(u);
    }
}
