//! VHASH of one and two iterations, as [`Function`](hash_core::function::Function)s, and what is to
//! be said of VMAC, which takes a nonce beside the message.

use crate::bound::{COLLISIONS, COLLISIONS128};
#[cfg(feature = "vmac")]
use crate::bound::{FORGERIES64, FORGERIES128};
use crate::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Key64, Key128, Partial64, Partial128, VHasher64,
    VHasher128,
};
#[cfg(feature = "vmac")]
use hash_core::bound::Collisions;
use hash_core::function::{Description, Mixes, Secrets};

hash_core::function_keys!(
    fallible Backend: Key64, Key128; "a word of the last step that is not below 2^64 - 257"
);

/// The longest group of blocks that a kernel takes at once.
const GROUP_BYTES: usize = 8 * BLOCK_BYTES;

hash_core::function! {
    /// [`hash`](crate::hash).
    Vhash64 = VHASH64, group GROUP_BYTES;
    Key64 => u64: crate::hash;
    stream: VHasher64<K>, CHECKPOINT_BYTES, |key| VHasher64::new(key),
        |key, bytes| VHasher64::from_checkpoint(key, bytes), |stream| stream.finalize();
    parts: Partial64;
}

impl Mixes for Vhash64 {
    const MIXED: Description = VHASH64_MIXED;
}

hash_core::function! {
    /// [`hash128`](crate::hash128).
    Vhash128 = VHASH128, group GROUP_BYTES;
    Key128 => [u64; 2]: crate::hash128;
    stream: VHasher128<K>, CHECKPOINT_BYTES, |key| VHasher128::new(key),
        |key, bytes| VHasher128::from_checkpoint(key, bytes), |stream| stream.finalize();
    parts: Partial128;
}

const VHASH64: Description = Description {
    name: "vhash64",
    summary: "VHASH-64, as the authors' library computes it",
    about: "Almost delta universal: suitable for tables, and for MACs that add a fresh pad to each \
            value, as vmac64 does. The bare value is no MAC.",
    source: "Dai and Krovetz, \"VHASH security\", 2007",
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 1.51 * 2^-63 up to 128 bytes, \
            and 2^-62 up to 2^59 bytes",
    collisions: Some(COLLISIONS),
    ..Description::OF_NOTHING
};

const VHASH64_MIXED: Description = Description {
    name: "vhash64-mixed",
    version: Some(1),
    summary: "VHASH-64 and a bijective mixer, for general use",
    about: "The value of vhash64 through the finaliser NASAM. It has the same collisions as \
            vhash64, but is no longer delta universal.",
    ..VHASH64
};

const VHASH128: Description = Description {
    name: "vhash128",
    summary: "VHASH-128, as the authors' library computes it",
    about: "Two iterations of vhash64 in one pass, whose bounds multiply. The bare value is no \
            MAC.",
    bound: "two given messages collide with probability at most 2^-124 up to 2^59 bytes",
    collisions: Some(COLLISIONS128),
    ..VHASH64
};

/// VMAC-64.
#[cfg(feature = "vmac")]
pub const VMAC64: Description = Description {
    name: "vmac64",
    summary: "VMAC-64: vhash64 and a pad by AES, for one message a nonce",
    about: "A MAC under an AES key of 16, 24 or 32 bytes. Two messages under one key and nonce \
            reveal the hash key: never use a nonce again.",
    source: "Krovetz and Dai, \"VMAC: Message authentication code using universal hashing\", \
             draft-krovetz-vmac-01, 2007",
    bound: "a forgery succeeds with probability at most 1.25 * 2^-62 for messages of up to 2^59 bytes, each \
            under another nonce, plus the advantage in telling AES from a random function",
    nonce: true,
    mac: true,
    mac_only: true,
    secrets: Secrets::UNDER_NONCES,
    // Under one nonce tags are the same if and only if the hashes are.
    collisions: Some(Collisions { assumes: FORGERIES64.assumes, ..COLLISIONS }),
    forgeries: Some(FORGERIES64),
    ..VHASH64
};

/// VMAC-128.
#[cfg(feature = "vmac")]
pub const VMAC128: Description = Description {
    name: "vmac128",
    summary: "VMAC-128: vhash128 and pads by AES, for one message a nonce",
    about: "A MAC under an AES key of 16, 24 or 32 bytes, which must not be used for vmac64 \
            too. Two messages under one key and nonce reveal the hash key: never use a nonce \
            again.",
    source: VMAC64.source,
    bound: "a forgery succeeds with probability at most 1.57 * 2^-124 for messages of up to 2^59 bytes, each \
            under another nonce, plus the advantage in telling AES from a random function",
    nonce: true,
    mac: true,
    mac_only: true,
    secrets: Secrets::UNDER_NONCES,
    collisions: Some(Collisions { assumes: FORGERIES128.assumes, ..COLLISIONS128 }),
    forgeries: Some(FORGERIES128),
    ..VHASH128
};
