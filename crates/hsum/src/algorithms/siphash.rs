//! SipHash, HalfSipHash and SipTreeHash.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use siphash_fast::{
    Backend, HalfKey, HalfSipHasher, Key as SipKey, NocaseHasher, SipHasher, SipHasher128,
    TreeHasher, TreeKey, half, nocase, tree,
};

pub(super) const SOURCE: &str =
    "Aumasson and Bernstein, \"SipHash: a fast short-input PRF\", 2012; veorq/SipHash";

pub(super) const REDIS: &str = "Aumasson and Bernstein, \"SipHash: a fast short-input PRF\", 2012; \
                                the rounds are those of Redis";

pub(super) const TREE: &str = "google/highwayhash, sip_tree_hash; Alakuijala, Cox and Wassenberg, \
                               \"Fast keyed hash/pseudo-random function using SIMD multiply and \
                               permute\", 2016";

/// The backends of functions that hash one message, which gains nothing from vectors.
pub(super) const SINGLE: Backends =
    Backends { names: &["portable"], available: || vec!["portable"], detect: || "portable" };

pub(super) const LANES: Backends = Backends::of::<Backend>();

pub(super) const SIPHASH_2_4: Algorithm = Algorithm {
    name: "siphash-2-4",
    summary: "SipHash-2-4 of 64 bits",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: SOURCE,
    key_bytes: 16,
    output_bits: 64,
    backends: SINGLE,
    new: Sip64::<2, 4>::hasher,
    ..Algorithm::BASE
};

pub(super) const SIPHASH_1_3: Algorithm = Algorithm {
    name: "siphash-1-3",
    summary: "SipHash-1-3 of 64 bits, the function of std's maps",
    about: "Suitable for maps, which do not show their hashes: it has fewer rounds than its \
            authors propose, and no known attack. A known key protects nothing.",
    source: SOURCE,
    key_bytes: 16,
    output_bits: 64,
    backends: SINGLE,
    new: Sip64::<1, 3>::hasher,
    ..Algorithm::BASE
};

pub(super) const SIPHASH_1_2: Algorithm = Algorithm {
    name: "siphash-1-2",
    summary: "SipHash-1-2 of 64 bits, the function of Redis's tables",
    about: "Suitable for maps, which do not show their hashes: it has fewer rounds than its \
            authors propose, and no known attack. A known key protects nothing.",
    source: REDIS,
    key_bytes: 16,
    output_bits: 64,
    backends: SINGLE,
    new: Sip64::<1, 2>::hasher,
    ..Algorithm::BASE
};

pub(super) const SIPHASH_1_2_NOCASE: Algorithm = Algorithm {
    name: "siphash-1-2-nocase",
    summary: "SipHash-1-2 of 64 bits, with A to Z hashed as a to z",
    about: "siphash-1-2 of the message in ASCII lower case. Other bytes stay as they are, whatever \
            the locale.",
    source: REDIS,
    key_bytes: 16,
    output_bits: 64,
    backends: SINGLE,
    new: Nocase::<1, 2>::hasher,
    ..Algorithm::BASE
};

pub(super) const SIPHASH128_2_4: Algorithm = Algorithm {
    name: "siphash128-2-4",
    summary: "SipHash-2-4 of 128 bits",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: SOURCE,
    key_bytes: 16,
    output_bits: 128,
    backends: SINGLE,
    new: Sip128::<2, 4>::hasher,
    ..Algorithm::BASE
};

pub(super) const SIPHASH128_1_3: Algorithm = Algorithm {
    name: "siphash128-1-3",
    summary: "SipHash-1-3 of 128 bits",
    about: "A keyed function that is conjectured to be pseudo-random: suitable where an adversary \
            sees hashes. There is no proof, and a known key protects nothing.",
    source: SOURCE,
    key_bytes: 16,
    output_bits: 128,
    backends: SINGLE,
    new: Sip128::<1, 3>::hasher,
    ..Algorithm::BASE
};

pub(super) const SIPTREEHASH: Algorithm = Algorithm {
    name: "siptreehash",
    summary: "SipTreeHash of Google's library, 2-4",
    about: "Four lanes of SipHash, and one SipHash over their hashes: faster than SipHash for long \
            messages, with other values. Each lane has 64 bits of key.",
    source: TREE,
    key_bytes: 32,
    output_bits: 64,
    backends: LANES,
    new: Tree::<2, 4>::hasher,
    ..Algorithm::BASE
};

pub(super) const SIPTREEHASH13: Algorithm = Algorithm {
    name: "siptreehash13",
    summary: "SipTreeHash13 of Google's library, 1-3",
    about: "Four lanes of SipHash, and one SipHash over their hashes: faster than SipHash for long \
            messages, with other values. Each lane has 64 bits of key.",
    source: TREE,
    key_bytes: 32,
    output_bits: 64,
    backends: LANES,
    new: Tree::<1, 3>::hasher,
    ..Algorithm::BASE
};

pub(super) const HALFSIPHASH32: Algorithm = Algorithm {
    name: "halfsiphash32",
    summary: "HalfSipHash-2-4 of 32 bits",
    about: "For 32-bit machines. An exhaustive search can find its key of 64 bits.",
    source: SOURCE,
    key_bytes: 8,
    output_bits: 32,
    backends: SINGLE,
    new: Half32::<2, 4>::hasher,
    ..Algorithm::BASE
};

pub(super) const HALFSIPHASH64: Algorithm = Algorithm {
    name: "halfsiphash64",
    summary: "HalfSipHash-2-4 of 64 bits",
    about: "For 32-bit machines. An exhaustive search can find its key of 64 bits.",
    source: SOURCE,
    key_bytes: 8,
    output_bits: 64,
    backends: SINGLE,
    new: Half64::<2, 4>::hasher,
    ..Algorithm::BASE
};

/// Returns the words of SipHash-128 as the published bytes, which are little-endian.
fn bytes(words: [u64; 2]) -> Digest {
    words.map(u64::swap_bytes).into()
}

/// Implements the traits for functions: each with the type of its key, how a backend is set, the
/// type of its stream, the hash of a message and the hash of a stream.
macro_rules! functions {
    ($($name:ident($key:ty), $new:expr, $stream:ty, $hash:expr, $finalize:expr;)*) => {
        $(pub(super) struct $name<const C: u8, const D: u8>($key);

        impl<const C: u8, const D: u8> $name<C, D> {
            pub(super) fn hasher(key: &Key<'_>, backend: &str) -> NewInstance {
                let key = match key {
                    Key::Seed(seed) => <$key>::from_seed(*seed),
                    Key::Bytes(bytes) => <$key>::try_from(&**bytes).map_err(|e| e.to_string())?,
                };
                let new: fn($key, &str) -> Result<$key, String> = $new;
                Ok(Box::new(Self(new(key, backend)?)))
            }
        }

        impl<const C: u8, const D: u8> Instance for $name<C, D> {
            fn hash(&self, message: &[u8]) -> Digest {
                $hash(&self.0, message)
            }

            fn stream(&self) -> Box<dyn Stream + '_> {
                Box::new(<$stream>::new(&self.0))
            }
        }

        impl<const C: u8, const D: u8> Stream for $stream {
            fn update(&mut self, bytes: &[u8]) {
                <$stream>::update(self, bytes);
            }

            fn finalize(&self) -> Digest {
                $finalize(self)
            }
        })*
    };
}

functions! {
    Sip64(SipKey), |key, _| Ok(key), SipHasher<C, D>,
        |key, m| siphash_fast::hash::<C, D>(key, m).into(),
        |s: &SipHasher<C, D>| SipHasher::<C, D>::finalize(s).into();
    Sip128(SipKey), |key, _| Ok(key), SipHasher128<C, D>,
        |key, m| bytes(siphash_fast::hash128::<C, D>(key, m)),
        |s: &SipHasher128<C, D>| bytes(SipHasher128::<C, D>::finalize(s));
    Nocase(SipKey), |key, _| Ok(key), NocaseHasher<C, D>,
        |key, m| nocase::hash::<C, D>(key, m).into(),
        |s: &NocaseHasher<C, D>| NocaseHasher::finalize(s).into();
    Half32(HalfKey), |key, _| Ok(key), HalfSipHasher<C, D>,
        |key, m| half::hash32::<C, D>(key, m).into(),
        |s: &HalfSipHasher<C, D>| HalfSipHasher::<C, D>::finalize(s).into();
    Half64(HalfKey), |key, _| Ok(key), HalfSipHasher<C, D, 2>,
        |key, m| half::hash::<C, D>(key, m).into(),
        |s: &HalfSipHasher<C, D, 2>| HalfSipHasher::<C, D, 2>::finalize(s).into();
    Tree(TreeKey), |key, backend| Ok(key.with_backend(named(backend)?)), TreeHasher<C, D>,
        |key, m| tree::hash::<C, D>(key, m).into(),
        |s: &TreeHasher<C, D>| TreeHasher::finalize(s).into();
}
