//! CLHASH, its two mixed forms, CLHASH-128 and its mixed form, as [`Function`]s.
//!
//! [`Function`]: hash_core::function::Function

use crate::bound::COLLISIONS;
use crate::clhash128::{self, ClHasher128};
use crate::{BLOCK_BYTES, Backend, CHECKPOINT_BYTES, ClHasher, Key, Partial};
use hash_core::function::{Description, Mixes, Secrets};

hash_core::function_keys!(universal Backend: Key, clhash128::Key);

hash_core::function! {
    /// [`hash`](crate::hash).
    Clhash = CLHASH;
    Key => u64: crate::hash;
    stream: ClHasher<K>, CHECKPOINT_BYTES, |key| ClHasher::new(key),
        |key, bytes| ClHasher::from_checkpoint(key, bytes), |stream| stream.finalize();
    batches: crate::hash_many, crate::hash_column;
    words: crate::hash_u64s;
    parts: Partial;
}

impl Mixes for Clhash {
    const MIXED: Description = CLHASH_MIXED;
}

hash_core::function! {
    /// [`hash_bitmix`](crate::hash_bitmix).
    ClhashBitmix = CLHASH_BITMIX, finishes false;
    Key => u64: crate::hash_bitmix;
    stream: ClHasher<K>, CHECKPOINT_BYTES, |key| ClHasher::new(key),
        |key, bytes| ClHasher::from_checkpoint(key, bytes), |stream| stream.finalize_bitmix();
}

hash_core::function! {
    /// [`clhash128::hash`].
    Clhash128 = CLHASH128;
    clhash128::Key => [u64; 2]: clhash128::hash;
    stream: ClHasher128<K>, clhash128::CHECKPOINT_BYTES, |key| ClHasher128::new(key),
        |key, bytes| ClHasher128::from_checkpoint(key, bytes), |stream| stream.finalize();
    batches: clhash128::hash_many, clhash128::hash_column;
    words: clhash128::hash_u64s;
    parts: clhash128::Partial;
}

impl Mixes for Clhash128 {
    const MIXED: Description = CLHASH128_MIXED;
}

const CLHASH: Description = Description {
    name: "clhash",
    summary: "CLHASH, the published library's default build",
    about: "Almost XOR universal: suitable for tables, and for MACs that add a fresh pad to each \
            value. Linear, so it has no avalanche, and the bare value is no MAC.",
    source: "Lemire and Kaser, \"Faster 64-bit universal hashing using carry-less multiplications\", \
             2015",
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 2^-64 if they have up to 1,024 \
            bytes or different lengths, and 2.004 * 2^-64 otherwise",
    collisions: Some(COLLISIONS),
    ..Description::OF_NOTHING
};

const CLHASH_MIXED: Description = Description {
    name: "clhash-mixed",
    version: Some(1),
    summary: "CLHASH and a bijective mixer, for avalanche",
    about: "The value of clhash through the finaliser NASAM, for general use. It has the same \
            collisions as clhash, but is no longer XOR universal.",
    ..CLHASH
};

const CLHASH_BITMIX: Description = Description {
    name: "clhash-bitmix",
    summary: "CLHASH, the published library built with its bit-mixing option",
    about: "Up to 1024 bytes the value of clhash through the finaliser of MurmurHash3, above that \
            the value of clhash: for compatibility with stored values.",
    bound: "two given messages collide with probability at most 2^-64 if both have up to 1,024 bytes, and \
            2.004 * 2^-64 otherwise, also if their lengths differ",
    ..CLHASH
};

const CLHASH128: Description = Description {
    name: "clhash128",
    version: Some(1),
    summary: "CLHASH-128: 128 bits from nine products where clhash takes eight",
    about: "Strongly universal up to the bound: any bits of it are a hash. The published library \
            does not contain this function. The bare value is no MAC.",
    source: "the crate clhash, module wide; by the encode-hash-combine of Nandi, \"On the minimum \
             number of multiplications necessary for universal hash functions\", 2013",
    secrets: Secrets::UNIVERSAL,
    block_bytes: clhash128::BLOCK_BYTES,
    bound: "two given messages collide with probability below 2^-126.99, and 2^-128 if their \
            lengths differ",
    collisions: Some(clhash128::bound::COLLISIONS),
    ..Description::OF_NOTHING
};

const CLHASH128_MIXED: Description = Description {
    name: "clhash128-mixed",
    version: Some(1),
    summary: "CLHASH-128 and a bijective mixer, for avalanche",
    about: "The value of clhash128 through a bijection of 128 bits made of two NASAM finalisers. It \
            has the same collisions as clhash128, but no bound for single bits or differences.",
    ..CLHASH128
};
