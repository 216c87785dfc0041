//! mshash.

use super::{function, keys};
use crate::{Algorithm, Secrets};
use mshash::bound::COLLISIONS;
use mshash::{Backend, Key, MsHasher, SHORT_BYTES};
use std::sync::Arc;

keys!(Backend: Key);

struct Plain;

function! {
    impl[] Plain;
    Key => u64: mshash::hash;
    shared MsHasher<Arc<Key>>: |stream| stream.finalize();
}

pub(super) const MSHASH: Algorithm = Algorithm {
    name: "mshash",
    version: Some(1),
    summary: "multiply-shift, NH and CLHASH: one short message without vector registers",
    about: "Strongly universal up to 32 bytes and for different lengths: any bits of it are a hash. \
            Made for programs that wait for the hash of one short message. Linear, and the bare \
            value is no MAC.",
    source: "the crate mshash; by Dietzfelbinger, \"Universal hashing and k-wise independent random \
             variables via integer arithmetic without primes\", 1996, and Black et al., \"UMAC: Fast \
             and secure message authentication\", 1999",
    key_lengths: &[Key::BYTES],
    secrets: Secrets { part: None, ..Secrets::UNIVERSAL },
    block_bytes: SHORT_BYTES,
    bound: "two given messages collide with probability at most 2^-64 if they have up to 32 bytes or \
            different lengths, 2 * 2^-64 up to 1,024 bytes, and 2.004 * 2^-64 above",
    collisions: Some(COLLISIONS),
    ..Algorithm::of::<Plain>()
};
