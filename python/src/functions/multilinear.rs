//! Inner products: MMH, TMMH/16 and the multilinear hash.

use super::{function, keys};
use crate::function::{Flavour, Info, Mixed};
use multilinear_hash::bound::collision_bound;
use multilinear_hash::{self as crates, BLOCK_BYTES, Key, MultilinearHasher};
use std::sync::Arc;

keys!(Key<crates::Mmh32>, Key<crates::Mmh64>, Key<crates::Tmmh16<4>>, Key<crates::Multilinear64>);

pub(crate) struct Mmh32;
pub(crate) struct Mmh64;
pub(crate) struct Tmmh16;
pub(crate) struct Multilinear64;
pub(crate) struct MixedNames;
pub(crate) type Multilinear64Mixed = Mixed<Multilinear64, MixedNames>;

macro_rules! inner_product {
    ($Name:ident, $F:ty => $Hash:ty, $bytes:literal, $name:literal, $summary:expr, $bound:expr) => {
        function! {
            impl[] $Name, Info {
                name: $name,
                summary: $summary,
                bound: $bound,
                key_bytes: Key::<$F>::BYTES,
                digest_bytes: $bytes,
                block_bytes: BLOCK_BYTES,
                collision_bound: Some(collision_bound::<$F>),
                mac: false,
            };
            Key<$F> => $Hash;
            hash: crates::hash::<$F>;
            many: crates::hash_many::<$F>; words: crates::hash_u64s::<$F>;
            stream: MultilinearHasher<$F, Arc<Key<$F>>>, |key| {
                MultilinearHasher::new(Arc::clone(key))
            };
            finalize: |stream: &MultilinearHasher<$F, Arc<Key<$F>>>| stream.finalize();
            resume: |key, bytes| MultilinearHasher::from_checkpoint(Arc::clone(key), bytes);
        }
    };
}

inner_product!(
    Mmh32, crates::Mmh32 => [u32; 1], 4, "mmh32",
    "32-bit MMH, extended to messages of any length: for tables of some thousand entries. Linear; \
     the bare value is not a MAC.",
    "two given messages collide with probability at most 6 * 2^-32 up to 4,096 bytes, and \
     b * 2^-126 more for b further blocks of 4,096"
);
inner_product!(
    Mmh64, crates::Mmh64 => [u32; 2], 8, "mmh64",
    "64-bit MMH, two words of 32 bits, extended to messages of any length. Linear; the bare value \
     is not a MAC.",
    "two given messages collide with probability at most 54 * 2^-64 up to 4,096 bytes, and \
     2 b * 2^-126 more for b further blocks of 4,096"
);
inner_product!(
    Tmmh16, crates::Tmmh16<4> => [u16; 4], 8, "tmmh16",
    "TMMH/16 of four words, extended to messages of any length; the first 2, 4 or 6 bytes of the \
     digest are tags too. Linear; the bare value is not a MAC.",
    "two given messages collide with probability at most 500 * 2^-64 up to 4,096 bytes (the first \
     T words: 4 * 5^(T-1) * 2^-16T), 501 * 2^-64 + 4 b * 2^-126 for b further blocks of 4,096"
);
inner_product!(
    Multilinear64, crates::Multilinear64 => u64, 8, "multilinear64",
    "The multilinear hash over GF(2^64), extended to messages of any length: strongly universal up \
     to 4,096 bytes. Linear; the bare value is not a MAC.",
    "two given messages collide with probability at most 2^-64 up to 4,096 bytes, and 2 * 2^-64 + \
     b * 2^-126 for b further blocks of 4,096"
);

impl Flavour for MixedNames {
    const NAME: &'static str = "multilinear64-mixed";
    const SUMMARY: &'static str = "The multilinear hash over GF(2^64) and a bijective mixer, for \
                                   general use: collides like multilinear64, but is not linear. \
                                   Not a MAC.";
}
