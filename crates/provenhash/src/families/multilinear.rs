//! MMH, TMMH/16 and the multilinear hash over GF(2^64), of messages of any length.

use super::{Mixed, function, joins, keys};
use crate::{Algorithm, Secrets};
use multilinear_hash::bound::collisions;
use multilinear_hash::{
    self as functions, BLOCK_BYTES, Backend, Key, Mmh32, Mmh64, Multilinear64, MultilinearHasher,
    Partial, Tmmh16,
};
use std::sync::Arc;

keys!(large Backend: Key<Mmh32>, Key<Mmh64>, Key<Tmmh16>);
keys!(large gf2::Backend: Key<Multilinear64>);

macro_rules! functions {
    ($($F:ident => $Hash:ty;)*) => {
        $(function! {
            impl[] $F;
            Key<$F> => $Hash: functions::hash::<$F>;
            shared MultilinearHasher<$F, Arc<Key<$F>>>: |stream| stream.finalize();
            batches: functions::hash_many::<$F>, functions::hash_u64s::<$F>;
        }
        joins!($F: Partial<$F>);)*
    };
}

functions! {
    Mmh32 => [u32; 1];
    Mmh64 => [u32; 2];
    Tmmh16 => [u16; 4];
    Multilinear64 => u64;
}

pub(super) const MMH32: Algorithm = Algorithm {
    name: "mmh32",
    version: Some(1),
    summary: "MMH of 32 bits, extended to messages of any length",
    about: "Inner products modulo 2^32 + 15, and a polynomial over them above 4096 bytes: suitable \
            for tables of some thousand entries. Linear, and the bare value is no MAC.",
    source: "Halevi and Krawczyk, \"MMH: Software message authentication in the Gbit/second \
             rates\", 1997",
    key_lengths: &[Key::<Mmh32>::BYTES],
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 6 * 2^-32 up to 4,096 bytes, and \
            b * 2^-126 more for b further blocks of 4,096",
    collisions: Some(collisions::<Mmh32>()),
    ..Algorithm::joining::<Mmh32>()
};

pub(super) const MMH64: Algorithm = Algorithm {
    name: "mmh64",
    version: Some(1),
    summary: "MMH of 64 bits, extended to messages of any length",
    about: "Two words of inner products modulo 2^32 + 15, and polynomials over them above 4096 bytes. \
            Linear, and the bare value is no MAC.",
    key_lengths: &[Key::<Mmh64>::BYTES],
    bound: "two given messages collide with probability at most 54 * 2^-64 up to 4,096 bytes, and \
            2 b * 2^-126 more for b further blocks of 4,096",
    collisions: Some(collisions::<Mmh64>()),
    ..MMH32.for_function(Algorithm::joining::<Mmh64>())
};

pub(super) const TMMH16: Algorithm = Algorithm {
    name: "tmmh16",
    version: Some(1),
    summary: "TMMH/16, tags of 16 to 64 bits, extended to messages of any length",
    about: "Inner products modulo 2^16 + 1, and polynomials over them above 4096 bytes. The first 16, \
            32 or 48 bits are a hash too: T words of 16 bits collide with probability 4/65536 \
            (5/65536)^(T-1) up to 4096 bytes, and 65536^-T + T b 2^-126 more with b blocks of 4096 \
            bytes above. Linear, and the bare value is no MAC.",
    source: "McGrew, \"The Truncated Multi-Modular Hash Function (TMMH)\", draft-mcgrew-saag-tmmh-01, \
             2001",
    cuts: &[16, 32, 48, 64],
    key_lengths: &[Key::<Tmmh16>::BYTES],
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 500 * 2^-64 up to 4,096 bytes (the \
            first T words: 4 * 5^(T-1) * 2^-16T), 501 * 2^-64 + 4 b * 2^-126 for b further blocks of \
            4,096",
    collisions: Some(collisions::<Tmmh16>()),
    ..Algorithm::joining::<Tmmh16>()
};

pub(super) const MULTILINEAR64: Algorithm = Algorithm {
    name: "multilinear64",
    version: Some(1),
    summary: "The multilinear hash over GF(2^64), extended to messages of any length",
    about: "Strongly universal up to 4096 bytes: the hashes of two messages are independent. \
            Linear, and the bare value is no MAC.",
    source: "Lemire and Kaser, \"Strongly universal string hashing is fast\", 2014",
    key_lengths: &[Key::<Multilinear64>::BYTES],
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 2^-64 up to 4,096 bytes, and 2 * \
            2^-64 + b * 2^-126 for b further blocks of 4,096",
    collisions: Some(collisions::<Multilinear64>()),
    ..Algorithm::joining::<Multilinear64>()
};

pub(super) const MULTILINEAR64_MIXED: Algorithm = Algorithm {
    name: "multilinear64-mixed",
    version: Some(1),
    summary: "The multilinear hash over GF(2^64) and a bijective mixer, for general use",
    about: "The value of multilinear64 through the finaliser NASAM: equally strongly universal, \
            and no longer linear.",
    ..MULTILINEAR64.for_function(Algorithm::joining::<Mixed<Multilinear64>>())
};
