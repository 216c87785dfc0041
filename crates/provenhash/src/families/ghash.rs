//! GHASH and POLYVAL.

use super::{function, joins, keys};
use crate::{Algorithm, Secrets};
use ghash_clmul::bound::COLLISIONS;
use ghash_clmul::{
    BLOCK_BYTES, Backend, Gcm, GcmSiv, GhashHasher, GhashKey, Partial, PolyvalHasher, PolyvalKey,
};
use std::sync::Arc;

keys!(Backend: GhashKey, PolyvalKey);

struct Ghash;
struct Polyval;

function! {
    impl[] Ghash;
    GhashKey => [u8; 16]: ghash_clmul::hash;
    shared GhashHasher<Arc<GhashKey>>: |stream| stream.finalize();
    batches: ghash_clmul::hash_many, ghash_clmul::hash_u64s;
}
joins!(Ghash: Partial<Gcm>);

function! {
    impl[] Polyval;
    PolyvalKey => [u8; 16]: ghash_clmul::hash;
    shared PolyvalHasher<Arc<PolyvalKey>>: |stream| stream.finalize();
    batches: ghash_clmul::hash_many, ghash_clmul::hash_u64s;
}
joins!(Polyval: Partial<GcmSiv>);

pub(super) const GHASH: Algorithm = Algorithm {
    name: "ghash",
    summary: "GHASH, the universal hash of AES-GCM, of the zero-padded message",
    about: "Almost XOR universal: the bare value is no MAC. No length is added, so the bound is \
            for messages of one length: zeros at the end of the last block do not change the \
            value, nor do blocks of zeros at the beginning.",
    source: "McGrew and Viega, \"The Galois/counter mode of operation (GCM)\", 2004; NIST SP 800-38D",
    key_lengths: &[GhashKey::BYTES],
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages of the same length, n blocks of 16 bytes, collide with probability at \
            most n * 2^-128",
    collisions: Some(COLLISIONS),
    ..Algorithm::joining::<Ghash>()
};

pub(super) const POLYVAL: Algorithm = Algorithm {
    name: "polyval",
    summary: "POLYVAL, the universal hash of AES-GCM-SIV, of the zero-padded message",
    source: "Gueron, Langley and Lindell, \"AES-GCM-SIV\", RFC 8452, 2019",
    ..GHASH.for_function(Algorithm::joining::<Polyval>())
};
