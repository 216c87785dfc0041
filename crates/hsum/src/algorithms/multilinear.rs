//! MMH, TMMH/16 and the multilinear hash over GF(2^64), of messages of any length.

use super::{Algorithm, Backends, Digest, Hasher, Key, Made, Stream};
use multilinear_hash::{Backend, Function, Mmh32, Multilinear64, MultilinearHasher, Tmmh16, hash};

pub(super) const MMH_SOURCE: &str =
    "Halevi and Krawczyk, \"MMH: Software message authentication in the Gbit/second rates\", 1997";

pub(super) const TMMH_SOURCE: &str = "McGrew, \"The Truncated Multi-Modular Hash Function (TMMH)\", \
                                      draft-mcgrew-saag-tmmh-01, 2001";

pub(super) const GF64_SOURCE: &str =
    "Lemire and Kaser, \"Strongly universal string hashing is fast\", 2014";

pub(super) const BACKENDS: Backends = Backends {
    names: &Backend::NAMES,
    available: || Backend::available().map(Backend::name).collect(),
    detect: || Backend::detect().name(),
};

pub(super) const MMH32: Algorithm = Algorithm {
    name: "mmh32",
    summary: "MMH of 32 bits, extended to messages of any length",
    about: "Inner products modulo 2^32 + 15, of a polynomial above 4096 bytes: what tables of \
            some thousand entries need. Linear, and the bare value is no MAC.",
    source: MMH_SOURCE,
    key_bytes: <Mmh32 as Function>::KEY_BYTES,
    output_bits: 32,
    bound: Some(<Mmh32 as Function>::collision_bound),
    backends: BACKENDS,
    new: hasher::<Mmh32>,
    ..Algorithm::BASE
};

pub(super) const TMMH16: Algorithm = Algorithm {
    name: "tmmh16",
    summary: "TMMH/16, tags of 16 to 64 bits, extended to messages of any length",
    about: "Inner products modulo 2^16 + 1, of polynomials above 4096 bytes. --tag-bits gives \
            the beginning of the tag, and checked lists may have any of them: T words collide \
            with probability (9/65536)^T.",
    source: TMMH_SOURCE,
    key_bytes: <Tmmh16<4> as Function>::KEY_BYTES,
    output_bits: 64,
    cuts: &[16, 32, 48, 64],
    bound: Some(<Tmmh16<4> as Function>::collision_bound),
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
    key_bytes: <Multilinear64 as Function>::KEY_BYTES,
    output_bits: 64,
    bound: Some(<Multilinear64 as Function>::collision_bound),
    backends: super::clhash::BACKENDS,
    new: hasher::<Multilinear64>,
    ..Algorithm::BASE
};

/// A function of the crate as this program wants it.
pub(super) trait Listed: Function + 'static {
    /// The kernels of that name.
    fn backend(name: &str) -> Option<Self::Backend>;
    /// The hash as its digits are written.
    fn digest(hash: Self::Output) -> Digest;
}

macro_rules! listed {
    ($($function:ty, $backend:ty, $digest:expr;)*) => { $(
        impl Listed for $function {
            fn backend(name: &str) -> Option<$backend> {
                <$backend>::from_name(name)
            }
            fn digest(hash: Self::Output) -> Digest {
                $digest(hash)
            }
        }
    )* };
}

listed! {
    Mmh32, Backend, |words: [u32; 1]| Digest::from_bytes(words.into_iter().flat_map(u32::to_be_bytes));
    Tmmh16<4>, Backend, |words: [u16; 4]| Digest::from_bytes(words.into_iter().flat_map(u16::to_be_bytes));
    Multilinear64, clhash::Backend, |word: u64| Digest::from(word);
}

struct Keyed<F: Listed>(multilinear_hash::Key<F>);

struct KeyedStream<'k, F: Listed>(MultilinearHasher<'k, F>);

pub(super) fn hasher<F: Listed>(key: &Key<'_>, backend: &str) -> Made
where
    multilinear_hash::Key<F>: Send + Sync,
{
    let key = match key {
        Key::Seed(seed) => multilinear_hash::Key::<F>::from_seed(*seed),
        Key::Bytes(bytes) => {
            multilinear_hash::Key::<F>::from_bytes(bytes).map_err(|e| e.to_string())?
        }
    };
    let backend = F::backend(backend).ok_or("no such backend")?;
    Ok(Box::new(Keyed(key.with_backend(backend))))
}

impl<F: Listed> Hasher for Keyed<F>
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
