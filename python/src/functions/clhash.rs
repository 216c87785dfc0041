//! CLHASH and its two mixed flavours.

use super::{function, keys};
use crate::function::{Flavour, Info, Mixed};
use clhash::bound::collision_bound;
use clhash::{BLOCK_BYTES, ClHasher, Key};
use std::sync::Arc;

keys!(Key);

pub(crate) struct Clhash;
pub(crate) struct ClhashBitmix;
pub(crate) struct MixedNames;
pub(crate) type ClhashMixed = Mixed<Clhash, MixedNames>;

const INFO: Info = Info {
    name: "clhash",
    summary: "CLHASH of 64 bits, as the published library computes it. Linear: no avalanche, no \
              MAC; the empty message hashes to 0 under every key.",
    bound: "two given messages collide with probability at most 2^-64 if they have up to 1,024 \
            bytes or different lengths, 2.004 * 2^-64 in any case",
    key_bytes: Key::BYTES,
    digest_bytes: 8,
    block_bytes: BLOCK_BYTES,
    collision_bound: Some(collision_bound),
};

function! {
    impl[] Clhash, INFO;
    Key => u64;
    hash: clhash::hash;
    many: clhash::hash_many; words: clhash::hash_u64s;
    stream: ClHasher<Arc<Key>>, |key| ClHasher::new(Arc::clone(key));
    finalize: |stream: &ClHasher<_>| stream.finalize();
    resume: |key, bytes| ClHasher::from_checkpoint(Arc::clone(key), bytes);
}

function! {
    impl[] ClhashBitmix, Info {
        name: "clhash-bitmix",
        summary: "CLHASH as the published library computes it when built with bit mixing: for \
                  values that were stored by it.",
        ..INFO
    };
    Key => u64;
    hash: clhash::hash_bitmix;
    stream: ClHasher<Arc<Key>>, |key| ClHasher::new(Arc::clone(key));
    finalize: |stream: &ClHasher<_>| stream.finalize_bitmix();
    resume: |key, bytes| ClHasher::from_checkpoint(Arc::clone(key), bytes);
}

impl Flavour for MixedNames {
    const NAME: &'static str = "clhash-mixed";
    const SUMMARY: &'static str = "CLHASH and a bijective mixer, for general use: collides as \
                                   clhash does, and has avalanche. Not a MAC.";
}
