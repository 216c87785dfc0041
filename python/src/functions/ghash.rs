//! GHASH and POLYVAL.

use super::{function, keys};
use crate::function::Info;
use ghash_clmul::bound::collision_bound;
use ghash_clmul::{BLOCK_BYTES, GhashHasher, GhashKey, PolyvalHasher, PolyvalKey};
use std::sync::Arc;

keys!(GhashKey, PolyvalKey);

pub(crate) struct Ghash;
pub(crate) struct Polyval;

const INFO: Info = Info {
    name: "ghash",
    summary: "GHASH, the universal hash of AES-GCM, of the message padded with zeros. No length is \
              added: hash messages of one length. The bare value is not a MAC.",
    bound: "two given messages of the same length, n blocks of 16 bytes, collide with probability at \
            most n * 2^-128",
    key_bytes: GhashKey::BYTES,
    digest_bytes: 16,
    block_bytes: BLOCK_BYTES,
    collision_bound: Some(collision_bound),
    mac: false,
};

function! {
    impl[] Ghash, INFO;
    GhashKey => [u8; 16];
    hash: ghash_clmul::hash;
    many: ghash_clmul::hash_many; words: ghash_clmul::hash_u64s;
    stream: GhashHasher<Arc<GhashKey>>, |key| GhashHasher::new(Arc::clone(key));
    finalize: |stream: &GhashHasher<Arc<GhashKey>>| stream.finalize();
    resume: |key, bytes| GhashHasher::from_checkpoint(Arc::clone(key), bytes);
}

function! {
    impl[] Polyval, Info {
        name: "polyval",
        summary: "POLYVAL, the universal hash of AES-GCM-SIV, of the message padded with zeros. No \
                  length is added: hash messages of one length. The bare value is not a MAC.",
        ..INFO
    };
    PolyvalKey => [u8; 16];
    hash: ghash_clmul::hash;
    many: ghash_clmul::hash_many; words: ghash_clmul::hash_u64s;
    stream: PolyvalHasher<Arc<PolyvalKey>>, |key| PolyvalHasher::new(Arc::clone(key));
    finalize: |stream: &PolyvalHasher<Arc<PolyvalKey>>| stream.finalize();
    resume: |key, bytes| PolyvalHasher::from_checkpoint(Arc::clone(key), bytes);
}
