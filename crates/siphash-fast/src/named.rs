//! SipHash, HalfSipHash and SipTreeHash, as [`Function`](hash_core::function::Function)s.

use crate as all;
use crate::{
    Backend, CHECKPOINT_BYTES, HalfKey, HalfSipHasher, Key, NocaseHasher, SipHasher, SipHasher128,
    TREE_CHECKPOINT_BYTES, TreeHasher, TreeKey, half, nocase, tree,
};
use hash_core::function::{Description, Secrets};

hash_core::function_keys!(Backend: Key, TreeKey);
hash_core::function_keys!(portable: HalfKey);

/// Makes the types of functions of a module with these arguments of `hash`, and of the batches
/// where there are any. A checkpoint contains the key, but not its backend.
macro_rules! functions {
    ($(
        $Name:ident = $description:ident $(, word $word:literal)? $(, group $group:literal)?:
        $Key:ty => $Hash:ty: $module:ident::$hash:ident::<$C:literal, $D:literal>,
        $Stream:ty, $bytes:ident, |$key:ident, $stream:ident| $on:expr
        $(, $batches:ident)?;
    )*) => {
        $(hash_core::function! {
            #[doc = concat!("`", stringify!($hash), "::<", $C, ", ", $D, ">`.")]
            $Name = $description $(, word $word)? $(, group $group)?;
            $Key => $Hash: $module::$hash::<$C, $D>;
            stream: $Stream, $bytes, |key| <$Stream>::new(key.borrow()),
                |$key, bytes| <$Stream>::from_checkpoint(bytes).map(|$stream| $on),
                |stream| stream.finalize();
            $($batches: all::hash_many::<$C, $D>, all::hash_column::<$C, $D, _>;
            words: all::hash_u64s::<$C, $D>;)?
        })*
    };
}

functions! {
    Siphash24 = SIPHASH_2_4: Key => u64: all::hash::<2, 4>,
        SipHasher<2, 4>, CHECKPOINT_BYTES, |_key, stream| stream, batches;
    Siphash13 = SIPHASH_1_3: Key => u64: all::hash::<1, 3>,
        SipHasher<1, 3>, CHECKPOINT_BYTES, |_key, stream| stream, batches;
    Siphash12 = SIPHASH_1_2: Key => u64: all::hash::<1, 2>,
        SipHasher<1, 2>, CHECKPOINT_BYTES, |_key, stream| stream, batches;
    Siphash48 = SIPHASH_4_8: Key => u64: all::hash::<4, 8>,
        SipHasher<4, 8>, CHECKPOINT_BYTES, |_key, stream| stream, batches;
    Siphash12Nocase = SIPHASH_1_2_NOCASE, group 256: Key => u64: nocase::hash::<1, 2>,
        NocaseHasher<1, 2>, CHECKPOINT_BYTES, |_key, stream| stream;
    Siphash128V24 = SIPHASH128_2_4, word 1: Key => [u64; 2]: all::hash128::<2, 4>,
        SipHasher128<2, 4>, CHECKPOINT_BYTES, |_key, stream| stream;
    Siphash128V13 = SIPHASH128_1_3, word 1: Key => [u64; 2]: all::hash128::<1, 3>,
        SipHasher128<1, 3>, CHECKPOINT_BYTES, |_key, stream| stream;
    Siptreehash = SIPTREEHASH: TreeKey => u64: tree::hash::<2, 4>,
        TreeHasher<2, 4>, TREE_CHECKPOINT_BYTES, |key, stream| stream.with_backend(key.borrow().backend());
    Siptreehash13 = SIPTREEHASH13: TreeKey => u64: tree::hash::<1, 3>,
        TreeHasher<1, 3>, TREE_CHECKPOINT_BYTES, |key, stream| stream.with_backend(key.borrow().backend());
    Halfsiphash32 = HALFSIPHASH32: HalfKey => u32: half::hash32::<2, 4>,
        HalfSipHasher<2, 4>, CHECKPOINT_BYTES, |_key, stream| stream;
    Halfsiphash64 = HALFSIPHASH64: HalfKey => u64: half::hash::<2, 4>,
        HalfSipHasher<2, 4, 2>, CHECKPOINT_BYTES, |_key, stream| stream;
}

const SIPHASH_2_4: Description = Description {
    name: "siphash-2-4",
    summary: "SipHash-2-4 of 64 bits",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: "Aumasson and Bernstein, \"SipHash: a fast short-input PRF\", 2012; veorq/SipHash",
    block_bytes: 8,
    mac: true,
    secrets: Secrets::PSEUDO_RANDOM,
    ..Description::OF_NOTHING
};

const SIPHASH_1_3: Description = Description {
    name: "siphash-1-3",
    summary: "SipHash-1-3 of 64 bits, the function of std's maps",
    about: "Suitable for maps, which do not show their hashes: it has fewer rounds than its \
            authors propose, and no known attack. A known key protects nothing.",
    mac: false,
    secrets: Secrets::WEAKER,
    ..SIPHASH_2_4
};

const SIPHASH_1_2: Description = Description {
    name: "siphash-1-2",
    summary: "SipHash-1-2 of 64 bits, the function of Redis's tables",
    source: "Aumasson and Bernstein, \"SipHash: a fast short-input PRF\", 2012; the rounds are those of \
             Redis",
    ..SIPHASH_1_3
};

const SIPHASH_4_8: Description = Description {
    name: "siphash-4-8",
    summary: "SipHash-4-8 of 64 bits, the conservative choice of its authors",
    ..SIPHASH_2_4
};

const SIPHASH_1_2_NOCASE: Description = Description {
    name: "siphash-1-2-nocase",
    summary: "SipHash-1-2 of 64 bits, with A to Z hashed as a to z",
    about: "siphash-1-2 of the message in ASCII lower case. Other bytes stay as they are, whatever \
            the locale.",
    ..SIPHASH_1_2
};

const SIPHASH128_2_4: Description =
    Description { name: "siphash128-2-4", summary: "SipHash-2-4 of 128 bits", ..SIPHASH_2_4 };

const SIPHASH128_1_3: Description = Description {
    name: "siphash128-1-3",
    summary: "SipHash-1-3 of 128 bits",
    about: SIPHASH_1_3.about,
    mac: false,
    secrets: Secrets::WEAKER,
    ..SIPHASH_2_4
};

const SIPTREEHASH: Description = Description {
    name: "siptreehash",
    summary: "SipTreeHash of Google's library, 2-4",
    about: "Four lanes of SipHash, and one SipHash over their hashes: faster than SipHash for long \
            messages, with other values. Each lane has 64 bits of key.",
    source: "google/highwayhash, sip_tree_hash; Alakuijala, Cox and Wassenberg, \"Fast keyed \
             hash/pseudo-random function using SIMD multiply and permute\", 2016",
    secrets: Secrets::WEAKER,
    block_bytes: 32,
    ..Description::OF_NOTHING
};

const SIPTREEHASH13: Description = Description {
    name: "siptreehash13",
    summary: "SipTreeHash13 of Google's library, 1-3",
    ..SIPTREEHASH
};

const HALFSIPHASH32: Description = Description {
    name: "halfsiphash32",
    summary: "HalfSipHash-2-4 of 32 bits",
    about: "For 32-bit machines. An exhaustive search can find its key of 64 bits.",
    source: SIPHASH_2_4.source,
    secrets: Secrets::WEAKER,
    block_bytes: 4,
    ..Description::OF_NOTHING
};

const HALFSIPHASH64: Description =
    Description { name: "halfsiphash64", summary: "HalfSipHash-2-4 of 64 bits", ..HALFSIPHASH32 };
