//! CLHASH, its two mixed variants, and CLHASH-128.

use super::{function, keys};
use crate::function::{Flavour, Info, Mixed};
use clhash::bound::collision_bound;
use clhash::{BLOCK_BYTES, ClHasher, Key, wide};
use std::sync::Arc;

keys!(Key, wide::Key);

pub(crate) struct Clhash;
pub(crate) struct ClhashBitmix;
pub(crate) struct Clhash128;
pub(crate) struct MixedNames;
pub(crate) type ClhashMixed = Mixed<Clhash, MixedNames>;

const INFO: Info = Info {
    name: "clhash",
    summary: "CLHASH of 64 bits, as the published library computes it. Linear: no avalanche and \
              not a MAC; the hash of the empty message is 0 under every key.",
    bound: "two given messages collide with probability at most 2^-64 if they have up to 1,024 \
            bytes or different lengths, and 2.004 * 2^-64 otherwise",
    key_bytes: Key::BYTES,
    digest_bytes: 8,
    block_bytes: BLOCK_BYTES,
    collision_bound: Some(collision_bound),
    mac: false,
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
        summary: "CLHASH as the published library computes it when built with bit mixing, for \
                  comparing with its stored values.",
        ..INFO
    };
    Key => u64;
    hash: clhash::hash_bitmix;
    stream: ClHasher<Arc<Key>>, |key| ClHasher::new(Arc::clone(key));
    finalize: |stream: &ClHasher<_>| stream.finalize_bitmix();
    resume: |key, bytes| ClHasher::from_checkpoint(Arc::clone(key), bytes);
}

function! {
    impl[] Clhash128, Info {
        name: "clhash128",
        summary: "CLHASH-128, a function of the crate clhash: 128 bits from nine products \
                  where clhash takes eight. Any of its bits are a hash; the bare value is not a \
                  MAC.",
        bound: "two given messages collide with probability below 2^-126.99, and 2^-128 if their \
                lengths differ",
        key_bytes: wide::Key::BYTES,
        digest_bytes: 16,
        block_bytes: wide::BLOCK_BYTES,
        collision_bound: Some(wide::bound::collision_bound),
        mac: false,
    };
    wide::Key => [u64; 2];
    hash: wide::hash;
    many: wide::hash_many; words: wide::hash_u64s;
    stream: wide::Hasher<Arc<wide::Key>>, |key| wide::Hasher::new(Arc::clone(key));
    finalize: |stream: &wide::Hasher<Arc<wide::Key>>| stream.finalize();
    resume: |key, bytes| wide::Hasher::from_checkpoint(Arc::clone(key), bytes);
}

impl Flavour for MixedNames {
    const NAME: &'static str = "clhash-mixed";
    const SUMMARY: &'static str = "CLHASH and a bijective mixer, for general use: collides like \
                                   clhash, but has avalanche. Not a MAC.";
}
