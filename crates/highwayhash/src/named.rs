//! HighwayHash of one, two and four words, as [`Function`](hash_core::function::Function)s.

use crate::{Backend, CHECKPOINT_BYTES, HighwayHasher, Key};
use hash_core::function::{Description, Secrets};

hash_core::function_keys!(Backend: Key);

macro_rules! functions {
    ($($Name:ident = $description:ident, finishes $finishes:literal, $hash:ident => $Hash:ty, $finalize:ident;)*) => {
        $(hash_core::function! {
            #[doc = concat!("[`", stringify!($hash), "`](crate::", stringify!($hash), ").")]
            $Name = $description, finishes $finishes;
            Key => $Hash: crate::$hash;
            // A checkpoint contains the key, but not its backend.
            stream: HighwayHasher, CHECKPOINT_BYTES, |key| HighwayHasher::new(key.borrow()),
                |key, bytes| HighwayHasher::from_checkpoint(bytes)
                    .map(|stream| stream.with_backend(key.borrow().backend())),
                |stream| stream.$finalize();
            batches: crate::hash_many, crate::hash_column;
            words: crate::hash_u64s;
        })*
    };
}

functions! {
    Highwayhash64 = HIGHWAYHASH64, finishes true, hash => u64, finalize;
    Highwayhash128 = HIGHWAYHASH128, finishes false, hash128 => [u64; 2], finalize128;
    Highwayhash256 = HIGHWAYHASH256, finishes false, hash256 => [u64; 4], finalize256;
}

const HIGHWAYHASH64: Description = Description {
    name: "highwayhash64",
    summary: "HighwayHash-64, as frozen in August 2017",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: "Alakuijala, Cox and Wassenberg, \"Fast keyed hash/pseudo-random function using SIMD \
             multiply and permute\", 2016",
    block_bytes: 32,
    mac: true,
    secrets: Secrets::PSEUDO_RANDOM,
    ..Description::OF_NOTHING
};

const HIGHWAYHASH128: Description = Description {
    name: "highwayhash128",
    summary: "HighwayHash-128, as frozen in January 2018",
    ..HIGHWAYHASH64
};

const HIGHWAYHASH256: Description = Description {
    name: "highwayhash256",
    summary: "HighwayHash-256, as frozen in January 2018",
    ..HIGHWAYHASH64
};
