//! GHASH and POLYVAL, as [`Function`](hash_core::function::Function)s.

use crate::bound::COLLISIONS;
use crate::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Gcm, GcmSiv, GhashHasher, GhashKey, Partial,
    PolyvalHasher, PolyvalKey,
};
use hash_core::function::{Description, Secrets};

hash_core::function_keys!(universal Backend: GhashKey, PolyvalKey);

/// The longest group of blocks that a kernel takes at once.
const GROUP_BYTES: usize = 512;

hash_core::function! {
    /// [`hash`](crate::hash) under a [`GhashKey`].
    Ghash = GHASH, group GROUP_BYTES;
    GhashKey => [u8; 16]: crate::hash;
    stream: GhashHasher<K>, CHECKPOINT_BYTES, |key| GhashHasher::new(key),
        |key, bytes| GhashHasher::from_checkpoint(key, bytes), |stream| stream.finalize();
    words: crate::hash_u64s;
    parts: Partial<Gcm>;
}

hash_core::function! {
    /// [`hash`](crate::hash) under a [`PolyvalKey`].
    Polyval = POLYVAL, group GROUP_BYTES;
    PolyvalKey => [u8; 16]: crate::hash;
    stream: PolyvalHasher<K>, CHECKPOINT_BYTES, |key| PolyvalHasher::new(key),
        |key, bytes| PolyvalHasher::from_checkpoint(key, bytes), |stream| stream.finalize();
    words: crate::hash_u64s;
    parts: Partial<GcmSiv>;
}

const GHASH: Description = Description {
    name: "ghash",
    summary: "GHASH, the universal hash of AES-GCM, of the zero-padded message",
    about: "Almost XOR universal: the bare value is no MAC. No length is added, so the bound is \
            for messages of one length: zeros at the end of the last block do not change the \
            value, nor do blocks of zeros at the beginning.",
    source: "McGrew and Viega, \"The Galois/counter mode of operation (GCM)\", 2004; NIST SP 800-38D",
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages of the same length, n blocks of 16 bytes, collide with probability at \
            most n * 2^-128",
    collisions: Some(COLLISIONS),
    ..Description::OF_NOTHING
};

const POLYVAL: Description = Description {
    name: "polyval",
    summary: "POLYVAL, the universal hash of AES-GCM-SIV, of the zero-padded message",
    source: "Gueron, Langley and Lindell, \"AES-GCM-SIV\", RFC 8452, 2019",
    ..GHASH
};
