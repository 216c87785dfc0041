//! CLMAC without nonces, as a [`Function`](hash_core::function::Function).

use crate::bound::{COLLISIONS, FORGERIES, NONCE_FORGERIES};
use crate::{BLOCK_BYTES, Backend, CHECKPOINT_BYTES, ClMac, Key, Partial};
use hash_core::function::{Description, Secrets};

hash_core::function_keys!(Backend: Key);

hash_core::function! {
    /// [`tag`](crate::tag).
    Clmac = CLMAC;
    Key => [u8; 16]: crate::tag;
    stream: ClMac<K>, CHECKPOINT_BYTES, |key| ClMac::new(key),
        |key, bytes| ClMac::from_checkpoint(key, bytes), |stream| stream.finalize();
    batches: crate::tag_many, crate::tag_column;
    words: crate::tag_u64s;
    parts: Partial;
}

const CLMAC: Description = Description {
    name: "clmac",
    version: Some(1),
    summary: "CLMAC: AES-256 of clhash128, a MAC without nonces",
    about: "A MAC for up to 2^48 messages under a key. The first 64 or 96 bits are a shorter tag. It is no hash \
            for the public: anyone who knows the key can make collisions.",
    source: "The docs and SPEC.md of the crate clmac, after Wegman and Carter, \"New hash functions and their \
             use in authentication and set equality\", 1981",
    cuts: &[64, 96, 128],
    block_bytes: BLOCK_BYTES,
    bound: "after q messages, up to 2^48, a forgery succeeds with probability at most 1.001 * q (q + 1) 2^-128 + \
            2^-127; two given messages have the same tag with probability at most 2^-127 + 2^-137; to both, the \
            advantage in telling AES-256 from a random permutation must be added",
    mac: true,
    mac_only: true,
    secrets: Secrets::HIDING,
    collisions: Some(COLLISIONS),
    forgeries: Some(FORGERIES),
    sender_forgeries: Some(NONCE_FORGERIES),
    ..Description::OF_NOTHING
};
