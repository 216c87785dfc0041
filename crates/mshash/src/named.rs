//! mshash as a [`Function`].
//!
//! [`Function`]: hash_core::function::Function

use crate::bound::COLLISIONS;
use crate::{Backend, CHECKPOINT_BYTES, Key, MsHasher, SHORT_BYTES};
use hash_core::function::{Description, Secrets};

hash_core::function_keys!(universal Backend: Key);

hash_core::function! {
    /// [`hash`](crate::hash).
    Mshash = MSHASH;
    Key => u64: crate::hash;
    stream: MsHasher<K>, CHECKPOINT_BYTES, |key| MsHasher::new(key),
        |key, bytes| MsHasher::from_checkpoint(key, bytes), |stream| stream.finalize();
}

const MSHASH: Description = Description {
    name: "mshash",
    version: Some(1),
    summary: "multiply-shift, NH and CLHASH: one short message without vector registers",
    about: "Strongly universal up to 32 bytes and for different lengths: any bits of it are a hash. \
            Made for programs that wait for the hash of one short message. Linear, and the bare \
            value is no MAC.",
    source: "the crate mshash; by Dietzfelbinger, \"Universal hashing and k-wise independent random \
             variables via integer arithmetic without primes\", 1996, and Black et al., \"UMAC: Fast \
             and secure message authentication\", 1999",
    secrets: Secrets::UNIVERSAL,
    block_bytes: SHORT_BYTES,
    bound: "two given messages collide with probability at most 2^-64 if they have up to 32 bytes or \
            different lengths, 2 * 2^-64 up to 1,024 bytes, and 2.004 * 2^-64 above",
    collisions: Some(COLLISIONS),
    ..Description::OF_NOTHING
};
