//! VHASH of one and two iterations.

use super::{Mixed, function, joins, keys};
use crate::{Algorithm, Secrets};
use std::sync::Arc;
use vhash::bound::{COLLISIONS, COLLISIONS128};
use vhash::{BLOCK_BYTES, Backend, Key64, Key128, Partial64, Partial128, VHasher64, VHasher128};

keys!(Backend: Key64, Key128);

struct One;
struct Two;

function! {
    impl[] One;
    Key64 => u64: vhash::hash;
    shared VHasher64<Arc<Key64>>: |stream| stream.finalize();
    batches: vhash::hash_many, vhash::hash_u64s;
}
joins!(One: Partial64);

function! {
    impl[] Two;
    Key128 => [u64; 2]: vhash::hash128;
    shared VHasher128<Arc<Key128>>: |stream| stream.finalize();
    batches: vhash::hash_many, vhash::hash_u64s;
}
joins!(Two: Partial128);

pub(super) const VHASH64: Algorithm = Algorithm {
    name: "vhash64",
    summary: "VHASH-64, as the authors' library computes it",
    about: "Almost delta universal: suitable for tables, and for MACs that add a fresh pad to each \
            value, as vmac64 does. The bare value is no MAC.",
    source: "Dai and Krovetz, \"VHASH security\", 2007",
    key_lengths: &[Key64::BYTES],
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 1.51 * 2^-63 up to 128 bytes, \
            and 2^-62 up to 2^59 bytes",
    collisions: Some(COLLISIONS),
    ..Algorithm::joining::<One>()
};

pub(super) const VHASH64_MIXED: Algorithm = Algorithm {
    name: "vhash64-mixed",
    version: Some(1),
    summary: "VHASH-64 and a bijective mixer, for general use",
    about: "The value of vhash64 through the finaliser NASAM. It has the same collisions as \
            vhash64, but is no longer delta universal.",
    ..VHASH64.for_function(Algorithm::joining::<Mixed<One>>())
};

pub(super) const VHASH128: Algorithm = Algorithm {
    name: "vhash128",
    summary: "VHASH-128, as the authors' library computes it",
    about: "Two iterations of vhash64 in one pass, whose bounds multiply. The bare value is no \
            MAC.",
    key_lengths: &[Key128::BYTES],
    bound: "two given messages collide with probability at most 2^-124 up to 2^59 bytes",
    collisions: Some(COLLISIONS128),
    ..VHASH64.for_function(Algorithm::joining::<Two>())
};
