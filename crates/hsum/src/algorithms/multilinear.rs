//! MMH, TMMH/16 and the multilinear hash over GF(2^64), of messages of any length.

use super::{Algorithm, Backends, Digest, Instance, Key, NewInstance, Stream, named};
use multilinear_hash::bound::collision_bound;
use multilinear_hash::{
    Backend, Function, Mmh32, Multilinear64, MultilinearHasher, Tmmh16, hash, hash_mixed,
};

pub(super) const MMH_SOURCE: &str =
    "Halevi and Krawczyk, \"MMH: Software message authentication in the Gbit/second rates\", 1997";

pub(super) const TMMH_SOURCE: &str = "McGrew, \"The Truncated Multi-Modular Hash Function \
                                      (TMMH)\", draft-mcgrew-saag-tmmh-01, 2001";

pub(super) const GF64_SOURCE: &str =
    "Lemire and Kaser, \"Strongly universal string hashing is fast\", 2014";

pub(super) const BACKENDS: Backends = Backends::of::<Backend>();

pub(super) const MMH32: Algorithm = Algorithm {
    name: "mmh32",
    summary: "MMH of 32 bits, extended to messages of any length",
    about: "Inner products modulo 2^32 + 15, and a polynomial over them above 4096 bytes: suitable \
            for tables of some thousand entries. Linear, and the bare value is no MAC.",
    source: MMH_SOURCE,
    key_bytes: multilinear_hash::Key::<Mmh32>::BYTES,
    output_bits: 32,
    bound: Some(collision_bound::<Mmh32>),
    backends: BACKENDS,
    new: hasher::<Mmh32>,
    ..Algorithm::BASE
};

pub(super) const TMMH16: Algorithm = Algorithm {
    name: "tmmh16",
    summary: "TMMH/16, tags of 16 to 64 bits, extended to messages of any length",
    about: "Inner products modulo 2^16 + 1, and polynomials over them above 4096 bytes. --length \
            cuts the tag, and lists may contain any length: T words of 16 bits collide with \
            probability 4/65536 (5/65536)^(T-1) up to 4096 bytes, and 65536^-T + T b 2^-126 more with \
            b blocks of 4096 bytes above.",
    source: TMMH_SOURCE,
    key_bytes: multilinear_hash::Key::<Tmmh16<4>>::BYTES,
    output_bits: 64,
    cuts: &[16, 32, 48, 64],
    bound: Some(collision_bound::<Tmmh16<4>>),
    backends: BACKENDS,
    new: hasher::<Tmmh16<4>>,
    ..Algorithm::BASE
};

pub(super) const MULTILINEAR64: Algorithm = Algorithm {
    name: "multilinear64",
    summary: "The multilinear hash over GF(2^64), extended to messages of any length",
    about: "Strongly universal up to 4096 bytes: the hashes of two messages are independent. \
            Linear, and the bare value is no MAC.",
    source: GF64_SOURCE,
    key_bytes: multilinear_hash::Key::<Multilinear64>::BYTES,
    output_bits: 64,
    bound: Some(collision_bound::<Multilinear64>),
    backends: super::clhash::BACKENDS,
    new: hasher::<Multilinear64>,
    ..Algorithm::BASE
};

pub(super) const MULTILINEAR64_MIXED: Algorithm = Algorithm {
    name: "multilinear64-mixed",
    summary: "The multilinear hash over GF(2^64) and a bijective mixer, for general use",
    about: "The value of multilinear64 through the finaliser NASAM: equally strongly universal, \
            and no longer linear.",
    new: |key, backend| Ok(Box::new(Mixed(key_of(key, backend)?))),
    ..MULTILINEAR64
};

/// A function of the crate whose hash this program can print.
pub(super) trait Listed: Function + 'static {
    /// Converts the hash to its digits.
    fn digest(hash: Self::Output) -> Digest;
}

impl Listed for Mmh32 {
    fn digest(words: [u32; 1]) -> Digest {
        Digest::from_bytes(words.into_iter().flat_map(u32::to_be_bytes))
    }
}

impl Listed for Tmmh16<4> {
    fn digest(words: [u16; 4]) -> Digest {
        Digest::from_bytes(words.into_iter().flat_map(u16::to_be_bytes))
    }
}

impl Listed for Multilinear64 {
    fn digest(word: u64) -> Digest {
        word.into()
    }
}

struct Keyed<F: Listed>(multilinear_hash::Key<F>);

struct KeyedStream<'k, F: Listed>(MultilinearHasher<F, &'k multilinear_hash::Key<F>>);

fn key_of<F: Listed>(key: &Key<'_>, backend: &str) -> Result<multilinear_hash::Key<F>, String> {
    let key = match key {
        Key::Seed(seed) => F::key_from_seed(*seed),
        Key::Bytes(bytes) => F::key_from_bytes(bytes).map_err(|e| e.to_string())?,
    };
    let backend = named::<F::Backend>(backend)?;
    Ok(key.with_backend(backend))
}

pub(super) fn hasher<F: Listed>(key: &Key<'_>, backend: &str) -> NewInstance
where
    multilinear_hash::Key<F>: Send + Sync,
{
    Ok(Box::new(Keyed(key_of::<F>(key, backend)?)))
}

impl<F: Listed> Instance for Keyed<F>
where
    multilinear_hash::Key<F>: Send + Sync,
{
    fn hash(&self, message: &[u8]) -> Digest {
        F::digest(hash(&self.0, message))
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(KeyedStream(MultilinearHasher::new(&self.0)))
    }
}

impl<F: Listed> Stream for KeyedStream<'_, F> {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finalize(&self) -> Digest {
        F::digest(self.0.finalize())
    }
}

/// The mixed form of a hash function or a stream.
struct Mixed<T>(T);

impl Instance for Mixed<multilinear_hash::Key<Multilinear64>> {
    fn hash(&self, message: &[u8]) -> Digest {
        hash_mixed(&self.0, message).into()
    }

    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(Mixed(MultilinearHasher::new(&self.0)))
    }
}

impl Stream for Mixed<MultilinearHasher<Multilinear64, &multilinear_hash::Key<Multilinear64>>> {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finalize(&self) -> Digest {
        self.0.finalize_mixed().into()
    }
}
