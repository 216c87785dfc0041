//! HighwayHash of one, two and four words.

use super::{function, keys};
use crate::{Algorithm, Secrets};
use highwayhash::{Backend, HighwayHasher, Key};

keys!(Backend: Key);

struct Words<const N: usize>;

function! {
    impl[] Words<1>;
    Key => u64: highwayhash::hash;
    own HighwayHasher: HighwayHasher::finalize;
    batches: highwayhash::hash_many, highwayhash::hash_u64s;
}

function! {
    impl[] Words<2>;
    Key => [u64; 2]: highwayhash::hash128;
    own HighwayHasher: HighwayHasher::finalize128;
    batches: highwayhash::hash_many, highwayhash::hash_u64s;
}

function! {
    impl[] Words<4>;
    Key => [u64; 4]: highwayhash::hash256;
    own HighwayHasher: HighwayHasher::finalize256;
    batches: highwayhash::hash_many, highwayhash::hash_u64s;
}

pub(super) const HIGHWAYHASH64: Algorithm = Algorithm {
    name: "highwayhash64",
    summary: "HighwayHash-64, as frozen in August 2017",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: "Alakuijala, Cox and Wassenberg, \"Fast keyed hash/pseudo-random function using SIMD \
             multiply and permute\", 2016",
    key_lengths: &[Key::BYTES],
    block_bytes: 32,
    mac: true,
    secrets: Secrets::PSEUDO_RANDOM,
    ..Algorithm::of::<Words<1>>()
};

pub(super) const HIGHWAYHASH128: Algorithm = Algorithm {
    name: "highwayhash128",
    summary: "HighwayHash-128, as frozen in January 2018",
    ..HIGHWAYHASH64.for_function(Algorithm::of::<Words<2>>())
};

pub(super) const HIGHWAYHASH256: Algorithm = Algorithm {
    name: "highwayhash256",
    summary: "HighwayHash-256, as frozen in January 2018",
    ..HIGHWAYHASH64.for_function(Algorithm::of::<Words<4>>())
};
