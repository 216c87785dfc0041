//! CLHASH, its two mixed forms, CLHASH-128 and its mixed form.

use super::{Mixed, function, joins, keys};
use crate::{Algorithm, Secrets};
use clhash::bound::COLLISIONS;
use clhash::{BLOCK_BYTES, Backend, ClHasher, Key, Partial, wide};
use std::sync::Arc;

keys!(Backend: Key, wide::Key);

struct Plain;
struct Bitmix;
struct Wide;

function! {
    impl[] Plain;
    Key => u64: clhash::hash;
    shared ClHasher<Arc<Key>>: |stream| stream.finalize();
    batches: clhash::hash_many, clhash::hash_u64s;
}
joins!(Plain: Partial);

function! {
    impl[] Bitmix;
    Key => u64: clhash::hash_bitmix;
    shared ClHasher<Arc<Key>>: |stream| stream.finalize_bitmix();
}

function! {
    impl[] Wide;
    wide::Key => [u64; 2]: wide::hash;
    shared wide::ClHasher128<Arc<wide::Key>>: |stream| stream.finalize();
    batches: wide::hash_many, wide::hash_u64s;
}
joins!(Wide: wide::Partial);

pub(super) const CLHASH: Algorithm = Algorithm {
    name: "clhash",
    summary: "CLHASH, the published library's default build",
    about: "Almost XOR universal: suitable for tables, and for MACs that add a fresh pad to each \
            value. Linear, so it has no avalanche, and the bare value is no MAC.",
    source: "Lemire and Kaser, \"Faster 64-bit universal hashing using carry-less multiplications\", \
             2015",
    key_lengths: &[Key::BYTES],
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 2^-64 if they have up to 1,024 \
            bytes or different lengths, and 2.004 * 2^-64 otherwise",
    collisions: Some(COLLISIONS),
    ..Algorithm::joining::<Plain>()
};

pub(super) const CLHASH_MIXED: Algorithm = Algorithm {
    name: "clhash-mixed",
    version: Some(1),
    summary: "CLHASH and a bijective mixer, for avalanche",
    about: "The value of clhash through the finaliser NASAM, for general use. It has the same \
            collisions as clhash, but is no longer XOR universal.",
    ..CLHASH.for_function(Algorithm::joining::<Mixed<Plain>>())
};

pub(super) const CLHASH_BITMIX: Algorithm = Algorithm {
    name: "clhash-bitmix",
    summary: "CLHASH, the published library built with its bit-mixing option",
    about: "Up to 1024 bytes the value of clhash through the finaliser of MurmurHash3, above that \
            the value of clhash: for compatibility with stored values.",
    bound: "two given messages collide with probability at most 2^-64 if both have up to 1,024 bytes, and \
            2.004 * 2^-64 otherwise, also if their lengths differ",
    ..CLHASH.for_function(Algorithm::of::<Bitmix>())
};

pub(super) const CLHASH128: Algorithm = Algorithm {
    name: "clhash128",
    version: Some(1),
    summary: "CLHASH-128: 128 bits from nine products where clhash takes eight",
    about: "Strongly universal up to the bound: any bits of it are a hash. The published library \
            does not contain this function. The bare value is no MAC.",
    source: "the crate clhash, module wide; by the encode-hash-combine of Nandi, \"On the minimum \
             number of multiplications necessary for universal hash functions\", 2013",
    key_lengths: &[wide::Key::BYTES],
    secrets: Secrets::UNIVERSAL,
    block_bytes: wide::BLOCK_BYTES,
    bound: "two given messages collide with probability below 2^-126.99, and 2^-128 if their \
            lengths differ",
    collisions: Some(wide::bound::COLLISIONS),
    ..Algorithm::joining::<Wide>()
};

pub(super) const CLHASH128_MIXED: Algorithm = Algorithm {
    name: "clhash128-mixed",
    version: Some(1),
    summary: "CLHASH-128 and a bijective mixer, for avalanche",
    about: "The value of clhash128 through a bijection of 128 bits made of two NASAM finalisers. It \
            has the same collisions as clhash128, but no bound for single bits or differences.",
    ..CLHASH128.for_function(Algorithm::joining::<Mixed<Wide>>())
};
