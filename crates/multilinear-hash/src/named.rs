//! MMH, TMMH/16 and the multilinear hash over GF(2^64), of messages of any length, as
//! [`Function`](hash_core::function::Function)s.

use crate::bound::collisions;
use crate::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Key, Mmh32, Mmh64, Multilinear64, MultilinearHasher,
    Partial, Tmmh16,
};
use hash_core::function::{Description, Mixes, Secrets};

hash_core::function_keys!(universal Backend: Key<Mmh32>, Key<Mmh64>, Key<Tmmh16>);
hash_core::function_keys!(universal gf2::Backend: Key<Multilinear64>);

macro_rules! functions {
    ($($F:ident = $description:ident => $Hash:ty;)*) => {
        $(hash_core::function! {
            impl $F = $description;
            Key<$F> => $Hash: crate::hash;
            stream: MultilinearHasher<$F, K>, CHECKPOINT_BYTES, |key| MultilinearHasher::new(key),
                |key, bytes| MultilinearHasher::from_checkpoint(key, bytes),
                |stream| stream.finalize();
            batches: crate::hash_many, crate::hash_column;
            words: crate::hash_u64s;
            parts: Partial<$F>;
        })*
    };
}

functions! {
    Mmh32 = MMH32 => [u32; 1];
    Mmh64 = MMH64 => [u32; 2];
    Tmmh16 = TMMH16 => [u16; 4];
    Multilinear64 = MULTILINEAR64 => u64;
}

impl Mixes for Multilinear64 {
    const MIXED: Description = MULTILINEAR64_MIXED;
}

const MMH32: Description = Description {
    name: "mmh32",
    version: Some(1),
    summary: "MMH of 32 bits, extended to messages of any length",
    about: "Inner products modulo 2^32 + 15, and a polynomial over them above 4096 bytes: suitable \
            for tables of some thousand entries. Linear, and the bare value is no MAC.",
    source: "Halevi and Krawczyk, \"MMH: Software message authentication in the Gbit/second \
             rates\", 1997",
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 6 * 2^-32 up to 4,096 bytes, and \
            b * 2^-126 more for b further blocks of 4,096",
    collisions: Some(collisions::<Mmh32>()),
    ..Description::OF_NOTHING
};

const MMH64: Description = Description {
    name: "mmh64",
    version: Some(1),
    summary: "MMH of 64 bits, extended to messages of any length",
    about: "Two words of inner products modulo 2^32 + 15, and polynomials over them above 4096 bytes. \
            Linear, and the bare value is no MAC.",
    bound: "two given messages collide with probability at most 54 * 2^-64 up to 4,096 bytes, and \
            2 b * 2^-126 more for b further blocks of 4,096",
    collisions: Some(collisions::<Mmh64>()),
    ..MMH32
};

const TMMH16: Description = Description {
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
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 500 * 2^-64 up to 4,096 bytes (the \
            first T words: 4 * 5^(T-1) * 2^-16T), 501 * 2^-64 + 4 b * 2^-126 for b further blocks of \
            4,096",
    collisions: Some(collisions::<Tmmh16>()),
    ..Description::OF_NOTHING
};

const MULTILINEAR64: Description = Description {
    name: "multilinear64",
    version: Some(1),
    summary: "The multilinear hash over GF(2^64), extended to messages of any length",
    about: "Strongly universal up to 4096 bytes: the hashes of two messages are independent. \
            Linear, and the bare value is no MAC.",
    source: "Lemire and Kaser, \"Strongly universal string hashing is fast\", 2014",
    secrets: Secrets::UNIVERSAL,
    block_bytes: BLOCK_BYTES,
    bound: "two given messages collide with probability at most 2^-64 up to 4,096 bytes, and 2 * \
            2^-64 + b * 2^-126 for b further blocks of 4,096",
    collisions: Some(collisions::<Multilinear64>()),
    ..Description::OF_NOTHING
};

const MULTILINEAR64_MIXED: Description = Description {
    name: "multilinear64-mixed",
    version: Some(1),
    summary: "The multilinear hash over GF(2^64) and a bijective mixer, for general use",
    about: "The value of multilinear64 through the finaliser NASAM: equally strongly universal, \
            and no longer linear.",
    ..MULTILINEAR64
};
