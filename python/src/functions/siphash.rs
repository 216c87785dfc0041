//! SipHash, HalfSipHash and SipTreeHash.

use super::{function, keys};
use crate::function::{Hash, Info};
use siphash_fast::{
    HalfKey, HalfSipHasher, Key, NocaseHasher, SipHasher, SipHasher128, TreeHasher, TreeKey, half,
    nocase, tree,
};
use std::sync::Arc;

keys!(Key, HalfKey, TreeKey);

pub(crate) struct Sip<const C: u8, const D: u8>;
pub(crate) struct Sip128<const C: u8, const D: u8>;
pub(crate) struct Nocase;
pub(crate) struct Tree<const C: u8, const D: u8>;
pub(crate) struct Half32;
pub(crate) struct Half64;

const INFO: Info = Info {
    name: "siphash",
    summary: "",
    bound: "none is proved; the authors claim a pseudo-random function",
    key_bytes: Key::BYTES,
    digest_bytes: 8,
    block_bytes: 8,
    collision_bound: None,
    mac: false,
};

/// Returns the name and the summary for a number of rounds.
const fn rounds(c: u8, d: u8) -> (&'static str, &'static str) {
    match (c, d) {
        (2, 4) => (
            "siphash-2-4",
            "SipHash-2-4 of 64 bits, the proposal of its paper: a keyed function conjectured to be \
             pseudo-random, and therefore a MAC of 64 bits.",
        ),
        (1, 3) => (
            "siphash-1-3",
            "SipHash-1-3 of 64 bits, as in Python's own hash() and Rust's maps: for tables \
             whose hashes stay private.",
        ),
        (1, 2) => (
            "siphash-1-2",
            "SipHash-1-2 of 64 bits, as in Redis: for tables whose hashes stay private.",
        ),
        (4, 8) => ("siphash-4-8", "SipHash-4-8 of 64 bits, the conservative choice of its paper."),
        _ => panic!("no SipHash of these rounds has a name"),
    }
}

function! {
    impl[const C: u8, const D: u8] Sip<C, D>,
        Info { name: rounds(C, D).0, summary: rounds(C, D).1, mac: C >= 2, ..INFO };
    Key => u64;
    hash: siphash_fast::hash::<C, D>;
    many: siphash_fast::hash_many::<C, D, u64>; words: siphash_fast::hash_u64s::<C, D, u64>;
    stream: SipHasher<C, D>, |key: &Arc<Key>| SipHasher::new(key);
    finalize: |stream: &SipHasher<C, D>| stream.finalize();
    resume: |_, bytes| SipHasher::from_checkpoint(bytes);
}

/// The two words of SipHash-128. Its digest is the published byte string, so each word is
/// little-endian.
#[derive(Clone, Copy)]
pub(crate) struct LittleEndian([u64; 2]);

impl Hash for LittleEndian {
    const ZERO: Self = Self([0; 2]);
    const BYTES: usize = 16;

    fn write(self, digest: &mut [u8]) {
        digest.copy_from_slice(self.0.map(u64::to_le_bytes).as_flattened());
    }
}

function! {
    impl[const C: u8, const D: u8] Sip128<C, D>, Info {
        name: if C == 2 { "siphash128-2-4" } else { "siphash128-1-3" },
        summary: if C == 2 {
            "SipHash-2-4 of 128 bits, in the published byte order: a keyed function \
             conjectured to be pseudo-random, and therefore a MAC."
        } else {
            "SipHash-1-3 of 128 bits, in the published byte order."
        },
        digest_bytes: 16,
        mac: C == 2,
        ..INFO
    };
    Key => LittleEndian;
    hash: |key, message| LittleEndian(siphash_fast::hash128::<C, D>(key, message));
    stream: SipHasher128<C, D>, |key: &Arc<Key>| SipHasher128::new(key);
    finalize: |stream: &SipHasher128<C, D>| LittleEndian(stream.finalize());
    resume: |_, bytes| SipHasher128::from_checkpoint(bytes);
}

function! {
    impl[] Nocase, Info {
        name: "siphash-1-2-nocase",
        summary: "SipHash-1-2 of 64 bits of the message with A to Z changed to a to z, as in \
                  Redis; other bytes are unchanged.",
        ..INFO
    };
    Key => u64;
    hash: nocase::hash::<1, 2>;
    many: nocase::hash_many::<1, 2>; words: nocase::hash_u64s::<1, 2>;
    stream: NocaseHasher<1, 2>, |key: &Arc<Key>| NocaseHasher::new(key);
    finalize: |stream: &NocaseHasher<1, 2>| stream.finalize();
    resume: |_, bytes| NocaseHasher::from_checkpoint(bytes);
}

function! {
    impl[const C: u8, const D: u8] Tree<C, D>, Info {
        name: if C == 2 { "siptreehash" } else { "siptreehash13" },
        summary: if C == 2 {
            "SipTreeHash of Google's library: four lanes of SipHash-2-4, and one over their \
             hashes. Each lane has 64 bits of key."
        } else {
            "SipTreeHash13 of Google's library: four lanes of SipHash-1-3, and one over their \
             hashes. Each lane has 64 bits of key."
        },
        key_bytes: TreeKey::BYTES,
        block_bytes: 32,
        ..INFO
    };
    TreeKey => u64;
    hash: tree::hash::<C, D>;
    many: tree::hash_many::<C, D>; words: tree::hash_u64s::<C, D>;
    stream: TreeHasher<C, D>, |key: &Arc<TreeKey>| TreeHasher::new(key);
    finalize: |stream: &TreeHasher<C, D>| stream.finalize();
    resume: |_, bytes| TreeHasher::from_checkpoint(bytes);
}

const HALF: Info = Info {
    name: "halfsiphash32",
    summary: "HalfSipHash-2-4 of 32 bits, for 32-bit machines: a 64-bit key can be found by \
              exhaustive search.",
    key_bytes: HalfKey::BYTES,
    digest_bytes: 4,
    block_bytes: 4,
    ..INFO
};

function! {
    impl[] Half32, HALF;
    HalfKey => u32;
    hash: half::hash32::<2, 4>;
    stream: HalfSipHasher<2, 4>, |key: &Arc<HalfKey>| HalfSipHasher::new(key);
    finalize: |stream: &HalfSipHasher<2, 4>| stream.finalize();
    resume: |_, bytes| HalfSipHasher::from_checkpoint(bytes);
}

function! {
    impl[] Half64, Info {
        name: "halfsiphash64",
        summary: "HalfSipHash-2-4 of 64 bits, for 32-bit machines: a 64-bit key can be found \
                  by exhaustive search.",
        digest_bytes: 8,
        ..HALF
    };
    HalfKey => u64;
    hash: half::hash::<2, 4>;
    many: half::hash_many::<2, 4>; words: half::hash_u64s::<2, 4>;
    stream: HalfSipHasher<2, 4, 2>, |key: &Arc<HalfKey>| HalfSipHasher::new(key);
    finalize: |stream: &HalfSipHasher<2, 4, 2>| stream.finalize();
    resume: |_, bytes| HalfSipHasher::from_checkpoint(bytes);
}
