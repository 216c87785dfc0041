//! VHASH of one and two iterations.

use super::{function, keys};
use crate::function::{Flavour, Info, Mixed};
use std::sync::Arc;
use vhash::bound::{collision_bound, collision_bound128};
use vhash::{BLOCK_BYTES, Key64, Key128, VHasher64, VHasher128};

keys!(Key64, Key128);

pub(crate) struct Vhash64;
pub(crate) struct Vhash128;
pub(crate) struct MixedNames;
pub(crate) type Vhash64Mixed = Mixed<Vhash64, MixedNames>;

const INFO: Info = Info {
    name: "vhash64",
    summary: "VHASH-64, as the authors' library computes it. Almost delta-universal; the bare \
              value is not a MAC (use VmacKey).",
    bound: "two given messages collide with probability at most 1.51 * 2^-63 up to 128 bytes, \
            and 2^-62 up to 2^59 bytes",
    key_bytes: Key64::BYTES,
    digest_bytes: 8,
    block_bytes: BLOCK_BYTES,
    collision_bound: Some(collision_bound),
    mac: false,
};

function! {
    impl[] Vhash64, INFO;
    Key64 => u64;
    hash: vhash::hash;
    many: vhash::hash_many; words: vhash::hash_u64s;
    stream: VHasher64<Arc<Key64>>, |key| VHasher64::new(Arc::clone(key));
    finalize: |stream: &VHasher64<Arc<Key64>>| stream.finalize();
    resume: |key, bytes| VHasher64::from_checkpoint(Arc::clone(key), bytes);
}

function! {
    impl[] Vhash128, Info {
        name: "vhash128",
        summary: "VHASH-128, as the authors' library computes it: two iterations of vhash64 in one \
                  pass. The bare value is not a MAC (use VmacKey).",
        bound: "two given messages collide with probability at most 2^-124 up to 2^59 bytes",
        key_bytes: Key128::BYTES,
        digest_bytes: 16,
        collision_bound: Some(collision_bound128),
        mac: false,
        ..INFO
    };
    Key128 => [u64; 2];
    hash: vhash::hash128;
    many: vhash::hash_many; words: vhash::hash_u64s;
    stream: VHasher128<Arc<Key128>>, |key| VHasher128::new(Arc::clone(key));
    finalize: |stream: &VHasher128<Arc<Key128>>| stream.finalize();
    resume: |key, bytes| VHasher128::from_checkpoint(Arc::clone(key), bytes);
}

impl Flavour for MixedNames {
    const NAME: &'static str = "vhash64-mixed";
    const SUMMARY: &'static str = "VHASH-64 and a bijective mixer, for general use: collides like \
                                   vhash64, but has avalanche. Not a MAC.";
}
