//! SipHash, HalfSipHash and SipTreeHash.

use super::{function, keys};
use crate::function::Value;
use crate::{Algorithm, Secrets};
use siphash_fast::{
    Backend, HalfKey, HalfSipHasher, Key, NocaseHasher, SipHasher, SipHasher128, TreeHasher,
    TreeKey, half, nocase, tree,
};

// One message of SipHash gains nothing from vectors. Batches choose theirs.
keys!(without: Key);
keys!(without: HalfKey);
keys!(Backend: TreeKey);

struct Sip<const C: u8, const D: u8>;
struct Sip128<const C: u8, const D: u8>;
struct Nocase<const C: u8, const D: u8>;
struct Tree<const C: u8, const D: u8>;
struct Half32;
struct Half64;

/// The two words of SipHash-128, whose published bytes are little-endian.
#[derive(Clone, Copy)]
struct LittleEndian([u64; 2]);

impl Value for LittleEndian {
    const ANY: Self = Self([0; 2]);
    const BYTES: usize = 16;
    const WORD: usize = 1;

    #[inline]
    fn write(self, place: &mut [u8]) {
        self.0.map(u64::swap_bytes).write(place);
    }
}

function! {
    impl[const C: u8, const D: u8] Sip<C, D>;
    Key => u64: siphash_fast::hash::<C, D>;
    own SipHasher<C, D>: |stream| stream.finalize();
    batches: siphash_fast::hash_many::<C, D, u64>, siphash_fast::hash_u64s::<C, D, u64>;
}

function! {
    impl[const C: u8, const D: u8] Sip128<C, D>;
    Key => LittleEndian: |key, message| LittleEndian(siphash_fast::hash128::<C, D>(key, message));
    own SipHasher128<C, D>: |stream| LittleEndian(stream.finalize());
}

function! {
    impl[const C: u8, const D: u8] Nocase<C, D>;
    Key => u64: nocase::hash::<C, D>;
    own NocaseHasher<C, D>: |stream| stream.finalize();
    batches: nocase::hash_many::<C, D>, nocase::hash_u64s::<C, D>;
}

function! {
    impl[const C: u8, const D: u8] Tree<C, D>;
    TreeKey => u64: tree::hash::<C, D>;
    own TreeHasher<C, D>: |stream| stream.finalize();
    batches: tree::hash_many::<C, D>, tree::hash_u64s::<C, D>;
}

function! {
    impl[] Half32;
    HalfKey => u32: half::hash32::<2, 4>;
    own HalfSipHasher<2, 4>: |stream| stream.finalize();
}

function! {
    impl[] Half64;
    HalfKey => u64: half::hash::<2, 4>;
    own HalfSipHasher<2, 4, 2>: |stream| stream.finalize();
}

pub(super) const SIPHASH_2_4: Algorithm = Algorithm {
    name: "siphash-2-4",
    summary: "SipHash-2-4 of 64 bits",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: "Aumasson and Bernstein, \"SipHash: a fast short-input PRF\", 2012; veorq/SipHash",
    key_lengths: &[Key::BYTES],
    block_bytes: 8,
    mac: true,
    secrets: Secrets::PSEUDO_RANDOM,
    ..Algorithm::of::<Sip<2, 4>>()
};

pub(super) const SIPHASH_1_3: Algorithm = Algorithm {
    name: "siphash-1-3",
    summary: "SipHash-1-3 of 64 bits, the function of std's maps",
    about: "Suitable for maps, which do not show their hashes: it has fewer rounds than its \
            authors propose, and no known attack. A known key protects nothing.",
    mac: false,
    secrets: Secrets::WEAKER,
    ..SIPHASH_2_4.for_function(Algorithm::of::<Sip<1, 3>>())
};

pub(super) const SIPHASH_1_2: Algorithm = Algorithm {
    name: "siphash-1-2",
    summary: "SipHash-1-2 of 64 bits, the function of Redis's tables",
    source: "Aumasson and Bernstein, \"SipHash: a fast short-input PRF\", 2012; the rounds are those of \
             Redis",
    ..SIPHASH_1_3.for_function(Algorithm::of::<Sip<1, 2>>())
};

pub(super) const SIPHASH_4_8: Algorithm = Algorithm {
    name: "siphash-4-8",
    summary: "SipHash-4-8 of 64 bits, the conservative choice of its authors",
    ..SIPHASH_2_4.for_function(Algorithm::of::<Sip<4, 8>>())
};

pub(super) const SIPHASH_1_2_NOCASE: Algorithm = Algorithm {
    name: "siphash-1-2-nocase",
    summary: "SipHash-1-2 of 64 bits, with A to Z hashed as a to z",
    about: "siphash-1-2 of the message in ASCII lower case. Other bytes stay as they are, whatever \
            the locale.",
    ..SIPHASH_1_2.for_function(Algorithm::of::<Nocase<1, 2>>())
};

pub(super) const SIPHASH128_2_4: Algorithm = Algorithm {
    name: "siphash128-2-4",
    summary: "SipHash-2-4 of 128 bits",
    ..SIPHASH_2_4.for_function(Algorithm::of::<Sip128<2, 4>>())
};

pub(super) const SIPHASH128_1_3: Algorithm = Algorithm {
    name: "siphash128-1-3",
    summary: "SipHash-1-3 of 128 bits",
    about: SIPHASH_1_3.about,
    mac: false,
    secrets: Secrets::WEAKER,
    ..SIPHASH_2_4.for_function(Algorithm::of::<Sip128<1, 3>>())
};

pub(super) const SIPTREEHASH: Algorithm = Algorithm {
    name: "siptreehash",
    summary: "SipTreeHash of Google's library, 2-4",
    about: "Four lanes of SipHash, and one SipHash over their hashes: faster than SipHash for long \
            messages, with other values. Each lane has 64 bits of key.",
    source: "google/highwayhash, sip_tree_hash; Alakuijala, Cox and Wassenberg, \"Fast keyed \
             hash/pseudo-random function using SIMD multiply and permute\", 2016",
    key_lengths: &[TreeKey::BYTES],
    secrets: Secrets::WEAKER,
    block_bytes: 32,
    ..Algorithm::of::<Tree<2, 4>>()
};

pub(super) const SIPTREEHASH13: Algorithm = Algorithm {
    name: "siptreehash13",
    summary: "SipTreeHash13 of Google's library, 1-3",
    ..SIPTREEHASH.for_function(Algorithm::of::<Tree<1, 3>>())
};

pub(super) const HALFSIPHASH32: Algorithm = Algorithm {
    name: "halfsiphash32",
    summary: "HalfSipHash-2-4 of 32 bits",
    about: "For 32-bit machines. An exhaustive search can find its key of 64 bits.",
    source: SIPHASH_2_4.source,
    key_lengths: &[HalfKey::BYTES],
    secrets: Secrets::WEAKER,
    block_bytes: 4,
    ..Algorithm::of::<Half32>()
};

pub(super) const HALFSIPHASH64: Algorithm = Algorithm {
    name: "halfsiphash64",
    summary: "HalfSipHash-2-4 of 64 bits",
    ..HALFSIPHASH32.for_function(Algorithm::of::<Half64>())
};
